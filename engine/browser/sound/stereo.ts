import { HERTZ } from '../../timeline/soundtrack.ts';

/**
 * Copies a part of decoded audio, so that the rest can be released; silent outside of the audio.
 * @param sound decoded at HERTZ. @param start, end seconds of the file. @param soundStart start of its audio, in
 * seconds of the file.
 * @returns a list of samples for each channel.
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

/** Weight of center and rear channels, as usual in videos (ITU-R BS.775-3 annex 4). */
const SHARE = Math.SQRT1_2;

/**
 * Channels that are mixed into left and right besides the first two, by channel count: four as in Web Audio (left,
 * right, rear left, rear right), more as in videos. LFE channels are omitted.
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

/** Downmixes to stereo as the renderer does, which may exceed full scale; mono is played on both sides. */
export function toStereo(channels: readonly Float32Array[]): [left: Float32Array, right: Float32Array] {
  const [left = new Float32Array(1), right = left] = channels;
  const added = others[channels.length];
  return added ? [withOthers(left, added[0], channels), withOthers(right, added[1], channels)] : [left, right];
}

function withOthers(front: Float32Array, added: readonly number[], channels: readonly Float32Array[]): Float32Array {
  const side = front.slice();
  for (const number of added) {
    const channel = channels[number] as Float32Array;
    for (let i = 0; i < side.length; i += 1) {
      side[i] = (side[i] as number) + SHARE * (channel[i] as number);
    }
  }
  return side;
}
