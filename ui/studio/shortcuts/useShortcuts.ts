import { useEffect } from 'react';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { isGesturing } from '../stage/live.ts';
import { copySelected, cutSelected, paste } from '../state/clipboard.ts';
import { studio } from '../state/studio.ts';
import { isMac } from './keyWords.ts';

/** Listens to the Studio's shortcuts, which come once the first screen is there, and to copy, cut and paste. */
export function useShortcuts(): void {
  useEffect(() => {
    const listeners = new AbortController();
    let unbind: (() => void) | undefined;
    void import('./bindShortcuts.ts').then(({ bindShortcuts }) => {
      if (!listeners.signal.aborted) unbind = bindShortcuts(isMac());
    });
    bindClipboard(listeners.signal);
    return () => {
      listeners.abort();
      unbind?.();
    };
  }, []);
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
