import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Row } from '../../../engine/edit/tableRows.ts';
import type { Project } from '../../../engine/project/project.ts';
import { BatchResults } from '../../batch/BatchList.tsx';
import { type BatchItem, batches, leaveBatch, retryAll } from '../../batch/batch.ts';
import { countInWords } from '../../components/words.ts';
import { projectFileName } from '../../projects/projectFileName.ts';
import { beginTable } from './beginTable.ts';
import { Columns } from './Columns.tsx';
import { RowCard } from './RowCard.tsx';
import { itemId, listId, renderRows, rowWork } from './rowWork.ts';
import { TableText } from './TableText.tsx';
import { table } from './table.ts';
import { useRowProblems } from './useRowProblems.ts';
import './rows.css';

/** Route many-rows: renders a template once per table row, with a preview of each. */
export default function ManyRows() {
  const { fields, project, rows, files } = useSnapshot(table);
  useEffect(() => {
    void beginTable();
    return () => leaveBatch(listId(), 'under “Many at once”', 'videos');
  }, []);
  if (!project) return <div className="over-waiting" aria-busy="true" />;
  if (fields.length === 0)
    return (
      <p className="soft rows-none">
        This project has no fields. To mark what changes each time, name it under “Arrange” of a layer, or write{' '}
        {'{{name}}'} in a text.
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
      <ul className="row-cards" aria-label="Rows" style={pictureHeight(project)}>
        {rows.map((row, index) => (
          <RowCard key={row.number} row={row} item={shown[index]} mediaKey={filesKey} />
        ))}
      </ul>
      <div className="row-ends">
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
const TOLD = 5;

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
              {sentences.slice(0, TOLD).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {sentences.length > TOLD && <li>{sentences.length - TOLD} more</li>}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
