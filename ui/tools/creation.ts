import { proxy } from 'valtio/vanilla';
import type { Problem } from '../../engine/project/problems.ts';

/** Progress from Create to the video's page. */
export const creation = proxy({
  step: 'idle' as 'idle' | 'uploading' | 'creating',
  /** Bytes of media. */
  sent: 0,
  total: 0,
  /** Problems that the server reported, until the draft changes. */
  problems: [] as Pick<Problem, 'pointer' | 'message'>[],
  /** Id of the tool whose Create was pressed while fields were missing; '' for none. */
  asked: '',
});

let sending: AbortController | undefined;

/** Starts creating. @returns the signal that aborts it. */
export function beginCreating(): AbortSignal {
  sending = new AbortController();
  Object.assign(creation, { step: 'uploading', sent: 0, total: 0, problems: [] });
  return sending.signal;
}

/** Stops creating. Files that are already uploaded stay on the server and are not sent again. */
export function stopCreating(): void {
  sending?.abort(new DOMException('Stopped.', 'AbortError'));
}
