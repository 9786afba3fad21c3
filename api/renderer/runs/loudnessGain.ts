import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isLossless } from '../../../engine/project/output.ts';
import {
  findGain,
  limitStepper,
  MOST_ENCODED_AGAIN,
  NEAR_FULL_SCALE,
  NEAR_PEAK,
  TRUE_PEAK,
} from '../../../engine/timeline/loudness.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { loudnessKey, mayExceed, peakKey } from '../print/printAudio.ts';
import type { Command } from './command.ts';
import { channelsOf, printMeasuring, printMeasuringEncoded, printMeasuringPeak } from './commands.ts';
import { type RunContext, runCommands } from './runCommands.ts';

/** Context for measuring loudness. */
export interface MeasuringContext extends Pick<RunContext, 'media' | 'budget' | 'signal'> {
  files: RenderFiles;
  /** Called before each measurement, which starts when it resolves. */
  onRound?: () => Promise<void>;
  /** See RunContext. */
  onNote?: (text: string) => void;
}

const file = 'loudness.txt';

/**
 * Returns a plan with the gain that reaches its target loudness; without a target, only limited to full scale. Mixes and
 * measures the audio a few times, which is cheap compared with encoding video. A lossy encoder raises peaks, and so does
 * the return to the sample rate after the limiter, so the limit is lowered by the excess.
 * @throws like runCommands.
 */
export async function withGain(plan: RenderPlan, context: MeasuringContext): Promise<RenderPlan> {
  const { loudness } = plan;
  if (!needsMeasuring(plan, context.files)) return plan;
  if (!loudness) return limitedPlan(plan, context);
  const { target } = loudness;
  let ceiling = TRUE_PEAK;
  const loud = (gain: number | undefined) => ({
    ...plan,
    loudness: {
      target,
      ...(gain === undefined ? {} : { gain, ...(ceiling === TRUE_PEAK ? {} : { ceiling }) }),
    },
  });
  const loudnessOf = (gain: number | undefined) =>
    measure(printMeasuring(loud(gain), context.files, file), loudnessKey, plan, context);
  // Every search starts from it: the limit changes nothing without a gain.
  const unchanged = await loudnessOf(undefined);
  const find = () => findGain(target, async (gain) => (gain === undefined ? unchanged : loudnessOf(gain)));
  let gain = await find();
  if (gain === undefined) return loud(gain);
  const nextCeiling = limitStepper(ceiling);
  for (let round = 0; round < MOST_ENCODED_AGAIN; round += 1) {
    const commands = printMeasuringEncoded(loud(gain), context.files, file);
    const over = (await measure(commands, peakKey, plan, context)) - TRUE_PEAK;
    if (over <= NEAR_PEAK) break;
    ceiling = nextCeiling(over);
    gain = await find();
  }
  return loud(gain);
}

/** Whether withGain measures a plan: it has audio other than a single sound that no encoder changes. */
export function needsMeasuring(plan: RenderPlan, files: RenderFiles): boolean {
  if (plan.sounds.length === 0) return false;
  return plan.loudness !== undefined || !isLossless(plan.output.format) || mayExceed(plan, channelsOf(plan, files));
}

/** Limits audio so that it exceeds full scale after encoding only as far as a single sound did before. */
async function limitedPlan(plan: RenderPlan, context: MeasuringContext): Promise<RenderPlan> {
  const { files } = context;
  // Measuring the mix is much cheaper than encoding it.
  const own = await measure(printMeasuringPeak(plan, files, file), peakKey, plan, context);
  // Low bit rates raise peaks far more.
  const isSoft = own < NEAR_FULL_SCALE && plan.output.soundRate === undefined;
  if (isSoft) return plan;
  const most = mayExceed(plan, channelsOf(plan, files)) ? 0 : Math.max(0, own);
  let limited = plan;
  // The limit stays a little below the largest peak.
  const nextCeiling = limitStepper(most - NEAR_PEAK);
  for (let round = 0; round < MOST_ENCODED_AGAIN; round += 1) {
    const over = (await measure(printMeasuringEncoded(limited, files, file), peakKey, plan, context)) - most;
    if (over <= 0) break;
    limited = { ...limited, ceiling: nextCeiling(over) };
  }
  return limited;
}

/** @returns the last value written for a key; −Infinity for silence, which ffmpeg writes as "-inf" or "nan". */
async function measure(
  commands: Command[],
  key: string,
  plan: RenderPlan,
  { onRound, ...context }: MeasuringContext,
): Promise<number> {
  const { files, onNote = () => {} } = context;
  await onRound?.();
  await runCommands(commands, plan, { ...context, onFrame: () => {}, onNote });
  const path = join(files.work, file);
  const written = await readFile(path, 'utf8');
  await rm(path);
  const start = written.lastIndexOf(`${key}=`);
  const value = start < 0 ? Number.NaN : Number.parseFloat(written.slice(start + key.length + 1));
  return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
}
