import type { ViewChange } from '../../../engine/browser/gestures/gestureHost.ts';
import type { Point } from '../../../engine/layout/point.ts';
import { place } from '../../app/place.ts';
import { isSheet } from '../../app/screens.ts';
import { ownsSpace } from '../../kit/input.ts';
import { canvasView, changeView, zoomedNow } from '../state/canvasView.ts';
import { isGesturing } from '../state/liveStage.ts';
import { canPlay, togglePlay } from '../state/playback.ts';
import { studio } from '../state/studio.ts';

/** Wheel distance for a zoom factor of e, in CSS pixels. */
const WHEEL_STEP = 300;

/** Binds zooming and panning by wheel and by Space. @returns a function that removes the listeners. */
export function bindZoom(area: HTMLElement): () => void {
  const ends = new AbortController();
  bindWheel(area, ends.signal);
  bindSpace(area, ends.signal);
  return () => {
    ends.abort();
    canvasView.isSpaceDown = false;
  };
}

/** Changes the view; coordinates in window pixels. */
export function lookIn(area: HTMLElement, change: ViewChange): void {
  changeView(change, middleOfPlace(area));
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

/** Ctrl+wheel zooms, which is also what a pinch on a touchpad sends. The wheel alone pans a zoomed canvas. */
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
  // Not passive, since the browser must not zoom the page.
  area.addEventListener('wheel', turn, { passive: false, signal });
}

/**
 * Holding Space with the mouse over a zoomed canvas pans the view. If nothing was moved when Space is released, it
 * plays.
 */
function bindSpace(area: HTMLElement, signal: AbortSignal): void {
  let before = zoomedNow();
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.defaultPrevented) return;
    if (!canvasView.isSpaceDown) {
      const control = event.target instanceof Element ? event.target : document.body;
      const isFree = !ownsSpace(control) && !isSheet(place.screen) && !isGesturing() && studio.writingLayerId === null;
      if (!isFree || !zoomedNow() || !area.matches(':hover')) return;
      before = zoomedNow();
      canvasView.isSpaceDown = true;
    }
    event.preventDefault();
  };
  const release = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !canvasView.isSpaceDown) return;
    event.preventDefault();
    canvasView.isSpaceDown = false;
    const now = zoomedNow();
    const isMoved = now?.x !== before?.x || now?.y !== before?.y;
    if (!isMoved && canPlay()) togglePlay();
  };
  // Captures keys before the Studio's shortcuts, which ignore handled events.
  addEventListener('keydown', press, { capture: true, signal });
  addEventListener('keyup', release, { capture: true, signal });
  const letGo = () => {
    canvasView.isSpaceDown = false;
  };
  addEventListener('blur', letGo, { signal });
}
