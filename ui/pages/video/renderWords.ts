import { attemptWords } from '../../../api/contract/attempts.ts';
import type { VideoRecord } from '../../../api/contract/video.ts';

/** What is done with a render just now, in words; the number and the time that is left stand beside them. */
export function renderWords(video: VideoRecord | undefined, reachable: boolean): string {
  if (!reachable) return 'Waiting for the server';
  if (!video) return 'Loading ...';
  if (video.status === 'queued') return 'Waiting in the queue';
  // Which attempt it is stands in a sentence of its own.
  const words = video.progressText.replace(/^\w+ attempt: /, '').replace(/\s*(\.\.\.)?\s*(\d+\s?%)?$/, '');
  return words === '' || words === 'Loading' ? 'Reading media' : words;
}

/** Says that a render began again from the start, so that its progress fell; undefined in its first attempt. */
export function attemptSentence(video: VideoRecord | undefined): string | undefined {
  const words = attemptWords(video?.attempt ?? null);
  if (words === undefined) return undefined;
  return words === 'Second attempt'
    ? 'Second attempt: rendering started again from the beginning.'
    : 'Another attempt: rendering started again from the beginning.';
}
