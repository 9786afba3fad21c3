import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import type { ScrollAtEdges } from '../../../engine/browser/gestures/edgeScroll.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { startDrag } from '../../kit/drag.ts';
import { momentKeys, secondsOf } from '../../kit/timeKeys.ts';
import { pause, play, SKIP_SECONDS, seek, shownTime, skip } from '../state/playback.ts';
import { player } from '../state/player.ts';
import { studio } from '../state/studio.ts';

/** Keys that move the playhead. */
export const seekKeys = momentKeys(SKIP_SECONDS);

/**
 * Event handlers of a line that stands for the whole duration. A press or drag seeks; playback pauses meanwhile. Escape
 * or the system cancels and restores the time.
 * @param line as wide as the duration, plus its borders.
 * @param scrollAround edge scrolling, if not all of the line is visible.
 */
export function useSeeker(line: RefObject<HTMLElement | null>, scrollAround?: () => ScrollAtEdges | undefined) {
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
        scroll: scrollAround?.(),
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
  const by = secondsOf(event, seekKeys);
  if (by === undefined) return;
  event.preventDefault();
  skip(by);
}
