import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { focusOn } from '../app/focus.ts';
import { loadWithRetry } from '../app/lazyPart.ts';
import { offerCommands } from '../app/paletteCommand.ts';
import { place } from '../app/place.ts';
import { screenOf } from '../app/screens.ts';
import { noteClick } from '../kit/input.ts';
import { loadSoon } from './parts.ts';
import { copySelected, cutSelected, paste } from './state/clipboard.ts';
import { isGesturing } from './state/liveStage.ts';
import { hasContent, studio } from './state/studio.ts';

/** Binds the Studio's shortcuts and clipboard events, and offers shortcuts in the command palette. */
export function useShortcuts(): void {
  useEffect(() => {
    const listeners = new AbortController();
    bindKeys(listeners.signal);
    bindClipboard(listeners.signal);
    const end = offerCommands(async () => (await loadSoon()).studioCommands());
    return () => {
      end();
      listeners.abort();
    };
  }, []);
}

/** Earlier key presses than this are discarded, in milliseconds. */
const EARLY_MS = 2000;

/**
 * Binds the shortcut table, which loads together with the canvas, or on the start screen at the first key press. Keys
 * pressed before it has loaded are replayed.
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
    const { bindShortcuts } = await loadWithRetry(loadSoon);
    stopWaiting();
    if (signal.aborted) return;
    signal.addEventListener('abort', bindShortcuts());
    const since = performance.now() - EARLY_MS;
    for (const event of early)
      if (event.timeStamp > since) document.body.dispatchEvent(new KeyboardEvent(event.type, event));
  };
  const need = (event: KeyboardEvent) => {
    // A control that has already handled the key would handle it twice.
    const isForAll = event.target instanceof Element && event.target.matches('body, #main');
    if (isForAll && !event.defaultPrevented) early.push(event);
    void load();
  };
  // A key whose keyup is missed would count as pressed.
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
  // Safari fires copy without a text selection only if beforecopy was prevented.
  for (const name of ['beforecopy', 'beforecut']) {
    document.addEventListener(name, (event) => !isForText(event) && event.preventDefault(), { signal });
  }
}

/** Whether the layers are visible: no sheet or other screen covers them. */
function hasLayersInSight(): boolean {
  const { kind, hidesLayers } = screenOf(place.screen) ?? {};
  return kind !== 'sheet' && !hidesLayers;
}

/** Whether a field has the focus or page text is selected: the event is then about that. */
function isForText(event: Event): boolean {
  const isField =
    event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null;
  return isField || (event.type !== 'paste' && getSelection()?.isCollapsed === false);
}

/** Controls that are pressed, as opposed to typed in or dragged. */
const PRESSED = 'button, a[href], summary, [role="button"], [role="switch"]';

/**
 * Returns the focus to the canvas after a click, so that Space plays and arrow keys move the layer. Focus by Tab stays
 * on the button. In a sheet the clicked control keeps the focus but ignores Space.
 */
export function usePointerFocus(): void {
  useEffect(() => {
    const giveBack = (event: MouseEvent) => {
      // Clicks by key, script or screen reader have detail 0.
      if (event.detail === 0 || !(event.target instanceof Element)) return;
      const control = event.target.closest(PRESSED);
      if (!control?.contains(document.activeElement)) return;
      // In a sheet, and where arrow keys apply to the clicked control, the focus stays.
      if (control.closest('dialog, [data-arrows]')) noteClick(control);
      else focusOn('main');
    };
    // In the capture phase, so that a sheet opened by the click returns the focus to the canvas too.
    addEventListener('click', giveBack, { capture: true });
    return () => removeEventListener('click', giveBack, { capture: true });
  }, []);
}
