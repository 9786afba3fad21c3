import { BEAT_HERTZ, findBeats } from '../../timeline/beats.ts';
import { bytesAt } from '../frames/fileBytes.ts';
import { inSlices } from '../inSlices.ts';
import { measureByElement } from '../media/measureElement.ts';

/** Longest audio and largest file for beat detection, in seconds and bytes: it is decoded as a whole. */
const MOST = { seconds: 900, bytes: 128 << 20 };

/**
 * Returns the beats of a file in seconds; empty without a steady beat.
 * @returns undefined if it cannot be read; 'long' if it is too long. @throws the signal's reason if aborted.
 */
export async function readBeats(address: string, signal: AbortSignal): Promise<number[] | 'long' | undefined> {
  const length = (await measureByElement(address, 'audio', signal))?.duration ?? 0;
  const file = length > MOST.seconds ? 'large' : await bytesAt(address, signal);
  if (!file) return undefined;
  if (file === 'large' || file.size > MOST.bytes) return 'long';
  const data = await file.slice(0, file.size).arrayBuffer();
  // The browser resamples all channels to the rate of the context.
  const sound = await new OfflineAudioContext(1, 1, BEAT_HERTZ).decodeAudioData(data).catch(() => undefined);
  signal.throwIfAborted();
  return sound && inSlices(findBeats(oneChannel(sound)), signal);
}

function oneChannel(sound: AudioBuffer): Float32Array {
  const first = sound.getChannelData(0).slice();
  for (let channel = 1; channel < sound.numberOfChannels; channel += 1) {
    const other = sound.getChannelData(channel);
    for (let i = 0; i < first.length; i += 1) first[i] = (first[i] as number) + (other[i] as number);
  }
  return first;
}
