import { access } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import type { RenderResult } from '../api/renderer/job/render.ts';
import { missingColumn, problemOfRow, projectOfRow } from '../engine/edit/fillRow.ts';
import type { Row } from '../engine/edit/tableRows.ts';
import { fileReferences } from '../engine/project/media.ts';
import type { Parsed } from '../engine/project/parse.ts';
import { type Problem, ProblemError } from '../engine/project/problems.ts';
import type { Project } from '../engine/project/project.ts';
import type { Call } from './context.ts';
import { locateIn, type MediaPlace, mediaFileProblems, mediaPath } from './mediaPlace.ts';
import { detailsOf, exitCodes, type Output, printerOf, sentenceOf, UsageError } from './output.ts';
import { isStream } from './projectFiles.ts';
import { defaultName, describeResult, openPainter, renderTo, withOutputFormat, withPreset } from './renderOut.ts';
import { fileOfValue, fillName, readRows, refuseColumn } from './rows.ts';
import { assignedValue } from './setValue.ts';
import { refuseOverInputs } from './targets.ts';
import { nameKey } from './uniqueStems.ts';

/** Options of rendering rows. */
export interface RowFlags {
  out?: string;
  set: string[];
  data?: string;
  cache: boolean;
  alwaysEncode?: true;
  preset?: string;
  overwrite?: boolean;
}

/** What all rows share. */
interface Table {
  file: string;
  /** The project file's content, with `--set` applied. */
  value: unknown;
  place: MediaPlace;
  rows: readonly Row[];
  options: RowFlags;
}

/** The result of a row. */
type Entry =
  | { row: number; status: 'done'; result: RenderResult; out: string }
  | { row: number; status: 'there'; out: string }
  /** `message`: for errors that are not problems of the project, such as a full disk. */
  | { row: number; status: 'failed'; problems: readonly Problem[]; message?: string };

type Failed = Extract<Entry, { status: 'failed' }>;

/**
 * Renders a project once per row of a table. A broken row does not stop the others; its problems name row and column,
 * and are repeated at the end. Skips existing outputs unless `overwrite` is set, so a second run renders only what is
 * missing.
 * @returns the exit code.
 * @throws ProblemError if every row is broken; UsageError if rows would write the same file, or a column is missing.
 */
export async function renderRows(file: string, text: string, place: MediaPlace, call: Call<RowFlags>): Promise<number> {
  const { options, output, signal } = call;
  const rows = await readRows(options.data ?? '', output.note);
  const assigned = assignedValue(text, options.set);
  if (!assigned.ok) throw new ProblemError(assigned.problems);
  const table: Table = { file, value: assigned.value, place, rows, options };
  const { outs, failed } = await plan(table);
  if (outs.size === 0) throw new ProblemError(failed.flatMap(({ problems }) => problems));
  const entries: Entry[] = [...failed];
  for (const entry of failed) tellFailed(file, entry, output);
  const painter = await openPainter(outs.size);
  try {
    for (const [row, out] of outs) entries.push(await renderRow(table, row, { out, painter }, call));
  } finally {
    painter?.close();
  }
  signal.throwIfAborted();
  return printSummary(file, entries, output);
}

/** Returns the output file of each valid row, and the problems of the others, before rendering starts. */
async function plan(table: Table): Promise<{ outs: Map<Row, string>; failed: Failed[] }> {
  const outs = new Map<Row, string>();
  const failed: Failed[] = [];
  const sources = new Set<string>();
  const [first] = table.rows;
  const missing = first && missingColumn(table.value, first.values);
  if (first && missing !== undefined) refuseColumn(first, missing);
  for (const row of table.rows) {
    const parsed = parseRow(table, row);
    if (!parsed.ok) failed.push({ row: row.number, status: 'failed', problems: parsed.problems });
    else {
      const out = outName(table, parsed.value, row);
      // Throws if the extension does not fit.
      withOutputFormat(out, parsed.value);
      for (const { url } of fileReferences(parsed.value)) sources.add(mediaPath(url, table.place));
      outs.set(row, out);
    }
  }
  refuseSameName(outs);
  const described = [table.file, table.options.data ?? ''].filter((path) => !isStream(path));
  refuseOverInputs([...outs.values()], [...sources, ...described]);
  return { outs, failed };
}

