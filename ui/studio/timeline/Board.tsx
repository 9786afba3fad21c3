import { GalleryHorizontalEnd, Music } from 'lucide-react';
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { scrollAtEdges } from '../../../engine/browser/gestures/edgeScroll.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { rulerMarks, rulerStep } from '../../../engine/timeline/ruler.ts';
import { type SceneSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { frameTimecode, timecode } from '../../../engine/timeline/timecode.ts';
import { isDragging } from '../../kit/drag.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { clockTime } from '../../kit/words.ts';
import { ContextMenu } from '../actions/ContextMenu.tsx';
import { useSeeker } from '../controls/useSeeker.ts';
import { playhead } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import { useAnnouncedTime, useShownTime } from '../state/useShownTime.ts';
import { AudioBar } from './AudioBar.tsx';
import { LaneName, Lanes } from './Lanes.tsx';
import { MarkedPart, PlannedCuts } from './MarkedPart.tsx';
import { Markers } from './Markers.tsx';
import { useRows } from './rows.ts';
import { SceneBlock } from './SceneBlock.tsx';
import { selectBarsByRect } from './selectBars.ts';
import { chooseBar } from './timeEdits.ts';
import { gesturePreview, timelineDrag } from './timelineDrag.ts';
import { useShownFps } from './timeWords.ts';
import { type BoardView, SIDE, useZoom } from './useZoom.ts';

/** The timeline's content: a seekable ruler, the scenes side by side, rows of layers below them, and the audio track. */
export function Board() {
  const scroller = useRef<HTMLDivElement>(null);
  const { project: saved, selectedSceneId } = useSnapshot(studio);
  const { project: preview } = useSnapshot(gesturePreview);
  const project = preview ?? saved;
  const total = totalDuration(project);
  const view = useZoom(scroller, total);
  const hasHeads = view.start > SIDE;
  // Memoized, so that unchanged spans do not render again.
  const spans = useMemo(() => sceneSpans(project, 'all'), [project]);
  const shown = spans.filter(({ start, end }) => end >= view.from && start <= view.to);
  // During a drag, elements keep their order in the document: an element that moves there loses the pointer.
  if (preview) shown.sort((a, b) => placeIn(saved, a.scene.id) - placeIn(saved, b.scene.id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      className="board"
      ref={scroller}
      role="group"
      aria-label="Timeline"
      style={{ '--start': `${view.start}px` } as React.CSSProperties}
    >
      <div
        className="board-all"
        onPointerDown={selectBarsByRect}
        data-testid="timeline-content"
        style={{ width: total * view.scale, marginLeft: view.start, marginRight: SIDE }}
      >
        {hasHeads && <div className="board-corner" />}
        <MarkedPart scale={view.scale} />
        <PlannedCuts scale={view.scale} />
        <Ruler scroller={scroller} view={view} total={total} />
        <Markers project={project} scale={view.scale} />
        <div className="lane scene-lane">
          {hasHeads && <LaneName icon={GalleryHorizontalEnd} name="Scenes" />}
          <ol className="board-scenes">
            {shown.map((span) => (
              <SceneBlock
                key={span.scene.id}
                project={saved}
                span={span}
                scale={view.scale}
                isSelected={span.scene.id === selectedSceneId}
                hasTransition={hasTransition(spans[span.sceneIndex - 1], span, view.scale)}
                hasTransitionAfter={hasTransition(span, spans[span.sceneIndex + 1], view.scale)}
              />
            ))}
          </ol>
        </div>
        <Lanes rows={useRows(saved, preview)} view={view} />
        {project.audio && (
          <div className="lane audio-lane">
            {hasHeads && <LaneName icon={Music} name="Audio" />}
            <AudioBar project={project} audio={project.audio} scale={view.scale} total={total} />
          </div>
        )}
        <SnapLine scale={view.scale} />
        <Frame />
        <Playhead scroller={scroller} view={view} />
      </div>
      <DragAnnouncement />
      <ContextMenu area={scroller} select={chooseBar} />
    </div>
  );
}

function placeIn({ scenes }: Project, sceneId: string): number {
  return scenes.findIndex(({ id }) => id === sceneId);
}

/** A line where the dragged bar snapped. */
const SnapLine = memo(function SnapLine({ scale }: { scale: number }) {
  const { snappedAt } = useSnapshot(timelineDrag);
  if (snappedAt === null) return null;
  return <div className="board-snap" style={{ transform: `translateX(${snappedAt * scale}px)` }} aria-hidden="true" />;
});

/** The selection rectangle over the empty timeline. */
const Frame = memo(function Frame() {
  const { frame } = useSnapshot(timelineDrag);
  if (!frame) return null;
  const { x, y, width, height } = frame;
  return <div className="board-frame" style={{ left: x, top: y, width, height }} aria-hidden="true" />;
});

const DragAnnouncement = memo(function DragAnnouncement() {
  return <LiveRegion>{useSnapshot(timelineDrag).announcement}</LiveRegion>;
});

/** Minimum width of two scenes with a transition button between them, in CSS pixels. */
const JOINT_ROOM = 56;

function hasTransition(before: SceneSpan | undefined, after: SceneSpan | undefined, scale: number): boolean {
  return [before, after].every((span) => span !== undefined && (span.end - span.start) * scale >= JOINT_ROOM);
}

/** Distance to the right edge of the viewport at which the timeline scrolls on, in CSS pixels. */
const NEAR = 48;

interface PlayheadProps {
  scroller: RefObject<HTMLElement | null>;
  view: BoardView;
}

/** The line at the current time. The timeline scrolls to keep it visible during playback and after seeking. */
const Playhead = memo(function Playhead({ scroller, view: { scale, start } }: PlayheadProps) {
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
    const place = x - element.scrollLeft;
    const room = element.clientWidth - start;
    if (place < -SIDE || place > room - (isPaused ? 0 : NEAR)) element.scrollLeft = x - NEAR;
  }, [scroller, isPaused, time, x, start]);
  return (
    <div
      className="board-playhead"
      data-testid="playhead"
      style={{ transform: `translateX(${x}px)` }}
      aria-hidden="true"
    />
  );
});

