import { proxy } from 'valtio/vanilla';
import type { ReadWave } from '../../../engine/browser/sound/duckedClips.ts';

/** Measures a file by which sounds go down, with what draws waveforms, which is fetched when it is needed. */
export const readWave: ReadWave = async ({ url, audioTrack }, signal) => {
  const { waveforms } = await import('./strips.ts');
  return waveforms.read(url, undefined, signal, audioTrack);
};

/** Visible beats by URL, in seconds of the file. Detected on request and not saved. */
export const foundBeats = proxy<Record<string, readonly number[]>>({});
