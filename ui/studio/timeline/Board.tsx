import { type FocusEvent, memo, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ref } from 'valtio/vanilla';
import { scrollAtEdges } from '../../../engine/browser/gestures/edgeScroll.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { rectBetween } from '../../../engine/layout/rect.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { rulerMarks, rulerStep } from '../../../engine/timeline/ruler.ts';
import { type LayerSpan, type SceneSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { isDragging, startDrag } from '../../kit/drag.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { clockTime, secondsWords } from '../../kit/words.ts';
import { ContextMenu } from '../actions/ContextMenu.tsx';
import { useSeeker } from '../controls/useSeeker.ts';
import { TransitionButton } from '../effects/TransitionButton.tsx';
import { SceneThumb } from '../scenes/SceneThumb.tsx';
import { countWords } from '../state/announceChange.ts';
import { playhead, seek } from '../state/playback.ts';
import { layersHere, selectedIds, selectLayer, selectLayers, studio } from '../state/studio.ts';
import { useAnnouncedTime, useShownTime } from '../state/useShownTime.ts';
import { AudioBar } from './AudioBar.tsx';
import { LayerBar, ROW_HEIGHT } from './LayerBar.tsx';
import { Markers } from './Markers.tsx';
import { SceneEnd } from './SceneEnd.tsx';
import { chooseBar } from './timeEdits.ts';
import { endTimelineDrag, gesturePreview, timelineDrag } from './timelineDrag.ts';
import { type BoardView, SIDE, useZoom } from './useZoom.ts';
import { boardAround } from './view.ts';

/** The timeline's content: a seekable ruler, the scenes side by side, their layers below them, and the audio track. */
export function Board() {
  const scroller = useRef<HTMLDivElement>(null);
  const { project: saved, selectedSceneId, selectedLayerId, severalIds } = useSnapshot(studio);
  const project = useSnapshot(gesturePreview).project ?? saved;
  const total = totalDuration(project);
  const view = useZoom(scroller, total);
  // Memoized, so that unchanged spans do not render again.
  const spans = useMemo(() => sceneSpans(project, 'all'), [project]);
  const overlay = spans[0]?.overlay;
  const rows = Math.max(0, ...spans.map(({ layers }) => layers.length));
  const shown = spans.filter(({ start, end }) => end >= view.from && start <= view.to);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="board" ref={scroller} role="group" aria-label="Timeline">
      <div
        className="board-all"
        onPointerDown={selectBarsByRect}
        data-testid="timeline-content"
        style={{ width: total * view.scale, marginInline: SIDE }}
      >
        <Ruler scroller={scroller} view={view} total={total} />
        <Markers project={project} scale={view.scale} />
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
        {overlay && (
          <div className="board-tracks" style={{ height: overlay.layers.length * ROW_HEIGHT }}>
            <Tracks {...{ selectedLayerId, severalIds }} span={overlay} scale={view.scale} />
          </div>
        )}
        <div className="board-tracks" style={{ height: rows * ROW_HEIGHT }}>
          {shown.map((span) => (
            <Tracks key={span.scene.id} {...{ span, selectedLayerId, severalIds }} scale={view.scale} />
          ))}
        </div>
        {project.audio && <AudioBar project={project} audio={project.audio} scale={view.scale} total={total} />}
        <SnapLine scale={view.scale} />
        <Frame />
        <Playhead scroller={scroller} scale={view.scale} />
      </div>
      <DragAnnouncement />
      <ContextMenu area={scroller} select={chooseBar} />
    </div>
  );
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
  /** CSS pixels per second. */
  scale: number;
}

/** The line at the current time. The timeline scrolls to keep it visible during playback and after seeking. */
const Playhead = memo(function Playhead({ scroller, scale }: PlayheadProps) {
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
    const place = x + SIDE - element.scrollLeft;
    if (place < 0 || place > element.clientWidth - (isPaused ? 0 : NEAR)) element.scrollLeft = x + SIDE - NEAR;
  }, [scroller, isPaused, time, x]);
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

interface SceneBlockProps {
  /** The project without a running drag, so that scene thumbnails are not repainted at each step. */
  project: Project;
  span: SceneSpan;
  /** CSS pixels per second. */
  scale: number;
  isSelected: boolean;
  /** Whether there is room for the transition button before the scene. */
  hasTransition: boolean;
  /** Whether there is room for the transition button after the scene. */
  hasTransitionAfter: boolean;
}

/** Minimum width for a thumbnail next to the label, in CSS pixels. */
const PICTURE_ROOM = 120;
/** Minimum width for a handle at the end. */
const END_ROOM = 96;
/** Minimum width for the word next to the number. */
const WORD_ROOM = 72;

/** A scene as a block with its start time, as wide as its duration. A click seeks there. */
const SceneBlock = memo(function SceneBlock(props: SceneBlockProps) {
  const { project, span, scale, isSelected, hasTransition, hasTransitionAfter } = props;
  const { scene, sceneIndex, start, end } = span;
  const width = (end - start) * scale;
  return (
    <li className="board-scene" style={{ left: start * scale, width }}>
      <button
        type="button"
        className="fill row board-scene-block"
        aria-pressed={isSelected}
        data-transition={hasTransition || undefined}
        onClick={() => {
          selectLayer(null);
          seek(start);
        }}
      >
        {width >= PICTURE_ROOM && (
          <SceneThumb project={project} scene={project.scenes[sceneIndex] ?? scene} index={sceneIndex} />
        )}
        <span className="board-scene-words">
          <strong>
            <span className={width < WORD_ROOM ? 'unseen' : undefined}>Scene </span>
            {sceneIndex + 1}
          </strong>
          <span className="unseen">, starts at </span>
          <span className="numbers">{clockTime(start)}</span>
          <span className="unseen">{`, lasting ${secondsWords(end - start)}`}</span>
        </span>
      </button>
      {width >= END_ROOM && <SceneEnd project={project} span={span} scale={scale} hasTransition={hasTransitionAfter} />}
      {hasTransition && <TransitionButton className="board-transition" scene={scene} index={sceneIndex} />}
    </li>
  );
}, isSame);

