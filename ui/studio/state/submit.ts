import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { saveNow } from './autosaveStudio.ts';
import { hasContent, studio } from './studio.ts';
import { AWAY, showSubmitError, submission } from './submission.ts';

let sending: AbortController | undefined;

/**
 * Handler of DONE: validates the project, uploads missing media, creates the video and opens its page. A user who has
 * left the project gets a note instead. Does nothing without content. Failures are shown and leave the project
 * unchanged.
 * @param showHere shows a failure in place of a message at the edge of the page. @returns whether it did.
 */
export async function submit(showHere: (message: string) => boolean = () => false): Promise<void> {
  const { project, projectId } = studio;
  if (submission.step !== 'idle' || !hasContent(project, studio.showCanvas)) return;
  sending = new AbortController();
  const { signal } = sending;
  Object.assign(submission, { step: 'checking', projectId, name: project.name || UNNAMED, error: '' });
  try {
    const { submitProject } = await import('./deferred.ts');
    await submitProject(project, { signal, save: saveNow, showHere });
  } catch {
    // The code could not be loaded.
    showSubmitError(AWAY);
  } finally {
    Object.assign(submission, { step: 'idle', sent: 0, total: 0 });
  }
}

/** Cancels the submission. Media that are already uploaded stay on the server and are not sent again. */
export function stopSubmitting(): void {
  sending?.abort();
}
