import { ApiError } from '../../api/contract/errors.ts';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import { detailsOf, printNote, printProblem, sentenceOf } from '../output.ts';
import { printBytes } from '../renderOut.ts';
import { sanitizeLine, sanitizeLines } from '../sanitizeLine.ts';
import { type Done, VideoFailedError } from './batchJob.ts';

/** The result of a file, as in the report. */
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
  /** Deviations from the project, as sentences. */
  notes?: readonly string[];
  /** true: an earlier run did it. */
  before?: boolean;
  error?: string;
  /** What caused the failure, with --verbose. */
  details?: string;
  problems?: readonly { code: string; pointer: string; message: string }[];
  /** Number of problems that the server did not list. */
  moreProblems?: number;
}

/** Returns the report of a whole run. */
export function reportOf(server: string, files: readonly Entry[]) {
  const count = (status: Entry['status']) => files.filter((entry) => entry.status === status).length;
  const counts = { done: count('done'), sent: count('sent'), failed: count('failed'), stopped: count('stopped') };
  return { ok: counts.failed + counts.stopped === 0, server, total: files.length, ...counts, files };
}

/** Returns the entry of a successful submission. */
export function entryOf(file: string, { video, out, before }: Done): Entry {
  const entry: Entry = { file, status: out === undefined ? 'sent' : 'done', id: video._id, before };
  if (out === undefined || video.url === null) return entry;
  const { mime, width, height, duration, size, notes } = video;
  const facts = Object.fromEntries(
    Object.entries({ mime, width, height, duration, size }).filter(([, value]) => value !== null),
  );
  return { ...entry, out, url: video.url, ...facts, notes };
}

/** Returns the entry of a failed submission. @param isVerbose adds the cause. */
export function failedEntry(file: string, error: unknown, isVerbose = false): Entry {
  const problems: readonly Omit<Problem, 'code'>[] =
    error instanceof ProblemError || error instanceof ApiError || error instanceof VideoFailedError
      ? error.problems
      : [];
  const details = isVerbose ? { details: detailsOf(error) } : {};
  const listed = problems.length > 0 ? { problems: problems as NonNullable<Entry['problems']> } : {};
  const count = error instanceof ApiError || error instanceof VideoFailedError ? error.moreProblems : 0;
  const more = count > 0 ? { moreProblems: count } : {};
  return { file, status: 'failed', error: sentenceOf(error), ...details, ...listed, ...more };
}

/** Formats an entry as text: one line and its notes, or one line per problem. */
export function printEntry({ file, status, out, id, size, notes = [], before, error, ...entry }: Entry): string {
  const { problems, moreProblems: more = 0, details } = entry;
  if (status === 'stopped') return `${file}: stopped`;
  if (status === 'sent') return sanitizeLine(`${file}: sent as ${id}`);
  if (status === 'done') {
    const done = `${file}: ${before ? 'was already done' : 'done'}, ${out} (${printBytes(size ?? 0)})`;
    return [done, ...notes.map((note) => printNote(note, file))].join('\n');
  }
  if (!problems)
    return [sanitizeLine(`${file}: failed: ${error}`), ...(details ? [sanitizeLines(details)] : [])].join('\n');
  const lines = problems.map((found) => printProblem(file, found as Problem));
  return [
    ...lines,
    ...(more > 0 ? [sanitizeLine(`${file}: and ${more} more ${more === 1 ? 'problem' : 'problems'}`)] : []),
  ].join('\n');
}
