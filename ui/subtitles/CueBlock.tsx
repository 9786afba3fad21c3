import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { moveCue, setCueTimes } from '../../engine/edit/cues.ts';
import { fontStack } from '../../engine/painters/fonts.ts';
import type { EastAsianRegion } from '../../engine/project/eastAsianRegion.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { type SnappedTime, snapTimes } from '../../engine/timeline/snapTime.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { own } from '../client/page/t.ts';
import { DRAG_WAY, startDrag } from '../kit/drag.ts';
import { secondsOf, trimKeys } from '../kit/timeKeys.ts';
import type { CueHost } from './cueHost.ts';
import { cueListState, goTo } from './cueList.ts';

/** Snap distance of an edge, in CSS pixels. */
const SNAP_WAY = 8;

interface Props {
  /** A stable object whose `current` is the latest host. */
  host: { current: CueHost };
  cue: Cue;
  /** One-based. */
  number: number;
  /** In CSS pixels per second. */
  scale: number;
  /** Region whose glyph variants East Asian characters use. */
  region: EastAsianRegion | undefined;
  isActive: boolean;
  isShown: boolean;
  /** Whether its time is cut out of the video. */
  isStruck: boolean;
}

/** A cue on the time axis: selected by a press, moved and resized by mouse, touch and keyboard. */
export const CueBlock = memo(function CueBlock(props: Props) {
  const { host, cue, number, scale, region, isActive, isShown, isStruck } = props;
  const { id, text, startTime, endTime } = cue;
  const hasDragged = useRef(false);
  const drag = (part: CuePart) => (press: PointerEvent<HTMLElement>) => {
    hasDragged.current = false;
    // On touch, dragging the middle scrolls.
    if (part === 'both' && press.pointerType === 'touch') return;
    press.stopPropagation();
    const onStart = () => {
      hasDragged.current = true;
      cueListState.activeId = id;
    };
    dragPart(press, { host, id, part, scale, onStart });
  };
  const edge = (part: 'start' | 'end') => (
    <Edge {...{ host, cue, number, part }} isStop={isActive} onPointerDown={drag(part)} />
  );
  return (
    <div
      className="cue-block"
      style={{ left: startTime * scale, width: Math.max(4, (endTime - startTime) * scale) }}
      data-active={isActive || undefined}
      data-shown={isShown || undefined}
      data-struck={isStruck || undefined}
    >
      <button
        type="button"
        className="fill cue-block-words"
        tabIndex={-1}
        aria-label={`Subtitle ${number} over time: ${text ? own(text) : 'empty'}`}
        title={`${timecode(startTime)} to ${timecode(endTime)}`}
        onPointerDown={drag('both')}
        onClick={() => {
          if (hasDragged.current) return;
          goTo(host.current, cue);
        }}
        onDoubleClick={() => (cueListState.focus = { id })}
      >
        <span dir="auto" translate="no" style={letterStyle(text, region)}>
          {text}
        </span>
      </button>
      {edge('start')}
      {edge('end')}
    </div>
  );
});

interface EdgeProps extends Pick<Props, 'host' | 'cue' | 'number'> {
  part: 'start' | 'end';
  /** Whether it is a tab stop. */
  isStop: boolean;
  onPointerDown: (press: PointerEvent<HTMLElement>) => void;
}

function Edge({ host, cue, number, part, isStop, onPointerDown }: EdgeProps) {
  const { id, startTime, endTime } = cue;
  const value = part === 'start' ? startTime : endTime;
  const { duration } = host.current;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = secondsOf(event, trimKeys);
    if (by === undefined) return;
    event.preventDefault();
    host.current.change((cues) => movePart(cues, id, part, value + by, duration), `edge ${id}`);
  };
  return (
    <div
      className={`cue-edge is-${part}`}
      role="slider"
      tabIndex={isStop ? 0 : -1}
      aria-label={`Subtitle ${number}: ${part}`}
      aria-orientation="horizontal"
      aria-valuemin={part === 'start' ? 0 : startTime}
      aria-valuemax={part === 'start' ? endTime : Math.max(duration, endTime)}
      aria-valuenow={value}
      aria-valuetext={timecode(value)}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => secondsOf(event, trimKeys) !== undefined && host.current.endStep()}
    />
  );
}

