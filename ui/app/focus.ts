import { type RefObject, useEffect, useRef } from 'react';
import { place } from './place.ts';
import type { ScreenId } from './screens.ts';

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
    if (isFocusLost() || document.activeElement?.id === 'main') place.current?.focus({ preventScroll: true });
  }, [place]);
}

/** Focuses the canvas after a navigation that removed the focused element, such as a footer button. */
export function useFocusAfter(opened: ScreenId): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current !== opened && isFocusLost()) {
      focusOn('main');
    }
    before.current = opened;
  }, [opened]);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
