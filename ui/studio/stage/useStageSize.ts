import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import { type StageSize, stageSize } from '../../../engine/layout/stageSize.ts';
import { aids } from '../state/liveStage.ts';
import { pause } from '../state/playback.ts';

/** How long the window must keep its size before the canvas follows, in milliseconds. */
const RESIZE_DEBOUNCE_MS = 100;
/** Minimum space above and below the canvas, in CSS pixels. */
const LEAST_FRAME = 160;
/** Padding of the canvas: above for the handles, below for the play bar or the zoom menu, in CSS pixels. */
const AIR = 12 + 44;
/** Additional space for rulers. */
const RULER = 20;

interface Room {
  window: Size;
  /** The part of the window's size outside the canvas's container. */
  outside: Size;
  pixelRatio: number;
}

/** The size of the canvas on screen. */
export interface ScreenSize extends StageSize {
  /** Device pixels per CSS pixel. */
  pixelRatio: number;
}

/**
 * The size of the canvas in its container. A window resize pauses playback and takes effect after 100 ms without
 * further change. On Android the keyboard resizes the window, so only width changes count there.
 */
export function useStageSize(place: RefObject<HTMLElement | null>, canvas: Size): ScreenSize | undefined {
  const { rulers } = useSnapshot(aids);
  const [room, setRoom] = useState<Room>();
  useLayoutEffect(() => {
    if (place.current) setRoom(roomOf(place.current));
  }, [place]);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let { innerWidth, innerHeight } = window;
    const settle = () => {
      const isWindow = window.innerWidth !== innerWidth || window.innerHeight !== innerHeight;
      if (isWindow && isAndroid() && window.innerWidth === innerWidth) return;
      if (isWindow) pause();
      ({ innerWidth, innerHeight } = window);
      setRoom(roomOf(element));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, RESIZE_DEBOUNCE_MS);
    };
    const observer = new ResizeObserver(later);
    observer.observe(element);
    addEventListener('resize', later);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('resize', later);
    };
  }, [place]);
  if (!room) return undefined;
  const ruler = rulers ? RULER : 0;
  const frameHeight = Math.max(LEAST_FRAME, room.outside.height + AIR + ruler);
  const { width, height } = room.window;
  return {
    ...stageSize({ width: width - ruler, height }, canvas, { aside: room.outside.width, frameHeight }),
    pixelRatio: room.pixelRatio,
  };
}

function roomOf(element: HTMLElement): Room {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: pixelRatio } = window;
  const outside = { width: width - element.clientWidth, height: height - element.clientHeight };
  return { window: { width, height }, outside, pixelRatio };
}

function isAndroid(): boolean {
  return /Android/i.test(navigator.userAgent);
}
