import { Download, FolderOpen, RotateCcw, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { IconButton } from '../components/IconButton.tsx';
import { PickFiles } from '../components/PickFiles.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { countInWords } from '../components/words.ts';
import { showNote } from '../state/notices.ts';
import {
  addToBatch,
  type BatchItem,
  batches,
  cancelItem,
  clearBatch,
  isOver,
  MOST_FILES,
  retryItem,
  saveBatch,
  toggleBatch,
} from './batch.ts';
import './batchPanel.css';

/** Many files with the settings of the page: each with how far it is, and all results as one zip. */
export function BatchPanel({ tool }: { tool: Tool }) {
  const batch = useSnapshot(batches)[tool.id];
  if (!batch?.isOpen) return null;
  const items = batch.items as readonly BatchItem[];
  const done = items.filter(({ state }) => state === 'done').length;
  const take = (given: File[]) => {
    const left = addToBatch(tool, given);
    if (left > 0) showNote(`At most ${MOST_FILES} files fit in here: ${left} are left out.`);
  };
  return (
    <section className="batch panel" aria-label="Apply to many files">
      <header className="batch-head">
        <h2>Apply to many files</h2>
        <IconButton icon={X} label="Close the list" onClick={() => toggleBatch(tool)} />
      </header>
      <p className="soft small">Each file is made with the settings as they are now. One result a file.</p>
      <div className="batch-row">
        <PickFiles
          className="button plain"
          label="Many files of this device"
          accept={acceptOf(tool.inputs)}
          onFiles={take}
        >
          Choose files
        </PickFiles>
        <PickFolder accept={acceptOf(tool.inputs)} onFiles={take} />
      </div>
      {items.length > 0 && (
        <>
          <ul className="batch-list">
            {items.map((item) => (
              <Item key={item.id} tool={tool} item={item} />
            ))}
          </ul>
          <div className="batch-row">
            <p className="numbers small" role="status">
              {done} of {countInWords(items.length, 'file')} done
            </p>
            <button type="button" className="button quiet" onClick={() => clearBatch(tool)}>
              Clear
            </button>
            <button type="button" className="button primary" disabled={done === 0} onClick={() => void saveBatch(tool)}>
              <Download aria-hidden="true" />
              Download all
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function Item({ tool, item }: { tool: Tool; item: BatchItem }) {
  const { id, name, state, progress, error, video } = item;
  return (
    <li>
      <span className="tool-source-name" title={name}>
        {name}
      </span>
      <span className={state === 'failed' ? 'refusal small' : 'soft small'} role="status">
        {state === 'failed' ? error : words[state]}
      </span>
      {state === 'done' && video && (
        <Link href={`/videos/${video._id}`} className="text-button" aria-label={`Open ${name}`}>
          Open
        </Link>
      )}
      {/* One button, so that the keyboard stays where it is. */}
      {state !== 'done' && (
        <IconButton
          icon={isOver(state) ? RotateCcw : X}
          label={isOver(state) ? `Try ${name} again` : `Cancel ${name}`}
          onClick={() => (isOver(state) ? retryItem(tool, id) : cancelItem(tool, id))}
        />
      )}
      {state === 'rendering' && (
        <div className="batch-progress">
          <ProgressBar value={progress} label={`${name}: rendering`} />
        </div>
      )}
    </li>
  );
}

const words = { waiting: 'Waiting', sending: 'Sending', rendering: 'Rendering', done: 'Done', cancelled: 'Cancelled' };

/** Asks for a folder; of what lies in it the files that fit are taken. */
function PickFolder({ accept, onFiles }: { accept: string; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const kinds = accept.split(',').map((type) => type.replace('*', ''));
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
        aria-label="Folder of this device"
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const all = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(all.filter(({ type, name }) => !name.startsWith('.') && kinds.some((kind) => type.startsWith(kind))));
        }}
      />
    </>
  );
}
