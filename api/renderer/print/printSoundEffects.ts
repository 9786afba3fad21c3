import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { coefficientsOf, type SoundStage } from '../../../engine/soundEffects/stage.ts';
import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { number } from './ffmpegArgs.ts';

/** Prints the stages of sound effects for stereo audio at HERTZ. */
export function printSoundEffects(stages: readonly SoundStage[] = []): string[] {
  return stages.map((stage) => {
    if (stage.kind === 'balance') return `pan=stereo|c0=${number(stage.left)}*c0|c1=${number(stage.right)}*c1`;
    // With all digits: six decimals would move low corners.
    const [b0, b1, b2, a1, a2] = coefficientsOf(stage, HERTZ).map((value) => value.toPrecision(15)) as string[];
    return filter('biquad', { b0, b1, b2, a0: 1, a1, a2, r: 'f64' });
  });
}
