import { Download, Files, FolderOpen, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { isOffered } from '../../engine/project/formats.ts';
import { showFailure, showNote } from '../client/page/notices.ts';
import {
  addToBatch,
  type BatchItem,
  type BatchWork,
  batches,
  cancelItem,
  clearBatch,
  isLost,
  isOver,
  isUnderWay,
  leaveBatch,
  retryAll,
  retryItem,
  startBatch,
  stopBatch,
} from '../client/renders/batch.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { ProgressBar } from '../kit/progress.tsx';
import { countInWords } from '../kit/words.ts';
import { PickFiles } from '../media/PickFiles.tsx';

import './batch.css';
import { own } from '../client/page/t.ts';

interface Props {
  /** Id of the list: of a tool, or of a project. */
  id: string;
  /** Returns the work for one file with the current settings. */
  work: () => BatchWork;
  /** Accepted files, as in an input's accept attribute. */
  accept: string;
  /** Name of the zip with the results, without extension. */
  zipName: string;
  /** Where to find the list again, such as "on the page “Loop video”". */
  where: string;
}

/** Adds many files, starts them with a button, and shows the progress of each. All results can be saved as one zip. */
export function BatchList({ id, work, accept, zipName, where }: Props) {
  const items = (useSnapshot(batches)[id]?.items ?? []) as readonly BatchItem[];
  useEffect(() => () => leaveBatch(id, where), [id, where]);
  const addFiles = (files: File[]) => addToBatch(id, files);
  const chosen = items.filter(({ state }) => state === 'chosen').length;
  return (
    <>
      <div className="row wrap batch-row">
        <PickFiles className="button plain" label="Files from this device" accept={accept} onFiles={addFiles}>
          <Files aria-hidden="true" />
          Choose files
        </PickFiles>
        <PickFolder accept={accept} onFiles={addFiles} />
      </div>
      {items.length > 0 && (
        <>
          <ul className="batch-list">
            {items.map((item) => (
              <Item key={item.id} id={id} item={item} onRetry={() => retryItem(work(), item.id)} />
            ))}
          </ul>
          {chosen > 0 && (
            <button type="button" className="button primary large" onClick={() => startBatch(work())}>
              {chosen === 1 ? 'Start 1 file' : `Start ${chosen} files`}
            </button>
          )}
          <BatchResults id={id} items={items} zipName={zipName} onRetry={() => retryAll(work())} />
        </>
      )}
    </>
  );
}

interface ResultsProps {
  id: string;
  items: readonly BatchItem[];
  zipName: string;
  onRetry: () => void;
  /** Formats a number of items; default: files. */
  counted?: (count: number) => string;
}

/** Number of finished items, and actions for all of them. */
export function BatchResults({ id, items, zipName, onRetry, counted = countFiles }: ResultsProps) {
  const [packed, setPacked] = useState<number>();
  const done = items.filter(({ state }) => state === 'done');
  const lost = items.filter(({ state }) => isLost(state)).length;
  const isRunning = items.some(({ state }) => isUnderWay(state));
  const next = isRunning
    ? { words: 'Stop all', run: () => stopBatch(id) }
    : lost > 0
      ? { words: `Try ${lost} again`, run: onRetry }
      : { words: 'Clear', run: () => clearBatch(id) };
  const save = async () => {
    if (packed !== undefined || done.length === 0) return;
    setPacked(0);
    try {
      const { saveBatch } = await import('./saveBatch.ts');
      await saveBatch(zipName, done, setPacked);
    } catch (error) {
      showFailure(error);
    } finally {
      setPacked(undefined);
    }
  };
  return (
    <div className="row wrap batch-row">
      <p className="numbers small" role="status">
        {done.length} of {counted(items.length)} done{lost > 0 && `, ${lost} failed`}
      </p>
      {!isRunning && lost > 0 && (
        <button type="button" className="button quiet" onClick={() => clearBatch(id)}>
          Clear
        </button>
      )}
      {/* One button element for all actions, so that it keeps the focus. */}
      <button type="button" className="button quiet" onClick={next.run}>
        {next.words}
      </button>
      <button
        type="button"
        className="button primary"
        aria-disabled={done.length === 0 || packed !== undefined}
        onClick={() => void save()}
      >
        <Download aria-hidden="true" />
        {packed === undefined ? 'Download all' : `Packing ${packed} of ${done.length}`}
      </button>
    </div>
  );
}

function Item({ id: workId, item, onRetry }: { id: string; item: BatchItem; onRetry: () => void }) {
  const { id, name, state, progress, error, video } = item;
  return (
    <li>
      <span className="ellipsis batch-name" translate="no" title={name}>
        {name}
      </span>
      <span className={state === 'failed' ? 'refusal small' : 'soft small'} role="status">
        {state === 'failed' ? error : batchWords[state]}
      </span>
      {state === 'done' && video && (
        <Link href={`/videos/${video._id}`} className="text-button" aria-label={`Open ${own(name)}`}>
          Open
        </Link>
      )}
      {/* One button element for all actions, so that it keeps the focus. */}
      {state !== 'done' && (
        <IconButton
          icon={isOver(state) ? RotateCcw : X}
          label={isOver(state) ? `Try ${name} again` : state === 'chosen' ? `Remove ${name}` : `Cancel ${name}`}
          onClick={() => (isOver(state) ? onRetry() : cancelItem(workId, id))}
        />
      )}
      {state === 'rendering' && (
        <div className="batch-progress">
          <ProgressBar value={progress} label={`${own(name)}: rendering`} />
        </div>
      )}
    </li>
  );
}

function countFiles(count: number): string {
  return countInWords(count, 'file');
}

/** Labels of the states. */
export const batchWords = {
  chosen: 'Not started',
  waiting: 'Waiting',
  sending: 'Sending',
  rendering: 'Rendering',
  done: 'Done',
  cancelled: 'Canceled',
};

/** Button that chooses a folder and adds the matching files in it. */
function PickFolder({ accept, onFiles }: { accept: string; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button plain" onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" />
        Choose a folder
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Folder from this device"
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const all = [...(event.target.files ?? [])];
          event.target.value = '';
          const fitting = all.filter((file) => !file.name.startsWith('.') && isOffered(file, accept));
          if (fitting.length === 0) showNote('This folder contains no supported file.');
          onFiles(fitting);
        }}
      />
    </>
  );
}
