import type { SoundEffects } from '../project/soundEffects.ts';
import { eqStages } from './eq.ts';
import { panStages } from './pan.ts';
import type { SoundStage } from './stage.ts';

/** Compiles the sound effects of a layer or the audio track, in order of application; empty if nothing changes. */
export function soundStages({ eq, pan }: SoundEffects): SoundStage[] {
  return [...(eq ? eqStages(eq) : []), ...(pan ? panStages(pan) : [])];
}

/** Returns whether stages can make audio louder: filters shift phases, so even a filter without gain can raise peaks. */
export function mayRaisePeaks(stages: readonly SoundStage[] = []): boolean {
  return stages.some(({ kind }) => kind !== 'balance');
}
