import hotkeys from 'hotkeys-js';
import { subscribe } from 'valtio/vanilla';
import { targetOf } from '../../app/focus.ts';
import { place } from '../../app/place.ts';
import { isSheet, screenOf } from '../../app/screens.ts';
import { isDragging } from '../../kit/drag.ts';
import { ownsSpace } from '../../kit/input.ts';
import { isMac } from '../../kit/keyWords.ts';
import { type Action, currentContext } from '../actions/action.ts';
import { isPressable, shortcuts } from '../actions/actions.ts';
import { keymap } from '../actions/keymap.ts';
import { isGesturing } from '../state/liveStage.ts';
import { endStep } from '../state/studio.ts';

/** The hotkeys-js scope that is active while the Studio is open. */
const SCOPE = 'studio';

/** Binds all shortcuts. @returns a function that removes them. */
export function bindShortcuts(mac = isMac()): () => void {
  hotkeys.setScope(SCOPE);
  const { filter } = hotkeys;
  // A select uses letters and arrows itself, but not Ctrl combinations such as undo.
  hotkeys.filter = (event) =>
    filter(event) || (event.target instanceof HTMLSelectElement && (event.ctrlKey || event.metaKey));
  bindKeys(mac);
  const unsubscribe = subscribe(keymap, () => {
    hotkeys.deleteScope(SCOPE, SCOPE);
    bindKeys(mac);
  });
  // The repeats of an arrow key are one undo step.
  const release = ({ key }: KeyboardEvent) => key.startsWith('Arrow') && endStep();
  document.addEventListener('keyup', release);
  return () => {
    unsubscribe();
    document.removeEventListener('keyup', release);
    hotkeys.deleteScope(SCOPE, 'all');
    hotkeys.filter = filter;
  };
}

function bindKeys(mac: boolean): void {
  const pairs = shortcuts.flatMap((action) => (action.keys ?? []).map((keys) => ({ keys, action })));
  for (const { keys, action } of pairs) {
    if (!isSign(keys)) hotkeys(hotkeysName(keys, mac), { scope: SCOPE }, (event) => tryRun(action, event));
  }
  const signs = pairs.filter(({ keys }) => isSign(keys));
  hotkeys('*', { scope: SCOPE }, (event) => {
    const found = signs.find(({ keys }) => isTyped(keys, event, mac));
    if (found) tryRun(found.action, event);
  });
}

/** Converts a combination to hotkeys-js syntax. @param keys see `ActionEntry.keys`. */
export function hotkeysName(keys: string, mac: boolean): string {
  return keys.replace('mod', mac ? 'command' : 'ctrl');
}

/**
 * Whether a combination ends in a symbol. Symbols vary by keyboard layout, so they are matched by the typed character.
 */
function isSign(keys: string): boolean {
  return /[^a-z\d]$/.test(keys);
}

function isTyped(keys: string, event: KeyboardEvent, mac: boolean): boolean {
  // Some layouts need AltGr for the symbol, which is reported as Ctrl and Alt.
  const isPlain = event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey);
  const isMod = !isPlain && (mac ? event.metaKey : event.ctrlKey);
  return event.key === keys.at(-1) && (keys.startsWith('mod+') ? isMod : isPlain);
}

/** Whether an action applies to the current screen: neither a sheet nor a screen without layers is in its way. */
export function isForScreen({ group, isForPanels }: Action): boolean {
  if (group === 'Project') return true;
  const { kind, isNextToCanvas, isDraft, hidesLayers } = screenOf(place.screen) ?? {};
  // Undo does not affect a draft, but the canvas next to it can be played.
  if (kind === 'sheet' && !(isForPanels && isNextToCanvas && (!isDraft || group === 'Playing'))) return false;
  return group === 'Editor' || group === 'Playing' || !hidesLayers;
}

/** Whether the keys of an action apply now. */
export function isMeant(action: Action): boolean {
  return action.run !== undefined && isForScreen(action) && isPressable(action);
}

function tryRun(action: Action, event: KeyboardEvent): void {
  const { run, repeats } = action;
  if (isTaken(event) || isSheetLate() || !isMeant(action)) return;
  event.preventDefault();
  // Some browsers click the focused button on keyup of Space, even if keydown was prevented.
  if (event.key === ' ') addEventListener('keyup', (up) => up.preventDefault(), { once: true, capture: true });
  if (!event.repeat || repeats) run?.(currentContext());
}

/** Whether a sheet is still loading: keys typed meanwhile are meant for its content. */
function isSheetLate(): boolean {
  if (!isSheet(place.screen)) return false;
  const sheet = targetOf('sheet')?.closest('dialog');
  return !sheet || sheet.querySelector('.over-waiting') !== null;
}

/** Whether a gesture or the focused control uses the key. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isGesturing() || isDragging()) return true;
  const control = event.target instanceof Element ? event.target : document.body;
  if (event.key === ' ') return ownsSpace(control);
  if (event.key === 'Enter') return control.closest('button, a, summary, [role="button"], input') !== null;
  const isGoing =
    event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End' || event.key === 'Escape';
  return isGoing && control.closest('[role="radiogroup"], input, [data-dragging]') !== null;
}
