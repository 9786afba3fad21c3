import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { cueMarks } from '../../engine/edit/cueMarks.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { CueRow } from './CueRow.tsx';
import type { CueHost } from './cueHost.ts';
import { cueListState } from './cueList.ts';
import { cutOf } from './cuts.ts';
import { type Rows, rowsIn, scrolledTo, topOf } from './rows.ts';
import { useRegion } from './useRegion.ts';
import { useShownCue } from './useShownCue.ts';
import { useView } from './useView.ts';
import './cueList.css';

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
    <div className="cue-scroller" ref={scroller} tabIndex={cues.length === 0 ? -1 : 0} onScroll={view.read}>
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
