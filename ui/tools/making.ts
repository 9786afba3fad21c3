import { proxy } from 'valtio/vanilla';
import { showNote } from '../state/notices.ts';

/** How far the making of a file in this browser is. */
export const making = proxy({
  /** Id of the tool whose file is made; '' while none is. */
  toolId: '',
  /** 0 to 1, and what is being done, in words. */
  ratio: 0,
  text: '',
});

let ending: AbortController | undefined;

/** Begins to make the file of a tool. @returns what ends it early. */
export function beginMaking(toolId: string): AbortSignal {
  ending = new AbortController();
  Object.assign(making, { toolId, ratio: 0, text: 'Starting' });
  addEventListener('beforeunload', askBeforeLeaving);
  return ending.signal;
}

/** The file is made, or will not be. */
export function endMaking(): void {
  removeEventListener('beforeunload', askBeforeLeaving);
  making.toolId = '';
}

/** Stops what is being made; nothing stays of it. */
export function stopMaking(): void {
  ending?.abort(new DOMException('Stopped.', 'AbortError'));
}

/** Says of a file that is being made while its tool's page is left how it goes on: it is shown on that page alone. */
export function leaveMaking(toolId: string): void {
  if (making.toolId !== toolId) return;
  showNote('The file is still being created. It is saved when it is done.', {
    action: { label: 'Stop', run: stopMaking },
  });
}

/** The browser asks whether all of Cutroom is to be left: what is being made would be lost. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}
