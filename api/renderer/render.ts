import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Project } from '../../engine/project/project.ts';
import { perSecond } from '../../engine/timeline/frameRate.ts';
import { ensureFonts } from '../fonts/ensure.ts';
import { publish } from '../system/publish.ts';
import { type Media, type MediaOptions, openMedia, refuseOverwriting } from './media/openMedia.ts';
import { paintApart } from './paint/paintApart.ts';
import type { PaintJob } from './paint/paintJob.ts';
import { type CompileOptions, compileRender } from './plan/compile.ts';
import type { RenderPlan } from './plan/plan.ts';
import type { RenderFiles } from './plan/renderFiles.ts';
import type { Way } from './plan/way.ts';
import { memoryBudget } from './print/ffmpegArgs.ts';
import { outputRecipes } from './print/outputs.ts';
import { checkResult } from './runs/checkResult.ts';
import { printCommands } from './runs/commands.ts';
import { framesOfCommands, runCommands } from './runs/runCommands.ts';
import { openSegmentCache, type SegmentCache } from './segments/segmentCache.ts';
import { isWhole } from './segments/segmentFiles.ts';
import { renderSegments } from './segments/segments.ts';
import { chooseWay } from './ways/chooseWay.ts';

/** What a finished render is. */
export interface RenderResult {
  path: string;
  mime: string;
  /** Pixels; 0 for a sound. */
  width: number;
  height: number;
  /** Seconds; 0 for a still. */
  duration: number;
  /** Bytes. */
  size: number;
  /** Whether the frames of a video were encoded, copied, or copied but for those at its ends. */
  way?: Way['kind'];
}

/** Where long work is, and what it does now, in words for a person. */
export interface Progress {
  /** 0 to 1, never falling. */
  ratio: number;
  text: string;
}

/** How to run a render. */
export interface RenderOptions extends MediaOptions, CompileOptions {
  /** File to write, in the format of the project's output whatever its name is. Written under a temporary name, then renamed. */
  out: string;
  /** Where the working files lie while it runs, an existing folder; default: the system's folder for temporary files. */
  workDir?: string;
  /** Folder in which encoded segments are cached, for the next render of nearly the same; without it, nothing is. */
  cacheDir?: string | undefined;
  onProgress?: (progress: Progress) => void;
  /** How much of pictures and sounds may wait in memory at a time, bytes; default: 256 million. More goes through files. */
  memory?: number | undefined;
  /**
   * Path of the built paint program. With it, layers are painted in a process of its own, which gives its memory back
   * before the encoder starts and leaves this process free; without it, they are painted here.
   */
  paintProgram?: string | undefined;
  /** Folder of fetched font families; it fills itself. Without it, only the installed fonts are there. */
  fontsDir?: string | undefined;
  /** Told, in sentences, what is done otherwise than the project asks: a font that is not to be had, a damaged part of a file. */
  onNote?: ((text: string) => void) | undefined;
}

/**
 * Renders a project to a file: find and probe its media, compile the plan, paint its bitmaps, run ffmpeg, publish.
 * The file appears whole or not at all.
 * @throws ProblemError for what a user can mend; the signal's reason when aborted; any other error is a fault of ours.
 */
export async function renderProject(project: Project, options: RenderOptions): Promise<RenderResult> {
  const report = reporter(options.onProgress);
  const work = await mkdtemp(join(options.workDir ?? tmpdir(), 'cutroom-'));
  const out = resolve(options.out);
  const part = join(dirname(out), `.cutroom-${process.pid}-${randomBytes(4).toString('hex')}.part`);
  try {
    report(0, 'Reading media');
    const media = await openMedia(project, work, options);
    await refuseOverwriting(out, media);
    const compiled = compileRender(project, media.probes, options);
    const paint = painterOf(options.paintProgram);
    const { signal, fontsDir, memory = memoryBudget } = options;
    const onNote = noter(options.onNote);
    const plan = await chooseWay(compiled, media, { alwaysEncode: project.alwaysEncode, signal });
    const notes = await ensureFonts(
      plan.bitmaps.flatMap(({ layers }) => layers),
      fontsDir,
      signal,
    );
    for (const note of notes) onNote(note);
    // Letters in another font than the one that was asked for are not worth keeping.
    const cache = options.cacheDir !== undefined && notes.length === 0 ? openSegmentCache(options.cacheDir) : undefined;
    const make = async (plan: RenderPlan) => {
      await runRender(plan, { media, work, fontsDir, out: part, signal, paint, memory, cache, report, onNote });
      report(0.99, 'Finishing');
      await checkResult(plan, part, signal);
      return plan;
    };
    const made = await make(plan).catch(async (error: unknown) => {
      // A cached segment may have been damaged, or pictures be other than their container says: it is made once more.
      const isCopying = plan.way !== undefined && plan.way.kind !== 'encode';
      if (signal?.aborted || !((await cache?.forgetTaken()) || isCopying)) throw error;
      return await make(
        isCopying ? { ...compiled, way: { kind: 'encode', why: 'Copied frames did not go together.' } } : plan,
      );
    });
    await publish(part, out);
    return await resultOf(made, out);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(part, { force: true });
  }
}

