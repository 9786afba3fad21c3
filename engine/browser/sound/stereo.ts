import { HERTZ } from '../../timeline/soundtrack.ts';

/**
 * A part of a decoded sound, a copy, so that the rest can be let go of; silence where the file has none.
 * @param sound decoded at HERTZ. @param start, end seconds of the file. @param soundStart when its sound begins, seconds
 * of the file. @returns a list of samples for each channel.
 */
export function soundPart(sound: AudioBuffer, start: number, end: number, soundStart: number): Float32Array[] {
  const from = Math.round((start - soundStart) * HERTZ);
  const length = Math.max(1, Math.round((end - start) * HERTZ));
  return Array.from({ length: sound.numberOfChannels }, (_, channel) => {
    const part = new Float32Array(length);
    const silence = Math.min(length, Math.max(0, -from));
    const taken = sound.getChannelData(channel).subarray(Math.max(0, from), Math.max(0, from + length));
    part.set(taken.subarray(0, length - silence), silence);
    return part;
  });
}

/** Weight of a channel of the middle or the rear, as usual in videos (ITU-R BS.775-3 annex 4). */
const SHARE = Math.SQRT1_2;

/**
 * Which channels are heard on the left and on the right beside the first two, by how many there are: four as Web Audio
 * counts them (left, right, rear left, rear right), more as videos do. Channels of deep tones are left out.
 */
const others: Readonly<Record<number, readonly [left: number[], right: number[]]>> = {
  3: [[2], [2]],
  4: [[2], [3]],
  5: [
    [2, 3],
    [2, 4],
  ],
  6: [
    [2, 4],
    [2, 5],
  ],
  7: [
    [2, 4, 5],
    [2, 4, 6],
  ],
  8: [
    [2, 4, 6],
    [2, 5, 7],
  ],
};

/** Brings the channels of a sound to two sides that stay within full scale; one channel is heard on both. */
export function toStereo(channels: readonly Float32Array[]): [left: Float32Array, right: Float32Array] {
  const [left = new Float32Array(1), right = left] = channels;
  const added = others[channels.length];
  return added ? [withOthers(left, added[0], channels), withOthers(right, added[1], channels)] : [left, right];
}

function withOthers(front: Float32Array, added: readonly number[], channels: readonly Float32Array[]): Float32Array {
  const whole = 1 + SHARE * added.length;
  const side = front.map((value) => value / whole);
  for (const number of added) {
    const channel = channels[number] as Float32Array;
    for (let i = 0; i < side.length; i += 1) {
      side[i] = (side[i] as number) + (SHARE / whole) * (channel[i] as number);
    }
  }
  return side;
}
