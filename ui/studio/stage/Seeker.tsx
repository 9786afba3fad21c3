import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { sceneStarts, totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { pause, play, playhead, SKIP_SECONDS, seek, shownTime, skip } from '../state/playback.ts';
import { studio } from '../state/studio.ts';

/** What the arrow keys go by, seconds: as on the timeline. */
const STEPS: Record<string, number> = {
  ArrowLeft: -0.1,
  ArrowRight: 0.1,
  ArrowDown: -0.03,
  ArrowUp: 0.03,
  PageDown: -SKIP_SECONDS,
  PageUp: SKIP_SECONDS,
};

/** The whole project as a line: where it is, and where its scenes begin. Dragging rests what plays until it is let go. */
export function Seeker() {
  const line = useRef<HTMLDivElement>(null);
  const { project, studioPaused, studioTime } = useSnapshot(studio);
  const { time } = useSnapshot(playhead);
  const total = totalDuration(project);
  const shown = Math.min(total, studioPaused ? studioTime : time);
  const part = (seconds: number) => (total > 0 ? `${(100 * seconds) / total}%` : '0%');
  return (
    <div
      className="seeker"
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={Number(total.toFixed(2))}
      aria-valuenow={Number(shown.toFixed(2))}
      aria-valuetext={`${timecode(shown)} of ${timecode(total)}`}
      onKeyDown={(event) => goByKey(event, total)}
      {...useSeekDrag(line, total)}
    >
      <div className="seeker-line" ref={line}>
        <div className="seeker-done" style={{ width: part(shown) }} />
        {sceneStarts(project)
          .slice(1)
          .map((start, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark is nothing but its place in the order.
            <i key={index} className="seeker-scene" style={{ left: part(start) }} />
          ))}
        <div className="seeker-thumb" style={{ left: part(shown) }} />
      </div>
    </div>
  );
}

function goByKey(event: KeyboardEvent, total: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step !== undefined) skip(step);
  else if (event.key === 'Home') seek(0);
  else if (event.key === 'End') seek(total);
  else return;
  event.preventDefault();
}

/** Follows mouse, pen or finger. Escape and the system put it back to where it was. */
function useSeekDrag(line: React.RefObject<HTMLElement | null>, total: number) {
  const going = useRef<{ pointerId: number; before: number; wasPlaying: boolean }>(undefined);
  const goTo = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 0 } = line.current?.getBoundingClientRect() ?? {};
    if (width > 0) seek(Math.min(1, Math.max(0, (clientX - left) / width)) * total);
  };
  const end = ({ pointerId }: PointerEvent, isCancelled: boolean) => {
    const drag = going.current;
    if (drag?.pointerId !== pointerId) return;
    going.current = undefined;
    if (isCancelled) seek(drag.before);
    if (drag.wasPlaying) play();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || going.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      going.current = { pointerId: event.pointerId, before: shownTime(), wasPlaying: !studio.studioPaused };
      pause();
      goTo(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (going.current?.pointerId === event.pointerId) goTo(event);
    },
    onPointerUp: (event: PointerEvent) => end(event, false),
    onPointerCancel: (event: PointerEvent) => end(event, true),
  };
}
