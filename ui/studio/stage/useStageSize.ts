import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import { type StageSize, stageSize } from '../../../engine/layout/stageSize.ts';
import { pause } from '../state/playback.ts';
import { aids } from './aids.ts';

/** How long a window must have kept its size before the canvas follows, milliseconds. */
const RESIZE_DEBOUNCE_MS = 100;
/** What is left free above and below the canvas at least, CSS pixels. */
const LEAST_FRAME = 160;
/** Room that the canvas keeps from the edges of its place: above for the handles, below for the play bar, CSS pixels. */
const AIR = 12 + 44;
/** What rulers take of it beside that. */
const RULER = 20;

interface Room {
  window: Size;
  /** What of the window's height is not the canvas's place. */
  aside: number;
  pixelRatio: number;
}

/** The size of the canvas on screen. */
export interface ScreenSize extends StageSize {
  /** Pixels of the device per CSS pixel. */
  pixelRatio: number;
}

/**
 * The size of the canvas in its place. A resize of the window pauses the Studio and counts once it has
 * rested for 100 ms; on Android, where the keyboard resizes the window, only a change of its width does.
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
  const frameHeight = Math.max(LEAST_FRAME, room.aside + AIR + ruler);
  const { width, height } = room.window;
  return {
    ...stageSize({ width: width - ruler, height }, canvas, { frameHeight }),
    pixelRatio: room.pixelRatio,
  };
}

function roomOf(element: HTMLElement): Room {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: pixelRatio } = window;
  return { window: { width, height }, aside: height - element.clientHeight, pixelRatio };
}

function isAndroid(): boolean {
  return /Android/i.test(navigator.userAgent);
}
