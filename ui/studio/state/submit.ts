import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { showError, showFailure, showNote } from '../../state/notices.ts';
import { place } from '../../state/place.ts';
import { getClient, isApiError, problemWords } from '../../state/server.ts';
import { EXPORT_HERE, openExport } from './go.ts';
import { keepNow } from './keep.ts';
import { hasContent, studio } from './studio.ts';

/** How far the way from DONE to the video's page is. It goes on when the Studio is left, or another project opened. */
export const submission = proxy({
  step: 'idle' as 'idle' | 'checking' | 'uploading' | 'creating',
  /** Of which project it is: under what this browser keeps it, and what it is called. */
  projectId: '',
  name: '',
  /** Bytes of media. */
  sent: 0,
  total: 0,
});

const AWAY = 'The server cannot be reached. The project is safe; you can also export it in this browser.';

let sending: AbortController | undefined;

/**
 * What DONE does: checks, sends the media that the server does not have, asks for the video and
 * goes to its page; whoever has gone elsewhere meanwhile stays there and is told. Nothing without content. What goes
 * wrong is shown; the project stays as it is.
 */
export async function submit(): Promise<void> {
  const { project, projectId } = studio;
  if (submission.step !== 'idle' || !hasContent(project, studio.showCanvas)) return;
  sending = new AbortController();
  const { signal } = sending;
  try {
    Object.assign(submission, { step: 'checking', projectId, name: project.name || UNNAMED });
    const { refusalOf, sendProject } = await import('./send.ts');
    const refusal = await refusalOf(project);
    if (refusal !== '') return showError(refusal);
    // "Edit again" opens what is in the list.
    await keepNow();
    submission.step = 'uploading';
    const onProgress = (sent: number, total: number) => Object.assign(submission, { sent, total });
    const onCreating = () => {
      submission.step = 'creating';
    };
    const { _id } = await sendProject(project, { projectId, signal, onProgress, onCreating });
    const show = () => navigate(`/videos/${_id}`, { state: { ...canvasSize(project), from: place.path } });
    if (isHere()) show();
    else showNote('Your video is rendering.', { action: { label: 'Show', run: show } });
  } catch (error) {
    if (!signal.aborted) await fail(error);
  } finally {
    Object.assign(submission, { step: 'idle', sent: 0, total: 0 });
  }
}

/** Stops what DONE began. What was sent already stays on the server and is not sent again. */
export function stopSubmitting(): void {
  sending?.abort();
}

/** Whether the person is still at the project that is being sent. */
function isHere(): boolean {
  return place.screen !== undefined && submission.projectId === studio.projectId;
}

/**
 * The service's own sentence is shown where a person can act on it, and while the service is away the work stays in
 * sight; anything unexpected leads home, from where it was asked for.
 */
async function fail(error: unknown): Promise<void> {
  if (isApiError(error) && error.status !== 0 && !isUnexpected(error)) return showError(problemWords(error));
  if (!(await answers())) return showError(AWAY, isHere() ? { label: EXPORT_HERE, run: openExport } : undefined);
  if (isApiError(error) && !isUnexpected(error)) return showError(error.message);
  showFailure(error);
  if (isHere()) navigate('/');
}

/** Whether an answer has no sentence for a person to act on: the service failed, or something else answered. */
function isUnexpected({ code }: { code: string }): boolean {
  return code === 'internal' || code === 'answer';
}

async function answers(): Promise<boolean> {
  try {
    await (await getClient()).health();
    return true;
  } catch {
    return false;
  }
}
