import { proxy } from 'valtio/vanilla';
import { showNote } from '../client/page/notices.ts';

/** Progress of an export in the browser. */
export const draftExport = proxy({
  /** Id of the tool that exports; '' if none. */
  toolId: '',
  /** Progress from 0 to 1, and a description of the current step. */
  ratio: 0,
  text: '',
});

let ending: AbortController | undefined;

/** Starts an export. @returns the signal that aborts it. */
export function beginDraftExport(toolId: string): AbortSignal {
  ending = new AbortController();
  Object.assign(draftExport, { toolId, ratio: 0, text: 'Starting' });
  addEventListener('beforeunload', askBeforeLeaving);
  return ending.signal;
}

/** Ends an export, successful or not. */
export function endDraftExport(): void {
  removeEventListener('beforeunload', askBeforeLeaving);
  draftExport.toolId = '';
}

/** Aborts the export; nothing is saved. */
export function cancelDraftExport(): void {
  ending?.abort(new DOMException('Stopped.', 'AbortError'));
}

/** Shows a note, when a tool's page closes, that its export continues. Progress is visible on that page only. */
export function noteRunningExport(toolId: string): void {
  if (draftExport.toolId !== toolId) return;
  showNote('The file is still being created. It is saved when it is done.', {
    action: { label: 'Stop', run: cancelDraftExport },
  });
}

/** Asks for confirmation before the window closes: the export would be lost. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}
