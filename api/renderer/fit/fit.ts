import { rename, rm, stat } from 'node:fs/promises';
import { messages } from '../../../engine/project/messages.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { outputRecipes } from '../print/outputs.ts';
import { usualSoundRate } from '../print/usualRates.ts';
import { ladderOf, type Rung } from './ladder.ts';
import { bytesFromSamples, containerBytes, type Sample, samplesOf } from './sample.ts';

/** Input of a fit. */
export interface FitJob {
  /** Maximum size, in bytes. */
  limit: number;
  /** The chosen plan, which may copy. */
  plan: RenderPlan;
  planOf: (rung: Rung) => Promise<RenderPlan>;
  /** Renders a plan to a file, without checking it. */
  run: (plan: RenderPlan, out: string) => Promise<void>;
  /** Renders the file of a plan in place and checks it. @param share of the overall progress that it covers. */
  make: (plan: RenderPlan, share: { from: number; to: number }) => Promise<RenderPlan>;
  /** Path of the result. */
  part: string;
  /** Folder for samples. */
  work: string;
  report: (ratio: number, text: string) => void;
  /** See RenderOptions. */
  pause: () => Promise<void>;
  onNote: (text: string) => void;
  signal: AbortSignal | undefined;
}

/** A result below this share of the limit could have been finer. */
const least = 0.85;
/** Target share of the limit, away from both bounds so that neither is missed by chance. */
const aim = 0.94;
/** The unchanged output is tried if samples predict at most this share of the limit. */
const hopeful = 1.1;
/** Maximum number of full renders. If none fitted, the last one uses the smallest rung. */
const mostAttempts = 6;
/** Maximum number of rungs sampled for one attempt. */
const mostSampled = 5;
/** Container overhead per second of audio, in bytes. */
const soundOverhead = 300;

/**
 * Renders the finest file that stays within a size. Encodes samples at some rungs of a ladder and predicts the size of
 * every rung. Renders the rung that should fit, measures it, corrects the prediction and repeats until the file has 85
 * to 100 % of the limit. A file that is smaller without any change is left as it is.
 * @returns the plan of the result. @throws ProblemError if even the smallest rung is too large.
 */
export async function fitUnder(job: FitJob): Promise<RenderPlan> {
  const { limit, plan, part } = job;
  const isCopy = plan.way !== undefined && plan.way.kind !== 'encode';
  if (isCopy) {
    const copied = await job.make(plan, { from: 0.02, to: 0.15 });
    if ((await sizeOf(part)) <= limit) return copied;
    await rm(part, { force: true });
  }
  const rungs = ladderOf(plan, { limit, isFiner: isCopy });
  const guess = createGuess(job, rungs);
  const fitted = `${part}.fit`;
  const made = new Map<number, number>();
  let best: { index: number; size: number; plan: RenderPlan } | undefined;
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const isLast = attempt === mostAttempts - 1 && best === undefined;
      const index = isLast ? rungs.length - 1 : await nextRung(guess, rungs.length, made, limit);
      if (index === undefined || made.has(index)) break;
      await job.pause();
      const from = 1 - 0.8 * 0.35 ** attempt;
      const share = { from, to: 1 - 0.8 * 0.35 ** (attempt + 1) };
      const result = await job.make(await job.planOf(rungs[index] as Rung), share);
      const size = await sizeOf(part);
      made.set(index, size);
      guess.correct(index, size);
      if (size <= limit && size > (best?.size ?? 0)) {
        best = { index, size, plan: result };
        await rename(part, fitted);
      }
      if (best && (best.size >= least * limit || best.index === 0)) break;
    }
    if (!best) throw tooSmall(Math.min(...made.values(), guess.bytes(rungs.length - 1)));
    await rename(fitted, part);
  } finally {
    await rm(fitted, { force: true });
  }
  noteChange(job, best.plan);
  return best.plan;
}

/**
 * Returns the next rung to render: the finest one expected to reach the aim. Samples until its neighbors are known, and
 * never returns a rung twice. @returns undefined if none is left.
 */
async function nextRung(
  guess: Guess,
  count: number,
  made: ReadonlyMap<number, number>,
  limit: number,
): Promise<number | undefined> {
  const last = count - 1;
  await guess.sample(0);
  if (made.size === 0 && guess.bytes(0) <= hopeful * limit) return 0;
  for (let i = 0; i < mostSampled; i += 1) {
    const index = guess.first(aim * limit) ?? last;
    if (guess.isSampled(index)) break;
    await guess.sample(index);
  }
  const index = guess.first(aim * limit) ?? last;
  if (index === last && guess.bytes(last) > 1.3 * limit && made.size > 0) return undefined;
  if (index === last && guess.isSampled(last) && guess.bytes(last) > 1.6 * limit) return undefined;
  const [above, below] = around(made, limit);
  const [from, to] = [(above?.index ?? -1) + 1, (below?.index ?? count) - 1];
  if (from > to) return undefined;
  const next = above && below ? between(above, below, aim * limit, made.size) : index;
  return Math.max(from, Math.min(to, next));
}

/** A fully rendered file. */
interface Made {
  index: number;
  size: number;
}

/** Returns the smallest file above the limit, and the largest within it. */
function around(made: ReadonlyMap<number, number>, limit: number): [Made | undefined, Made | undefined] {
  const finestFirst = [...made].map(([index, size]) => ({ index, size })).sort((a, b) => a.index - b.index);
  return [finestFirst.findLast(({ size }) => size > limit), finestFirst.find(({ size }) => size <= limit)];
}

