import { navigate } from 'wouter/use-browser-location';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../app/place.ts';
import { showError, showFailure, showNote } from '../../client/page/notices.ts';
import { getClient, isApiError, problemWords } from '../../client/page/server.ts';
import { refusalOf, sendProject } from '../../client/renders/sendProject.ts';
import { AWAY, isHere, showSubmitError, submission } from './submission.ts';

interface SubmitOptions {
  signal: AbortSignal;
  /** Saves the project in this browser. */
  save: () => Promise<unknown>;
  /** Shows a failure in place of a message at the edge of the page. @returns whether it did. */
  showHere: (message: string) => boolean;
}

/** Does the work of `submit`. Shows failures; never throws. */
export async function submitProject(project: Project, { signal, save, showHere }: SubmitOptions): Promise<void> {
  try {
    const refusal = await refusalOf(project);
    if (refusal !== '') return void (showHere(refusal) || showError(refusal));
    // "Edit again" opens the saved project.
    await save();
    submission.step = 'uploading';
    const onProgress = (sent: number, total: number) => Object.assign(submission, { sent, total });
    const onCreating = () => {
      submission.step = 'creating';
    };
    const { projectId } = submission;
    const { _id } = await sendProject(project, { projectId, signal, onProgress, onCreating });
    const show = () => navigate(`/videos/${_id}`, { state: { ...canvasSize(project), from: place.path } });
    if (isHere()) show();
    else showNote('Your video is rendering.', { action: { label: 'Show', run: show } });
  } catch (error) {
    if (!signal.aborted) await fail(error, showHere);
  }
}

/**
 * Shows the service's own message if the user can act on it. While the service is unreachable, the project stays open.
 * On an unexpected error the user returns to the home page, if the project is still open.
 */
async function fail(error: unknown, showHere: SubmitOptions['showHere']): Promise<void> {
  const show = (message: string) => void (showHere(message) || showSubmitError(message));
  if (isApiError(error) && error.status !== 0 && !isUnexpected(error)) return show(problemWords(error));
  if (!(await answers())) return show(AWAY);
  if (isApiError(error) && !isUnexpected(error)) return show(error.message);
  if (showHere(messages.unknown)) return;
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
