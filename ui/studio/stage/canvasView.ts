import { proxy, ref } from 'valtio/vanilla';
import type { ViewChange } from '../../../engine/browser/gestures/gestureHost.ts';
import { type CanvasView, keptView, nextStop, zoomedView } from '../../../engine/layout/canvasView.ts';
import type { Point } from '../../../engine/layout/point.ts';
import type { StageSize } from '../../../engine/layout/stageSize.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { studio } from '../state/studio.ts';

/** How the canvas is looked at; nothing of it is part of a project. */
export const canvasView = proxy({
  /** How the open project is looked at; of no other, and undefined: it fits its place. */
  zoomed: undefined as (CanvasView & { projectId: string }) | undefined,
  /** The canvas as it fits its place; undefined while there is none. */
  fit: undefined as Unproxied<StageSize> | undefined,
  /** Whether pointers move the view: for good, or while Space is held. */
  isHand: false,
  isHeld: false,
});

const middle: Point = { x: 0, y: 0 };

/** How the open project's canvas is looked at; undefined where it fits. */
export function zoomedNow(): CanvasView | undefined {
  return zoomedOf(canvasView, studio.projectId);
}

/** As zoomedNow, of a snapshot. */
export function zoomedOf({ zoomed, fit }: Pick<typeof canvasView, 'zoomed' | 'fit'>, projectId: string) {
  return zoomed && fit && zoomed.projectId === projectId ? keptView(zoomed, fit) : undefined;
}

/** Takes note of how the canvas fits its place. */
export function takeFit(fit: StageSize): void {
  canvasView.fit = ref(fit);
}

/** Shows the whole canvas, as large as its place lets it be. */
export function fitCanvas(): void {
  canvasView.zoomed = undefined;
  canvasView.isHand = false;
}

/**
 * Shows the canvas at a scale, CSS pixels per pixel of it.
 * @param from CSS pixels from the middle of its place: what is seen there is seen at `to` afterwards.
 */
export function zoomTo(scale: number, from: Point = middle, to = from): void {
  const { fit } = canvasView;
  if (!fit) return;
  const view = zoomedNow() ?? { scale: fit.scale, ...middle };
  canvasView.zoomed = { ...zoomedView(view, scale, from, to, fit), projectId: studio.projectId };
}

/** Zooms in (1) or out (−1) by a step, around the middle of its place. */
export function zoomBy(direction: 1 | -1): void {
  zoomTo(nextStop(shownScale(), direction));
}

/** Changes the view as a pointer says. @param place the middle of the canvas's place, pixels of the window. */
export function look({ from, to, by }: ViewChange, place: Point): void {
  if (by === 1 && !zoomedNow()) return;
  zoomTo(shownScale() * by, awayFrom(place, from), awayFrom(place, to));
}

/** CSS pixels per pixel of the canvas that it is shown with now. */
function shownScale(): number {
  return zoomedNow()?.scale ?? canvasView.fit?.scale ?? 1;
}

function awayFrom(place: Point, { x, y }: Point): Point {
  return { x: x - place.x, y: y - place.y };
}
