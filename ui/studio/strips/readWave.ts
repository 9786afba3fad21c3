import type { ReadWave } from '../../../engine/browser/sound/duckedClips.ts';

/** Reads the peaks that drive ducking, with the waveform module, which is loaded on demand. */
export const readWave: ReadWave = async (url, signal) => {
  const { waveforms } = await import('./strips.ts');
  return waveforms.read(url, undefined, signal);
};
