import { type RefObject, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { playhead } from '../state/playback.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { SIDE } from './useZoom.ts';

/** How near to the edge of what is in sight the line may come before the timeline moves on, CSS pixels. */
const NEAR = 48;

/** The line at the moment that is shown. While it plays the timeline follows it. */
export function Playhead({ scroller, scale }: { scroller: RefObject<HTMLElement | null>; scale: number }) {
  const { isPaused } = useSnapshot(playhead);
  const x = useShownTime() * scale;
  useEffect(() => {
    const element = scroller.current;
    if (!element || isPaused || element.scrollWidth <= element.clientWidth) return;
    const place = x + SIDE - element.scrollLeft;
    if (place < 0 || place > element.clientWidth - NEAR) element.scrollLeft = x + SIDE - NEAR;
  }, [scroller, isPaused, x]);
  return <div className="board-playhead" style={{ transform: `translateX(${x}px)` }} aria-hidden="true" />;
}
