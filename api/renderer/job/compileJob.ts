import { withMediaFacts } from '../../../engine/project/media.ts';
import { hasSound, isAnimation, sizeLimitOf } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { duckingSources } from '../../../engine/timeline/ducking.ts';
import type { Peaks } from '../../../engine/timeline/peaks.ts';
import { audioKey, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { ProcessError } from '../../system/process.ts';
import type { Rung } from '../fit/ladder.ts';
import { changedOutput } from '../fit/ladder.ts';
import { withTrack } from '../media/audioTracks.ts';
import { otherAv1Encoder } from '../media/codecs.ts';
import type { Media } from '../media/openMedia.ts';
import type { Probe } from '../media/probe.ts';
import type { CompileOptions } from '../plan/compile.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { type Compile, compileHere } from '../plan/planner.ts';
import type { RenderMode } from '../plan/renderMode.ts';
import { type PeakOptions, readPeaks } from '../runs/audioPeaks.ts';
import { withCachedGain } from '../segments/cachedGain.ts';
import { openCacheOf } from '../segments/remoteSegments.ts';
import { segmentLengthOf } from '../segments/segmentLength.ts';
import { chooseRenderMode } from '../ways/chooseRenderMode.ts';
import type { JobOptions, RenderJob } from './renderJob.ts';

/** Options of compiling the plans of a job. */
export interface CompileJobOptions extends JobOptions, CompileOptions {
  /** Compiles a plan; default: in this thread. */
  compile?: Compile | undefined;
  /** Called before each measurement of the mix, which starts when it resolves. */
  onMeasure?: () => Promise<void>;
}

/** The chosen plan of a job. */
export interface CompiledJob {
  /** Copies frames where possible. */
  plan: RenderPlan;
  /** Returns the plan that encodes everything, if frames cannot be copied after all. */
  encoded: () => Promise<RenderPlan>;
}

/**
 * Compiles a job, chooses how its result is produced, and measures its audio. Without a target loudness, copied audio is
 * not measured.
 */
export async function compileJob(job: RenderJob, options: CompileJobOptions): Promise<CompiledJob> {
  const { project, media, budget, files, signal } = job;
  const peaks = await duckingPeaks(project, media, { budget, folder: files.work, signal });
  const compiled = await compileOne(job, project, { ...options, peaks });
  const measure = () => withMeasuredGain(compiled, job, options);
  const choose = (plan: RenderPlan) => chooseRenderMode(plan, media, { alwaysEncode: project.alwaysEncode, signal });
  const isEncoded = sizeLimitOf(project.output) !== undefined;
  if (compiled.loudness || isEncoded) {
    const measured = await measure();
    return { plan: await choose(measured), encoded: async () => measured };
  }
  const plan = await choose(compiled);
  if (copiesSound(plan)) return { plan, encoded: measure };
  const measured = await measure();
  const limits = measured.ceiling === undefined ? {} : { ceiling: measured.ceiling };
  return { plan: { ...plan, ...limits }, encoded: async () => measured };
}

function copiesSound({ way }: RenderPlan): boolean {
  return way !== undefined && way.kind !== 'encode' && way.sound !== undefined;
}

/** Returns the encoding plan for a video whose frames could not be copied after all. */
export function encodingPlan(compiled: RenderPlan): RenderPlan {
  return { ...compiled, way: { kind: 'encode', why: 'The copied frames do not fit together.' } };
}

const fittedWay: RenderMode = { kind: 'encode', why: 'The file is fitted under a size limit.' };

/** Returns the plan of a rung of a fitted output. An animation is compiled again because its frame rate may change. */
export async function compileRung(
  rung: Rung,
  job: RenderJob,
  compiled: RenderPlan,
  options: CompileJobOptions,
): Promise<RenderPlan> {
  const { project } = job;
  if (isAnimation(project))
    return compileOne(job, { ...project, output: changedOutput(project.output, rung) }, options);
  const way = compiled.segments.length > 0 ? { way: fittedWay } : {};
  return { ...compiled, ...way, output: { ...compiled.output, ...rung.change } };
}

/** Measures the mix of a rung again if its audio has another bit rate: a lower one raises peaks more. */
export async function withRungGain(
  rung: RenderPlan,
  job: RenderJob,
  compiled: RenderPlan,
  options: CompileJobOptions,
): Promise<RenderPlan> {
  if (rung.output.soundRate === compiled.output.soundRate) return rung;
  const { loudness, ceiling: _, ...rest } = rung;
  return withMeasuredGain({ ...rest, ...(loudness ? { loudness: { target: loudness.target } } : {}) }, job, options);
}

/** Render options contain functions, which cannot be sent to a thread: only those of compiling are passed on. */
async function compileOne({ media, signal }: RenderJob, project: Project, options: CompileJobOptions) {
  const { compile = compileHere, stillAt, peaks } = options;
  const segmentLength = options.segmentLength ?? segmentLengthOf(project, media.probes);
  const plan = await compile(project, media.probes, { stillAt, peaks, segmentLength }, signal);
  return plan.output.codec === 'av1' ? { ...plan, output: { ...plan.output, ...(await otherAv1Encoder()) } } : plan;
}

function withMeasuredGain(plan: RenderPlan, job: RenderJob, options: CompileJobOptions): Promise<RenderPlan> {
  const { onMeasure } = options;
  // A cache of its own: a cached measurement cannot be the reason for a failure of the encoding.
  const cache = openCacheOf(options);
  return withCachedGain(plan, { ...job, cache, ...(onMeasure ? { onRound: onMeasure } : {}) });
}

/**
 * Measures the files that duck other audio of a project. Returns peaks by URL; empty if nothing is ducked. Skips
 * files that cannot be decoded: they count as loud throughout.
 * @throws the signal's reason when aborted.
 */
export async function duckingPeaks(
  project: Project,
  { probes, paths }: Pick<Media, 'probes' | 'paths'>,
  options: Pick<PeakOptions, 'budget' | 'folder' | 'signal'>,
): Promise<ReadonlyMap<string, Peaks>> {
  const peaks = new Map<string, Peaks>();
  if (!hasSound(project)) return peaks;
  const clips = soundtrack(withMediaFacts(project, probes)).filter(({ url }) => probes.get(url)?.hasAudio);
  for (const clip of duckingSources(clips)) {
    const { url } = clip;
    try {
      const probe = probes.get(url) as Probe;
      peaks.set(audioKey(clip), await readPeaks(paths.get(url) as string, withTrack(probe, clip.audioTrack), options));
    } catch (error) {
      if (options.signal?.aborted || !(error instanceof ProcessError) || error.reason !== 'exit') throw error;
    }
  }
  return peaks;
}