async function renderRow(
  table: Table,
  row: Row,
  { out, painter }: { out: string; painter: Awaited<ReturnType<typeof openPainter>> },
  call: Call<RowFlags>,
): Promise<Entry> {
  const { output, signal, options } = call;
  if (!options.overwrite && (await isThere(out))) return { row: row.number, status: 'there', out };
  try {
    signal.throwIfAborted();
    // Parsed again, so that the projects of ten thousand rows need not be in memory.
    const parsed = parseRow(table, row);
    if (!parsed.ok) throw new ProblemError(parsed.problems);
    const project = { ...withOutputFormat(out, parsed.value), ...(options.alwaysEncode ? { alwaysEncode: true } : {}) };
    const problems = await mediaFileProblems(project, table.place);
    if (problems.length > 0) throw new ProblemError(problems.map((found) => problemOfRow(found, table.value, row)));
    const title = `${row.number}/${table.rows.length}`;
    const result = await renderTo(
      project,
      { out, locate: locateIn(table.place), title, painter, isCached: options.cache },
      call,
    );
    output.line(out);
    output.note(describeResult(result));
    return { row: row.number, status: 'done', result, out };
  } catch (error) {
    if (signal.aborted) throw error;
    const failed: Failed =
      error instanceof ProblemError
        ? { row: row.number, status: 'failed', problems: error.problems }
        : { row: row.number, status: 'failed', problems: [], message: `Row ${row.number}: ${sentenceOf(error)}` };
    if (output.isVerbose) output.note(detailsOf(error));
    tellFailed(table.file, failed, output);
    return failed;
  }
}

/** Parses the project of a row; its problems name row and column. */
function parseRow({ value, options }: Table, row: Row): Parsed<Project> {
  const parsed = projectOfRow(value, row, fileOfValue);
  return parsed.ok ? { ok: true, value: withPreset(parsed.value, options.preset) } : parsed;
}

function outName({ file, options, rows }: Table, project: Project, row: Row): string {
  const stem = isStream(file) ? 'output' : basename(file, extname(file));
  const pattern = options.out ?? `${stem.replace(/[{}]/g, '_')}-{row}${extname(defaultName(file, project))}`;
  return fillName(pattern, row, rows.length);
}

function refuseSameName(outs: ReadonlyMap<Row, string>): void {
  const known = new Map<string, readonly [Row, string]>();
  for (const [row, out] of outs) {
    const key = nameKey(resolve(out));
    const [other, otherOut] = known.get(key) ?? [];
    if (other) {
      const what =
        otherOut === out
          ? `would both write ${out}`
          : `would write ${otherOut} and ${out}, which are the same file on some disks`;
      throw new UsageError(`Rows ${other.number} and ${row.number} ${what}; add {row} to --out.`);
    }
    known.set(key, [row, out]);
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function tellFailed(file: string, { problems, message }: Failed, output: Output): void {
  for (const found of problems) output.note(printerOf(file)(found));
  if (message !== undefined) output.note(message);
}

function printSummary(file: string, entries: readonly Entry[], output: Output): number {
  const failed = entries.filter((entry) => entry.status === 'failed');
  const done = entries.flatMap((entry) => (entry.status === 'done' ? [{ ...entry.result, row: entry.row }] : []));
  const there = entries.flatMap((entry) =>
    entry.status === 'there' ? [{ row: entry.row, path: resolve(entry.out) }] : [],
  );
  output.data({
    ok: failed.length === 0,
    outputs: done,
    ...(there.length > 0 ? { there } : {}),
    ...(failed.length > 0 ? { failed: failed.map(({ status: _, ...facts }) => facts) } : {}),
  });
  const were = there.length > 0 ? `, ${there.length} skipped as existing (--overwrite renders them again)` : '';
  output.note(`${entries.length} rows: ${done.length} done${were}, ${failed.length} failed.`);
  // They were printed when they failed, maybe far above.
  if (done.length > 0) for (const entry of failed) tellFailed(file, entry, output);
  return failed.length > 0 ? exitCodes.failed : exitCodes.good;
}
