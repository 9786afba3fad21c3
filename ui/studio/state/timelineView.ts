import { proxy } from 'valtio/vanilla';
import { pause, shownTime } from './playback.ts';
import { studio } from './studio.ts';

/** The view of the timeline. */
export const timelineView = proxy({
  /** Whether it is on the page, docked or at full height. */
  isShown: false,
  /** Whether its time is a field for another one. */
  isTyped: false,
  /** Width relative to the viewport; 1 fits. */
  zoom: 1,
  /** Maximum zoom. */
  mostZoom: 1,
  /** CSS pixels per second; 0 until it is laid out. */
  scale: 0,
  /** Fixed scale during a drag, in CSS pixels per second, since the total duration may change. */
  frozenScale: undefined as number | undefined,
});

/** The view in which a project's timeline was left. */
let left = { projectId: '', x: 0, y: 0, time: 0 };

/** Zoom factor per button press. */
const STEP = 1.5;

/** Zooms in (1) or out (−1) by one step. */
export function zoomBy(direction: 1 | -1): void {
  setZoom(timelineView.zoom * STEP ** direction);
}

/** Sets the zoom, clamped to its range. */
export function setZoom(zoom: number): void {
  timelineView.zoom = Math.min(timelineView.mostZoom, Math.max(1, zoom));
}

/** Turns the time into a field for another one. */
export function typeTime(): void {
  pause();
  timelineView.isTyped = true;
}

/** Fixes the scale for a drag, in CSS pixels per second; undefined releases it. */
export function holdScale(scale: number | undefined): void {
  timelineView.frozenScale = scale;
}

/** Stores the scroll position for the next visit, in CSS pixels. */
export function keepView(x: number, y: number): void {
  left = { projectId: studio.projectId, x, y, time: shownTime() };
}

/** The stored scroll position and time of the open project; undefined on the first visit. */
export function storedView(): { x: number; y: number; time: number } | undefined {
  return left.projectId === studio.projectId ? left : undefined;
}
