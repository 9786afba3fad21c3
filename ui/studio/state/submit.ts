import { proxy } from 'valtio/vanilla';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { place } from '../../app/place.ts';
import { showError } from '../../client/page/notices.ts';
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
  /** Why the last submission from the export sheet failed; '' if it did not. */
  error: '',
});

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
    await submitProject(project, { signal, showHere });
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

/** Message while the server is unreachable. */
export const AWAY = 'The server cannot be reached. The project is safe; you can also export it in this browser.';

/** Shows why a submission failed, with the way that needs no server. */
export function showSubmitError(message: string): void {
  showError(message, isHere() ? { label: EXPORT_HERE, run: () => openExport('browser') } : undefined);
}

/** Whether the user still has the submitted project open. */
export function isHere(): boolean {
  return place.screen !== undefined && submission.projectId === studio.projectId;
}
