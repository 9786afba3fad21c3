import { parse } from 'csv-parse/browser/esm/sync';
import { proxy, ref } from 'valtio/vanilla';
import { decodeText } from '../../../engine/edit/decodeText.ts';
import { type Row, readTable } from '../../../engine/edit/tableRows.ts';
import { type TemplateField, templateFields } from '../../../engine/edit/templateFields.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { LocalMedia } from '../../client/media/mediaEntry.ts';
import { ownName } from '../../client/page/owner.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { MOST_BATCH } from '../../client/renders/batch.ts';

/** A file that the table can name. */
export interface RowFile extends LocalMedia {
  /** Modification time in milliseconds since 1970. Tells apart files of equal name and size. */
  lastModified: number;
}

/** State of the table: its text, the mapping of columns to fields, and the files that it names. */
export const table = proxy({
  /** Id of the template, or of the open project. */
  sourceId: '',
  project: undefined as Unproxied<Project> | undefined,
  fields: [] as TemplateField[],
  /** As typed, pasted or read from a file. */
  text: '',
  /** Whether the file's character encoding was guessed. */
  isGuessed: false,
  columns: [] as string[],
  /** The column of each field; '' leaves the field unchanged by choice; absent if no column has its name. */
  matches: {} as Record<string, string>,
  /** Files that the table can name. */
  files: [] as Unproxied<RowFile>[],
  /** Values by field; at most `MOST_BATCH` rows. */
  rows: [] as Unproxied<Row>[],
  /** Number of further rows, which are not read. */
  left: 0,
  /** Why the table cannot be parsed. */
  refusal: '',
});

/** Opens the table of a template. Continues a table started for it in this tab. @param first initial text otherwise. */
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
/** Duration of the last parse, in milliseconds. */
let took = 0;
/** Slower parses would disturb typing, in milliseconds. */
const FELT_MS = 40;
/** Debounce time for tables that parse slowly, in milliseconds. */
const REST_MS = 300;

/** Reads the table from a local file. */
export async function readTableFile(file: Blob): Promise<void> {
  const { text, isGuessed } = decodeText(new Uint8Array(await file.arrayBuffer()));
  await writeTable(text, isGuessed);
}

let last = Promise.resolve();
/** Ends the debounce early. */
let rest: (() => void) | undefined;

/**
 * Sets the table's text and parses it; debounced if the last parse was slow.
 * @param isGuessed whether the encoding was guessed; default false.
 */
export function writeTable(text: string, isGuessed = false): Promise<void> {
  last = readText(text, isGuessed);
  return last;
}

/** Parses pending text at once. */
export async function readNow(): Promise<void> {
  rest?.();
  await last;
}

async function readText(text: string, isGuessed: boolean): Promise<void> {
  Object.assign(table, { text, isGuessed });
  reading += 1;
  const turn = reading;
  if (took > FELT_MS)
    await new Promise<void>((resolve) => {
      rest = resolve;
      setTimeout(resolve, Math.max(REST_MS, took));
    });
  // Newer text replaces this one.
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

/** Assigns a column to a field; '' leaves the field unchanged. */
export function matchColumn(field: string, column: string): void {
  table.matches[field] = column;
  fillRows();
}

let records: readonly Row[] = [];
let known = new Map<string, Unproxied<Row>>();

/** Assigns columns to fields by name, unless the user has chosen another existing column, or none. */
function matchColumns(): void {
  for (const { name } of table.fields) {
    const chosen = table.matches[name];
    if (chosen === '' || (chosen !== undefined && table.columns.includes(chosen))) continue;
    const same = table.columns.find((one) => one.toLowerCase() === name.toLowerCase());
    if (same === undefined) delete table.matches[name];
    else table.matches[name] = same;
  }
}

/** Unchanged rows keep their object identity, so that cached results remain valid. */
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
    // If storage is full, a reload starts over.
  }
}

/** The template whose table was last open in this tab; '' for none. */
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
