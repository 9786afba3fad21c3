import { basename, extname, join } from 'node:path';
import type { RenderResult } from '../api/renderer/job/render.ts';
import type { PaintPool } from '../api/renderer/paint/paintPool.ts';
import type { Budget } from '../api/system/budget.ts';
import { environment } from '../api/system/environment.ts';
import { applyPreset, platformPresets } from '../engine/edit/platformPresets.ts';
import { cutToBytes, MAX_NAME_BYTES } from '../engine/project/fileName.ts';
import { messages } from '../engine/project/messages.ts';
import {
  extensionsOf,
  isAnimation,
  isGif,
  isStill,
  type OutputType,
  outputExtension,
  outputWithExtension,
} from '../engine/project/output.ts';
import type { Project } from '../engine/project/project.ts';
import { cacheFolder } from './cacheFolder.ts';
import { InternalError, type Output, printNote, UsageError } from './output.ts';
import { ifExists, packageRoot } from './package.ts';
import { createProgress, type ProgressView } from './progress.ts';
import { isStream } from './projectFiles.ts';

/** Returns the default output name: the input's name with the extension of the result. */
export function defaultName(input: string, project: Project, suffix = ''): string {
  const stem = isStream(input) ? 'output' : basename(input, extname(input));
  const behind = `${suffix}.${outputExtension(project.output)}`;
  return cutToBytes(stem, MAX_NAME_BYTES - Buffer.byteLength(behind)) + behind;
}

/** What a project produces, as text. */
const kinds: Record<OutputType, string> = {
  video: 'a video',
  gif: 'a GIF',
  animation: 'an animation',
  frames: 'a zip of frames',
  image: 'an image',
  audio: 'an audio file',
};

/**
 * Applies a platform's preset to a project, before the extension of --out. @throws UsageError for an unknown preset, or
 * if the project is an image or audio.
 */
export function withPreset(project: Project, id: string | undefined): Project {
  if (id === undefined) return project;
  const preset = platformPresets.find(({ ids }) => ids.includes(id));
  if (!preset) {
    const known = platformPresets.flatMap(({ ids }) => ids).join(', ');
    throw new UsageError(`--preset must be one of ${known}, not "${id}".`);
  }
  const { type } = project.output;
  if (type === 'image' || type === 'audio')
    throw new UsageError(`--preset is for videos. The result is ${kinds[type]}.`);
  return applyPreset(project, preset);
}

/**
 * Changes a project's output to the format that the extension of --out requests. Videos and animations can become any
 * video, GIF, animated WebP, image or audio; images only images, audio only audio.
 * @throws UsageError if the extension does not fit the project.
 */
export function withOutputFormat(out: string, project: Project): Project {
  const { type } = project.output;
  const output = outputWithExtension(project.output, extname(out).slice(1));
  if (output) return { ...project, output };
  const endings = extensionsOf[type].map((ending) => `.${ending}`);
  const last = endings.length > 1 ? ` or ${endings.at(-1)}` : '';
  const listed = `${endings.length > 1 ? endings.slice(0, -1).join(', ') : endings[0]}${last}`;
  throw new UsageError(`The result is ${kinds[type]}, so the name of --out must end in ${listed}, not "${out}".`);
}

/**
 * Renders a project to a file, with progress on stderr. @param options.locate finds media files. @param options.isCached
 * false: no cache is used.
 */
export async function renderTo(
  project: Project,
  options: {
    out: string;
    locate: (url: string) => Promise<string>;
    title?: string;
    /** Default: a new progress bar. */
    progress?: ProgressView;
    painter?: PaintPool | undefined;
    /** Default: a new budget. */
    budget?: Budget;
    isCached?: boolean | undefined;
  },
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<RenderResult> {
  const { renderProject } = await import('../api/renderer/job/render.ts');
  const { openProbeCache } = await import('../api/renderer/media/probeCache.ts');
  const { createBudget } = await import('../api/system/budget.ts');
  if (project.audio && isAnimation(project))
    output.note(messages[isGif(project) ? 'gifHasNoSound' : 'animationHasNoSound']);
  const progress = options.progress ?? createProgress(options.title);
  const notes: string[] = [];
  const segments = await cacheFolder('segments');
  const { sandbox } = environment();
  try {
    const result = await renderProject(project, {
      out: options.out,
      locate: options.locate,
      // Stills are painted in this process: no encoder competes for memory, and the next of a batch finds Skia and
      // fonts loaded.
      painter: isStill(project) && sandbox !== 'require' ? undefined : options.painter,
      budget: options.budget ?? createBudget({ spare: [segments] }),
      fontsDir: await cacheFolder('fonts'),
      cacheDir: options.isCached === false ? undefined : segments,
      probe: options.isCached === false ? undefined : openProbeCache(await cacheFolder('probes')),
      signal,
      onNote: (text) => notes.push(text),
      onProgress: ({ ratio, text }) => progress.update(ratio, text),
    });
    progress.update(1, 'Done');
    return result;
  } catch (error) {
    // A render reports in plain words what is wrong with the input or the machine, see renderProject; any other error is a fault.
    const isPlain = error instanceof Error && error.constructor === Error && !('code' in error);
    throw isPlain && !signal.aborted ? new InternalError(error) : error;
  } finally {
    progress.stop();
    for (const note of notes) output.note(printNote(note));
  }
}

/**
 * Opens a painter for videos; undefined in an unbuilt tree.
 * @param count number of videos. For a single one, expensive painting happens in a process that frees its memory before
 * encoding; cheap painting happens here, which is faster than starting a process.
 */
export async function openPainter(count: number): Promise<PaintPool | undefined> {
  const program = ifExists(join(packageRoot(), 'dist', 'paint.mjs'));
  if (program === undefined) return undefined;
  const pool = async (bounds: { idleMs?: number }) =>
    (await import('../api/renderer/paint/paintPool.ts')).createPaintPool(program, bounds);
  // The user's own files may be decoded here, unless the sandbox is required.
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

/** Describes a result in one line; audio has no size. */
export function describeResult({ width, height, duration, size }: RenderResult): string {
  const picture = width > 0 ? [`${width} × ${height}`] : [];
  const length = duration > 0 ? [`${Number(duration.toFixed(2))} s`] : [];
  return [...picture, ...length, printBytes(size)].join(', ');
}

/** Formats bytes: "1.2 MB". */
export function printBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
