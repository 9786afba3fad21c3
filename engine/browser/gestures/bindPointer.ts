import { handles } from '../../layout/handles.ts';
import type { Point } from '../../layout/point.ts';
import type { Gestures, ModifierKeys, PointerTarget, StagePointer } from './gestureHost.ts';
import { holdTouches } from './holdTouches.ts';

/**
 * Attribute that marks an element for gestures: a handle's name, "rotate", or "none" for elements with their own
 * pointer events, such as a field on the stage. Everything else is the stage.
 */
export const TARGET_ATTRIBUTE = 'data-gesture';

/**
 * Connects mouse, touch and pen events of an element to gestures. Captures pointers from press to release and handles
 * moves once per animation frame. Changes of Shift, Alt and Ctrl apply immediately. Escape cancels a running gesture
 * (and does nothing else), and so does a window resize, because the dragged layer would jump. A press without a move
 * stays a click.
 * @param element contains the canvas and the handles; touches on it no longer scroll the page.
 * @param toCanvasPoint converts window pixels (clientX, clientY) to canvas pixels.
 * @returns a function that unbinds everything and cancels a running gesture.
 */
export function bindPointer(
  element: HTMLElement,
  gestures: Gestures,
  toCanvasPoint: (clientX: number, clientY: number) => Point,
): () => void {
  const view = element.ownerDocument.defaultView ?? window;
  const moves = oncePerFrame(view);
  const dispatchPointer = (event: PointerEvent, type: StagePointer['type']): void =>
    gestures.pointer({ ...toCanvasPoint(event.clientX, event.clientY), ...plain(event), type });

  // An on-screen keyboard that closes because the canvas was touched resizes the window too.
  let wasResized = false;
  const resized = (): void => {
    wasResized = gestures.state === 'pointing';
    if (!wasResized) gestures.cancel();
  };
  const move = (event: PointerEvent): void => {
    dispatchPointer(event, 'move');
    if (!wasResized || gestures.state === 'pointing') return;
    wasResized = false;
    gestures.cancel();
  };

  const listeners = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(name: K, listen: (event: HTMLElementEventMap[K]) => void): void =>
    element.addEventListener(name, listen, { signal: listeners.signal });

  on('pointerdown', (event) => {
    if (event.button > 1 || targetName(event.target) === 'none') return;
    wasResized = false;
    moves.flush();
    element.setPointerCapture(event.pointerId);
    dispatchPointer(event, 'down');
  });
  // The middle button would start autoscroll.
  on('mousedown', (event) => event.button === 1 && event.preventDefault());
  on('pointermove', (event) => moves.schedule(event.pointerId, () => move(event)));
  on('pointerup', (event) => {
    moves.flush();
    dispatchPointer(event, 'up');
  });
  on('pointercancel', (event) => {
    moves.drop();
    dispatchPointer(event, 'cancel');
  });
  // A release also loses the capture, but then no gesture listens to that pointer.
  on('lostpointercapture', (event) => {
    if (gestures.state !== 'idle') dispatchPointer(event, 'cancel');
  });
  holdTouches(element, () => gestures.state !== 'idle', listeners.signal);
  // A long press would open the context menu during a drag.
  on('contextmenu', (event) => {
    if (gestures.state !== 'idle') event.preventDefault();
  });
  view.addEventListener('resize', resized, { signal: listeners.signal });
  bindKeys(element.ownerDocument, gestures, listeners.signal);

  const { touchAction } = element.style;
  element.style.touchAction = 'none';
  return () => {
    listeners.abort();
    moves.drop();
    gestures.cancel();
    element.style.touchAction = touchAction;
  };
}

function bindKeys(document: Document, gestures: Gestures, signal: AbortSignal): void {
  const listen = (event: KeyboardEvent): void => {
    if (gestures.state === 'idle') return;
    if (event.type === 'keydown' && event.key === 'Escape' && gestures.cancel()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) gestures.keys(modifiersOf(event));
  };
  // In the capture phase, before shortcuts of the page: Escape would clear the selection too.
  document.addEventListener('keydown', listen, { signal, capture: true });
  document.addEventListener('keyup', listen, { signal, capture: true });
}

interface Moves {
  /** Stores the latest move of a pointer for the next frame. */
  schedule(pointerId: number, move: () => void): void;
  /** Handles stored moves immediately. */
  flush(): void;
  drop(): void;
}

function oncePerFrame(view: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>): Moves {
  const kept = new Map<number, () => void>();
  let frame = 0;
  const drop = (): void => {
    view.cancelAnimationFrame(frame);
    frame = 0;
    kept.clear();
  };
  const flush = (): void => {
    const moves = [...kept.values()];
    drop();
    for (const move of moves) move();
  };
  return {
    schedule(pointerId, move) {
      kept.set(pointerId, move);
      if (frame === 0) frame = view.requestAnimationFrame(flush);
    },
    flush,
    drop,
  };
}

function plain(event: PointerEvent): Omit<StagePointer, 'x' | 'y' | 'type'> {
  const { pointerId, button, pointerType, timeStamp, clientX, clientY } = event;
  return {
    pointerId,
    screen: { x: clientX, y: clientY },
    target: targetOf(event.target),
    button,
    pointerType: pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse',
    time: timeStamp,
    ...modifiersOf(event),
  };
}

function modifiersOf(event: Pick<MouseEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>): ModifierKeys {
  return { shift: event.shiftKey, alt: event.altKey, meta: event.ctrlKey || event.metaKey };
}

const targets: readonly string[] = [...handles, 'rotate'];

function targetOf(target: EventTarget | null): PointerTarget {
  const name = targetName(target);
  return name && targets.includes(name) ? (name as PointerTarget) : 'stage';
}

function targetName(target: EventTarget | null): string | null | undefined {
  return target instanceof Element
    ? target.closest(`[${TARGET_ATTRIBUTE}]`)?.getAttribute(TARGET_ATTRIBUTE)
    : undefined;
}
