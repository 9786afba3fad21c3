import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { offerCommands } from '../../palette/command.ts';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { isGesturing } from '../stage/liveStage.ts';
import { copySelected, cutSelected, paste } from '../state/clipboard.ts';
import { patiently } from '../state/lazyPart.ts';
import { hasContent, studio } from '../state/studio.ts';

/** Listens to the Studio's shortcuts, and to copy, cut and paste; offers them by their names too. */
export function useShortcuts(): void {
  useEffect(() => {
    const listeners = new AbortController();
    bindKeys(listeners.signal);
    bindClipboard(listeners.signal);
    const end = offerCommands(async () => (await import('../palette/studioCommands.ts')).studioCommands());
    return () => {
      end();
      listeners.abort();
    };
  }, []);
}

/** A key that was pressed longer ago is not done any more, milliseconds. */
const EARLY_MS = 2000;

/**
 * Listens to the table of shortcuts, which comes with the canvas; on the start screen, where keys have next to nothing to
 * do, with the first one that is pressed. What is pressed before it is there is done then.
 */
function bindKeys(signal: AbortSignal): void {
  const early: KeyboardEvent[] = [];
  const waiting = new AbortController();
  const stopWaiting = () => waiting.abort();
  signal.addEventListener('abort', stopWaiting);
  let isLoading = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    const { bindShortcuts } = await patiently(() => import('./bindShortcuts.ts'));
    stopWaiting();
    if (signal.aborted) return;
    signal.addEventListener('abort', bindShortcuts());
    const since = performance.now() - EARLY_MS;
    for (const event of early)
      if (event.timeStamp > since) document.body.dispatchEvent(new KeyboardEvent(event.type, event));
  };
  const need = (event: KeyboardEvent) => {
    // A control, which has done its own at it, would do it again.
    const isForAll = event.target instanceof Element && event.target.matches('body, #main');
    if (isForAll && !event.defaultPrevented) early.push(event);
    void load();
  };
  // A key that is not seen coming up counts as held beside the next one.
  for (const name of ['keydown', 'keyup'] as const) document.addEventListener(name, need, { signal: waiting.signal });
  const needWithCanvas = () => {
    if (hasContent(studio.project, studio.showCanvas)) void load();
  };
  waiting.signal.addEventListener('abort', subscribe(studio, needWithCanvas));
  needWithCanvas();
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
