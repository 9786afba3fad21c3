import { FileSpreadsheet, ImagePlus, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { type CSSProperties, memo, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ref } from 'valtio/vanilla';
import { Link } from 'wouter';
import { ENCODING_GUESSED } from '../../../engine/edit/decodeText.ts';
import type { Row } from '../../../engine/edit/tableRows.ts';
import type { Project } from '../../../engine/project/project.ts';
import { BatchResults, batchWords } from '../../batch/BatchList.tsx';
import { addFile } from '../../client/media/addFile.ts';
import { playableUrlOf } from '../../client/media/mediaTable.ts';
import { showFailure } from '../../client/page/notices.ts';
import { own } from '../../client/page/t.ts';
import { projectFileName } from '../../client/projects/packProject.ts';
import {
  type BatchItem,
  batches,
  cancelItem,
  isOver,
  leaveBatch,
  MOST_BATCH,
  retryAll,
  retryItem,
} from '../../client/renders/batch.ts';
import { watchSight } from '../../kit/hooks.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { ProgressBar } from '../../kit/progress.tsx';
import { countInWords } from '../../kit/words.ts';
import { PickFiles } from '../../media/PickFiles.tsx';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { beginTable } from './beginTable.ts';
import { projectOf } from './rowProject.ts';
import { itemId, listId, renderRows, rowWork } from './rowWork.ts';
import { matchColumn, readTableFile, table, writeTable } from './table.ts';
import '../../batch/batch.css';

/** Route many-rows: renders a template once per table row, with a preview of each. */
export function ManyRows() {
  const { fields, project, rows, files } = useSnapshot(table);
  useEffect(() => {
    void beginTable();
    return () => leaveBatch(listId(), 'under “Many at once”', 'videos');
  }, []);
  if (!project) return <div className="over-waiting" aria-busy="true" />;
  if (fields.length === 0)
    return (
      <p className="soft rows-none">
        This project has no fields. Add fields for the parts that change: name them in a layer’s “Arrange” panel, or
        write {'{{name}}'} in a text.
      </p>
    );
  const filled = rows as readonly Row[];
  return (
    <div className="many-rows">
      <TableText />
      <Columns />
      {filled.length > 0 && (
        <Rows
          key={listId()}
          rows={filled}
          project={project as Project}
          filesKey={files.map(({ url }) => url).join(' ')}
        />
      )}
    </div>
  );
}

function Rows({ rows, project, filesKey }: { rows: readonly Row[]; project: Project; filesKey: string }) {
  const id = listId();
  const items = (useSnapshot(batches)[id]?.items ?? []) as readonly BatchItem[];
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = rows.map((row) => byId.get(itemId(row)));
  const broken = useRowProblems(rows, filesKey);
  const missing = shown.filter((item) => item?.state !== 'done').length;
  const isAllBroken = broken.count === rows.length;
  return (
    <>
      <Broken {...broken} isAll={isAllBroken} />
      <ul className="stack-2 row-cards" aria-label="Rows" style={pictureHeight(project)}>
        {rows.map((row, index) => (
          <RowCard key={row.number} row={row} item={shown[index]} mediaKey={filesKey} />
        ))}
      </ul>
      <div className="wrap row-ends">
        {items.length > 0 && (
          <BatchResults
            id={id}
            items={items}
            counted={(count) => countInWords(count, 'row')}
            zipName={projectFileName(project.name)}
            onRetry={() => retryAll(rowWork())}
          />
        )}
        <button
          type="button"
          className="button primary"
          aria-disabled={missing === 0 || isAllBroken}
          onClick={() => isAllBroken || void renderRows()}
        >
          {missing === rows.length || missing === 0
            ? `Render ${countInWords(rows.length, 'row')}`
            : `Render ${countInWords(missing, 'missing row')}`}
        </button>
      </div>
    </>
  );
}

/** All cards have the same fixed height; the thumbnails fit into about 200 px of width. */
function pictureHeight({ width, height }: Project): CSSProperties {
  const fitting = Math.min(220, Math.max(120, (200 * height) / width));
  return { '--picture-height': `${Math.round(fitting)}px` } as CSSProperties;
}

/** Maximum number of errors listed; each card shows its own. */
const MOST_LISTED = 5;

function Broken({ count, sentences, isAll }: ReturnType<typeof useRowProblems> & { isAll: boolean }) {
  return (
    <div role="status">
      {count > 0 && (
        <div className="row-problems">
          <TriangleAlert aria-hidden="true" />
          <div>
            <strong>
              {isAll ? 'No row can be rendered.' : `${countInWords(count, 'row')} cannot be rendered; the others can.`}
            </strong>
            <ul>
              {sentences.slice(0, MOST_LISTED).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {sentences.length > MOST_LISTED && <li>{sentences.length - MOST_LISTED} more</li>}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

const kinds = { text: 'text', file: 'image or video', sound: 'audio', color: 'color' };

/** Mapping of columns to fields. */
function Columns() {
  const { fields, columns, matches } = useSnapshot(table);
  if (columns.length === 0) return null;
  return (
    <fieldset className="row-columns">
      <legend>Columns</legend>
      {fields.map(({ name, kind }) => (
        <label key={name}>
          <span>
            <span translate="no">{name}</span> <span className="soft small">{kinds[kind]}</span>
          </span>
          <select
            className="select"
            value={matches[name] ?? ''}
            onChange={({ target }) => matchColumn(name, target.value)}
          >
            <option value="">Unchanged</option>
            {[...new Set(columns)]
              .filter((column) => column !== '')
              .map((column) => (
                <option key={column} value={column} translate="no">
                  {column}
                </option>
              ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

interface RowCardProps {
  row: Row;
  /** State of its result; undefined before rendering was requested. */
  item: BatchItem | undefined;
  /** Changes when its files may have changed. */
  mediaKey: string;
}

/** A row: a preview painted by the engine while visible, and the state of its result. */
const RowCard = memo(function RowCard({ row, item, mediaKey }: RowCardProps) {
  const place = useRef<HTMLLIElement>(null);
  const isSeen = useResting(place);
  return (
    <li className="row-card" ref={place} data-state={item?.state}>
      <div className="center row-picture">{isSeen && <Picture row={row} mediaKey={mediaKey} />}</div>
      <div className="row wrap row-said">
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

/** The table as text, typed or from a file, and the files that it names. */
function TableText() {
  const id = useId();
  const { text } = useSnapshot(table, { sync: true });
  const { fields, files, rows, columns, refusal, left, isGuessed } = useSnapshot(table);
  const wantsFiles = fields.some(({ kind }) => kind === 'file' || kind === 'sound');
  return (
    <section className="row-table">
      <p className="soft">
        The first line names the columns; each line below creates one result. Paste from a spreadsheet, choose a file,
        or type here.
      </p>
      <div className="row wrap batch-row">
        <PickFiles
          className="button plain"
          label="Table file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          multiple={false}
          onFiles={([file]) => file && void readTableFile(file).catch(showFailure)}
        >
          <FileSpreadsheet aria-hidden="true" />
          Choose a table
        </PickFiles>
        {wantsFiles && (
          <PickFiles
            className="button plain"
            label="Files listed in the table"
            accept="image/*,video/*,audio/*"
            onFiles={(chosen) => void addRowFiles(chosen)}
          >
            <ImagePlus aria-hidden="true" />
            {files.length === 0 ? 'Add its files' : `${countInWords(files.length, 'file')} added`}
          </PickFiles>
        )}
      </div>
      <label htmlFor={id}>Table</label>
      <textarea
        className="input"
        id={id}
        rows={5}
        wrap="off"
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-said`}
        onChange={({ target }) => void writeTable(target.value)}
      />
      <p id={`${id}-said`} role="status" className={refusal ? 'refusal small' : 'soft small numbers'}>
        {refusal || `${countInWords(rows.length, 'row')} · ${countInWords(columns.length, 'column')}`}
        {left > 0 && `; at most ${MOST_BATCH} are accepted, ${left} were skipped`}
      </p>
      {isGuessed && <p className="soft small">{ENCODING_GUESSED}</p>}
    </section>
  );
}

/**
 * Adds files that the table names; a file replaces an earlier one of the same name. Uploaded with the first row that
 * uses them.
 */
async function addRowFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      const isSound = file.type.startsWith('audio/');
      const media = await addFile(file, { isPassing: true, ...(isSound ? { audio: true } : {}) });
      table.files = [
        ...table.files.filter(({ name }) => name !== media.name),
        ref({ ...media, lastModified: file.lastModified }),
      ];
    } catch (error) {
      showFailure(error);
    }
  }
}

/** Length of a validation slice, in milliseconds. */
const SLICE_MS = 8;

/** Rows with problems. */
interface BrokenRows {
  count: number;
  /** The problems, as sentences. */
  sentences: readonly string[];
}

/** Validates all rows in slices between other work. @param filesKey changes when files are added or replaced. */
function useRowProblems(rows: readonly Row[], filesKey: string): BrokenRows {
  const [broken, setBroken] = useState<BrokenRows>({ count: 0, sentences: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other files rows are broken otherwise.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let count = 0;
    const sentences: string[] = [];
    const rest = rows.values();
    const lookOn = () => {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until) {
        const { value: row, done } = rest.next();
        if (done) return setBroken({ count, sentences });
        const parsed = projectOf(row);
        if (parsed.ok) continue;
        count += 1;
        sentences.push(...parsed.problems.map(({ message }) => message));
      }
      timer = setTimeout(lookOn);
    };
    timer = setTimeout(lookOn);
    return () => clearTimeout(timer);
  }, [rows, filesKey]);
  return broken;
}
