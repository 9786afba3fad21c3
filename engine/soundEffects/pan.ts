import type { SoundStage } from './stage.ts';

/**
 * Moves audio to the left (−100) or right (100) by balance: the side that it moves away from gets quieter by the
 * cosine of the equal-power law, as in the StereoPannerNode of Web Audio, and the other is unchanged. Unlike there, left
 * and right are never mixed: nothing gets louder, and mono (on both sides) and stereo behave alike.
 */
export function panStages(pan: number): SoundStage[] {
  const far = Math.cos((Math.min(100, Math.abs(pan)) * Math.PI) / 200);
  const quiet = far < 1e-9 ? 0 : far;
  return [{ kind: 'balance', left: pan > 0 ? quiet : 1, right: pan < 0 ? quiet : 1 }];
}
