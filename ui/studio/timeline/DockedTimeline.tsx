import { ChevronDown, ChevronUp, Maximize2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { focusOn } from '../../app/focus.ts';
import { startDrag } from '../../kit/drag.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { docks, timelineHeights } from '../state/docks.ts';
import { openWork } from '../state/go.ts';
import { Board } from './Board.tsx';
import { Transport } from './Transport.tsx';
import './timeline.css';
import './board.css';
import './tracks.css';

/**
 * The timeline in its dock: transport controls and the board, or a bar while it is collapsed.
 * @param props.place the dock, which its upper border resizes.
 */
export function DockedTimeline({ place }: { place: RefObject<HTMLElement | null> }) {
  const { isTimelineOpen } = useSnapshot(docks);
  if (!isTimelineOpen)
    return (
      <div className="row split timeline-dock-bar">
        <h2 className="label">Timeline</h2>
        <DockButtons />
      </div>
    );
  return (
    <>
      <Border place={place} />
      <div className="row timeline-dock-head" data-beside-sheet>
        <Transport />
        <DockButtons />
      </div>
      <Board />
    </>
  );
}

function DockButtons() {
  const { isTimelineOpen } = useSnapshot(docks);
  return (
    <div className="row timeline-dock-buttons">
      <IconButton icon={Maximize2} label="Timeline at full height" onClick={() => openWork('timeline')} />
      <IconButton
        icon={isTimelineOpen ? ChevronDown : ChevronUp}
        label={isTimelineOpen ? 'Collapse the timeline' : 'Expand the timeline'}
        onClick={() => {
          docks.isTimelineOpen = !isTimelineOpen;
        }}
      />
    </div>
  );
}

/** Steps of arrow keys, and with Shift, in CSS pixels. */
const STEP = { fine: 8, coarse: 40 };
/** Height left for the canvas, in CSS pixels. */
const CANVAS_ROOM = 320;

/** The upper border of the timeline, which resizes it. A double click restores the default height. */
function Border({ place }: { place: RefObject<HTMLElement | null> }) {
  const height = useHeight(place);
  const { min } = timelineHeights;
  const max = Math.max(min, Math.min(timelineHeights.max, innerHeight - CANVAS_ROOM));
  const resize = (to: number) => {
    docks.timelineHeight = Math.round(Math.min(max, Math.max(min, to)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEP.coarse : STEP.fine;
    const by = { ArrowUp: step, ArrowDown: -step, Home: -max, End: max }[event.key];
    if (by !== undefined) resize(height + by);
    else if (event.key === 'Enter') docks.isTimelineOpen = false;
    else return;
    event.preventDefault();
  };
  const onPointerDown = (press: PointerEvent<HTMLElement>) => {
    const before = docks.timelineHeight;
    startDrag(press, {
      onMove: (_x, { clientY }) => resize(height + press.clientY - clientY),
      onEnd: () => focusOn('main'),
      onCancel: () => {
        docks.timelineHeight = before;
      },
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a thematic break cannot be moved.
    <div
      className="timeline-dock-border"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Height of the timeline"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={height}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => {
        docks.timelineHeight = undefined;
      }}
    />
  );
}

function useHeight(place: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState<number>(timelineHeights.min);
  // Not a layout effect: those run before the element around the border is attached.
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new ResizeObserver(() => setHeight(current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [place]);
  return height;
}