interface RulerProps {
  scroller: RefObject<HTMLElement | null>;
  view: BoardView;
  /** Duration of the whole video, in seconds. */
  total: number;
}

/** A slider with time marks. Clicking or dragging seeks. */
export const Ruler = memo(function Ruler({ scroller, view, total }: RulerProps) {
  const element = useRef<HTMLDivElement>(null);
  const now = Math.min(total, useShownTime());
  const announced = useAnnouncedTime(now);
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
      aria-valuetext={timecode(announced)}
      {...useSeeker(element, () => scrollAtEdges(scroller.current))}
    >
      <Marks view={view} total={total} />
    </div>
  );
});

/** Space that a mark's label needs, and the space available beyond the end, in CSS pixels. */
const WORDS_ROOM = 36;
const EDGE = 16;

function Marks({ view: { scale, from, to }, total }: Omit<RulerProps, 'scroller'>) {
  const fps = useShownFps();
  const step = rulerStep(scale, fps);
  const fine = (mark: number) => (fps === undefined ? timecode(mark).slice(1, -1) : frameTimecode(mark, fps).slice(1));
  return rulerMarks(Math.max(0, from), Math.min(total, to), step).map((mark) => {
    // Limited width, so that the last mark does not widen the scrollable area.
    const room = (total - mark) * scale + EDGE;
    return (
      <span key={mark} className="ruler-mark numbers" style={{ left: mark * scale, maxWidth: room }} aria-hidden="true">
        {room >= WORDS_ROOM && (step < 1 ? fine(mark) : clockTime(mark))}
      </span>
    );
  });
}
