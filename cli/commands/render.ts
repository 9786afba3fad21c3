import { basename, extname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { RenderResult } from '../../api/renderer/render.ts';
import { fileReferences } from '../../engine/project/media.ts';
import { parseProject, parseProjectText } from '../../engine/project/parse.ts';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { neededMedia } from '../../engine/timeline/neededMedia.ts';
import { type Call, type Context, runs } from '../context.ts';
import { isStream, readProjectText, STDIN } from '../files.ts';
import {
  allowOutside,
  locateIn,
  type MediaPlace,
  mediaFileProblems,
  mediaPath,
  mediaPlace,
  withNamed,
} from '../mediaPlace.ts';
import { exitCodes, printerOf, printFailure, UsageError } from '../output.ts';
import { defaultName, describeResult, madeAs, openPainter, renderTo } from '../renderOut.ts';
import { fillRowFields } from '../rowFields.ts';
import { fillIn, fillName, type Row, readRows } from '../rows.ts';
import { setValue, textsOf } from '../setValue.ts';
import { refuseOverInputs } from '../targets.ts';
import { nameKey } from '../uniqueStems.ts';

interface RenderFlags {
  out?: string;
  set: string[];
  data?: string;
  cache: boolean;
  alwaysEncode?: true;
  allowOutside: string[];
}

/** One render that is to be done. */
interface Work {
  project: Project;
  out: string;
  row?: number;
}

/** Adds `cutroom render`. */
export function addRender(program: Command, context: Context): void {
  const command = program
    .command('render')
    .description('Renders a project to a video, GIF, picture or sound. Media paths are relative to the project file.')
    .argument('<project>', 'a project file, or - for standard input')
    .option(
      '-o, --out <file>',
      'file to write, its ending chooses the format; with --data a pattern with {row} or {column}',
    )
    .option(
      '--set <path=value>',
      'change a value first, such as scenes.0.background=#000000; may be repeated',
      collect,
      [],
    )
    .option(
      '--data <rows.csv>',
      'render once for each row (- for standard input); {{column}} in the project and its field of that name take the value',
    )
    .option('--always-encode', 'encode all of a video, also what could be copied from its source')
    .option('--no-cache', 'encode everything, also what an earlier render has encoded already')
    .option(allowOutside.flags, allowOutside.description, allowOutside.parse, allowOutside.usual);
  runs(context, command, render);
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

async function render([file]: [string], call: Call<RenderFlags>): Promise<number> {
  const { options, output, signal } = call;
  try {
    if (file === STDIN && options.data === STDIN)
      throw new UsageError('Only one of the project and --data can be standard input.');
    const { text, folder } = await readProjectText(file);
    const work = await plannedWork(file, text, options);
    const place = await placeOf(folder, options);
    // One render says it all by itself; of many none begins before the files of all are there.
    if (work.length > 1) await refuseMediaFiles(work, place);
    const described = [file, options.data ?? STDIN].filter((path) => path !== STDIN);
    refuseOverInputs(
      work.map(({ out }) => out),
      [
        ...work.flatMap(({ project }) => sourcesOf(project, work.length > 1)).map((url) => mediaPath(url, place)),
        ...described,
      ],
    );
    output.data({ ok: true, outputs: await renderAll(work, locateIn(place), call) });
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, printerOf(file));
  }
}

/** The media that no result may take the place of. @param all false: but for those that the render looks at itself. */
function sourcesOf(project: Project, all: boolean): string[] {
  const needed = new Set(all ? [] : neededMedia(project).map(({ url }) => url));
  return fileReferences(project).flatMap(({ url }) => (needed.has(url) ? [] : [url]));
}

async function renderAll(work: readonly Work[], locate: (url: string) => Promise<string>, call: Call<RenderFlags>) {
  const { options, output } = call;
  const results: (RenderResult & { row?: number })[] = [];
  const painter = await openPainter(work.length);
  try {
    for (const { project, out, row } of work) {
      const title = work.length > 1 ? `${(row ?? 0).toString()}/${work.length}` : '';
      const result = await renderTo(project, { out, locate, title, painter, isCached: options.cache }, call);
      results.push({ ...result, ...(row === undefined ? {} : { row }) });
      output.line(out);
      output.note(describeResult(result));
    }
    return results;
  } finally {
    painter?.close();
  }
}

/** Every render with its project checked and its file named, before the first one starts. */
async function plannedWork(file: string, text: string, options: RenderFlags): Promise<Work[]> {
  const rows = options.data === undefined ? [undefined] : await readRows(options.data);
  const parsed = rows.map((row) => ({ row, result: parseRow(text, options.set, row) }));
  const problems = parsed.flatMap(({ row, result }) => (result.ok ? [] : withRow(result.problems, row)));
  if (problems.length > 0) throw new ProblemError(problems);
  const work = parsed.flatMap(({ row, result }): Work[] => {
    if (!result.ok) return [];
    const out = outName(file, result.value, options, row, rows.length);
    const project = { ...madeAs(out, result.value), ...(options.alwaysEncode ? { alwaysEncode: true } : {}) };
    return [{ project, out, ...(row ? { row: row.number } : {}) }];
  });
  refuseSameName(work);
  return work;
}

function withRow(problems: readonly Problem[], row: Row | undefined): Problem[] {
  return problems.map((found) => (row ? { ...found, message: `Row ${row.number}: ${found.message}` } : found));
}

function parseRow(text: string, assignments: readonly string[], row: Row | undefined) {
  if (assignments.length === 0 && !row) return parseProjectText(text);
  const first = parseProjectText(text);
  // Only what is no JSON, or no honest JSON, ends here; a {{column}} may well stand where a colour belongs.
  if (!first.ok && first.problems.some(({ code }) => code.startsWith('json.'))) return first;
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  for (const assignment of assignments) setValue(value, assignment);
  if (!row) return parseProject(value);
  const parsed = parseProject(fillIn(value, row));
  return parsed.ok ? fillRowFields(parsed.value, row) : parsed;
}

function outName(file: string, project: Project, options: RenderFlags, row: Row | undefined, count: number): string {
  if (!row) return options.out ?? defaultName(file, project);
  const stem = isStream(file) ? 'output' : basename(file, extname(file));
  const pattern = options.out ?? `${stem.replace(/[{}]/g, '_')}-{row}${extname(defaultName(file, project))}`;
  return fillName(pattern, row, count);
}

function refuseSameName(work: readonly Work[]): void {
  const known = new Map<string, Work>();
  for (const one of work) {
    const key = nameKey(resolve(one.out));
    const other = known.get(key);
    if (other) {
      const what =
        other.out === one.out
          ? `would both write ${one.out}`
          : `would write ${other.out} and ${one.out}, which are one file on some disks`;
      throw new UsageError(`Rows ${other.row} and ${one.row} ${what}; put {row} into --out.`);
    }
    known.set(key, one);
  }
}

/** What the caller names by --set is allowed; what a project or a table names is not. */
async function placeOf(folder: string, { allowOutside, set }: RenderFlags): Promise<MediaPlace> {
  return withNamed(await mediaPlace(folder, allowOutside), set.flatMap(textsOf));
}

async function refuseMediaFiles(work: readonly Work[], place: MediaPlace): Promise<void> {
  const problems = (await Promise.all(work.map(({ project }) => mediaFileProblems(project, place)))).flat();
  if (problems.length > 0) throw new ProblemError(problems);
}
