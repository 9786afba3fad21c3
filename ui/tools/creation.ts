import { proxy } from 'valtio/vanilla';
import type { Problem } from '../../engine/project/problems.ts';

/** How far the way from Create to the video's page is. */
export const creation = proxy({
  step: 'idle' as 'idle' | 'uploading' | 'creating',
  /** Bytes of media. */
  sent: 0,
  total: 0,
  /** What the server found wrong, for as long as the draft stays as it was then. */
  problems: [] as Pick<Problem, 'pointer' | 'message'>[],
  /** Id of the tool whose Create was pressed while something was missing; '' for none. */
  asked: '',
});

let sending: AbortController | undefined;

/** Begins the way. @returns what ends it early. */
export function beginCreating(): AbortSignal {
  sending = new AbortController();
  Object.assign(creation, { step: 'uploading', sent: 0, total: 0, problems: [] });
  return sending.signal;
}

/** Stops what Create began. What was sent already stays on the server and is not sent again. */
export function stopCreating(): void {
  sending?.abort(new DOMException('Stopped.', 'AbortError'));
}
