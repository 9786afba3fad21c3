import { RotateCcw, X } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Row } from '../../../engine/edit/tableRows.ts';
import { batchWords } from '../../batch/BatchList.tsx';
import { type BatchItem, cancelItem, isOver, retryItem } from '../../batch/batch.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { watchSight } from '../../components/watchSight.ts';
import { playableUrlOf } from '../../media/mediaTable.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { own } from '../../texts/t.ts';
import { projectOf } from './rowProject.ts';
import { listId, rowWork } from './rowWork.ts';

interface Props {
  row: Row;
  /** State of its result; undefined before rendering was requested. */
  item: BatchItem | undefined;
  /** Changes when its files may have changed. */
  mediaKey: string;
}

/** A row: a preview painted by the engine while visible, and the state of its result. */
export const RowCard = memo(function RowCard({ row, item, mediaKey }: Props) {
  const place = useRef<HTMLLIElement>(null);
  const isSeen = useResting(place);
  return (
    <li className="row-card" ref={place} data-state={item?.state}>
      <div className="row-picture">{isSeen && <Picture row={row} mediaKey={mediaKey} />}</div>
      <div className="row-said">
        <strong className="numbers">Row {row.number}</strong>
        {item && <State row={row} item={item} />}
      </div>
      {item?.state === 'rendering' && <ProgressBar value={item.progress} label={`Row ${row.number}: rendering`} thin />}
    </li>
  );
});

/** How long a card must be visible before it is painted, in milliseconds. Cards that are scrolled past cost nothing. */
const REST_MS = 120;

/** Whether an element has been visible for REST_MS. */
function useResting(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = watchSight(
      element.current,
      (isIn) => {
        clearTimeout(timer);
        timer = setTimeout(() => setSeen(isIn), REST_MS);
      },
      '100px',
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [element]);
  return isSeen;
}

function Picture({ row, mediaKey }: { row: Row; mediaKey: string }) {
  const parsed = projectOf(row);
  if (!parsed.ok) return <p className="refusal small">{parsed.problems[0]?.message}</p>;
  const words = [...row.values.values()].filter((value) => value !== '').join(', ');
  return (
    <ScenePicture
      project={parsed.value}
      urlOf={playableUrlOf}
      mediaKey={mediaKey}
      label={words ? own(words) : 'Unchanged'}
    />
  );
}

function State({ row, item }: { row: Row; item: BatchItem }) {
  const { id, state, error, video } = item;
  const name = `row ${row.number}`;
  if (state === 'done' && video)
    return (
      <Link href={`/videos/${video._id}`} className="text-button" aria-label={`Open ${name}`}>
        Open
      </Link>
    );
  return (
    <>
      <span className={state === 'failed' ? 'refusal small' : 'soft small'}>
        {state === 'failed' ? error : batchWords[state]}
      </span>
      <IconButton
        icon={isOver(state) ? RotateCcw : X}
        label={isOver(state) ? `Try ${name} again` : `Cancel ${name}`}
        onClick={() => (isOver(state) ? retryItem(rowWork(), id) : cancelItem(listId(), id))}
      />
    </>
  );
}
