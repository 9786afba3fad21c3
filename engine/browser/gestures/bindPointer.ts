import { handles } from '../../layout/handles.ts';
import type { Point } from '../../layout/point.ts';
import type { Gestures, HeldKeys, PointerTarget, StagePointer } from './gestureHost.ts';
import { holdTouches } from './holdTouches.ts';

/**
 * The attribute by which an element says what it is to gestures: a handle's name, "rotate", or "none" for what has
 * pointers of its own, such as a field on the stage. All else is the stage.
 */
export const TARGET_ATTRIBUTE = 'data-gesture';

/**
 * Lets an element's mouse, touches and pens drive gestures. Pointers are captured from press to release, moves are taken
 * once per animation frame, Shift, Alt and Ctrl count at once, Escape gives a running gesture up (and does nothing else);
 * so does another size of the window, which would throw what is held about; a press that was not moved yet stays a click.
 * @param element holds the canvas and the handles; touches on it no longer scroll the page.
 * @param toCanvasPoint from pixels of the window (clientX, clientY) to pixels of the canvas.
 * @returns ends it all, and gives a running gesture up.
 */
export function bindPointer(
  element: HTMLElement,
  gestures: Gestures,
  toCanvasPoint: (clientX: number, clientY: number) => Point,
): () => void {
  const view = element.ownerDocument.defaultView ?? window;
  const moves = oncePerFrame(view);
  const tell = (event: PointerEvent, type: StagePointer['type']): void =>
    gestures.pointer({ ...toCanvasPoint(event.clientX, event.clientY), ...plain(event), type });

  // A keyboard on the screen that goes because the canvas was touched is another size of the window too.
  let wasResized = false;
  const resized = (): void => {
    wasResized = gestures.state === 'pointing';
    if (!wasResized) gestures.cancel();
  };
  const move = (event: PointerEvent): void => {
    tell(event, 'move');
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
    tell(event, 'down');
  });
  // The middle button would scroll the page by itself.
  on('mousedown', (event) => event.button === 1 && event.preventDefault());
  on('pointermove', (event) => moves.take(event.pointerId, () => move(event)));
  on('pointerup', (event) => {
    moves.flush();
    tell(event, 'up');
  });
  on('pointercancel', (event) => {
    moves.drop();
    tell(event, 'cancel');
  });
  // After a release the capture goes too, but then no gesture listens to that pointer any more.
  on('lostpointercapture', (event) => {
    if (gestures.state !== 'idle') tell(event, 'cancel');
  });
  holdTouches(element, () => gestures.state !== 'idle', listeners.signal);
  // A long touch would open the menu of the browser in the middle of a drag.
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
    } else if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) gestures.keys(held(event));
  };
  // Captured before shortcuts of the page see it: Escape would clear the selection too.
  document.addEventListener('keydown', listen, { signal, capture: true });
  document.addEventListener('keyup', listen, { signal, capture: true });
}

interface Moves {
  /** Keeps the latest move of a pointer for the next frame. */
  take(pointerId: number, move: () => void): void;
  /** Tells what is kept at once. */
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
    take(pointerId, move) {
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
    ...held(event),
  };
}

function held(event: Pick<MouseEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>): HeldKeys {
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
