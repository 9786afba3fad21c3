import { type RefObject, useEffect } from 'react';
import { place } from './place.ts';

/** Elements that other parts of the page can focus. */
export type FocusTarget =
  | 'main'
  | 'done'
  | 'audio'
  | 'audio-start'
  | 'audio-trimmer'
  | 'timeline'
  | `marker:${string}`
  | 'trimmer'
  | 'animate'
  | 'export'
  | 'sheet';

const shown = new Map<FocusTarget, HTMLElement>();
/** Focus request for an element that is not mounted yet, and its path. */
let awaited: { target: FocusTarget; path: string } | undefined;

const refs = new Map<FocusTarget, (element: HTMLElement | null) => () => void>();

/** Returns a `ref` callback that registers an element under a name while it is mounted. */
export function focusTarget(target: FocusTarget): (element: HTMLElement | null) => () => void {
  const ref = refs.get(target) ?? ((element) => register(target, element));
  refs.set(target, ref);
  return ref;
}

/** Returns the element registered under a name. */
export function targetOf(target: FocusTarget): HTMLElement | undefined {
  return shown.get(target);
}

/** Focuses the element registered under a name, if any. */
export function focusOn(target: FocusTarget): void {
  shown.get(target)?.focus({ preventScroll: true });
}

/** Focuses an element on another path as soon as it is mounted, unless the focus moved elsewhere meanwhile. */
export function focusAt(path: string, target: FocusTarget): void {
  awaited = { path, target };
  if (place.path === path && shown.has(target)) focusAwaited();
}

function register(target: FocusTarget, element: HTMLElement | null): () => void {
  if (element) shown.set(target, element);
  if (awaited?.target === target && awaited.path === place.path) focusAwaited();
  return () => {
    if (shown.get(target) === element) shown.delete(target);
  };
}

function focusAwaited(): void {
  const { activeElement } = document;
  // Keeps the focus on another control; the page itself, or a section of it, is not a control.
  const isFree = !(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0;
  if (awaited && isFree) focusOn(awaited.target);
  awaited = undefined;
}

/** Focuses a screen on mount if the control that opened it is gone, so that keys and Tab work from there. */
export function useFocusOnOpen(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isFocusLost()) place.current?.focus({ preventScroll: true });
  }, [place]);
}

/** Whether no control has the focus: the page or its main part has it. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement === startOfPage();
}

/** Where reading a page starts: its heading if that can have the focus, otherwise its main part. */
export function startOfPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#main h1[tabindex]') ?? document.getElementById('main');
}

/** What takes over the focus of a removed element inside. */
const AROUND = 'dialog, [tabindex]:not(#main)';

/** Whether an element is removed, or hidden as a page is while the next one loads. */
function isGone(element: Element): boolean {
  return !element.isConnected || element.checkVisibility?.() === false;
}

/**
 * Watches for the focused element being removed, as when a button opens something in its own place. Unless a component
 * moves the focus itself, it goes to the nearest remaining element around that can have it; for a dialog, to its heading.
 * Without one it goes to the start of the page, as soon as there is one.
 * @returns a function that ends it.
 */
export function keepFocus(): () => void {
  /** The last focused element and what is around it, inside out. Empty after it lost the focus in another way. */
  let path: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => path[0] !== undefined && document.activeElement === document.body && isGone(path[0]);
  const restore = () => {
    timer = undefined;
    if (!isLost()) return;
    const around = path.find((element) => element.matches(AROUND) && !isGone(element));
    const next = around?.matches('dialog') ? around.querySelector<HTMLElement>('[tabindex]') : around;
    ((next as HTMLElement | null | undefined) ?? startOfPage())?.focus({ preventScroll: true });
  };
  const check = () => {
    // Effects of the components that were changed come first.
    if (isLost()) timer ??= setTimeout(restore);
  };
  const remember = ({ target }: FocusEvent) => {
    path = [];
    for (let at = target as Element | null; at; at = at.parentElement) path.push(at);
  };
  const leave = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target !== path[0] || document.activeElement !== document.body) return;
      // A press on nothing gives the focus up.
      if (isGone(path[0] as Element)) check();
      else path = [];
    });
  const listeners = new AbortController();
  document.addEventListener('focusin', remember, { signal: listeners.signal });
  document.addEventListener('focusout', leave, { signal: listeners.signal });
  const changes = new MutationObserver(check);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    listeners.abort();
    changes.disconnect();
    clearTimeout(timer);
  };
}
