/** A table row: its number from 1, and its values by column. */
export interface Row {
  number: number;
  values: ReadonlyMap<string, string>;
  /** Problem of the row itself, in a sentence; absent: none. */
  problem?: string;
  /** Original names of renamed columns, by their new names. */
  columns?: ReadonlyMap<string, string>;
}

/** A table with the columns named by its first line. */
export interface Table {
  columns: string[];
  rows: Row[];
}

/** Splits a text into records; injected, because browsers and Node use different builds. */
export type ParseRecords = (
  text: string,
  options: { bom: true; skip_empty_lines: true; relax_column_count: true; relax_quotes: true; delimiter: string },
) => string[][];

/**
 * Reads a table (CSV, RFC 4180). The first line names the columns; empty lines and rows of empty values, as
 * spreadsheets leave them, are skipped. The separator is a comma, semicolon or tab: the most frequent in the first
 * line, or the one of an Excel `sep=;` line. A row with another number of values has a problem.
 * @throws Error with a sentence if the text is invalid, has no rows, or has two columns of one name.
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
      : { problem: `This row has ${valuesOf(record.length)}; the table has ${columnsOf(columns.length)}.` }),
  }));
  return { columns, rows };
}

function recordsOf(text: string, parse: ParseRecords): string[][] {
  // Native spreadsheet files and images contain NUL bytes; texts do not.
  if (text.includes('\0')) throw new Error('This is not a table as text. Save it as CSV first.');
  const [line = '', sign] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(line.length);
  const delimiter = sign ?? delimiterOf(table);
  const options = { bom: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true } as const;
  try {
    return parse(table, { ...options, delimiter }).filter((record) => record.some((value) => value.trim() !== ''));
  } catch (error) {
    // The only remaining error: quotes inside values are accepted.
    const { code, records = 0, message } = error as Error & { code?: string; records?: number };
    throw new Error(
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `A quote that row ${Math.max(1, records)} opens is never closed.`
        : `${message}.`,
    );
  }
}

/** Excel's declaration of the separator. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t])\r?\n/i;

function valuesOf(count: number): string {
  return count === 1 ? '1 value' : `${count} values`;
}

function columnsOf(count: number): string {
  return count === 1 ? '1 column' : `${count} columns`;
}

/** Detects the separator: the most frequent candidate in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split(/\r|\n/, 1);
  const counts = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Formats a line of a table. */
export function printTableLine(values: readonly string[]): string {
  return values.map((value) => (/["\r\n,;\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}
