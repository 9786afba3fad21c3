import { withFittedTexts } from '../../../engine/browser/fitTexts.ts';
import { problemOfRow } from '../../../engine/edit/fillRow.ts';
import type { Row } from '../../../engine/edit/tableRows.ts';
import { keyOf } from '../../../engine/edit/versionParts.ts';
import { mapMediaUrls } from '../../../engine/project/media.ts';
import { studioBody } from '../../../engine/timeline/studioBody.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { owner, ownName } from '../../client/page/owner.ts';
import { getClient, isApiError } from '../../client/page/server.ts';
import { projectFingerprint } from '../../client/projects/projectFingerprint.ts';
import { type BatchWork, renewBatch } from '../../client/renders/batch.ts';
import { mediaUrlsOf } from '../../client/renders/sendProject.ts';
import { fileNamed, projectOf, type RowSource, rowSource } from './rowProject.ts';
import { readNow, table } from './table.ts';

/** Id of the batch. */
export function listId(): string {
  return `rows:${table.sourceId}`;
}

/** Renders every row that has no result yet. Removes results of rows that are gone or changed from the list. */
export async function renderRows(): Promise<void> {
  await readNow();
  renewBatch(
    rowWork(),
    table.rows.map((row) => ({ id: itemId(row), name: `Row ${row.number}`, source: row })),
  );
}

/** Id of a row's result; equal for equal input. */
export function itemId(row: Row): string {
  return `${listId()} ${row.number} ${printOf(row)}`;
}

/** The batch work with the current template and files. Later changes do not affect waiting rows. */
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

/** The existing video of a row, finished or in progress, if it still exists. */
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

/** Fingerprint of everything that determines a row's video: template, values and files. */
function printOf(row: Row, source = rowSource()): string {
  const { project, files } = source;
  const known = prints.get(row);
  if (known?.of === source) return known.print;
  if (template.of !== project) template = { of: project, print: project ? projectFingerprint(project) : '' };
  const values = [...row.values].map(([name, value]) => {
    const file = fileNamed(value, files);
    return [name, value, file && [file.size, file.lastModified]];
  });
  const print = keyOf(JSON.stringify([template.print, row.number, values]));
  prints.set(row, { of: source, print });
  return print;
}

const KEY = ownName('cutroom-rendered-rows');
/** Maximum number of remembered results; the oldest are dropped first. */
const MOST = 3000;

/** Remembers the video of a row across page loads. @param print fingerprint of its input. */
function keepRendered(print: string, videoId: string): void {
  const all = { ...readAll() };
  delete all[print];
  all[print] = videoId;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
  } catch {
    // If storage is full, the row is rendered again after a reload.
  }
}

/** The id of a row's video; undefined if unknown. */
function renderedOf(print: string): string | undefined {
  const id: unknown = readAll()[print];
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

/** Cache of the parsed storage: parsing it for each row of a large table would be quadratic. */
let read: { text: string; all: Readonly<Record<string, string>> } = { text: '', all: {} };

function readAll(): Readonly<Record<string, string>> {
  try {
    const text = localStorage.getItem(KEY) ?? '{}';
    if (text !== read.text) {
      const value: unknown = JSON.parse(text);
      read = { text, all: typeof value === 'object' && value !== null ? (value as Record<string, string>) : {} };
    }
    return read.all;
  } catch {
    return {};
  }
}
