import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { cueMarks } from '../../engine/edit/cueMarks.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { CueRow } from './CueRow.tsx';
import type { CueHost } from './cueHost.ts';
import { cueListState } from './cueList.ts';
import { cutOf } from './cuts.ts';
import { useRegion, useShownCue, useView } from './useView.ts';
import './cues.css';

/** Heights of a row, in CSS pixels. */
const CLOSED = 44;
const OPEN = 150;

/** Virtualized list of all cues: renders only the visible rows. */
export function CueList({ host }: { host: CueHost }) {
  const { cues } = host;
  const { activeId, isExpanded, focus } = useSnapshot(cueListState);
  const newest = useRef(host);
  newest.current = host;
  const scroller = useRef<HTMLDivElement>(null);
  /** Id of the cue that contains the focus, open or not. */
  const [focusedId, setFocusedId] = useState<string>();
  const view = useView(scroller);
  const marks = useMarks(host);
  const region = useRegion(cues);
  const { shownId, isPlaying } = useShownCue(host);
  const indexOf = (id: string | null | undefined) => (id ? cues.findIndex((cue) => cue.id === id) : -1);
  const active = indexOf(activeId);
  const rows: Rows = isExpanded
    ? { count: cues.length, height: OPEN, open: -1, openHeight: OPEN }
    : { count: cues.length, height: CLOSED, open: active, openHeight: OPEN };
  const reveal = (index: number) => {
    const element = scroller.current;
    if (!element || index < 0) return;
    const seen = { top: element.scrollTop, height: element.clientHeight };
    element.scrollTop = scrolledTo(rows, index, seen);
  };
  const wished = focus?.id ?? activeId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the active cue or the view changes.
  useLayoutEffect(() => {
    // A pressed row must not move from under the pointer.
    const row = document.activeElement?.closest<HTMLElement>('.cue');
    if (focus || !row || row.dataset.cue !== wished) reveal(indexOf(wished));
  }, [wished, isExpanded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the visible cue changes.
  useEffect(() => {
    if (isPlaying && !scroller.current?.contains(document.activeElement)) reveal(indexOf(shownId));
  }, [shownId, isPlaying]);
  const [from, to] = rowsIn(rows, view.top, view.height);
  // The active and the focused row stay rendered; scrolling would otherwise lose the focus.
  const staying = [active, indexOf(focusedId)].filter((index) => index >= 0);
  const drawn = [...new Set([...range(from, to), ...staying])].sort((a, b) => a - b);
  return (
    <div className="scroll cue-scroller" ref={scroller} tabIndex={cues.length === 0 ? -1 : 0} onScroll={view.read}>
      <ol
        className="cue-list"
        aria-label="Subtitles"
        style={{ height: topOf(rows, rows.count) }}
        onBlur={() => setFocusedId(undefined)}
        onFocus={({ target }) => {
          setFocusedId(target.closest<HTMLElement>('.cue')?.dataset.cue);
          const id = target.closest<HTMLElement>('.cue.is-open')?.dataset.cue;
          if (id && id !== cueListState.activeId && !(target instanceof HTMLTextAreaElement))
            cueListState.activeId = id;
        }}
      >
        {drawn.map((index) => {
          const cue = cues[index] as Cue;
          return (
            <CueRow
              key={cue.id}
              host={newest}
              cue={cue}
              number={index + 1}
              count={cues.length}
              marks={marks.get(cue.id)?.join(' ') ?? ''}
              cut={cutOf(host, cue)}
              top={topOf(rows, index)}
              isOpen={isExpanded || index === active}
              isActive={index === active}
              isShown={cue.id === shownId}
              isPlaying={isPlaying}
              region={region}
              focus={focus?.id === cue.id ? focus : null}
            />
          );
        })}
      </ol>
    </div>
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Returns the marks of the cues, deferred behind typing. */
function useMarks({ cues, fps, duration }: CueHost) {
  const settled = useDeferredValue(cues);
  // While the video's length is unknown, no cue is after its end.
  const known = duration > 0 ? duration : Number.POSITIVE_INFINITY;
  return useMemo(() => cueMarks(settled, { fps, duration: known }), [settled, fps, known]);
}

/** Layout of a list of rows of which at most one is open. Heights in CSS pixels. */
interface Rows {
  count: number;
  /** Height of every row except the open one. */
  height: number;
  /** Index of the open row; -1 for none. */
  open: number;
  openHeight: number;
}

/** Extra rows rendered above and below the view, so that fast scrolling shows no gaps. */
const MARGIN_ROWS = 4;

/** Returns the top of a row; with the row count as index, the total height. */
export function topOf({ height, open, openHeight }: Rows, index: number): number {
  return index * height + (open >= 0 && index > open ? openHeight - height : 0);
}

/** Returns the index of the row at a position, clamped to the list. */
function rowAt(rows: Rows, y: number): number {
  const { height, open, openHeight } = rows;
  const openTop = topOf(rows, open);
  const isBehind = open >= 0 && y >= openTop + openHeight;
  const isOpen = open >= 0 && y >= openTop && !isBehind;
  const index = isOpen ? open : Math.floor((isBehind ? y - openHeight + height : y) / height);
  return Math.min(rows.count - 1, Math.max(0, index));
}

/** Returns the rows to render for a view; `to` is exclusive. */
export function rowsIn(rows: Rows, top: number, height: number): readonly [from: number, to: number] {
  if (rows.count === 0) return [0, 0];
  return [
    Math.max(0, rowAt(rows, top) - MARGIN_ROWS),
    Math.min(rows.count, rowAt(rows, top + height) + 1 + MARGIN_ROWS),
  ];
}

/** Returns the scroll position that makes a row fully visible; unchanged if it is. */
export function scrolledTo(rows: Rows, index: number, { top, height }: { top: number; height: number }): number {
  const from = topOf(rows, index);
  const to = topOf(rows, index + 1);
  if (from < top) return from;
  return to > top + height ? to - height : top;
}
