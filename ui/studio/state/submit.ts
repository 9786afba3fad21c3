import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { place } from '../../app/place.ts';
import { showError, showFailure, showNote } from '../../client/page/notices.ts';
import { getClient, isApiError, problemWords } from '../../client/page/server.ts';
import { saveNow } from './autosaveStudio.ts';
import { EXPORT_HERE, openExport } from './go.ts';
import { hasContent, studio } from './studio.ts';

/** Progress from DONE to the video's page. Continues if the user leaves the Studio or opens another project. */
export const submission = proxy({
  step: 'idle' as 'idle' | 'checking' | 'uploading' | 'creating',
  /** The project: its id in this browser and its name. */
  projectId: '',
  name: '',
  /** Bytes of media. */
  sent: 0,
  total: 0,
});

const AWAY = 'The server cannot be reached. The project is safe; you can also export it in this browser.';

let sending: AbortController | undefined;

/**
 * Handler of DONE: validates the project, uploads missing media, creates the video and opens its page. A user who has
 * left the project gets a note instead. Does nothing without content. Failures are shown and leave the project
 * unchanged.
 */
export async function submit(): Promise<void> {
  const { project, projectId } = studio;
  if (submission.step !== 'idle' || !hasContent(project, studio.showCanvas)) return;
  sending = new AbortController();
  const { signal } = sending;
  try {
    Object.assign(submission, { step: 'checking', projectId, name: project.name || UNNAMED });
    const { refusalOf, sendProject } = await import('./deferred.ts');
    const refusal = await refusalOf(project);
    if (refusal !== '') return showError(refusal);
    // "Edit again" opens the saved project.
    await saveNow();
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

/** Cancels the submission. Media that are already uploaded stay on the server and are not sent again. */
export function stopSubmitting(): void {
  sending?.abort();
}

/** Whether the user still has the submitted project open. */
function isHere(): boolean {
  return place.screen !== undefined && submission.projectId === studio.projectId;
}

/**
 * Shows the service's own message if the user can act on it. While the service is unreachable, the project stays open.
 * On an unexpected error the user returns to the home page, if the project is still open.
 */
async function fail(error: unknown): Promise<void> {
  if (isApiError(error) && error.status !== 0 && !isUnexpected(error)) return showError(problemWords(error));
  if (!(await answers())) return showError(AWAY, isHere() ? { label: EXPORT_HERE, run: openExport } : undefined);
  if (isApiError(error) && !isUnexpected(error)) return showError(error.message);
  showFailure(error);
  if (isHere()) navigate('/');
}

/**
 * Whether an error has no message the user can act on: the service failed, or the response came from something else.
 */
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
