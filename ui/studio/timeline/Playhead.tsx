import { memo, type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { isDragging } from '../controls/drag.ts';
import { playhead } from '../state/playback.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { SIDE } from './useZoom.ts';

/** Distance to the right edge of the viewport at which the timeline scrolls on, in CSS pixels. */
const NEAR = 48;

interface Props {
  scroller: RefObject<HTMLElement | null>;
  /** CSS pixels per second. */
  scale: number;
}

/** The line at the current time. The timeline scrolls to keep it visible during playback and after seeking. */
export const Playhead = memo(function Playhead({ scroller, scale }: Props) {
  const { isPaused } = useSnapshot(playhead);
  const time = useShownTime();
  const x = time * scale;
  const followed = useRef(time);
  useEffect(() => {
    const element = scroller.current;
    // Not after zooming, which keeps its own anchor, and not during a drag, which scrolls by itself.
    if (!element || followed.current === time) return;
    followed.current = time;
    if (isDragging() || element.scrollWidth <= element.clientWidth) return;
    const place = x + SIDE - element.scrollLeft;
    if (place < 0 || place > element.clientWidth - (isPaused ? 0 : NEAR)) element.scrollLeft = x + SIDE - NEAR;
  }, [scroller, isPaused, time, x]);
  return (
    <div
      className="board-playhead"
      data-testid="playhead"
      style={{ transform: `translateX(${x}px)` }}
      aria-hidden="true"
    />
  );
});
