import { FileSpreadsheet, ImagePlus } from 'lucide-react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { ENCODING_GUESSED } from '../../../engine/edit/decodeText.ts';
import { MOST_BATCH } from '../../batch/batch.ts';
import { PickFiles } from '../../components/PickFiles.tsx';
import { countInWords } from '../../components/words.ts';
import { showFailure } from '../../state/notices.ts';
import { addRowFiles } from './rowFiles.ts';
import { readTableFile, table, writeTable } from './table.ts';

/** The table as text, typed or from a file, and the files that it names. */
export function TableText() {
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
      <div className="batch-row">
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
        id={id}
        rows={5}
        wrap="off"
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-said`}
        onChange={({ target }) => void writeTable(target.value)}
      />
      <p id={`${id}-said`} role="status" className={refusal ? 'refusal small' : 'soft small numbers'}>
        {refusal || `${countInWords(rows.length, 'row')}, ${countInWords(columns.length, 'column')}`}
        {left > 0 && `; at most ${MOST_BATCH} are accepted, ${left} were skipped`}
      </p>
      {isGuessed && <p className="soft small">{ENCODING_GUESSED}</p>}
    </section>
  );
}
