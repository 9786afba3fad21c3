import { proxy } from 'valtio/vanilla';
import { scrollAtEdges } from '../controls/edgeScroll.ts';
import { shownTime } from '../state/playback.ts';
import { studio } from '../state/studio.ts';

/** How long a finger rests on a bar before it moves it, milliseconds. */
export const LONG_PRESS_MS = 150;

/** How the timeline is looked at. */
export const timelineView = proxy({
  /** How many times wider than its place; 1 fits. */
  zoom: 1,
  /** The widest that it can be. */
  mostZoom: 1,
  /** CSS pixels a second that stay while something is dragged, whatever becomes of the length of the whole. */
  heldScale: undefined as number | undefined,
});

/** How a project was looked at when the timeline was left. */
let left = { projectId: '', x: 0, y: 0, time: 0 };

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

/** Holds the scale for a drag, CSS pixels a second; undefined lets it go. */
export function holdScale(scale: number | undefined): void {
  timelineView.heldScale = scale;
}

/** The timeline around what is dragged on it: how it scrolls at its edges, and how far from its first moment a pointer is, CSS pixels. */
export function boardAround(element: Element) {
  const all = element.closest('.board-all');
  return {
    scroll: scrollAtEdges(all?.parentElement),
    placeOf: (clientX: number) => clientX - (all?.getBoundingClientRect().left ?? 0),
  };
}

/** Scrolls so that what a key has moved is in sight, once it stands there. */
export function keepInSight(element: Element): void {
  requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
}

/** Keeps for the next time how far the timeline is scrolled, CSS pixels. */
export function keepView(x: number, y: number): void {
  left = { projectId: studio.projectId, x, y, time: shownTime() };
}

/** How the open project was looked at when the timeline was left, and the moment that was shown; undefined at first. */
export function storedView(): { x: number; y: number; time: number } | undefined {
  return left.projectId === studio.projectId ? left : undefined;
}
