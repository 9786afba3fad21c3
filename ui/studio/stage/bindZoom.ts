import type { ViewChange } from '../../../engine/browser/gestures/gestureHost.ts';
import type { Point } from '../../../engine/layout/point.ts';
import { place } from '../../state/place.ts';
import { isSheet } from '../screens.ts';
import { ownsSpace } from '../shortcuts/ownsSpace.ts';
import { canPlay, togglePlay } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import { canvasView, look, zoomedNow } from './canvasView.ts';
import { isGesturing } from './liveStage.ts';

/** How far a wheel turns for one step of e, CSS pixels. */
const WHEEL_STEP = 300;

/** The ways of zooming and panning that are no gestures of pointers: the wheel, and Space. @returns ends them. */
export function bindZoom(area: HTMLElement): () => void {
  const ends = new AbortController();
  bindWheel(area, ends.signal);
  bindSpace(area, ends.signal);
  return () => {
    ends.abort();
    canvasView.isHeld = false;
  };
}

/** Changes the view, pixels of the window. */
export function lookIn(area: HTMLElement, change: ViewChange): void {
  look(change, middleOfPlace(area));
}

function middleOfPlace(area: HTMLElement): Point {
  const { left, top, width, height } = area.getBoundingClientRect();
  const { paddingTop, paddingBottom, paddingLeft } = getComputedStyle(area);
  const [above, below, before] = [paddingTop, paddingBottom, paddingLeft].map(Number.parseFloat) as [
    number,
    number,
    number,
  ];
  return { x: left + (before + width) / 2, y: top + (above + height - below) / 2 };
}

/** Ctrl and the wheel, which is also what two fingers on a touchpad send, zoom; the wheel alone pans what is zoomed. */
function bindWheel(area: HTMLElement, signal: AbortSignal): void {
  const turn = (event: WheelEvent) => {
    const unit = [1, 40, 400][event.deltaMode] ?? 1;
    const at = { x: event.clientX, y: event.clientY };
    if (event.ctrlKey || event.metaKey)
      lookIn(area, { from: at, to: at, by: Math.exp((-event.deltaY * unit) / WHEEL_STEP) });
    else if (zoomedNow()) {
      const [across, down] = event.shiftKey ? [event.deltaX + event.deltaY, 0] : [event.deltaX, event.deltaY];
      lookIn(area, { from: at, to: { x: at.x - across * unit, y: at.y - down * unit }, by: 1 });
    } else return;
    event.preventDefault();
  };
  // Not passive: the page itself must not zoom.
  area.addEventListener('wheel', turn, { passive: false, signal });
}

/**
 * Space, held with the mouse over a zoomed canvas, lets the mouse move the view. Whether it was meant for playing is
 * known when it comes up: then nothing was moved.
 */
function bindSpace(area: HTMLElement, signal: AbortSignal): void {
  let before = zoomedNow();
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.defaultPrevented) return;
    if (!canvasView.isHeld) {
      const control = event.target instanceof Element ? event.target : document.body;
      const isFree = !ownsSpace(control) && !isSheet(place.screen) && !isGesturing() && studio.writingLayerId === null;
      if (!isFree || !zoomedNow() || !area.matches(':hover')) return;
      before = zoomedNow();
      canvasView.isHeld = true;
    }
    event.preventDefault();
  };
  const release = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !canvasView.isHeld) return;
    event.preventDefault();
    canvasView.isHeld = false;
    const now = zoomedNow();
    const isMoved = now?.x !== before?.x || now?.y !== before?.y;
    if (!isMoved && canPlay()) togglePlay();
  };
  // Before the Studio's shortcuts, which pass by a key that was taken.
  addEventListener('keydown', press, { capture: true, signal });
  addEventListener('keyup', release, { capture: true, signal });
  const letGo = () => {
    canvasView.isHeld = false;
  };
  addEventListener('blur', letGo, { signal });
}
