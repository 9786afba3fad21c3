import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { rulerMarks, rulerStep } from '../../../engine/timeline/ruler.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { clockTime } from '../scenes/sceneLabel.ts';
import { playhead, seek, shownTime } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import type { BoardView } from './useZoom.ts';

interface Props {
  view: BoardView;
  /** Length of the whole video, seconds. */
  total: number;
}

/** The seeker: marks over the whole time; a press goes there, a drag goes along. */
export function Ruler({ view, total }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { studioPaused, studioTime } = useSnapshot(studio);
  const { time } = useSnapshot(playhead);
  const now = Math.min(total, studioPaused ? studioTime : time);
  const go = ({ clientX }: PointerEvent) => {
    const { left = 0 } = element.current?.getBoundingClientRect() ?? {};
    // Its border reaches beyond the first moment.
    const x = clientX - left - (element.current?.clientLeft ?? 0);
    seek(Math.min(total, Math.max(0, x / view.scale)));
  };
  return (
    <div
      ref={element}
      className="ruler"
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={now}
      aria-valuetext={timecode(now)}
      onKeyDown={(event) => goByKey(event, total)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && go(event)}
    >
      <Marks view={view} total={total} />
    </div>
  );
}

/** Seconds of Page Up and Page Down. */
const PAGE = 5;

function goByKey(event: KeyboardEvent, total: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // Arrow keys go on to the timeline, which knows them wherever the focus is.
  const to = { Home: 0, End: total, PageUp: shownTime() + PAGE, PageDown: shownTime() - PAGE }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  seek(Math.min(total, Math.max(0, to)));
}

/** Room that a mark needs for its time, CSS pixels; of that the edge beyond the end gives some. */
const WORDS_ROOM = 36;
const EDGE = 16;

function Marks({ view: { scale, from, to }, total }: Props) {
  const step = rulerStep(scale);
  return rulerMarks(Math.max(0, from), Math.min(total, to), step).map((mark) => (
    <span key={mark} className="ruler-mark numbers" style={{ left: mark * scale }} aria-hidden="true">
      {(total - mark) * scale + EDGE >= WORDS_ROOM && (step < 1 ? timecode(mark).slice(1, -1) : clockTime(mark))}
    </span>
  ));
}
