import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import { snapTargets } from '../../../engine/timeline/snapTime.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { pressedKeys, secondsOf, trimKeys } from '../../kit/timeKeys.ts';
import { plannedCuts } from '../../subtitles/plannedCuts.ts';
import { markActions } from '../actions/marks.ts';
import { shownBeats } from '../beats/beats.ts';
import { clearMarks, type MarkPart, markedSpan, marks, moveMark } from '../state/marks.ts';
import { pause, shownTime } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import { dragTime } from './dragBar.ts';
import { scrollIntoViewLater } from './view.ts';

/** The marked part on the ruler, and as a tint behind the rows. Its ends are dragged, or moved by keys. */
export const MarkedPart = memo(function MarkedPart({ scale }: { scale: number }) {
  // Rerenders when the marks or the length of the video change.
  useSnapshot(marks);
  useSnapshot(studio);
  const span = markedSpan();
  if (!span) return null;
  const { from, to } = span;
  return (
    <>
      <div className="board-marked" style={{ left: from * scale, width: (to - from) * scale }} aria-hidden="true" />
      <div className="board-marks">
        <Mark part="from" at={from} span={span} scale={scale} />
        <Mark part="to" at={to} span={span} scale={scale} />
      </div>
    </>
  );
});

/** What is about to be cut out of the video, such as its silences. */
export const PlannedCuts = memo(function PlannedCuts({ scale }: { scale: number }) {
  return useSnapshot(plannedCuts).spans.map(({ startTime, endTime }) => (
    <div
      key={startTime}
      className="planned-cut"
      style={{ left: startTime * scale, width: (endTime - startTime) * scale }}
      aria-hidden="true"
    />
  ));
});

interface MarkProps {
  part: MarkPart;
  /** In seconds of the whole video. */
  at: number;
  span: { from: number; to: number };
  /** CSS pixels per second. */
  scale: number;
}

function Mark({ part, at, span, scale }: MarkProps) {
  const { label = '' } = part === 'from' ? markActions.markIn : markActions.markOut;
  return (
    <div
      className={part === 'from' ? 'board-mark is-from' : 'board-mark is-to'}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuenow={at}
      aria-valuetext={`${timecode(at)}, ${timecode(span.to - span.from)} marked`}
      title={part === 'from' ? `Mark in at ${timecode(at)}` : `Mark out at ${timecode(at)}`}
      style={{ left: at * scale }}
      onPointerDown={(press) => dragMark(press, part, scale)}
      onKeyDown={(event) => moveByKey(event, part, at)}
    />
  );
}

function dragMark(press: PointerEvent<HTMLElement>, part: MarkPart, scale: number): void {
  const { from, to } = marks;
  const at = markedSpan()?.[part] ?? 0;
  dragTime(press, true, () => {
    const spans = sceneSpans(studio.project, 'all');
    return {
      scale,
      edges: [at],
      targets: [...snapTargets(studio.project, spans, [], shownTime()), ...shownBeats(studio.project)],
      shown: shownTime(),
      edit: (project, moved) => {
        moveMark(part, moved);
        return project;
      },
      edgesIn: () => [marks[part] ?? at],
      onStart: () => {},
      onCancel: () => Object.assign(marks, { from, to }),
    };
  });
}

function moveByKey(event: KeyboardEvent<HTMLElement>, part: MarkPart, at: number): void {
  const by = secondsOf(event, trimKeys);
  if (['del', 'backspace'].includes(pressedKeys(event))) clearMarks();
  else if (by === undefined) return;
  else {
    pause();
    moveMark(part, at + by);
    scrollIntoViewLater(event.currentTarget);
  }
  event.preventDefault();
  event.stopPropagation();
}
