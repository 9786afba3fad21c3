import { proxy } from 'valtio/vanilla';
import { place } from '../../app/place.ts';
import { showError } from '../../client/page/notices.ts';
import { EXPORT_HERE, openExport } from './go.ts';
import { studio } from './studio.ts';

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
