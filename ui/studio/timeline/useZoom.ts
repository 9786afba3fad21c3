import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { cancelDrag, isDragging } from '../../kit/drag.ts';
import { shownTime } from '../state/playback.ts';
import { keepView, setZoom, storedView, timelineView } from '../state/timelineView.ts';

/** Margin before the first and after the last moment, in CSS pixels. */
export const SIDE = 16;
/** Margin before the first moment with names of rows, in CSS pixels, and the minimum width of the timeline for them. */
const HEADS = 160;
const HEADS_ROOM = 640;
/** Maximum width of a second, in CSS pixels. */
const MOST_SCALE = 600;
/** The visible range is rounded to steps of this size, so that scrolling rarely renders. In CSS pixels. */
const VIEW_STEP = 400;

/** The visible part of the timeline. */
export interface BoardView {
  /** CSS pixels per second. */
  scale: number;
  /** Position of the first moment, in CSS pixels: after the names of the rows if there is room for them. */
  start: number;
  /** The visible range in seconds, with a margin on either side. */
  from: number;
  to: number;
}

/**
 * Zoom of the timeline; 1 fits the whole video. Ctrl+wheel and pinching zoom around the pointer, buttons around the
 * playhead. Restores the view in which the project's timeline was last left.
 */
export function useZoom(scroller: RefObject<HTMLElement | null>, total: number): BoardView {
  const { zoom, frozenScale } = useSnapshot(timelineView);
  const { width, left } = useRoom(scroller);
  const isMeasured = width > 0;
  const start = width >= HEADS_ROOM ? HEADS : SIDE;
  const room = Math.max(1, width - start - SIDE);
  const scale = frozenScale ?? (total > 0 ? (room * zoom) / total : 1);
  /** Position in the viewport whose moment stays in place while zooming, in CSS pixels from the left. */
  const anchor = useRef<number>(undefined);
  /** The scale of the last layout; 0 before the first. */
  const before = useRef(0);
  useEffect(() => {
    timelineView.mostZoom = Math.max(1, (MOST_SCALE * total) / room);
    setZoom(timelineView.zoom);
  }, [total, room]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && isMeasured && before.current === 0) lookAgain(element, scale, start);
    else if (element && isMeasured && before.current !== scale) {
      const x = anchor.current ?? restingPlace(element, before.current, start);
      const moment = (element.scrollLeft + x - start) / before.current;
      element.scrollLeft = moment * scale + start - x;
    }
    anchor.current = undefined;
    before.current = isMeasured ? scale : 0;
    timelineView.scale = before.current;
  }, [scale, start, scroller, isMeasured]);
  useLayoutEffect(() => {
    timelineView.isShown = true;
    return () => {
      timelineView.isShown = false;
    };
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    return element ? () => keepView(element.scrollLeft, element.scrollTop) : undefined;
  }, [scroller]);
  useZoomGestures(scroller, anchor);
  const [from, to] = [(left - VIEW_STEP) / scale, (left + width + 2 * VIEW_STEP) / scale];
  return useMemo(() => ({ scale, start, from, to }), [scale, start, from, to]);
}

/** Restores the scroll position. Scrolls to the playhead if it was moved since and is out of sight. */
function lookAgain(element: HTMLElement, scale: number, start: number): void {
  const kept = storedView();
  if (!kept) {
    setZoom(1);
    return;
  }
  element.scrollTo(kept.x, kept.y);
  const x = shownTime() * scale + start - element.scrollLeft;
  const isInSight = x >= start - SIDE && x <= element.clientWidth;
  if (!isInSight && kept.time !== shownTime()) element.scrollLeft += x - element.clientWidth / 2;
}

/** The anchor for zooming by button: the playhead if it is visible, else the middle. */
function restingPlace({ scrollLeft, clientWidth }: HTMLElement, scale: number, start: number): number {
  const x = shownTime() * scale + start - scrollLeft;
  return x >= start - SIDE && x <= clientWidth ? x : clientWidth / 2;
}

function useRoom(scroller: RefObject<HTMLElement | null>): { width: number; left: number } {
  const [room, setRoom] = useState({ width: 0, left: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const next = { width: element.clientWidth, left: Math.floor(element.scrollLeft / VIEW_STEP) * VIEW_STEP };
      setRoom((known) => (known.width === next.width && known.left === next.left ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What scrolls into the margins may appear a few frames later: scrolling itself must not wait for it.
    const scrolled = () => startTransition(measure);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [scroller]);
  return room;
}

function useZoomGestures(scroller: RefObject<HTMLElement | null>, anchor: RefObject<number | undefined>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const zoomAround = (clientX: number, zoom: number) => {
      anchor.current = clientX - element.getBoundingClientRect().left;
      setZoom(zoom);
    };
    const turn = (event: WheelEvent) => {
      const delta = event.deltaY * ([1, 40, 400][event.deltaMode] ?? 1);
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoomAround(event.clientX, timelineView.zoom * Math.exp(-delta / 300));
      } else if (event.deltaX === 0 && element.scrollHeight <= element.clientHeight + 1) {
        element.scrollLeft += delta;
      }
    };
    let pinched: { distance: number; zoom: number } | undefined;
    const pinch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!one || !other) {
        pinched = undefined;
        // A touch drag must not scroll.
        if (isDragging()) event.preventDefault();
        return;
      }
      event.preventDefault();
      cancelDrag();
      const distance = Math.max(1, Math.abs(one.clientX - other.clientX));
      pinched ??= { distance, zoom: timelineView.zoom };
      zoomAround((one.clientX + other.clientX) / 2, (pinched.zoom * distance) / pinched.distance);
    };
    const ends = new AbortController();
    // Not passive, since the browser must neither scroll nor zoom the page.
    const options = { passive: false, signal: ends.signal };
    element.addEventListener('wheel', turn, options);
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const) {
      element.addEventListener(name, pinch, options);
    }
    return () => ends.abort();
  }, [scroller, anchor]);
}
