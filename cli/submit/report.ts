import { ApiError } from '../../api/contract/errors.ts';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import { harmless, harmlessLines } from '../harmless.ts';
import { detailsOf, printNote, printProblem, sentenceOf } from '../output.ts';
import { printBytes } from '../renderOut.ts';
import { type Done, VideoFailed } from './job.ts';

/** What became of one file, as the report has it. */
export interface Entry {
  file: string;
  status: 'done' | 'sent' | 'failed' | 'stopped';
  id?: string;
  out?: string;
  url?: string;
  mime?: string;
  width?: number;
  height?: number;
  duration?: number;
  size?: number;
  /** What was done otherwise than the project asks, in sentences. */
  notes?: readonly string[];
  /** true: an earlier run had done it. */
  before?: boolean;
  error?: string;
  /** What caused the failure, with --verbose. */
  details?: string;
  problems?: readonly { code: string; pointer: string; message: string }[];
  /** How many more problems there are than the server listed. */
  moreProblems?: number;
}

/** The report of a whole run. */
export function reportOf(server: string, files: readonly Entry[]) {
  const count = (status: Entry['status']) => files.filter((entry) => entry.status === status).length;
  const counts = { done: count('done'), sent: count('sent'), failed: count('failed'), stopped: count('stopped') };
  return { ok: counts.failed + counts.stopped === 0, server, total: files.length, ...counts, files };
}

/** The entry of a submission that went well. */
export function entryOf(file: string, { video, out, before }: Done): Entry {
  const entry: Entry = { file, status: out === undefined ? 'sent' : 'done', id: video._id, before };
  if (out === undefined || video.url === null) return entry;
  const { mime, width, height, duration, size, notes } = video;
  const facts = Object.fromEntries(
    Object.entries({ mime, width, height, duration, size }).filter(([, value]) => value !== null),
  );
  return { ...entry, out, url: video.url, ...facts, notes };
}

/** The entry of one that did not. @param isVerbose adds what caused it. */
export function failedEntry(file: string, error: unknown, isVerbose = false): Entry {
  const problems: readonly Omit<Problem, 'code'>[] =
    error instanceof ProblemError || error instanceof ApiError || error instanceof VideoFailed ? error.problems : [];
  const details = isVerbose ? { details: detailsOf(error) } : {};
  const listed = problems.length > 0 ? { problems: problems as NonNullable<Entry['problems']> } : {};
  const count = error instanceof ApiError || error instanceof VideoFailed ? error.moreProblems : 0;
  const more = count > 0 ? { moreProblems: count } : {};
  return { file, status: 'failed', error: sentenceOf(error), ...details, ...listed, ...more };
}

/** An entry for a person: one line and one for each note, or one for each problem. */
export function printEntry({ file, status, out, id, size, notes = [], before, error, ...entry }: Entry): string {
  const { problems, moreProblems: more = 0, details } = entry;
  if (status === 'stopped') return `${file}: stopped`;
  if (status === 'sent') return harmless(`${file}: sent as ${id}`);
  if (status === 'done') {
    const done = `${file}: ${before ? 'was done before' : 'done'}, ${out} (${printBytes(size ?? 0)})`;
    return [done, ...notes.map((note) => printNote(note, file))].join('\n');
  }
  if (!problems)
    return [harmless(`${file}: failed: ${error}`), ...(details ? [harmlessLines(details)] : [])].join('\n');
  const lines = problems.map((found) => printProblem(file, found as Problem));
  return [
    ...lines,
    ...(more > 0 ? [harmless(`${file}: and ${more} more ${more === 1 ? 'problem' : 'problems'}`)] : []),
  ].join('\n');
}
