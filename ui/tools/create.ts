import { navigate } from 'wouter/use-browser-location';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { writtenBody } from '../../engine/tools/requestBody.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { bodyWithDefaults, compileDraft } from '../client/drafts/compileDraft.ts';
import { mediaOf } from '../client/drafts/storedDrafts.ts';
import { ensureUploaded } from '../client/media/uploads.ts';
import { showError, showFailure } from '../client/page/notices.ts';
import { isApiError, problemWords } from '../client/page/server.ts';
import { requestVideo } from '../client/renders/videos.ts';
import { beginCreating, creation } from './creation.ts';
import { draftOf } from './drafts.ts';

/** Handles the Create button: reports missing fields, or uploads new files, creates the video and opens its page. */
export async function create(tool: Tool): Promise<void> {
  const draft = draftOf(tool);
  const compiled = compileDraft(tool, draft);
  if (creation.step !== 'idle') return;
  if (!compiled.ok || creation.problems.length > 0) return askFor(tool);
  const signal = beginCreating();
  try {
    const onProgress = (sent: number, total: number) => Object.assign(creation, { sent, total });
    const addresses = await ensureUploaded(mediaOf(draft), { signal, onProgress });
    creation.step = 'creating';
    const body = writtenBody(
      tool,
      bodyWithDefaults(tool, draft, (url) => addresses.get(url) ?? url),
    );
    const { _id } = await requestVideo(body, compiled.value, signal);
    navigate(`/videos/${_id}`, { state: { ...canvasSize(compiled.value), from: tool.route } });
  } catch (error) {
    if (!signal.aborted) fail(error, draftOf(tool) === draft);
  } finally {
    creation.step = 'idle';
  }
}

/** Shows what is missing and focuses the first invalid field. */
function askFor({ id }: Tool): void {
  creation.asked = id;
  // Waits until the fields show their problems.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.tool-side [aria-invalid="true"]')?.focus());
}

/** @param isStill whether the draft is unchanged since it was sent. */
function fail(error: unknown, isStill: boolean) {
  if (!isApiError(error) || error.problems.length === 0) return showFailure(error);
  if (isStill) creation.problems = [...error.problems];
  showError(problemWords(error));
}
