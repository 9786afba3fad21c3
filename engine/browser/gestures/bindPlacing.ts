import { movedBy, type Placing, zoomedBy } from '../../layout/placing.ts';
import { holdTouches } from './holdTouches.ts';

/** Owner of the placing that gestures change. */
export interface PlacingHost {
  now(): Placing;
  /** @param isFree whether snapping is off. */
  put(placing: Placing, isFree: boolean): void;
  /** Called when a drag ends or is canceled. */
  end(): void;
}

interface Point {
  x: number;
  y: number;
}

/** State of a gesture since a pointer was last added or removed. */
interface Hold {
  before: Placing;
  /** Pointer positions at that moment, in percent of the frame from its center. */
  from: readonly Point[];
}

/** Zoom factor per pixel of wheel movement. */
const PER_WHEEL_PIXEL = 1.0025;

/**
 * Moves the source in its frame by mouse, pen or touch. Two fingers zoom it; so does a wheel with Ctrl (which is also
 * how a touchpad's pinch arrives) or while the frame has the focus. Escape reverts a drag.
 * @returns a function that unbinds.
 */
export function bindPlacing(frame: HTMLElement, host: PlacingHost): () => void {
  const pointers = new Map<number, Point>();
  const ending = new AbortController();
  let hold: Hold | undefined;
  let first: Placing | undefined;
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    return { x: (100 * (clientX - left)) / width - 50, y: (100 * (clientY - top)) / height - 50 };
  };
  const grip = () => {
    hold = pointers.size > 0 ? { before: host.now(), from: [...pointers.values()] } : undefined;
    if (!hold) first = undefined;
  };
  const drop = ({ pointerId }: PointerEvent) => {
    if (!pointers.delete(pointerId)) return;
    grip();
    if (!hold) host.end();
  };
  const listen = <K extends keyof HTMLElementEventMap>(name: K, run: (event: HTMLElementEventMap[K]) => void) =>
    frame.addEventListener(name, run, { signal: ending.signal, passive: false });
  listen('pointerdown', (event) => {
    if (event.button !== 0 || pointers.size === 2) return;
    frame.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
    first ??= host.now();
    grip();
  });
  listen('pointermove', (event) => {
    if (!hold || !pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, pointOf(event));
    host.put(placingOf(hold, [...pointers.values()], frame), event.ctrlKey || event.metaKey || pointers.size > 1);
  });
  holdTouches(frame, () => hold !== undefined, ending.signal);
  listen('pointerup', drop);
  listen('pointercancel', drop);
  listen('wheel', (event) => {
    if (!event.ctrlKey && document.activeElement !== frame) return;
    event.preventDefault();
    host.put(zoomedBy(host.now(), PER_WHEEL_PIXEL ** -pixelsOf(event), pointOf(event)), true);
  });
  const callOff = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !first) return;
    event.preventDefault();
    event.stopPropagation();
    host.put(first, true);
    pointers.clear();
    grip();
    host.end();
  };
  addEventListener('keydown', callOff, { capture: true, signal: ending.signal });
  return () => ending.abort();
}

/** Returns the placing after the pointers moved. */
function placingOf({ before, from }: Hold, to: readonly Point[], frame: HTMLElement): Placing {
  const [a, b] = from;
  const [c, d] = to;
  if (!a || !c) return before;
  if (!b || !d) return movedBy(before, c.x - a.x, c.y - a.y);
  const shape = frame.clientWidth / Math.max(1, frame.clientHeight);
  const apart = (one: Point, other: Point) => Math.hypot((one.x - other.x) * shape, one.y - other.y);
  const [was, is] = [middle(a, b), middle(c, d)];
  const zoomed = zoomedBy(before, apart(c, d) / Math.max(1, apart(a, b)), was);
  return movedBy(zoomed, is.x - was.x, is.y - was.y);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Returns wheel movement in pixels; some devices report lines. */
function pixelsOf({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  // A touchpad's pinch reports small values.
  return deltaY * lines * (ctrlKey && Math.abs(deltaY) < 50 ? 4 : 1);
}
