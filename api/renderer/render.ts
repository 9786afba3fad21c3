import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { isAnimation } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { fpsOf } from '../../engine/timeline/frameRate.ts';
import { ensureFonts } from '../fonts/ensure.ts';
import { type Budget, createBudget } from '../system/budget.ts';
import { asDiskFull } from '../system/diskFull.ts';
import { makeRoomFor } from '../system/makeFolder.ts';
import { forgetLinks } from '../system/mediaLinks.ts';
import { publish } from '../system/publish.ts';
import { makeWorkFolder, sweepTemporary, temporaryName } from '../system/temporary.ts';
import { duckingPeaks } from './duckingPeaks.ts';
import { fitUnder } from './fit/fit.ts';
import { changedOutput, type Rung } from './fit/ladder.ts';
import { type Media, type MediaOptions, refuseOverwriting } from './media/openMedia.ts';
import { type Inputs, openInputs } from './openInputs.ts';
import type { PaintPool } from './paint/paintPool.ts';
import { paintingWith, webpWriter } from './painting.ts';
import type { CompileOptions } from './plan/compile.ts';
import type { RenderPlan } from './plan/plan.ts';
import type { RenderMode } from './plan/renderMode.ts';
import { type Compile, compileHere } from './planner.ts';
import { memoryBudget } from './print/ffmpegArgs.ts';
import { outputRecipes } from './print/outputs.ts';
import { filesOf, renderWithFallback, runRender, type Share, wholeShare } from './runRender.ts';
import { type CachedGainContext, withCachedGain } from './segments/cachedGain.ts';
import { paintersOf } from './segments/paintersOf.ts';
import { openCacheOf, type RemoteSegments } from './segments/remoteSegments.ts';
import { segmentLengthOf } from './segments/segmentLength.ts';
import type { SegmentJob } from './segments/segments.ts';
import { type HandOver, noReadySegments, type ReadySegments, type ResumedRender } from './segments/sharing.ts';
import { slicesOf } from './segments/slicesOf.ts';
import { chooseRenderMode } from './ways/chooseRenderMode.ts';

/** The file that a render wrote. */
export interface RenderResult {
  path: string;
  mime: string;
  /** In pixels; 0 for audio. */
  width: number;
  height: number;
  /** In seconds; 0 for an image. */
  duration: number;
  /** In bytes. */
  size: number;
  /** Whether the frames of a video were encoded, copied, or copied except at the ends. */
  way?: RenderMode['kind'];
}

/** Progress of long work, with a text for the user. */
export interface Progress {
  /** From 0 to 1, never falling. */
  ratio: number;
  text: string;
}

/** Options of a render. */
export interface RenderOptions extends MediaOptions, CompileOptions {
  /**
   * File to write; its folder is created. The format comes from the project's output, not from the name. Written under
   * a temporary name, then renamed.
   */
  out: string;
  /** Existing folder for working files; default: the system's temporary folder. */
  workDir?: string;
  /** Folder that caches encoded segments for later renders; without it, nothing is cached. */
  cacheDir?: string | undefined;
  /** Segment cache that machines share, in addition to `cacheDir`. */
  farSegments?: RemoteSegments | undefined;
  /** Compiles the plan; default: in this thread. */
  compile?: Compile | undefined;
  onProgress?: (progress: Progress) => void;
  /** Resource budget shared with other renders; default: a new one. */
  budget?: Budget | undefined;
  /** Maximum memory for buffered frames and audio, in bytes; default: 256 million. The rest goes through files. */
  memory?: number | undefined;
  /** Paints layers in separate processes, which keeps this one responsive. Without it, this process paints. */
  painter?: Pick<PaintPool, 'paint'> | undefined;
  /** Folder for downloaded font families, filled on demand. Without it, only installed fonts are available. */
  fontsDir?: string | undefined;
  /** Called with the number of cached segments of a video and the number to encode. */
  onSegments?: SegmentJob['onSegments'];
  /** Called if at least two segments must be encoded. If other workers take them, the render ends with HandedOver. */
  handOver?: HandOver | undefined;
  /** Called between steps of the work, which take seconds each. The render continues when it resolves. */
  pause?: (() => Promise<void>) | undefined;
  /** The handed-over plan and its finished segments, to continue from. */
  begun?: ResumedRender | undefined;
  /**
   * Called with a sentence for each deviation from the project: a missing font, an animation that does not play, a
   * damaged part of a file.
   */
  onNote?: ((text: string) => void) | undefined;
}

/**
 * Renders a project to a file: probes its media, compiles the plan, paints bitmaps, runs ffmpeg, publishes. The file
 * appears complete or not at all.
 * @throws ProblemError for what a user can fix; DiskFullError; HandedOver; the signal's reason when aborted. Any other
 * error is a bug of ours.
 */
