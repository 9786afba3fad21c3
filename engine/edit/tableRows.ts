/** One row of a table: its number from 1, and its values by column. */
export interface Row {
  number: number;
  values: ReadonlyMap<string, string>;
  /** What is wrong with the row itself, in a sentence; absent: nothing. */
  problem?: string;
  /** What columns are called whose values stand under another name, by that name. */
  columns?: ReadonlyMap<string, string>;
}

/** A table with its columns as the first line names them. */
export interface Table {
  columns: string[];
  rows: Row[];
}

/** Parts a text into its records; handed in, because browsers and Node have builds of their own. */
export type ParseRecords = (
  text: string,
  options: { bom: true; skip_empty_lines: true; relax_column_count: true; relax_quotes: true; delimiter: string },
) => string[][];

/**
 * Reads a table (CSV, RFC 4180): the first line names the columns; empty lines, and rows of empty values, as spreadsheets
 * leave them behind, are skipped. Values may be parted by commas, semicolons or tabs, whichever the first line has most of,
 * or by what Excel's line `sep=;` says. A row with another number of values has a problem.
 * @throws Error with a sentence when it cannot be read, has no rows, or two columns of one name.
 */
export function readTable(text: string, parse: ParseRecords): Table {
  const [first, ...records] = recordsOf(text, parse);
  if (!first || records.length === 0) throw new Error('This table has no rows.');
  const columns = first.map((column) => column.trim());
  const twice = columns.find((column, i) => column !== '' && columns.indexOf(column) < i);
  if (twice !== undefined) throw new Error(`Two columns are called "${twice}". Give one of them another name.`);
  const rows = records.map((record, i) => ({
    number: i + 1,
    values: new Map(columns.map((column, c) => [column, record[c] ?? ''])),
    ...(record.length === columns.length
      ? {}
      : { problem: `The file has ${valuesOf(record.length)}; the table has ${columnsOf(columns.length)}.` }),
  }));
  return { columns, rows };
}

function recordsOf(text: string, parse: ParseRecords): string[][] {
  // What a spreadsheet keeps for itself, and pictures, have empty bytes; texts have none.
  if (text.includes('\0')) throw new Error('This is not a table as text. Save it as CSV first.');
  const [line = '', sign] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(line.length);
  const delimiter = sign ?? delimiterOf(table);
  const options = { bom: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true } as const;
  try {
    return parse(table, { ...options, delimiter }).filter((record) => record.some((value) => value.trim() !== ''));
  } catch (error) {
    // Of what may be wrong this alone is left: quotes inside of values are taken as they are.
    const { code, records = 0, message } = error as Error & { code?: string; records?: number };
    throw new Error(
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `A quote that row ${Math.max(1, records)} opens is never closed.`
        : `${message}.`,
    );
  }
}

/** How Excel says what parts the values. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t])\r?\n/i;

function valuesOf(count: number): string {
  return count === 1 ? '1 value' : `${count} values`;
}

function columnsOf(count: number): string {
  return count === 1 ? '1 column' : `${count} columns`;
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

/** A line of a table. */
export function printTableLine(values: readonly string[]): string {
  return values.map((value) => (/["\r\n,;\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}
