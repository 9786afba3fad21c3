import { basename, extname, join } from 'node:path';
import type { PaintPool } from '../api/renderer/paint/paintPool.ts';
import type { RenderResult } from '../api/renderer/render.ts';
import type { Budget } from '../api/system/budget.ts';
import { environment } from '../api/system/environment.ts';
import { cutToBytes, MAX_NAME_BYTES } from '../engine/project/fileName.ts';
import { messages } from '../engine/project/messages.ts';
import {
  endingsOf,
  isAnimation,
  isGif,
  isStill,
  type OutputType,
  outputEnding,
  withEnding,
} from '../engine/project/output.ts';
import type { Project } from '../engine/project/project.ts';
import { cacheFolder } from './cacheFolder.ts';
import { Fault, type Output, printNote, UsageError } from './output.ts';
import { ifThere, packageRoot } from './package.ts';
import { createProgress, type ProgressView } from './progress.ts';
import { isStream } from './projectFiles.ts';

/** The name that an output gets when none is asked for: the input's, with the ending of what is made. */
export function defaultName(input: string, project: Project, suffix = ''): string {
  const stem = isStream(input) ? 'output' : basename(input, extname(input));
  const behind = `${suffix}.${outputEnding(project.output)}`;
  return cutToBytes(stem, MAX_NAME_BYTES - Buffer.byteLength(behind)) + behind;
}

/** What a project makes, in words. */
const kinds: Record<OutputType, string> = {
  video: 'a video',
  gif: 'a GIF',
  animation: 'an animated WebP',
  image: 'a picture',
  audio: 'a sound',
};

/**
 * The project as it makes the file that --out names: the ending chooses the format. What moves can come out as any video, GIF,
 * animated WebP, picture or sound; a picture only as another picture, a sound as another sound.
 * @throws UsageError when a file name does not fit what the project makes.
 */
export function madeAs(out: string, project: Project): Project {
  const { type } = project.output;
  const output = withEnding(project.output, extname(out).slice(1));
  if (output) return { ...project, output };
  const endings = endingsOf[type].map((ending) => `.${ending}`);
  const last = endings.length > 1 ? ` or ${endings.at(-1)}` : '';
  const listed = `${endings.length > 1 ? endings.slice(0, -1).join(', ') : endings[0]}${last}`;
  throw new UsageError(`This makes ${kinds[type]}, so the name of --out must end in ${listed}, not "${out}".`);
}

/** Renders one project to a file, with progress on standard error. @param given.locate finds media files. @param given.isCached false: every segment is encoded anew. */
export async function renderTo(
  project: Project,
  given: {
    out: string;
    locate: (url: string) => Promise<string>;
    title?: string;
    /** Default: a bar of its own. */
    progress?: ProgressView;
    painter?: PaintPool | undefined;
    /** Default: one of its own. */
    budget?: Budget;
    isCached?: boolean | undefined;
  },
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<RenderResult> {
  const { renderProject } = await import('../api/renderer/render.ts');
  const { openProbeCache } = await import('../api/renderer/media/probeCache.ts');
  const { createBudget } = await import('../api/system/budget.ts');
  if (project.audio && isAnimation(project)) output.note(messages[isGif(project) ? 'gifHasNoSound' : 'webpHasNoSound']);
  const progress = given.progress ?? createProgress(given.title);
  const notes: string[] = [];
  const segments = await cacheFolder('segments');
  const { sandbox } = environment();
  try {
    const result = await renderProject(project, {
      out: given.out,
      locate: given.locate,
      // A picture is painted here: no encoder waits for the memory, and the next of a batch finds Skia and fonts loaded.
      painter: isStill(project) && sandbox !== 'require' ? undefined : given.painter,
      budget: given.budget ?? createBudget({ spare: [segments] }),
      fontsDir: await cacheFolder('fonts'),
      cacheDir: given.isCached === false ? undefined : segments,
      probe: given.isCached === false ? undefined : openProbeCache(await cacheFolder('probes')),
      signal,
      onNote: (text) => notes.push(text),
      onProgress: ({ ratio, text }) => progress.update(ratio, text),
    });
    progress.update(1, 'Done');
    return result;
  } catch (error) {
    // A render reports in plain words what is wrong with the input or the machine, see renderProject; any other error is a fault.
    const isPlain = error instanceof Error && error.constructor === Error && !('code' in error);
    throw isPlain && !signal.aborted ? new Fault(error) : error;
  } finally {
    progress.stop();
    for (const note of notes) output.note(printNote(note));
  }
}

/**
 * Where the layers of videos are painted; undefined in an unbuilt tree.
 * @param count of videos: of one, pictures that take much memory are painted in a process that gives it back before the
 * video is encoded, and others here, which is sooner done than another process is started.
 */
export async function openPainter(count: number): Promise<PaintPool | undefined> {
  const program = ifThere(join(packageRoot(), 'dist', 'paint.mjs'));
  if (program === undefined) return undefined;
  const pool = async (bounds: { idleMs?: number }) =>
    (await import('../api/renderer/paint/paintPool.ts')).createPaintPool(program, bounds);
  // The person’s own files may be decoded here, unless they want none to be.
  if (count > 1 || environment().sandbox === 'require') return pool({});
  return {
    async paint(job, run) {
      const { paintsLittle } = await import('../api/renderer/runs/need.ts');
      if (job.kind === 'plan' && !paintsLittle(job.plan, job.media)) return (await pool({ idleMs: 0 })).paint(job, run);
      return (await import('../api/renderer/paint/paintJob.ts')).paintJob(job, run);
    },
    close: () => undefined,
  };
}

/** One line that says what came out; a sound has no width. */
export function describeResult({ width, height, duration, size }: RenderResult): string {
  const picture = width > 0 ? [`${width} × ${height}`] : [];
  const length = duration > 0 ? [`${Number(duration.toFixed(2))} s`] : [];
  return [...picture, ...length, printBytes(size)].join(', ');
}

/** Bytes for a person: "1.2 MB". */
export function printBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
