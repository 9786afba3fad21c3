import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findGain, TRUE_PEAK } from '../../../engine/timeline/loudness.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { loudnessKey, peakKey } from '../print/printAudio.ts';
import type { Command } from './command.ts';
import { printMeasuring, printMeasuringEncoded } from './commands.ts';
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

/** Inaudible excess over TRUE_PEAK, in decibels. */
const NEAR_PEAK = 0.1;
/** Maximum number of trial encodings that measure overshoot. */
const MOST_ENCODED = 3;

/**
 * Returns a plan with the gain that reaches its target loudness; unchanged without a target. Mixes and measures the
 * audio a few times, which is cheap compared with encoding video. A lossy encoder raises peaks, so the limit is lowered
 * by the excess.
 * @throws like runCommands.
 */
export async function withGain(plan: RenderPlan, context: MeasuringContext): Promise<RenderPlan> {
  const { loudness, sounds } = plan;
  if (!loudness || sounds.length === 0) return plan;
  const { target } = loudness;
  let ceiling = TRUE_PEAK;
  const loud = (gain: number | undefined) => ({
    ...plan,
    loudness: {
      target,
      ...(gain === undefined ? {} : { gain, ...(ceiling === TRUE_PEAK ? {} : { ceiling }) }),
    },
  });
  const find = () =>
    findGain(target, (gain) => measure(printMeasuring(loud(gain), context.files, file), loudnessKey, plan, context));
  let gain = await find();
  if (gain === undefined || plan.output.format === 'wav') return loud(gain);
  for (let round = 0; round < MOST_ENCODED; round += 1) {
    const commands = printMeasuringEncoded(loud(gain), context.files, file);
    const over = (await measure(commands, peakKey, plan, context)) - TRUE_PEAK;
    if (over <= NEAR_PEAK) break;
    ceiling = Math.round(100 * (ceiling - over)) / 100;
    gain = await find();
  }
  return loud(gain);
}

/** @returns the last value written for a key. */
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
  return start < 0 ? Number.NEGATIVE_INFINITY : Number.parseFloat(written.slice(start + key.length + 1));
}