interface Dragged {
  host: { current: CueHost };
  id: string;
  part: CuePart;
  scale: number;
  onStart: () => void;
}

/** Drags a part of a cue. Ctrl suspends snapping; Escape reverts the drag. */
function dragPart(press: PointerEvent<HTMLElement>, { host, id, part, scale, onStart }: Dragged): void {
  const { cues: before, duration, player } = host.current;
  const cue = before.find((one) => one.id === id);
  if (!cue) return;
  const edges = edgesOf(cue, part);
  let made = before;
  // An edit function, so that cues added in the meantime stay.
  const changeCues = (edit: (cues: readonly Cue[]) => readonly Cue[]) => host.current.change(edit, `drag ${id}`);
  startDrag(press, {
    way: part === 'both' ? DRAG_WAY : 0,
    onStart: () => {
      host.current.endStep();
      player.pause();
      onStart();
    },
    onMove: (x, { ctrlKey, metaKey }) => {
      const by = (x - press.clientX) / scale;
      const moved = edges.map((edge) => edge + by);
      const near = { id, edges: moved, shown: player.state.time, duration };
      const snapped = ctrlKey || metaKey ? 0 : snapPart(before, near, SNAP_WAY / scale).by;
      made = changeCues((cues) => movePart(cues, id, part, (moved[0] ?? 0) + snapped, duration));
    },
    onEnd: () => host.current.endStep(),
    onCancel: () => {
      const isLast = changeCues((cues) => cues) === made;
      if (made !== before && isLast) host.current.undo();
      else if (made !== before) changeCues((cues) => cues.map((one) => (one.id === id ? cue : one)));
      host.current.endStep();
    },
  });
}

/** Part of a cue that moves in time: an edge, or the whole cue. */
type CuePart = 'start' | 'end' | 'both';

/** Minimum length of a cue when an edge moves, in seconds. */
const LEAST = 0.1;

/** Returns the times of the edges that move with a part, in seconds; the part is positioned by the first one. */
export function edgesOf({ startTime, endTime }: Cue, part: CuePart): number[] {
  return { start: [startTime], end: [endTime], both: [startTime, endTime] }[part];
}

/** Moves a part of a cue to a time, within limits. @param to in seconds. @param duration of the video. */
export function movePart(
  cues: readonly Cue[],
  id: string,
  part: CuePart,
  to: number,
  duration: number,
): readonly Cue[] {
  const cue = cues.find((one) => one.id === id);
  if (!cue) return cues;
  const { startTime, endTime } = cue;
  // A cue that already ends after the video may stay there.
  const last = Math.max(duration, endTime);
  if (part === 'both') return moveCue(cues, id, Math.min(Math.max(0, to), last - (endTime - startTime)) - startTime);
  if (part === 'start') return setCueTimes(cues, id, { startTime: Math.max(0, Math.min(to, endTime - LEAST)) });
  return setCueTimes(cues, id, { endTime: Math.min(last, Math.max(to, startTime + LEAST)) });
}

/** Snaps a dragged part to the playhead, the edges of other cues and the ends of the video. */
export function snapPart(
  cues: readonly Cue[],
  { id, edges, shown, duration }: { id: string; edges: readonly number[]; shown: number; duration: number },
  tolerance: number,
): SnappedTime {
  const isNear = (time: number) => edges.some((edge) => Math.abs(edge - time) <= tolerance);
  const others = cues.flatMap((cue) => (cue.id === id ? [] : [cue.startTime, cue.endTime].filter(isNear)));
  return snapTimes(edges, [shown, ...others, 0, duration], tolerance);
}

/** Characters that the interface font lacks. */
const isOther = /[^\t\n\r -\u024f\u2000-\u20bf]/;

/**
 * Returns the style for text of any script in a field: the fonts of the preview, in case the system has none.
 * @param region whose glyph variants East Asian characters use.
 */
export function letterStyle(text: string, region: EastAsianRegion | undefined): CSSProperties | undefined {
  return isOther.test(text) ? { fontFamily: `var(--font), ${fontStack('Arial', text, region)}` } : undefined;
}
