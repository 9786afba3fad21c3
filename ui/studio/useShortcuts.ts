import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { focusOn } from '../app/focus.ts';
import { loadWithRetry } from '../app/lazyPart.ts';
import { offerCommands } from '../app/paletteCommand.ts';
import { noteClick } from '../kit/input.ts';
import { loadSoon } from './parts.ts';
import { hasContent, studio } from './state/studio.ts';

/** Binds the Studio's shortcuts and clipboard events, and offers shortcuts in the command palette. */
export function useShortcuts(): void {
  useEffect(() => {
    const listeners = new AbortController();
    bindKeys(listeners.signal);
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
 * Binds the shortcut table and the clipboard, which load together with the canvas, or on the start screen at the first
 * key press or paste. Keys and pastes from before they have loaded are replayed.
 */
function bindKeys(signal: AbortSignal): void {
  const early: { event: Event; at: number }[] = [];
  const waiting = new AbortController();
  const stopWaiting = () => waiting.abort();
  signal.addEventListener('abort', stopWaiting);
  let isLoading = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    const { bindClipboard, bindShortcuts } = await loadWithRetry(loadSoon);
    stopWaiting();
    if (signal.aborted) return;
    signal.addEventListener('abort', bindShortcuts());
    bindClipboard(signal);
    const since = performance.now() - EARLY_MS;
    for (const { event, at } of early) if (at > since) document.body.dispatchEvent(event);
  };
  const need = (event: KeyboardEvent) => {
    // A control that has already handled the key would handle it twice.
    const isForAll = event.target instanceof Element && event.target.matches('body, #main');
    if (isForAll && !event.defaultPrevented)
      early.push({ event: new KeyboardEvent(event.type, event), at: event.timeStamp });
    void load();
  };
  // A key whose keyup is missed would count as pressed.
  for (const name of ['keydown', 'keyup'] as const) document.addEventListener(name, need, { signal: waiting.signal });
  const keepPaste = (event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
    event.preventDefault();
    // What was pasted is wanted, however long loading takes.
    early.push({ event: copyOf(event), at: Number.POSITIVE_INFINITY });
    void load();
  };
  document.addEventListener('paste', keepPaste, { signal: waiting.signal });
  const needWithCanvas = () => {
    if (hasContent(studio.project, studio.showCanvas)) void load();
  };
  waiting.signal.addEventListener('abort', subscribe(studio, needWithCanvas));
  needWithCanvas();
}

/** Returns a copy of a paste event, whose data stays readable. */
function copyOf(event: ClipboardEvent): ClipboardEvent {
  const data = new DataTransfer();
  for (const type of event.clipboardData?.types ?? []) data.setData(type, event.clipboardData?.getData(type) ?? '');
  for (const file of event.clipboardData?.files ?? []) data.items.add(file);
  return new ClipboardEvent(event.type, { clipboardData: data, bubbles: true, cancelable: true });
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
