import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { isGesturing } from '../stage/live.ts';
import { copySelected, cutSelected, paste } from '../state/clipboard.ts';
import { patiently } from '../state/parts.ts';
import { hasContent, studio } from '../state/studio.ts';
import { isMac } from './keyWords.ts';

/** Listens to the Studio's shortcuts, and to copy, cut and paste. */
export function useShortcuts(): void {
  useEffect(() => {
    const listeners = new AbortController();
    bindKeys(listeners.signal);
    bindClipboard(listeners.signal);
    return () => listeners.abort();
  }, []);
}

/**
 * Listens to the table of shortcuts, which comes with the canvas; on the start screen, where keys have next to nothing to
 * do, with the first one that is pressed. What is pressed before it is there is done then.
 */
function bindKeys(signal: AbortSignal): void {
  const early: Event[] = [];
  const waiting = new AbortController();
  const stopWaiting = () => waiting.abort();
  signal.addEventListener('abort', stopWaiting);
  const load = async () => {
    const { bindShortcuts } = await patiently(() => import('./bindShortcuts.ts'));
    if (waiting.signal.aborted) return;
    stopWaiting();
    signal.addEventListener('abort', bindShortcuts(isMac()));
    for (const event of early) event.target?.dispatchEvent(new KeyboardEvent(event.type, event));
  };
  const press = (event: KeyboardEvent) => {
    // A control, which has done its own at it, would do it again.
    const isForAll = event.target instanceof Element && event.target.matches('body, #main');
    if (isForAll && !event.defaultPrevented) early.push(event);
    void load();
  };
  document.addEventListener('keydown', press, { signal: waiting.signal });
  const loadWithCanvas = () => void (hasContent(studio.project, studio.showCanvas) && load());
  waiting.signal.addEventListener('abort', subscribe(studio, loadWithCanvas));
  loadWithCanvas();
}

function bindClipboard(signal: AbortSignal): void {
  const on = (name: 'copy' | 'cut' | 'paste', work: (data: DataTransfer | null) => boolean) =>
    document.addEventListener(
      name,
      (event) => {
        if (studio.phase !== 'open' || !hasLayersInSight() || isGesturing() || isForText(event)) return;
        if (work(event.clipboardData)) event.preventDefault();
      },
      { signal },
    );
  on('copy', (data) => {
    copySelected(data);
    return true;
  });
  on('cut', (data) => {
    cutSelected(data);
    return true;
  });
  on('paste', paste);
  // Safari copies without a selected text only when it was told beforehand that somebody cares.
  for (const name of ['beforecopy', 'beforecut']) {
    document.addEventListener(name, (event) => !isForText(event) && event.preventDefault(), { signal });
  }
}

/** Whether what is copied, cut and pasted is seen: no sheet and no screen without layers is in the way. */
function hasLayersInSight(): boolean {
  const { kind, hidesLayers } = screenOf(place.screen) ?? {};
  return kind !== 'sheet' && !hidesLayers;
}

/** Whether a field is being typed in, or words of the page are selected: then it is about them. */
function isForText(event: Event): boolean {
  const isField =
    event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null;
  return isField || (event.type !== 'paste' && getSelection()?.isCollapsed === false);
}
