import { proxy, ref } from 'valtio/vanilla';
import { readBytes } from '../../../engine/edit/readBytes.ts';
import { type Row, readTable } from '../../../engine/edit/tableRows.ts';
import { type TemplateField, templateFields } from '../../../engine/edit/templateFields.ts';
import type { Project } from '../../../engine/project/project.ts';
import { MOST_BATCH } from '../../batch/batch.ts';
import type { LocalMedia } from '../../media/mediaEntry.ts';
import { ownName } from '../../state/owner.ts';
import type { Unproxied } from '../../state/unproxied.ts';

/** A file that was added for the table to name. */
export interface RowFile extends LocalMedia {
  /** As the device says, milliseconds since 1970: another file of the same name and size has another. */
  lastModified: number;
}

/** What a template is filled from: a table, which of its columns fill which fields, and the files that it names. */
export const table = proxy({
  /** Whose table it is: a template's id, or that of the open project. */
  sourceId: '',
  project: undefined as Unproxied<Project> | undefined,
  fields: [] as TemplateField[],
  /** As it was typed, pasted or read from a file. */
  text: '',
  /** Whether nothing told the letters of the file that it was read from. */
  isGuessed: false,
  columns: [] as string[],
  /** By field: the column that fills it; '' leaves it as it is, as was chosen; absent: there is none of its name. */
  matches: {} as Record<string, string>,
  /** Files that were added for the table to name. */
  files: [] as Unproxied<RowFile>[],
  /** By field, what it is filled with; at most `MOST_BATCH`. */
  rows: [] as Unproxied<Row>[],
  /** How many rows there are beyond those. */
  left: 0,
  /** Why the table cannot be read, in words. */
  refusal: '',
});

/** Begins with a template; a table that was begun for it in this tab is gone on with. @param first the table otherwise. */
export async function openTable(sourceId: string, project: Project, first: string): Promise<void> {
  const isSame = table.sourceId === sourceId;
  const before = isSame ? { text: table.text, matches: { ...table.matches } } : stored(sourceId);
  Object.assign(table, {
    sourceId,
    project: ref(project),
    fields: templateFields(project),
    matches: before?.matches ?? {},
  });
  if (!isSame) table.files = [];
  await writeTable(before?.text || first);
}

let reading = 0;
/** How long the last table took to be read, milliseconds. */
let took = 0;
/** What takes longer is felt while somebody types, milliseconds. */
const FELT_MS = 40;
/** Such a table is read once nothing was typed for so long, milliseconds. */
const REST_MS = 300;

/** Takes a file of this device as the table. */
export async function readTableFile(file: Blob): Promise<void> {
  const { text, isGuessed } = readBytes(new Uint8Array(await file.arrayBuffer()));
  await writeTable(text, isGuessed);
}

let last = Promise.resolve();
/** Ends the wait for the typing to rest. */
let rest: (() => void) | undefined;

/** Takes a text as the table; one that takes long to read when the typing rests. @param isGuessed whether its letters may be others; default false. */
export function writeTable(text: string, isGuessed = false): Promise<void> {
  last = readText(text, isGuessed);
  return last;
}

/** Reads at once what was typed last, if that still waits. */
export async function readNow(): Promise<void> {
  rest?.();
  await last;
}

async function readText(text: string, isGuessed: boolean): Promise<void> {
  Object.assign(table, { text, isGuessed });
  reading += 1;
  const turn = reading;
  const { parse } = await import('csv-parse/browser/esm/sync');
  if (took > FELT_MS)
    await new Promise<void>((resolve) => {
      rest = resolve;
      setTimeout(resolve, Math.max(REST_MS, took));
    });
  // What was typed meanwhile counts.
  if (turn !== reading) return;
  const begun = performance.now();
  try {
    const { columns, rows } = readTable(text, parse);
    Object.assign(table, { columns, refusal: '', left: Math.max(0, rows.length - MOST_BATCH) });
    records = rows.slice(0, MOST_BATCH);
    matchColumns();
  } catch (error) {
    records = [];
    Object.assign(table, { refusal: text.trim() === '' ? '' : (error as Error).message, left: 0 });
  }
  fillRows();
  took = performance.now() - begun;
}

/** Has a column fill a field; '' leaves the field as it is. */
export function matchColumn(field: string, column: string): void {
  table.matches[field] = column;
  fillRows();
}

let records: readonly Row[] = [];
let known = new Map<string, Unproxied<Row>>();

/** A field is filled by the column of its name, unless another was chosen that is still there, or none. */
function matchColumns(): void {
  for (const { name } of table.fields) {
    const chosen = table.matches[name];
    if (chosen === '' || (chosen !== undefined && table.columns.includes(chosen))) continue;
    const same = table.columns.find((one) => one.toLowerCase() === name.toLowerCase());
    if (same === undefined) delete table.matches[name];
    else table.matches[name] = same;
  }
}

/** A row that says the same as before stays the same object: what was painted and checked of it holds. */
function fillRows(): void {
  const matches = table.fields.flatMap(({ name }) => {
    const column = table.matches[name];
    return column ? [[name, column] as const] : [];
  });
  const columns = new Map(matches);
  const next = new Map<string, Unproxied<Row>>();
  table.rows = records.map((record) => {
    const values = matches.map(([field, column]) => [field, record.values.get(column) ?? ''] as const);
    const key = JSON.stringify([record.number, record.problem, values, matches]);
    const row = known.get(key) ?? ref({ ...record, values: new Map(values), columns });
    next.set(key, row);
    return row;
  });
  known = next;
  store();
}

const KEY = ownName('cutroom-table');

function store(): void {
  const { sourceId, text, matches } = table;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ sourceId, text, matches }));
  } catch {
    // Without room a reload begins anew.
  }
}

/** The template whose table was open in this tab last; '' for none. */
export function lastSource(): string {
  return table.sourceId || (readStored()?.sourceId ?? '');
}

function stored(sourceId: string): { text: string; matches: Record<string, string> } | undefined {
  const found = readStored();
  return found?.sourceId === sourceId ? found : undefined;
}

function readStored(): { sourceId: string; text: string; matches: Record<string, string> } | undefined {
  try {
    const { sourceId, text, matches } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return typeof sourceId === 'string' && typeof text === 'string'
      ? { sourceId, text, matches: { ...matches } }
      : undefined;
  } catch {
    return undefined;
  }
}