export async function renderProject(input: Project, options: RenderOptions): Promise<RenderResult> {
  const { workDir = tmpdir(), signal, onProgress } = options;
  const report = reporter(onProgress);
  const out = resolve(options.out);
  const explained = async (error: unknown) =>
    signal?.aborted ? error : await asDiskFull(error, [workDir, dirname(out)]);
  const work = await makeWorkFolder(workDir).catch(async (error: unknown) => {
    throw await explained(error);
  });
  const part = temporaryName(out);
  let inputs: Inputs | undefined;
  try {
    report(0, 'Reading media');
    const { fontsDir, memory = memoryBudget, budget = createBudget() } = options;
    const paint = paintingWith(options.painter);
    inputs = await openInputs(input, { ...options, budget, writeWebp: webpWriter(paint, work) }, work);
    const { project, media, fonts } = inputs;
    await refuseOverwriting(out, media);
    await makeRoomFor(part);
    for (const folder of [dirname(out), workDir]) await sweepTemporary(folder);
    const onNote = noter(options.onNote);
    for (const note of inputs.notes) onNote(note);
    const files = filesOf({ media, work, out: part, memory });
    const pause = options.pause ?? (async () => undefined);
    const onRound = async () => {
      report(0.01, 'Measuring the loudness');
      await pause();
    };
    // A cache of its own: a cached measurement cannot be the reason for a failure of the encoding.
    const measuring = { media, files, budget, signal, onNote, onRound, cache: openCacheOf(options) };
    const { compiled, plan } = options.begun
      ? { compiled: options.begun.plan, plan: options.begun.plan }
      : await compileWhole(project, options, measuring);
    const notes = await ensureFonts(
      plan.bitmaps.flatMap(({ layers }) => layers),
      fontsDir,
      { signal },
    );
    for (const note of notes) onNote(note);
    const cache = openCacheOf(options);
    const job = {
      ...{ lacking: notes, media, work, fontsDir, fonts, signal, paint, memory, cache, budget, onNote },
      onSegments: options.onSegments,
      pause,
      handOver: isFitted(project) ? undefined : options.handOver,
      ready: options.begun && (await readyOf(options.begun, fontsDir)),
      out: part,
    };
    const make = async (plan: RenderPlan, { from, to }: Share = wholeShare) => {
      const within = (ratio: number, text: string) => report(from + (to - from) * ratio, text);
      return await renderWithFallback(plan, compiled, { ...job, report: within });
    };
    const { fitUnder: megabytes } = { fitUnder: undefined, ...project.output };
    const made =
      megabytes === undefined
        ? await make(plan)
        : await fitUnder({
            ...{ plan, part, work, report, onNote, pause, signal, limit: Math.floor(megabytes * 1e6) },
            make: async (rung, share) => make(await withRungGain(rung, compiled, measuring), share),
            planOf: (rung) => changedPlan(rung, { project, compiled, probes: media.probes }, options),
            run: (sample, out) => runRender(sample, { ...job, out, report: () => {} }),
          });
    await publish(part, out);
    return await resultOf(made, out);
  } catch (error) {
    throw await explained(error);
  } finally {
    inputs?.release();
    forgetLinks(work);
    await rm(work, { recursive: true, force: true });
    // The reason for a failure here was reported before.
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** Returns segments of other workers, or none if this machine would paint the rest with different fonts. */
async function readyOf({ plan, painters, ready }: ResumedRender, fontsDir: string | undefined): Promise<ReadySegments> {
  const isSame = ready.isWhole || `${await paintersOf(slicesOf(plan), fontsDir)}` === `${painters}`;
  return isSame ? ready : noReadySegments;
}

/** Plans a project twice: fully encoded, and with copied segments where possible. */
async function compileWhole(project: Project, options: RenderOptions, run: CachedGainContext) {
  const { media, files, budget, signal } = run;
  const peaks = await duckingPeaks(project, media, { budget, folder: files.work, signal });
  const { compile = compileHere } = options;
  const segmentLength = options.segmentLength ?? segmentLengthOf(project, media.probes);
  const planned = await compile(project, media.probes, { ...compileOptionsOf(options), segmentLength, peaks }, signal);
  const compiled = await withCachedGain(planned, run);
  const plan = await chooseRenderMode(compiled, media, { alwaysEncode: project.alwaysEncode, signal });
  return { compiled, plan };
}

const isFitted = ({ output }: Project) => 'fitUnder' in output && output.fitUnder !== undefined;

const fittedWay: RenderMode = { kind: 'encode', why: 'The file is fitted under a size limit.' };

/** Render options contain functions, which cannot be sent to a thread. */
function compileOptionsOf({ stillAt, peaks }: CompileOptions): CompileOptions {
  return { stillAt, peaks };
}

/** Returns the plan of a rung of a fitted output. An animation is compiled again because its frame rate may change. */
async function changedPlan(
  rung: Rung,
  { project, compiled, probes }: { project: Project; compiled: RenderPlan; probes: Media['probes'] },
  { compile = compileHere, signal, ...options }: RenderOptions,
): Promise<RenderPlan> {
  if (isAnimation(project)) {
    const changed = { ...project, output: changedOutput(project.output, rung) };
    const segmentLength = options.segmentLength ?? segmentLengthOf(changed, probes);
    return compile(changed, probes, { ...compileOptionsOf(options), segmentLength }, signal);
  }
  const way = compiled.segments.length > 0 ? { way: fittedWay } : {};
  return { ...compiled, ...way, output: { ...compiled.output, ...rung.change } };
}

/** Measures the mix of a rung again if its audio has another bit rate: a lower one raises peaks more. */
async function withRungGain(rung: RenderPlan, compiled: RenderPlan, run: CachedGainContext): Promise<RenderPlan> {
  if (rung.output.soundRate === compiled.output.soundRate) return rung;
  const { loudness, ceiling: _, ...rest } = rung;
  return withCachedGain({ ...rest, ...(loudness ? { loudness: { target: loudness.target } } : {}) }, run);
}

async function resultOf({ output, way }: RenderPlan, path: string): Promise<RenderResult> {
  const { mime, kind } = outputRecipes[output.format];
  const { width, height } = kind === 'audio' ? { width: 0, height: 0 } : (output.scaled ?? output);
  const duration = kind === 'image' ? 0 : output.frames / fpsOf(output.rate);
  const { size } = await stat(path);
  return { path, mime, width, height, duration, size, ...(way ? { way: way.kind } : {}) };
}

/** Reports each note only once. */
function noter(onNote: ((text: string) => void) | undefined): (text: string) => void {
  const logged = new Set<string>();
  return (text) => {
    if (logged.has(text)) return;
    logged.add(text);
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
