import { problemOfRow } from '../../../engine/edit/fillRow.ts';
import type { Row } from '../../../engine/edit/tableRows.ts';
import { mapMediaUrls } from '../../../engine/project/media.ts';
import { studioBody } from '../../../engine/timeline/studioBody.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { type BatchWork, renewBatch } from '../../batch/batch.ts';
import { keyOf } from '../../projects/versionParts.ts';
import { owner } from '../../state/owner.ts';
import { getClient, isApiError } from '../../state/server.ts';
import { withFittedTexts } from '../state/fitTexts.ts';
import { projectPrint } from '../state/projectPrint.ts';
import { mediaUrlsOf } from '../state/send.ts';
import { keepRendered, renderedOf } from './rendered.ts';
import { fileNamed, projectOf, type RowSource, rowSource } from './rowProject.ts';
import { readNow, table } from './table.ts';

/** Under which the list of results stands. */
export function listId(): string {
  return `rows:${table.sourceId}`;
}

/** Has every row made that is not made yet, as they were typed last; what is made of rows that are gone or changed leaves the list. */
export async function renderRows(): Promise<void> {
  await readNow();
  renewBatch(
    rowWork(),
    table.rows.map((row) => ({ id: itemId(row), name: `Row ${row.number}`, source: row })),
  );
}

/** The id of a row's result in the list: the same for what makes the same. */
export function itemId(row: Row): string {
  return `${listId()} ${row.number} ${printOf(row)}`;
}

/** What is made of rows, as the template and the files are now: what is opened or added while rows wait changes none of them. */
export function rowWork(): BatchWork<Row> {
  const source = rowSource();
  return {
    id: listId(),
    async make(row) {
      const parsed = projectOf(row, source);
      if (!parsed.ok) return parsed.problems[0]?.message ?? '';
      const before = await thereAlready(row, source);
      if (before) return before;
      const [problem] = submitProblems(parsed.value);
      if (problem) return problemOfRow(problem, source.project, row).message;
      const fitted = await withFittedTexts(parsed.value);
      return { urls: mediaUrlsOf(fitted), body: (address) => studioBody(mapMediaUrls(fitted, address), owner) };
    },
    onVideo: (row, { _id }) => keepRendered(printOf(row, source), _id),
  };
}

/** The video that was made of a row before, or is being made, if it is still there. */
async function thereAlready(row: Row, source: RowSource) {
  const id = renderedOf(printOf(row, source));
  if (id === undefined) return undefined;
  try {
    const video = await (await getClient()).getVideo(id);
    return video.status === 'failed' || video.status === 'cancelled' ? undefined : video;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  }
}

const prints = new WeakMap<Row, { of: RowSource; print: string }>();
let template: { of: RowSource['project']; print: string } = { of: undefined, print: '' };

/** A short text that is the same for what makes the same video: the template, the values, and the files that they name. */
function printOf(row: Row, source = rowSource()): string {
  const { project, files } = source;
  const known = prints.get(row);
  if (known?.of === source) return known.print;
  if (template.of !== project) template = { of: project, print: project ? projectPrint(project) : '' };
  const values = [...row.values].map(([name, value]) => {
    const file = fileNamed(value, files);
    return [name, value, file && [file.size, file.lastModified]];
  });
  const print = keyOf(JSON.stringify([template.print, row.number, values]));
  prints.set(row, { of: source, print });
  return print;
}
