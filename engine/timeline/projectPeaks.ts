import type { Project } from '../project/project.ts';
import { totalDuration } from './durations.ts';
import { PEAKS_PER_SECOND, type Peaks } from './peaks.ts';
import { type AudioClip, soundtrack } from './soundtrack.ts';

/** The highest peak. */
const LOUD = 255;

/**
 * Returns the peaks of the audio of a whole video: at each moment, the loudest of what is heard then, at its volume,
 * speed and direction. Fades and ducking do not count, so quiet speech in a fade is not silent. Where no clip with audio
 * plays, as during a title or a video without audio, the peak is the highest: that is no pause of a speaker.
 * @param peaksOf peaks of the file of a clip; undefined if it has no audio.
 */
export function projectPeaks(project: Project, peaksOf: (clip: AudioClip) => Peaks | undefined): Peaks {
  const mixed = new Uint8Array(Math.ceil(totalDuration(project) * PEAKS_PER_SECOND - 1e-6));
  const isPlayed = new Uint8Array(mixed.length);
  for (const clip of soundtrack(project)) {
    const peaks = peaksOf(clip);
    if (peaks) addClip(mixed, isPlayed, clip, peaks);
  }
  return mixed.map((peak, i) => (isPlayed[i] ? peak : LOUD));
}

function addClip(mixed: Uint8Array, isPlayed: Uint8Array, clip: AudioClip, peaks: Peaks): void {
  const { start, end, mediaStart, mediaEnd, speed, isReversed, isBoomeranged, loops, volume } = clip;
  const pass = (mediaEnd - mediaStart) / speed;
  const first = Math.max(0, Math.floor(start * PEAKS_PER_SECOND + 1e-6));
  const last = Math.min(mixed.length, Math.ceil(end * PEAKS_PER_SECOND - 1e-6));
  for (let i = first; i < last; i += 1) {
    // The middle of a peak is inside the clip, also if it starts between two.
    const time = Math.min(end, Math.max(start, (i + 0.5) / PEAKS_PER_SECOND)) - start;
    const run = Math.floor(time / pass);
    if (run > 0 && !loops && !(isBoomeranged && run === 1)) break;
    const isBack = isReversed !== (isBoomeranged && run % 2 === 1);
    const at = (time - run * pass) * speed;
    const file = isBack ? mediaEnd - at : mediaStart + at;
    const half = speed / 2 / PEAKS_PER_SECOND;
    const from = Math.max(0, Math.floor((file - half) * PEAKS_PER_SECOND + 1e-6));
    const to = Math.max(from + 1, Math.ceil((file + half) * PEAKS_PER_SECOND - 1e-6));
    let highest = 0;
    for (let k = from; k < to && k < peaks.length; k += 1) highest = Math.max(highest, peaks[k] as number);
    isPlayed[i] = 1;
    mixed[i] = Math.max(mixed[i] as number, Math.min(LOUD, Math.round(highest * volume)));
  }
}
