import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findGain } from '../../../engine/timeline/loudness.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { loudnessKey } from '../print/printAudio.ts';
import { printMeasuring } from './commands.ts';
import { type RunContext, runCommands } from './runCommands.ts';

/** What a plan is measured with. */
export interface MeasuringContext extends Pick<RunContext, 'media' | 'budget' | 'signal'> {
  files: RenderFiles;
  /** Called before each time that the sound is played through, which begins when it resolves. */
  onRound?: () => Promise<void>;
  /** See RunContext. */
  onNote?: (text: string) => void;
}

const file = 'loudness.txt';

/**
 * A plan with the gain that brings its sound to the loudness that it asks for; without one it is returned as it is. The
 * sound is mixed and measured some times, which takes a small part of what encoding pictures does.
 * @throws as runCommands does.
 */
export async function withGain(plan: RenderPlan, context: MeasuringContext): Promise<RenderPlan> {
  const { loudness, sounds } = plan;
  if (!loudness || sounds.length === 0) return plan;
  const { target } = loudness;
  const loud = (gain: number | undefined) => ({
    ...plan,
    loudness: gain === undefined ? { target } : { target, gain },
  });
  return loud(await findGain(target, (gain) => measure(loud(gain), context)));
}

/** @returns LUFS. */
async function measure(plan: RenderPlan, { onRound, ...context }: MeasuringContext): Promise<number> {
  const { files, onNote = () => {} } = context;
  await onRound?.();
  await runCommands(printMeasuring(plan, files, file), plan, { ...context, onFrame: () => {}, onNote });
  const path = join(files.work, file);
  const written = await readFile(path, 'utf8');
  await rm(path);
  const start = written.lastIndexOf(`${loudnessKey}=`);
  return start < 0 ? Number.NEGATIVE_INFINITY : Number.parseFloat(written.slice(start + loudnessKey.length + 1));
}
