import { mkdir, rm } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { PaintPool } from '../api/renderer/paint/paintPool.ts';
import { type Budget, createBudget } from '../api/system/budget.ts';
import { temporaryName } from '../api/system/temporary.ts';
import { extensionsOf, outputExtension } from '../engine/project/output.ts';
import type { Problem } from '../engine/project/problems.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { cacheFolder } from './cacheFolder.ts';
import type { Call } from './context.ts';
import { exitCodes, type Output, printNote, UsageError } from './output.ts';
import { openPainter } from './renderOut.ts';
import { sanitizeLine } from './sanitizeLine.ts';
import { type Board, createBoard } from './submit/board.ts';
import { type Entry, failedEntry, printEntry } from './submit/report.ts';
import { printAsFlag, toolBody } from './toolBody.ts';
import { folderOf, putInPlace, realFile, refuseTaken } from './toolOut.ts';
import { compileTool, renderTool } from './toolRun.ts';
import { createStemNamer, type StemNamer } from './uniqueStems.ts';
import { wholeNumber } from './wholeNumber.ts';

/** Maximum number of files processed at a time. */
const MOST_AT_A_TIME = 16;

/** A requested batch. */
interface Asked {
  settings: Record<string, unknown>;
  files: readonly string[];
  extra: readonly string[];
}

interface BatchFlags {
  out?: string;
  overwrite?: boolean;
  /** Number of files processed at a time; default 1. */
  concurrency?: string;
}

/** What all files of a batch share. */
interface Batch {
  tool: Tool;
  asked: Asked;
  folder: string;
  stemOf: StemNamer;
  /** Real paths of all inputs. */
  sources: ReadonlySet<string>;
  mayReplace: boolean;
  painter: PaintPool | undefined;
  /** Resource budget that concurrent work shares. */
  budget: Budget;
  board: Board;
}

/**
 * Runs a tool on many files with the same settings, one result each. A failed file does not stop the others; failures
 * are repeated at the end, and results are reported in the order of the files.
 * @returns the exit code.
 * @throws UsageError if --out is not a folder or --concurrency not a number.
 */
export async function runBatch(
  tool: Tool,
  asked: Asked,
  { options, output, signal }: Call<BatchFlags>,
): Promise<number> {
  const atATime = wholeNumber(options.concurrency ?? '1', '--concurrency', MOST_AT_A_TIME);
  const files = eachOnce(asked.files);
  const folder = await outFolder(options.out);
  const board = createBoard(files.length);
  const painter = await openPainter(files.length);
  const sources = new Set(await Promise.all([...files, ...asked.extra].map(realFile)));
  const mayReplace = options.overwrite === true;
  const shared = {
    folder,
    stemOf: createStemNamer(files),
    sources,
    mayReplace,
    painter,
    budget: createBudget({ spare: [await cacheFolder('segments')] }),
    board,
  };
  const entries: Entry[] = files.map((file) => ({ file, status: 'stopped' }));
  const queue = files.entries();
  const worker = async () => {
    for (const [i, file] of queue) {
      if (signal.aborted) return;
      const entry = await workOn(file, { tool, asked, ...shared }, output, signal);
      entries[i] = entry;
      if (entry.status !== 'stopped') board.finish(sanitizeLine(file), printed(tool, entry));
    }
  };
  try {
    await Promise.all(Array.from({ length: atATime }, worker));
  } finally {
    board.stop();
    painter?.close();
  }
  return printSummary(tool, entries, output);
}

/** Removes duplicates, keeping the first name. */
function eachOnce(files: readonly string[]): string[] {
  const firsts = new Map<string, string>();
  for (const file of files) if (!firsts.has(resolve(file))) firsts.set(resolve(file), file);
  return [...firsts.values()];
}

async function outFolder(out = '.'): Promise<string> {
  const endings: readonly string[] = Object.values(extensionsOf).flat();
  if ((await folderOf(out)) === undefined && endings.includes(extname(out).slice(1).toLowerCase()))
    throw new UsageError(`There are several results, so --out must be a folder, not "${out}".`);
  await mkdir(out, { recursive: true });
  return out;
}

async function workOn(file: string, batch: Batch, output: Output, signal: AbortSignal): Promise<Entry> {
  const { tool, asked, folder, stemOf, sources, mayReplace, painter, budget, board } = batch;
  try {
    board.update(sanitizeLine(file), 0, 'Reading media');
    const body = toolBody(tool, asked.settings, { sources: [file], extra: asked.extra });
    const project = await compileTool(tool, body, { signal });
    const ending = outputExtension(project.output);
    const out = join(folder, `${stemOf(file)}-${tool.id}.${ending}`);
    await refuseTaken(out, sources, mayReplace);
    const notes: string[] = [];
    const part = temporaryName(out, ending);
    const progress = {
      update: (ratio: number, text: string) => board.update(sanitizeLine(file), ratio, 'Rendering', text),
      stop: () => {},
    };
    const telling = { ...output, note: (text: string) => void notes.push(text) };
    try {
      const result = await renderTool(project, { out: part, painter, budget, progress }, { output: telling, signal });
      await putInPlace(part, out, mayReplace);
      const { path: _, ...facts } = result;
      return { file, status: 'done', out, ...facts, notes };
    } finally {
      await rm(part, { force: true });
    }
  } catch (error) {
    return signal.aborted ? { file, status: 'stopped' } : failedEntry(file, error, output.isVerbose);
  }
}

function printed(tool: Tool, entry: Entry): string {
  if (entry.status !== 'failed' || !entry.problems)
    return printEntry({
      ...entry,
      file: sanitizeLine(entry.file),
      ...(entry.out ? { out: sanitizeLine(entry.out) } : {}),
    });
  return entry.problems.map((found) => printNote(printAsFlag(tool, found as Problem), entry.file)).join('\n');
}

function printSummary(tool: Tool, files: readonly Entry[], output: Output): number {
  const of = (status: Entry['status']) => files.filter((entry) => entry.status === status);
  const [done, failed, stopped] = [of('done'), of('failed'), of('stopped')];
  for (const { out = '' } of done) output.line(out);
  const counts = { total: files.length, done: done.length, failed: failed.length, stopped: stopped.length };
  output.data({ ok: done.length === files.length, ...counts, files });
  const how = stopped.length > 0 ? 'Stopped: ' : '';
  output.note(
    `${how}${files.length} files: ${done.length} done, ${failed.length} failed${stopped.length > 0 ? `, ${stopped.length} skipped` : ''}.`,
  );
  for (const entry of failed) output.note(printed(tool, entry));
  if (stopped.length > 0) return exitCodes.stopped;
  return failed.length > 0 ? exitCodes.failed : exitCodes.good;
}
