import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import type { Problem } from '../../engine/project/problems.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { ensureUploaded } from '../media/uploads.ts';
import { showError, showFailure } from '../state/notices.ts';
import { isApiError } from '../state/server.ts';
import { requestVideo } from '../state/videos.ts';
import { bodyOf, compileDraft } from './compileDraft.ts';
import { draftOf } from './drafts.ts';
import { mediaOf } from './storedDrafts.ts';

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

/** What Create does: sends the files that the server does not have, asks for the video and goes to its page. */
export async function create(tool: Tool): Promise<void> {
  const draft = draftOf(tool);
  const compiled = compileDraft(tool, draft);
  if (creation.step !== 'idle' || !compiled.ok) return;
  sending = new AbortController();
  const { signal } = sending;
  Object.assign(creation, { step: 'uploading', sent: 0, total: 0, problems: [] });
  try {
    const onProgress = (sent: number, total: number) => Object.assign(creation, { sent, total });
    const addresses = await ensureUploaded(mediaOf(draft), { signal, onProgress });
    creation.step = 'creating';
    const body = bodyOf(tool, draft, (url) => addresses.get(url) ?? url);
    const { _id } = await requestVideo(body, compiled.value, signal);
    navigate(`/videos/${_id}`, { state: { ...canvasSize(compiled.value), from: tool.route } });
  } catch (error) {
    if (!signal.aborted) fail(error, draftOf(tool) === draft);
  } finally {
    creation.step = 'idle';
  }
}

/** Stops what Create began. What was sent already stays on the server and is not sent again. */
export function stopCreating(): void {
  sending?.abort(new DOMException('Stopped.', 'AbortError'));
}

/** @param isStill whether the draft is still as it was sent. */
function fail(error: unknown, isStill: boolean) {
  if (!isApiError(error) || error.problems.length === 0) return showFailure(error);
  if (isStill) creation.problems = [...error.problems];
  showError(error.problems[0]?.message);
}
