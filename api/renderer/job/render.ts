import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { sizeLimitOf } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { ensureFonts } from '../../fonts/ensure.ts';
import { asDiskFull } from '../../system/diskFull.ts';
import { makeRoomFor } from '../../system/makeFolder.ts';
import { publish } from '../../system/publish.ts';
import { sweepTemporary, temporaryName } from '../../system/temporary.ts';
import { fitUnder } from '../fit/fit.ts';
import { refuseOverwriting } from '../media/openMedia.ts';
import type { CompileOptions } from '../plan/compile.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { Compile } from '../plan/planner.ts';
import type { RenderMode } from '../plan/renderMode.ts';
import { outputRecipes } from '../print/outputs.ts';
import { paintersOf } from '../segments/paintersOf.ts';
import type { SegmentJob } from '../segments/segments.ts';
import { type HandOver, noReadySegments, type ReadySegments, type ResumedRender } from '../segments/sharing.ts';
import { slicesOf } from '../segments/slicesOf.ts';
import { alphaNotes } from './alphaNotes.ts';
import { type CompiledJob, compileJob, compileRung, withRungGain } from './compileJob.ts';
import { type JobOptions, openRenderJob, type RenderJob } from './renderJob.ts';
import { type PlanRun, renderWithFallback, runPlan } from './runPlan.ts';

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
export interface RenderOptions extends JobOptions, CompileOptions {
  /**
   * File to write; its folder is created. The format comes from the project's output, not from the name. Written under
   * a temporary name, then renamed.
   */
  out: string;
  /** Compiles the plan; default: in this thread. */
  compile?: Compile | undefined;
  onProgress?: (progress: Progress) => void;
  /** Called with the number of cached segments of a video and the number to encode. */
  onSegments?: SegmentJob['onSegments'];
  /** Called if at least two segments must be encoded. If other workers take them, the render ends with HandedOverError. */
  handOver?: HandOver | undefined;
  /** Called between steps of the work, which take seconds each. The render continues when it resolves. */
  pause?: (() => Promise<void>) | undefined;
  /** The handed-over plan and its finished segments, to continue from. */
  begun?: ResumedRender | undefined;
}

/**
 * Renders a project to a file: opens its media, compiles the plan, paints bitmaps, runs ffmpeg, publishes. The file
 * appears complete or not at all.
 * @throws ProblemError for what a user can fix; DiskFullError; HandedOverError; the signal's reason when aborted. Any
 * other error is a bug of ours.
 */
export async function renderProject(input: Project, options: RenderOptions): Promise<RenderResult> {
  const { workDir = tmpdir(), signal, onProgress } = options;
  const report = reporter(onProgress);
  const out = resolve(options.out);
  const part = temporaryName(out);
  let job: RenderJob | undefined;
  try {
    report(0, 'Reading media');
    job = await openRenderJob(input, options, { out: () => part });
    await refuseOverwriting(out, job.media);
    await makeRoomFor(part);
    for (const folder of [dirname(out), workDir]) await sweepTemporary(folder);
    const made = await makeFile(job, options, report);
    await publish(part, out);
    return await resultOf(made, out);
  } catch (error) {
    throw signal?.aborted ? error : await asDiskFull(error, [workDir, dirname(out)]);
  } finally {
    await job?.close();
    // The reason for a failure here was reported before.
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** Compiles the plan of a job and carries it out. @returns the plan of the file. */
async function makeFile(job: RenderJob, options: RenderOptions, report: Report): Promise<RenderPlan> {
  const { project, files, fontsDir, signal, onNote } = job;
  const { begun, pause = async () => undefined } = options;
  let measurements = 0;
  const onMeasure = async () => {
    report(0.01, 'Measuring the loudness');
    // Almost every video is measured once, in little time: a queue would open several videos before it finished one.
    if (measurements > 0) await pause();
    measurements += 1;
  };
  const compiling = { ...options, onMeasure };
  const { plan, encoded } = begun ? begunJob(begun) : await compileJob(job, compiling);
  for (const note of await alphaNotes(project, plan, job.media, signal)) onNote(note);
  const layers = plan.bitmaps.flatMap((bitmap) => bitmap.layers);
  const lacking = await ensureFonts(layers, fontsDir, { signal });
  for (const note of lacking) onNote(note);
  const megabytes = sizeLimitOf(project.output);
  const run: PlanRun = {
    ...{ report, pause, lacking, onSegments: options.onSegments },
    handOver: megabytes === undefined ? options.handOver : undefined,
    ready: begun && (await readyOf(begun, fontsDir)),
  };
  if (megabytes === undefined) return renderWithFallback(plan, encoded, job, run);
  const compiled = await encoded();
  return fitUnder({
    ...{ plan, part: files.out, work: files.work, report, onNote, pause, signal, limit: Math.floor(megabytes * 1e6) },
    async make(rung, { from, to }) {
      const within = (ratio: number, text: string) => report(from + (to - from) * ratio, text);
      const limited = await withRungGain(rung, job, compiled, compiling);
      return renderWithFallback(limited, encoded, job, { ...run, report: within });
    },
    planOf: (rung) => compileRung(rung, job, compiled, compiling),
    run: (sample, out) => runPlan(sample, { ...job, files: { ...files, out } }, { ...run, report: () => {} }),
  });
}

function begunJob({ plan }: ResumedRender): CompiledJob {
  return { plan, encoded: async () => plan };
}

/** Returns segments of other workers, or none if this machine would paint the rest with different fonts. */
async function readyOf({ plan, painters, ready }: ResumedRender, fontsDir: string | undefined): Promise<ReadySegments> {
  const isSame = ready.isWhole || `${await paintersOf(slicesOf(plan), fontsDir)}` === `${painters}`;
  return isSame ? ready : noReadySegments;
}

async function resultOf({ output, way }: RenderPlan, path: string): Promise<RenderResult> {
  const { mime, kind } = outputRecipes[output.format];
  const { width, height } = kind === 'audio' ? { width: 0, height: 0 } : (output.scaled ?? output);
  const duration = kind === 'image' ? 0 : output.frames / fpsOf(output.rate);
  const { size } = await stat(path);
  return { path, mime, width, height, duration, size, ...(way ? { way: way.kind } : {}) };
}

type Report = (ratio: number, text: string) => void;

function reporter(onProgress: ((progress: Progress) => void) | undefined): Report {
  let highest = 0;
  return (ratio, text) => {
    highest = Math.max(highest, ratio);
    onProgress?.({ ratio: highest, text });
  };
}