/** Ignores layers that are being dragged until the project has changed. */
function isSame(before: SceneBlockProps, after: SceneBlockProps): boolean {
  const [{ span: one, ...rest }, { span: other, ...others }] = [before, after];
  const isInPlace = one.sceneIndex === other.sceneIndex && one.start === other.start && one.end === other.end;
  return isInPlace && Object.entries(rest).every(([name, value]) => others[name as keyof typeof others] === value);
}

/** Narrower scenes show no layers, since they would be indistinguishable. In CSS pixels. */
const LEAST_WIDTH = 16;

interface TracksProps {
  span: SceneSpan;
  /** CSS pixels per second. */
  scale: number;
  selectedLayerId: string | null;
  /** The layers selected together. */
  severalIds: readonly string[];
}

/** The layers of a scene over their spans, front to back, with audio below. */
export const Tracks = memo(function Tracks({
  span: { layers, start, end, sceneIndex },
  scale,
  selectedLayerId,
  severalIds,
}: TracksProps) {
  const { layerIds: movedIds, framedIds } = useSnapshot(timelineDrag);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const width = (end - start) * scale;
  if (width < LEAST_WIDTH) return null;
  const rows = rowsOf(layers);
  const isHere = (id: string | null) => rows.some(({ layer }) => layer.id === id);
  const stopId = [focusedId, selectedLayerId].find(isHere) ?? rows[0]?.layer.id;
  const noteFocus = ({ target }: FocusEvent) => setFocusedId(target.closest<HTMLElement>('li')?.dataset.layer ?? null);
  return (
    <ul
      className="tracks"
      aria-label={sceneIndex < 0 ? 'Layers of the whole video' : `Layers of scene ${sceneIndex + 1}`}
      style={{ left: start * scale, width }}
      onFocus={noteFocus}
    >
      {rows.map((span) => (
        <LayerBar
          key={span.layer.id}
          span={span}
          sceneStart={start}
          scale={scale}
          isSelected={span.layer.id === selectedLayerId}
          isAmong={severalIds.includes(span.layer.id) || framedIds.includes(span.layer.id)}
          isMoved={movedIds.includes(span.layer.id)}
          isTabStop={span.layer.id === stopId}
        />
      ))}
    </ul>
  );
});

function rowsOf(layers: readonly LayerSpan[]): LayerSpan[] {
  const rows = layers.toReversed();
  const isSound = ({ layer }: LayerSpan) => !kindOf(layer).isSeen;
  return [...rows.filter((span) => !isSound(span)), ...rows.filter(isSound)];
}

/** Elements that handle presses themselves; all else counts as empty. */
const TAKEN = 'button, input, a, [role="slider"], .board-scenes';

/**
 * Draws a selection rectangle over the empty timeline by mouse. On release, selects the bars it touches, all of one
 * scene; Shift adds them to the selection. A plain click deselects.
 */
function selectBarsByRect(press: PointerEvent<HTMLElement>): void {
  const all = press.currentTarget;
  if (press.pointerType === 'touch' || !(press.target instanceof Element) || press.target.closest(TAKEN)) return;
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = all.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const from = placeOf(press);
  const { shiftKey } = press;
  startDrag(press, {
    scroll: boardAround(all).scroll,
    onMove: (_x, event) => {
      const frame = rectBetween(from, placeOf(event));
      const ids = barsWithin(all, frame);
      timelineDrag.frame = ref(frame);
      if (ids.join() !== timelineDrag.framedIds.join()) timelineDrag.framedIds = ref(ids);
    },
    onEnd: () => {
      const ids = timelineDrag.framedIds;
      endTimelineDrag();
      applySelection(ids, shiftKey);
    },
    onCancel: endTimelineDrag,
  });
}

/** The layers whose bars a rectangle touches: of the selected scene if it touches any of them, else of the first. */
function barsWithin(all: HTMLElement, frame: Rect): string[] {
  const origin = all.getBoundingClientRect();
  const [left, top] = [origin.left + frame.x, origin.top + frame.y];
  const isTouched = (bar: Element) => {
    const box = bar.getBoundingClientRect();
    return box.left < left + frame.width && box.right > left && box.top < top + frame.height && box.bottom > top;
  };
  const touched = [...all.querySelectorAll<HTMLElement>('.track')].filter(isTouched);
  const found = new Set(touched.map((bar) => bar.closest<HTMLElement>('li')?.dataset.layer));
  const { project } = studio;
  const lists = [layersHere(), ...project.scenes.map(({ layers }) => layers)];
  const idsIn = (layers: readonly Layer[]) =>
    layers.flatMap(({ id, isLocked }) => (found.has(id) && !isLocked ? [id] : []));
  return lists.map(idsIn).find((ids) => ids.length > 0) ?? [];
}

function applySelection(ids: readonly string[], isMore: boolean): void {
  const isHere = layersHere().some(({ id }) => id === ids[0]);
  const before = isMore && isHere ? selectedIds() : [];
  if (!isHere && (ids.length > 0 || !isMore)) selectLayer(ids[0] ?? null);
  if (ids.length > 0) selectLayers([...before, ...ids]);
  const count = selectedIds().length;
  if (ids.length > 0) timelineDrag.announcement = `${countWords(count)} selected`;
}
