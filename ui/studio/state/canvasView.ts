import { proxy, ref } from 'valtio/vanilla';
import type { ViewChange } from '../../../engine/browser/gestures/gestureHost.ts';
import { type CanvasView, keptView, nextStop, zoomedView } from '../../../engine/layout/canvasView.ts';
import type { Point } from '../../../engine/layout/point.ts';
import type { StageSize } from '../../../engine/layout/stageSize.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { studio } from './studio.ts';

/** Zoom and pan of the canvas; not part of a project. */
export const canvasView = proxy({
  /** The view of the open project; undefined: the canvas fits its container. */
  zoomed: undefined as (CanvasView & { projectId: string }) | undefined,
  /** The canvas fitted to its container; undefined without a canvas. */
  fit: undefined as Unproxied<StageSize> | undefined,
  /** Whether pointers pan the view: `isHand` permanently, `isSpaceDown` while Space is down. */
  isHand: false,
  isSpaceDown: false,
});

const middle: Point = { x: 0, y: 0 };

/** The view of the open project's canvas; undefined if it fits. */
export function zoomedNow(): CanvasView | undefined {
  return zoomedOf(canvasView, studio.projectId);
}

/** Like zoomedNow, for a snapshot. */
export function zoomedOf({ zoomed, fit }: Pick<typeof canvasView, 'zoomed' | 'fit'>, projectId: string) {
  return zoomed && fit && zoomed.projectId === projectId ? keptView(zoomed, fit) : undefined;
}

/** Stores the fitted size of the canvas. */
export function setFit(fit: StageSize): void {
  canvasView.fit = ref(fit);
}

/** Fits the whole canvas into its container. */
export function fitCanvas(): void {
  canvasView.zoomed = undefined;
  canvasView.isHand = false;
}

/**
 * Zooms the canvas to a scale, in CSS pixels per canvas pixel.
 * @param from a point relative to the container's center, in CSS pixels. The content at this point moves to `to`.
 */
export function zoomTo(scale: number, from: Point = middle, to = from): void {
  const { fit } = canvasView;
  if (!fit) return;
  const view = zoomedNow() ?? { scale: fit.scale, ...middle };
  canvasView.zoomed = { ...zoomedView(view, scale, from, to, fit), projectId: studio.projectId };
}

/** Zooms in (1) or out (−1) by one step around the container's center. */
export function zoomBy(direction: 1 | -1): void {
  zoomTo(nextStop(shownScale(), direction));
}

/** Applies a change of view by a pointer. @param place center of the container, in window pixels. */
export function changeView({ from, to, by }: ViewChange, place: Point): void {
  if (by === 1 && !zoomedNow()) return;
  zoomTo(shownScale() * by, awayFrom(place, from), awayFrom(place, to));
}

/** The current scale in CSS pixels per canvas pixel. */
function shownScale(): number {
  return zoomedNow()?.scale ?? canvasView.fit?.scale ?? 1;
}

function awayFrom(place: Point, { x, y }: Point): Point {
  return { x: x - place.x, y: y - place.y };
}
