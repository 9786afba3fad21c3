import { proxy } from 'valtio/vanilla';

/** How the timeline is looked at. */
export const timelineView = proxy({
  /** How many times wider than its place; 1 fits. */
  zoom: 1,
  /** The widest that it can be. */
  mostZoom: 1,
});

/** How much a press of a zoom button changes, as a factor. */
const STEP = 1.5;

/** Zooms in (1) or out (−1) by a step. */
export function zoomBy(direction: 1 | -1): void {
  setZoom(timelineView.zoom * STEP ** direction);
}

/** Sets how many times wider than its place the timeline is. */
export function setZoom(zoom: number): void {
  timelineView.zoom = Math.min(timelineView.mostZoom, Math.max(1, zoom));
}