/**
 * Returns a rung between two rendered ones. Alternates between interpolating their sizes and bisecting, because sizes
 * may fall in one step.
 */
function between(above: Made, below: Made, target: number, turn: number): number {
  const share = turn % 2 === 0 ? Math.log(target / above.size) / Math.log(below.size / above.size) : 0.5;
  return Math.round(above.index + share * (below.index - above.index));
}

interface Guess {
  /** Expected size of a rung's file, in bytes. */
  bytes(index: number): number;
  /** The finest rung whose expected size is at most `bytes`. */
  first(bytes: number): number | undefined;
  isSampled(index: number): boolean;
  /** Encodes samples of a rung, if not done before. */
  sample(index: number): Promise<void>;
  /** Corrects the prediction by the size of a full render. */
  correct(index: number, size: number): void;
}

/** Predicts sizes: interpolates between sampled rungs by weight, scaled by the ratio of full renders to predictions. */
function createGuess(job: FitJob, rungs: readonly Rung[]): Guess {
  // Bytes of video by weight: rungs that differ only in their audio have the same weight.
  const sampled = new Map<number, number>();
  let factor = 1;
  const weightOf = (index: number) => (rungs[index] as Rung).weight;
  const pictures = (index: number): number => {
    const weight = weightOf(index);
    const known = sampled.get(weight);
    if (known !== undefined) return known;
    const weights = [...sampled.keys()].sort((a, b) => b - a);
    const finer = weights.findLast((other) => other > weight);
    const coarser = weights.find((other) => other < weight);
    const near = (finer ?? coarser) as number;
    const bytes = sampled.get(near) as number;
    if (finer === undefined || coarser === undefined) return bytes * (weight / near);
    const share = Math.log(weight / finer) / Math.log(coarser / finer);
    return bytes * ((sampled.get(coarser) as number) / bytes) ** share;
  };
  const expected = (index: number) => pictures(index) + fixedBytes(job.plan, rungs[index] as Rung);
  const bytes = (index: number) => factor * expected(index);
  return {
    bytes,
    first(most) {
      const found = rungs.findIndex((_, index) => bytes(index) <= most);
      return found < 0 ? undefined : found;
    },
    isSampled: (index) => sampled.has(weightOf(index)),
    async sample(index) {
      if (sampled.has(weightOf(index))) return;
      const from = 0.2 - 0.18 * 0.8 ** sampled.size;
      const onShare = (share: number) => job.report(from + share * 0.2 * (0.2 - from), 'Finding the size');
      onShare(0);
      sampled.set(weightOf(index), await sampleBytes(job, await job.planOf(rungs[index] as Rung), onShare));
    },
    correct(index, size) {
      // Silent audio takes far less than its bit rate.
      factor = size / expected(index);
    },
  };
}

/** Expected bytes of the video stream from samples; for audio only, from the bit rate. */
async function sampleBytes(job: FitJob, plan: RenderPlan, onShare: (share: number) => void): Promise<number> {
  const { format, quality, soundRate = usualSoundRate(format, quality) } = plan.output;
  if (outputRecipes[format].kind === 'audio') return (soundRate * 1000 * secondsOf(plan)) / 8;
  const samples: Sample[] = samplesOf(plan).map((plan, i) => ({ plan, file: `${job.work}/sample-${i}` }));
  try {
    for (const [i, { plan, file }] of samples.entries()) {
      await job.pause();
      await job.run(plan, file);
      onShare((i + 1) / samples.length);
    }
    return await bytesFromSamples(plan, samples, job.signal);
  } finally {
    for (const { file } of samples) await rm(file, { force: true });
  }
}

/** Bytes of the audio of a video, and of the container. */
function fixedBytes(plan: RenderPlan, { change }: Rung): number {
  const { format, quality } = plan.output;
  const { soundRate = usualSoundRate(format, quality) } = change;
  const container = containerBytes(plan.output);
  if (outputRecipes[format].kind !== 'video' || plan.sounds.length === 0) return container;
  return container + ((soundRate * 1000) / 8 + soundOverhead) * secondsOf(plan);
}

function secondsOf({ output }: RenderPlan): number {
  return output.frames / fpsOf(output.rate);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

function tooSmall(bytes: number): ProblemError {
  const megabytes = Math.ceil(Math.max(bytes, 10_000) / 10_000) / 100;
  return new ProblemError([
    problem('range', ['output', 'fitUnder'], messages.fitTooSmall.replace('{n}', String(megabytes))),
  ]);
}

/** Notes visible effects of fitting: a smaller size, fewer colors, a lower frame rate. */
function noteChange({ limit, plan, onNote }: FitJob, { output }: RenderPlan): void {
  const before = plan.output;
  const { width, height } = output.scaled ?? output;
  const changes = [
    ...(output.colors === before.colors ? [] : [`it has ${output.colors} colors`]),
    ...(fpsOf(output.rate) === fpsOf(before.rate) ? [] : [`it has ${fpsOf(output.rate)} frames a second`]),
    ...(width === (before.scaled ?? before).width ? [] : [`its size is ${width} × ${height}`]),
  ];
  if (changes.length === 0) return;
  const listed = changes.length > 1 ? `${changes.slice(0, -1).join(', ')} and ${changes.at(-1)}` : changes[0];
  onNote(`To fit under ${limit / 1e6} MB: ${listed}.`);
}
