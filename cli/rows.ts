import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { cutToBytes } from '../engine/project/fileName.ts';
import { STDIN } from './files.ts';
import { UsageError } from './output.ts';

/** One row of a table: its number from 1, and its values by column. */
export interface Row {
  number: number;
  values: ReadonlyMap<string, string>;
  /** What is wrong with the row itself, in a sentence; absent: nothing. */
  problem?: string;
}

/**
 * Reads the rows of a CSV file (RFC 4180), or of standard input for `-`: the first line names the columns, empty lines are
 * skipped. Values may be parted by commas, semicolons or tabs, whichever the first line has most of. A row with another number
 * of values has a problem.
 * @throws Error with a sentence when it cannot be read or has no rows.
 */
export async function readRows(file: string): Promise<Row[]> {
  const { parse } = await import('csv-parse/sync');
  const text = await (file === STDIN ? readText(process.stdin) : readFile(file, 'utf8')).catch(() => {
    throw new Error(`${file}: This file cannot be read.`);
  });
  const [columns, ...records] = parseTable(parse, text, file);
  if (!columns || records.length === 0) throw new Error(`${file}: There is no row in this table.`);
  return records.map((record, i) => ({
    number: i + 1,
    values: new Map(columns.map((column, c) => [column.trim(), record[c] ?? ''])),
    ...(record.length === columns.length
      ? {}
      : { problem: `It has ${countOf(record.length, 'value')}, and the table ${countOf(columns.length, 'column')}.` }),
  }));
}

function parseTable(parse: typeof import('csv-parse/sync').parse, text: string, file: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true, delimiter: delimiterOf(text) });
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}.`);
  }
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** What parts the values: of the first line, quoted parts left out, the sign that it has most of. */
function delimiterOf(text: string): string {
  const [line = ''] = text
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split(/\r|\n/, 1);
  const counts = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** The column that a problem's place takes its value from; undefined when it takes none. @param pointer of the project, or the name of a field. */
export function columnAt(value: unknown, pointer: string, row: Row): string | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [field] = steps;
  if (steps.length === 1 && field !== undefined && row.values.has(field)) return field;
  const found = steps.reduce<unknown>((now, step) => (now as Record<string, unknown> | undefined)?.[step], value);
  return typeof found === 'string' ? /\{\{\s*([^{}]+?)\s*\}\}/.exec(found)?.[1] : undefined;
}

/**
 * A copy of a JSON value in which `{{column}}` in every text is replaced with the row's value.
 * @throws UsageError for a column that the table does not have.
 */
export function fillIn(value: unknown, row: Row): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_all, column: string) => columnOf(row, column));
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, row));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, row)]));
}

/**
 * The file name of a row's output: `{row}` is the row's number with leading zeros, `{column}` its value, made safe for
 * a file name.
 * @param count of all rows, for the zeros.
 */
export function fillName(pattern: string, row: Row, count: number): string {
  const number = String(row.number).padStart(String(count).length, '0');
  return pattern.replace(/\{([^{}]+)\}/g, (_all, column: string) =>
    column === 'row' ? number : safeName(columnOf(row, column.trim())),
  );
}

function safeName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cutToBytes(safe, 100).trim() || '_';
}

function columnOf(row: Row, column: string): string {
  const value = row.values.get(column);
  if (value !== undefined) return value;
  throw new UsageError(`The table has no column "${column}"; it has ${[...row.values.keys()].join(', ')}.`);
}
