import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Size } from '../../../engine/layout/box.ts';
import { type StageSize, stageSize } from '../../../engine/layout/stageSize.ts';
import { pause } from '../state/playback.ts';

/** How long a window must have kept its size before the canvas follows, milliseconds. */
const RESIZE_DEBOUNCE_MS = 100;
/** What is left free above and below the canvas at least, CSS pixels. */
const LEAST_FRAME = 160;
/** Room that the canvas keeps from the edges of its place: above for the handles, below for the play bar, CSS pixels. */
const AIR = 12 + 44;

interface Room {
  window: Size;
  /** What of the window's height is not the canvas's. */
  frameHeight: number;
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
  return { ...stageSize(room.window, canvas, { frameHeight: room.frameHeight }), pixelRatio: room.pixelRatio };
}

function roomOf(element: HTMLElement): Room {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: pixelRatio } = window;
  const frameHeight = Math.max(LEAST_FRAME, height - element.clientHeight + AIR);
  return { window: { width, height }, frameHeight, pixelRatio };
}

function isAndroid(): boolean {
  return /Android/i.test(navigator.userAgent);
}
