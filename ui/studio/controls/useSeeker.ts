import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { momentKeys, secondsOf } from '../shortcuts/timeKeys.ts';
import { pause, play, SKIP_SECONDS, seek, shownTime, skip } from '../state/playback.ts';
import { player } from '../state/player.ts';
import { studio } from '../state/studio.ts';
import { startDrag } from './drag.ts';
import type { ScrollAtEdges } from './edgeScroll.ts';

/** Keys of the shown moment. */
export const seekKeys = momentKeys(SKIP_SECONDS);

/**
 * The listeners of a line that stands for the whole time. A press goes there and a drag goes along; what plays rests
 * meanwhile. Escape, and the system, put it back to where it was. @param line as long as the time, but for its borders.
 * @param scrollAround what scrolls when a drag comes to its edge, where not all of the line is in sight.
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
