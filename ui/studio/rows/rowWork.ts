import { problemOfRow } from '../../../engine/edit/fillRow.ts';
import type { Row } from '../../../engine/edit/tableRows.ts';
import { mapMediaUrls } from '../../../engine/project/media.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { type BatchWork, renewBatch } from '../../batch/batch.ts';
import { addCrc, CRC_START } from '../../projects/crc.ts';
import { getClient, isApiError } from '../../state/server.ts';
import { withFittedTexts } from '../state/fitTexts.ts';
import { projectPrint } from '../state/projectPrint.ts';
import { mediaUrlsOf } from '../state/send.ts';
import { keepRendered, renderedOf } from './rendered.ts';
import { fileNamed, projectOf } from './rowProject.ts';
import { table } from './table.ts';

/** Under which the list of results stands. */
export function listId(): string {
  return `rows:${table.sourceId}`;
}

/** Has every row made that is not made yet; what is made of rows that are gone or changed leaves the list. */
export function renderRows(): void {
  renewBatch(
    rowWork(),
    table.rows.map((row) => ({ id: itemId(row), name: `Row ${row.number}`, source: row })),
  );
}

/** The id of a row's result in the list: the same for what makes the same. */
export function itemId(row: Row): string {
  return `${listId()} ${row.number} ${printOf(row)}`;
}

/** What is made of rows. */
export function rowWork(): BatchWork<Row> {
  return {
    id: listId(),
    async make(row) {
      const parsed = projectOf(row);
      if (!parsed.ok) return parsed.problems[0]?.message ?? '';
      const before = await thereAlready(row);
      if (before) return before;
      const [problem] = submitProblems(parsed.value);
      if (problem) return problemOfRow(problem, table.project, row).message;
      const fitted = await withFittedTexts(parsed.value);
      return { urls: mediaUrlsOf(fitted), body: (address) => ({ isStudio: true, ...mapMediaUrls(fitted, address) }) };
    },
    onVideo: (row, { _id }) => keepRendered(printOf(row), _id),
  };
}

/** The video that was made of a row before, or is being made, if it is still there. */
async function thereAlready(row: Row) {
  const id = renderedOf(printOf(row));
  if (id === undefined) return undefined;
  try {
    const video = await (await getClient()).getVideo(id);
    return video.status === 'failed' || video.status === 'cancelled' ? undefined : video;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  }
}

const prints = new WeakMap<Row, { of: unknown; files: number; print: string }>();
let template: { of: unknown; text: string } = { of: undefined, text: '' };

/** A short text that is the same for what makes the same video: the template, the values, and the files that they name. */
function printOf(row: Row): string {
  const { project, files } = table;
  const known = prints.get(row);
  if (known?.of === project && known?.files === files.length) return known.print;
  if (template.of !== project) template = { of: project, text: project ? projectPrint(project) : '' };
  const values = [...row.values].map(([name, value]) => [name, value, fileNamed(value)?.size]);
  const bytes = new TextEncoder().encode(template.text + JSON.stringify([row.number, values]));
  const print = `${(addCrc(CRC_START, bytes) >>> 0).toString(36)}-${bytes.length.toString(36)}`;
  prints.set(row, { of: project, files: files.length, print });
  return print;
}
