import { attemptWords } from '../../../api/contract/attempts.ts';
import type { VideoRecord } from '../../../api/contract/video.ts';

/** Describes the current step of a render, without percentage and remaining time, which are displayed separately. */
export function renderWords(video: VideoRecord | undefined, reachable: boolean): string {
  if (!reachable) return 'Waiting for the server';
  if (!video) return 'Loading ...';
  if (video.status === 'queued') return 'Waiting in the queue';
  // The attempt is displayed in a separate sentence.
  const words = video.progressText.replace(/^\w+ attempt: /, '').replace(/\s*(\.\.\.)?\s*(\d+\s?%)?$/, '');
  return words === '' || words === 'Loading' ? 'Reading media' : words;
}

/** Explains that a render started again, so that its progress fell; undefined in the first attempt. */
export function attemptSentence(video: VideoRecord | undefined): string | undefined {
  const words = attemptWords(video?.attempt ?? null);
  if (words === undefined) return undefined;
  return words === 'Second attempt'
    ? 'Second attempt: rendering started again from the beginning.'
    : 'Another attempt: rendering started again from the beginning.';
}
