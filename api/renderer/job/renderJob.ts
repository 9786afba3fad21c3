import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { shownMedia } from '../../../engine/timeline/requiredMedia.ts';
import { type Budget, createBudget } from '../../system/budget.ts';
import { forgetLinks } from '../../system/mediaLinks.ts';
import { makeWorkFolder } from '../../system/temporary.ts';
import { channelsOf } from '../media/audioTracks.ts';
import { linkMedia, type Media, type MediaOptions, measureMedia } from '../media/openMedia.ts';
import { copyOwnFonts, type FontFile } from '../media/ownFonts.ts';
import { paintingWith, webpWriter } from '../paint/painting.ts';
import type { PaintPool } from '../paint/paintPool.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { memoryBudget } from '../print/ffmpegArgs.ts';
import { paintNeed } from '../runs/need.ts';
import type { RunContext } from '../runs/runCommands.ts';
import { openCacheOf, type RemoteSegments } from '../segments/remoteSegments.ts';
import type { SegmentCache } from '../segments/segmentCache.ts';
import { mediaNotes, mediaToRender } from './checkProject.ts';

/** Options of everything that opens the media of a project: a render, a dry run, a shared segment. */
export interface JobOptions extends MediaOptions {
  /** Existing folder for working files; default: the system's temporary folder. */
  workDir?: string;
  /** Folder that caches encoded segments for later renders; without it, nothing is cached. */
  cacheDir?: string | undefined;
  /** Segment cache that machines share, in addition to `cacheDir`. */
  farSegments?: RemoteSegments | undefined;
  /** Resource budget shared with other renders; default: a new one. */
  budget?: Budget | undefined;
  /** Maximum memory for buffered frames and audio, in bytes; default: 256 million. The rest goes through files. */
  memory?: number | undefined;
  /** Paints layers in separate processes, which keeps this one responsive. Without it, this process paints. */
  painter?: Pick<PaintPool, 'paint'> | undefined;
  /** Folder for downloaded font families, filled on demand. Without it, only installed fonts are available. */
  fontsDir?: string | undefined;
  /**
   * Called with a sentence for each deviation from the project: a missing font, an animation that does not play, a
   * damaged part of a file.
   */
  onNote?: ((text: string) => void) | undefined;
}

/** How a plan is painted. */
export interface PaintRun {
  /** Writes an image file instead of bitmaps in the working folder. */
  still?: string;
  /** Called with the painted share, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** A project whose media and fonts are open, with all that carries out plans of it. */
export interface RenderJob {
  /** The project, in which its own fonts have names after their content. */
  project: Project;
  media: Media;
  files: RenderFiles;
  fontsDir: string | undefined;
  signal: AbortSignal | undefined;
  budget: Budget;
  cache: SegmentCache | undefined;
  /** Reports each note once. */
  onNote: (text: string) => void;
  /** Paints the bitmaps of a plan into the working folder. */
  paint: (plan: RenderPlan, run?: PaintRun) => Promise<void>;
  /** See RunContext. */
  makeGif: RunContext['makeGif'];
  /** Deletes the working folder and lets the fonts go. */
  close: () => Promise<void>;
}

/**
 * Opens a project: copies its fonts, measures its media, and links them into a working folder under names of ours.
 * @param out file that plans of the job write. @param only URLs of the media to open, for a part of a project that was
 * checked before; default: all, with every check.
 * @throws ProblemError with every problem that prevents a render; DiskFullError; the signal's reason when aborted.
 */
export async function openRenderJob(
  input: Project,
  options: JobOptions,
  { out, only }: { out: (work: string) => string; only?: ReadonlySet<string> },
): Promise<RenderJob> {
  const { workDir = tmpdir(), signal, budget = createBudget(), memory = memoryBudget, fontsDir } = options;
  const work = await makeWorkFolder(workDir);
  let release = () => {};
  const close = async () => {
    release();
    forgetLinks(work);
    await rm(work, { recursive: true, force: true });
  };
  try {
    const own = await copyOwnFonts(input, options, work);
    release = own.release;
    const { project, fonts } = own;
    const paint = paintingWith(options.painter);
    const run = { budget, signal, writeWebp: webpWriter(paint, work) };
    const media = only
      ? await linkMedia(await measureOnly(project, { ...options, only }), work, run)
      : await linkMedia(await mediaToRender(project, options), work, { ...run, shown: shownMedia(project) });
    const onNote = noter(options.onNote);
    if (!only) for (const note of [...mediaNotes(project, media), ...own.notes]) onNote(note);
    const files = filesOf(media, { work, out: out(work), memory });
    return {
      ...{ project, media, files, fontsDir, signal, budget, onNote, close },
      cache: openCacheOf(options),
      paint: (plan, run = {}) => paintPlan(paint, plan, { media, fonts, fontsDir, work, budget, signal }, run),
      makeGif: (gif, run) => paint({ kind: 'gif', gif, work }, run),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function measureOnly(project: Project, options: MediaOptions & { only: ReadonlySet<string> }): Promise<Media> {
  const { media, problems } = await measureMedia(project, options);
  if (problems.length > 0) throw new ProblemError(problems);
  return media;
}

/** Where a job paints, and from which files. */
interface PaintContext extends Pick<RenderJob, 'media' | 'fontsDir' | 'budget' | 'signal'> {
  fonts: readonly FontFile[];
  work: string;
}

function paintPlan(
  paint: PaintPool['paint'],
  plan: RenderPlan,
  { budget, signal, ...from }: PaintContext,
  { still, onProgress }: PaintRun,
): Promise<void> {
  const { media, work } = from;
  const isStill = still !== undefined;
  const need = paintNeed(plan, media, { folder: isStill ? dirname(still) : work, isStill });
  const job = { kind: 'plan' as const, plan, ...from, ...(isStill ? { still } : {}) };
  return budget.run(need, () => paint(job, { signal, ...(onProgress ? { onProgress } : {}) }), signal);
}

function filesOf(media: Media, { work, out, memory }: Pick<RenderFiles, 'work' | 'out' | 'memory'>): RenderFiles {
  return {
    media: (input) => media.paths.get(input.url) as string,
    channels: (input) => channelsOf(input, media.probes),
    ...{ work, out, memory },
  };
}

/** Reports each note only once. */
function noter(onNote: ((text: string) => void) | undefined): (text: string) => void {
  const reported = new Set<string>();
  return (text) => {
    if (reported.has(text)) return;
    reported.add(text);
    onNote?.(text);
  };
}
