import { chooseAudio } from './chooseAudio.ts';
import { putAudio } from './track.ts';

/** Makes files that were dropped on the audio screen the audio track: the first of them. */
export function putDroppedAudio(files: readonly File[]): void {
  void chooseAudio(files, putAudio);
}
