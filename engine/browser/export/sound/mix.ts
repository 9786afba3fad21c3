import { gainAt } from '../../../timeline/soundGain.ts';
import { HERTZ, type SoundClip } from '../../../timeline/soundtrack.ts';
import { toStereo } from '../../sound/stereo.ts';
import { Limiter, LOOKAHEAD } from './limiter.ts';
import { stretch } from './stretch.ts';

/** A sound as it is heard: one run of it, in stereo, ready to be added to others. */
export interface HeardClip {
  clip: SoundClip;
  left: Float32Array;
  right: Float32Array;
}

/** Samples of a length, one at least. */
function samplesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds * HERTZ));
}

/**
 * Makes one run of a sound, as the renderer does: its part of the file, at its pace, forwards, backwards or both. Pull
 * until it is done; it gives how far it is, 0 to 1.
 * @param channels the part of the file that the clip plays, from mediaStart on; one channel is heard on both sides.
 */
export function* heardClip(clip: SoundClip, channels: readonly Float32Array[]): Generator<number, HeardClip> {
  const [first, second] = toStereo(channels);
  const sides = second === first ? [first] : [first, second];
  const passLength = samplesOf((clip.mediaEnd - clip.mediaStart) / clip.speed);
  const made = yield* stretch(sides, clip.speed);
  const [left = first, right = left] = made.map((side) => runOf(clip, side, passLength));
  return { clip, left, right };
}

function runOf({ isReversed, isBoomeranged }: SoundClip, side: Float32Array, passLength: number): Float32Array {
  const isPlain = !isReversed && !isBoomeranged && side.length >= passLength;
  if (isPlain) return side.subarray(0, passLength);
  const run = new Float32Array(isBoomeranged ? 2 * passLength : passLength);
  run.set(side.subarray(0, passLength));
  if (isReversed) run.subarray(0, passLength).reverse();
  if (isBoomeranged) run.set(run.slice(0, passLength).reverse(), passLength);
  return run;
}

/** Mixes sounds stretch by stretch. */
export interface SoundMixer {
  /** The next stretch, of the given number of samples, in stereo. */
  next(count: number): [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>];
}

/** What is done to a whole mix. */
export interface Mastering {
  /** Factor of the amplitude. */
  gain: number;
  /** Absent: nothing is limited. */
  limiter?: Limiter | undefined;
}

/** Makes a mixer of sounds. @param mastering default: sounds that together could exceed full scale are limited, as in the renderer. */
export function createSoundMixer(
  clips: readonly HeardClip[],
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

function usualMastering(clips: readonly HeardClip[]): Mastering {
  const isLimited = clips.length > 1 || clips.some(({ clip }) => clip.volume > 1);
  return { gain: 1, limiter: isLimited ? new Limiter() : undefined };
}

/** @param from number of the first sample of the stretch in the whole. */
function addClip({ clip, left, right }: HeardClip, from: number, toLeft: Float32Array, toRight: Float32Array): void {
  const start = Math.round(clip.start * HERTZ);
  const heard = clip.loops ? Number.POSITIVE_INFINITY : left.length;
  const end = start + Math.min(heard, samplesOf(clip.end - clip.start));
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
