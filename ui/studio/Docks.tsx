import { ChevronDown, ChevronUp, Maximize2 } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import { focusOn } from '../app/focus.ts';
import { startDrag } from '../kit/drag.ts';
import { useHasDocks } from '../kit/hooks.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { DockedTimeline, Inspector } from './parts.ts';
import { docks, timelineHeights } from './state/docks.ts';
import { openWork } from './state/go.ts';
import { hasContent, studio } from './state/studio.ts';

/** The inspector next to the canvas on wide screens. Reserves its space while loading; hidden next to the start screen. */
export function InspectorDock() {
  const { project, showCanvas } = useSnapshot(studio);
  if (!useHasDocks() || !hasContent(project, showCanvas)) return null;
  return (
    <section className="properties" aria-label="Inspector" data-arrows="">
      <Suspense fallback={null}>
        <Inspector />
      </Suspense>
    </section>
  );
}

/** The timeline below the canvas on wide screens. Reserves its space while loading; hidden next to the start screen. */
export function TimelineDock() {
  const { project, showCanvas } = useSnapshot(studio);
  const { isTimelineOpen, timelineHeight } = useSnapshot(docks);
  const place = useRef<HTMLElement>(null);
  const isDocked = useHasDocks();
  if (!isDocked || !hasContent(project, showCanvas)) return null;
  const height = timelineHeight === undefined ? undefined : `${timelineHeight}px`;
  return (
    <section
      ref={place}
      className="timeline-dock"
      aria-label="Timeline"
      data-open={isTimelineOpen || undefined}
      style={{ '--dock-height': height } as CSSProperties}
    >
      {isTimelineOpen && <Border place={place} />}
      {isTimelineOpen ? (
        <Suspense fallback={null}>
          <DockedTimeline buttons={<DockButtons />} />
        </Suspense>
      ) : (
        <div className="row split timeline-dock-bar">
          <h2 className="label">Timeline</h2>
          <DockButtons />
        </div>
      )}
    </section>
  );
}

function DockButtons(): ReactNode {
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
