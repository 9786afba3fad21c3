import type { VideoRecord } from '../../../api/contract/video.ts';

/** What is done with a render just now, in words; the number and the time that is left stand beside them. */
export function renderWords(video: VideoRecord | undefined, reachable: boolean): string {
  if (!reachable) return 'Waiting for the server';
  if (!video) return 'Loading ...';
  if (video.status === 'queued') return 'Waiting for its turn';
  const words = video.progressText.replace(/\s*(\.\.\.)?\s*(\d+\s?%)?$/, '');
  return words === '' || words === 'Loading' ? 'Reading media' : words;
}