type Paint = (job: PaintJob, options: Parameters<typeof paintApart>[2]) => Promise<void>;

/** Painting here needs Skia in this process, so it is only loaded where nobody else paints. */
function painterOf(program: string | undefined): Paint {
  if (program !== undefined) return (job, options) => paintApart(program, job, options);
  return async (job, options) => (await import('./paint/paintJob.ts')).paintJob(job, options);
}

interface Job {
  media: Media;
  work: string;
  fontsDir: string | undefined;
  out: string;
  signal: AbortSignal | undefined;
  paint: Paint;
  memory: number;
  cache: SegmentCache | undefined;
  report: (ratio: number, text: string) => void;
  onNote: (text: string) => void;
}

/** Carries out a plan: paints its bitmaps and runs its commands, or does so segment by segment. */
async function runRender(plan: RenderPlan, job: Job): Promise<void> {
  const { media, work, fontsDir, signal, report, onNote } = job;
  const paint = (painted: RenderPlan, more: { still?: string; onProgress?: (share: number) => void } = {}) => {
    const { still, onProgress } = more;
    const what = { plan: painted, media, work, fontsDir, ...(still === undefined ? {} : { still }) };
    return job.paint(what, { signal, ...(onProgress ? { onProgress } : {}) });
  };
  const onPainted = (share: number) => report(0.02 + share * 0.06, 'Painting');
  if (outputRecipes[plan.output.format].kind === 'image') {
    await paint(plan, { still: job.out, onProgress: onPainted });
    return;
  }
  const files = filesOf(job);
  const onShare = (share: number) => report(0.08 + share * 0.9, `Rendering ... ${Math.round(share * 100)}%`);
  if (!isWhole(plan)) {
    const onFrame = (frame: number) => onShare(frame / plan.output.frames);
    await renderSegments(plan, { media, files, signal, cache: job.cache, paint, onFrame, onNote });
    return;
  }
  await paint(plan, { onProgress: onPainted });
  const commands = printCommands(plan, files);
  const onFrame = (frame: number) => onShare(frame / framesOfCommands(commands));
  await runCommands(commands, plan, { media, work, signal, onFrame, onNote });
}

function filesOf({ media, work, out, memory }: Job): RenderFiles {
  return {
    media: (input) => media.paths.get(input.url) as string,
    channels: (input) => media.probes.get(input.url)?.channels ?? 2,
    work,
    out,
    memory,
  };
}

async function resultOf({ output, way }: RenderPlan, path: string): Promise<RenderResult> {
  const { mime, kind } = outputRecipes[output.format];
  const { width, height } = kind === 'audio' ? { width: 0, height: 0 } : (output.scaled ?? output);
  const duration = kind === 'image' ? 0 : output.frames / perSecond(output.rate);
  const { size } = await stat(path);
  return { path, mime, width, height, duration, size, ...(way ? { way: way.kind } : {}) };
}

/** Each note is told once. */
function noter(onNote: ((text: string) => void) | undefined): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    onNote?.(text);
  };
}

function reporter(onProgress: ((progress: Progress) => void) | undefined): (ratio: number, text: string) => void {
  let highest = 0;
  return (ratio, text) => {
    highest = Math.max(highest, ratio);
    onProgress?.({ ratio: highest, text });
  };
}
