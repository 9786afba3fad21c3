import { applyStages } from '../../../soundEffects/applyStages.ts';
import { mayRaisePeaks } from '../../../soundEffects/index.ts';
import { gainAt } from '../../../timeline/soundGain.ts';
import { type AudioClip, HERTZ } from '../../../timeline/soundtrack.ts';
import { toStereo } from '../../sound/stereo.ts';
import { Limiter, LOOKAHEAD } from './limiter.ts';
import { changeTempo } from './stretch.ts';

/** A processed clip: one run of it, in stereo, ready to be mixed. */
export interface ProcessedClip {
  clip: AudioClip;
  left: Float32Array;
  right: Float32Array;
  /** true: more than two channels were mixed down, which may exceed full scale. */
  isDownmixed?: boolean;
}

/** Returns the number of samples of a length, at least one. */
function samplesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds * HERTZ));
}

/**
 * Processes the audio of one pass of a clip as the renderer does: applies its speed, and plays it forwards, backwards, or
 * forwards and then backwards; then its sound effects. Yields the progress, 0 to 1.
 * @param channels decoded samples from mediaStart to mediaEnd; mono goes to both channels.
 */
export function* processClip(clip: AudioClip, channels: readonly Float32Array[]): Generator<number, ProcessedClip> {
  const [first, second] = toStereo(channels);
  const sides = second === first ? [first] : [first, second];
  const passLength = samplesOf((clip.mediaEnd - clip.mediaStart) / clip.speed);
  const made = yield* changeTempo(sides, clip.speed);
  const [left = first, right = left] = made.map((side) => runOf(clip, side, passLength));
  const [toLeft, toRight] = applyStages(clip.effects ?? [], [left, right], HERTZ);
  return { clip, left: toLeft, right: toRight, isDownmixed: channels.length > 2 };
}

function runOf({ isReversed, isBoomeranged }: AudioClip, side: Float32Array, passLength: number): Float32Array {
  const isPlain = !isReversed && !isBoomeranged && side.length >= passLength;
  if (isPlain) return side.subarray(0, passLength);
  const run = new Float32Array(isBoomeranged ? 2 * passLength : passLength);
  run.set(side.subarray(0, passLength));
  if (isReversed) run.subarray(0, passLength).reverse();
  if (isBoomeranged) run.set(run.slice(0, passLength).reverse(), passLength);
  return run;
}

/** Mixes clips block by block. */
export interface SoundMixer {
  /** Returns the next block of a number of samples, in stereo. */
  next(count: number): [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>];
}

/** Processing of a whole mix. */
export interface Mastering {
  /** Amplitude factor. */
  gain: number;
  /** Absent: no limiter. */
  limiter?: Limiter | undefined;
}

/**
 * Creates a mixer of clips. @param mastering default: limits if the clips could exceed full scale together, as in the
 * renderer.
 */
export function createSoundMixer(
  clips: readonly ProcessedClip[],
  { gain, limiter }: Mastering = usualMastering(clips),
): SoundMixer {
  let at = 0;
  return {
    next(count) {
      const ahead = limiter ? LOOKAHEAD : 0;
      const left = new Float32Array(count + ahead);
      const right = new Float32Array(count + ahead);
      for (const clip of clips) addClip(clip, at, left, right);
      if (gain !== 1)
        for (const side of [left, right]) for (let i = 0; i < side.length; i += 1) side[i] = gain * (side[i] as number);
      limiter?.process(left, right);
      at += count;
      return [left.subarray(0, count), right.subarray(0, count)];
    },
  };
}

function usualMastering(clips: readonly ProcessedClip[]): Mastering {
  return { gain: 1, limiter: mayExceed(clips) ? new Limiter() : undefined };
}

/** Returns whether a mix can exceed full scale: several clips together, or an amplified, filtered or downmixed one. */
export function mayExceed(clips: readonly ProcessedClip[]): boolean {
  return (
    clips.length > 1 ||
    clips.some(({ clip, isDownmixed }) => clip.volume > 1 || mayRaisePeaks(clip.effects) || isDownmixed)
  );
}

/** @param from index of the block's first sample in the whole mix. */
function addClip(
  { clip, left, right }: ProcessedClip,
  from: number,
  toLeft: Float32Array,
  toRight: Float32Array,
): void {
  const start = Math.round(clip.start * HERTZ);
  const available = clip.loops ? Number.POSITIVE_INFINITY : left.length;
  const end = start + Math.min(available, samplesOf(clip.end - clip.start));
  const last = Math.min(end, from + toLeft.length);
  const isSteady = clip.fadeIn === 0 && clip.fadeOut === 0 && !clip.gains;
  for (let n = Math.max(start, from); n < last; n += 1) {
    const gain = isSteady ? clip.volume : gainAt(clip, Math.min(n / HERTZ, clip.end - 1e-9));
    const source = (n - start) % left.length;
    const at = n - from;
    toLeft[at] = (toLeft[at] as number) + gain * (left[source] as number);
    toRight[at] = (toRight[at] as number) + gain * (right[source] as number);
  }
}
