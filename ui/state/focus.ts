import { place } from './place.ts';

/** What the focus can be led to from elsewhere. */
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
/** What is to get the focus as soon as it is shown, and where. */
let awaited: { target: FocusTarget; path: string } | undefined;

const refs = new Map<FocusTarget, (element: HTMLElement | null) => () => void>();

/** For the `ref` of an element: registers it under a name for as long as it is shown. */
export function focusTarget(target: FocusTarget): (element: HTMLElement | null) => () => void {
  const ref = refs.get(target) ?? ((element) => register(target, element));
  refs.set(target, ref);
  return ref;
}

/** What is shown now under a name. */
export function targetOf(target: FocusTarget): HTMLElement | undefined {
  return shown.get(target);
}

/** Leads the focus to what is shown now under a name, if anything is. */
export function focusOn(target: FocusTarget): void {
  shown.get(target)?.focus({ preventScroll: true });
}

/** Leads the focus to an element that is shown on another path, as soon as it is, unless it went elsewhere meanwhile. */
export function focusAt(path: string, target: FocusTarget): void {
  awaited = { path, target };
  if (place.path === path && shown.has(target)) takeAwaited();
}

function register(target: FocusTarget, element: HTMLElement | null): () => void {
  if (element) shown.set(target, element);
  if (awaited?.target === target && awaited.path === place.path) takeAwaited();
  return () => {
    if (shown.get(target) === element) shown.delete(target);
  };
}

function takeAwaited(): void {
  const { activeElement } = document;
  // Whoever has gone to another control meanwhile stays there; the page, or a part of it as a whole, is none.
  const isFree = !(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0;
  if (awaited && isFree) focusOn(awaited.target);
  awaited = undefined;
}
