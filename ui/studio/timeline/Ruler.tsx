import { memo, type RefObject, useRef } from 'react';
import { rulerMarks, rulerStep } from '../../../engine/timeline/ruler.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { clockTime } from '../../components/words.ts';
import { scrollAtEdges } from '../controls/edgeScroll.ts';
import { useSeeker } from '../controls/useSeeker.ts';
import { useAnnouncedTime, useShownTime } from '../state/useShownTime.ts';
import type { BoardView } from './useZoom.ts';

interface Props {
  scroller: RefObject<HTMLElement | null>;
  view: BoardView;
  /** Duration of the whole video, in seconds. */
  total: number;
}

/** A slider with time marks. Clicking or dragging seeks. */
export const Ruler = memo(function Ruler({ scroller, view, total }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const now = Math.min(total, useShownTime());
  const said = useAnnouncedTime(now);
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
      aria-valuetext={timecode(said)}
      {...useSeeker(element, () => scrollAtEdges(scroller.current))}
    >
      <Marks view={view} total={total} />
    </div>
  );
});

/** Space that a mark's label needs, and the space available beyond the end, in CSS pixels. */
const WORDS_ROOM = 36;
const EDGE = 16;

function Marks({ view: { scale, from, to }, total }: Omit<Props, 'scroller'>) {
  const step = rulerStep(scale);
  return rulerMarks(Math.max(0, from), Math.min(total, to), step).map((mark) => {
    // Limited width, so that the last mark does not widen the scrollable area.
    const room = (total - mark) * scale + EDGE;
    return (
      <span key={mark} className="ruler-mark numbers" style={{ left: mark * scale, maxWidth: room }} aria-hidden="true">
        {room >= WORDS_ROOM && (step < 1 ? timecode(mark).slice(1, -1) : clockTime(mark))}
      </span>
    );
  });
}
