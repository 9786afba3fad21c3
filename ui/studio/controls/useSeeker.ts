import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { pause, play, SKIP_SECONDS, seek, shownTime, skip } from '../state/playback.ts';
import { player } from '../state/player.ts';
import { studio } from '../state/studio.ts';
import { startDrag } from './drag.ts';

/** What the arrow keys go by in time, seconds. */
export const ARROW_SECONDS: Record<string, number> = {
  ArrowLeft: -0.1,
  ArrowRight: 0.1,
  ArrowDown: -0.03,
  ArrowUp: 0.03,
};

/**
 * The listeners of a line that stands for the whole time. A press goes there and a drag goes along; what plays rests
 * meanwhile. Escape, and the system, put it back to where it was. @param line as long as the time, but for its borders.
 */
export function useSeeker(line: RefObject<HTMLElement | null>) {
  const goTo = (clientX: number) => {
    if (!line.current) return;
    const { left, width } = line.current.getBoundingClientRect();
    const border = line.current.clientLeft;
    const share = (clientX - left - border) / (width - 2 * border);
    if (Number.isFinite(share)) seek(Math.min(1, Math.max(0, share)) * totalDuration(studio.project));
  };
  return {
    onKeyDown: seekByKey,
    onPointerDown: (press: PointerEvent<HTMLElement>) => {
      const before = shownTime();
      const wasPlaying = player.state !== 'paused';
      const goOn = () => wasPlaying && play();
      startDrag(press, {
        onStart: () => {
          pause();
          goTo(press.clientX);
        },
        onMove: goTo,
        onEnd: goOn,
        onCancel: () => {
          seek(before);
          goOn();
        },
      });
    },
  };
}

function seekByKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ...ARROW_SECONDS, PageDown: -SKIP_SECONDS, PageUp: SKIP_SECONDS }[event.key];
  if (step !== undefined) skip(step);
  else if (event.key === 'Home') seek(0);
  else if (event.key === 'End') seek(totalDuration(studio.project));
  else return;
  event.preventDefault();
}
