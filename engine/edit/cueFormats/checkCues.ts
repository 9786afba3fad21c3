import { MAX_CUE_LENGTH, MAX_CUE_SECONDS, MAX_CUE_WORDS, MAX_CUES } from '../../project/limits.ts';
import { messages } from '../../project/messages.ts';
import type { Cue } from '../../project/subtitles.ts';
import type { RawCue } from './rawCue.ts';

/** A problem in a subtitle file. */
export interface CueFileProblem {
  /** From 1. */
  line: number;
  /** One sentence. */
  reason: string;
}

/** The subtitles of a file in order, or its problems. */
export type ReadCues =
  | {
      ok: true;
      cues: Cue[];
      /** Whether the file has formatting or positions, which are dropped. */
      hasLooks: boolean;
      /** Parts of the file that could not be read and were skipped. */
      skipped: CueFileProblem[];
      /** Assumed frame rate, if the file counts frames and states none. */
      assumedRate?: number;
    }
  | { ok: false; problems: CueFileProblem[] };

/** A subtitle, or its problem. */
export type Entry = { line: number } & ({ cue: Omit<Cue, 'id'> } | { reason: string });

/** Problem of a subtitle that is too long. */
export const CUE_TOO_LONG = `A subtitle can have at most ${MAX_CUE_LENGTH} characters.`;
const tooMany = `A file can have at most ${MAX_CUES} subtitles.`;
/** Most problems to report; people correct a file from the top. */
const MOST_PROBLEMS = 20;
/** Most line numbers in a note. */
const MOST_NAMED = 5;

/** Rejects a file. */
export function rejectFile(line: number, reason: string): ReadCues {
  return { ok: false, problems: [{ line, reason }] };
}

/** Collects the subtitles of a file. Skips invalid entries, unless all are invalid. */
export function collectCues(entries: readonly Entry[], hasLooks: boolean, makeId: () => string): ReadCues {
  const next = entries.filter((entry) => 'cue' in entry)[MAX_CUES];
  if (next) return rejectFile(next.line, tooMany);
  const cues = entries.flatMap((entry) => ('cue' in entry ? [{ id: makeId(), ...entry.cue }] : []));
  const skipped = entries.flatMap((entry) => ('reason' in entry ? [{ line: entry.line, reason: entry.reason }] : []));
  skipped.sort((a, b) => a.line - b.line);
  if (cues.length === 0 && skipped.length > 0) return { ok: false, problems: skipped.slice(0, MOST_PROBLEMS) };
  return { ok: true, cues, hasLooks, skipped };
}

/** Returns the problem of a subtitle's times, text or words, in a sentence; undefined if valid. */
export function problemOf({ startTime, endTime, text, words = [] }: Omit<Cue, 'id'>): string | undefined {
  if (endTime <= startTime) return messages.cueOrder;
  if (endTime > MAX_CUE_SECONDS) return 'Times can be at most 1000 hours.';
  if (text.length > MAX_CUE_LENGTH) return CUE_TOO_LONG;
  return words.length > MAX_CUE_WORDS ? `A subtitle can have times for at most ${MAX_CUE_WORDS} words.` : undefined;
}

/** Converts a raw cue to an entry. */
export function entryOf({ line, startTime, endTime, text }: RawCue): Entry {
  if (startTime === undefined || endTime === undefined)
    return { line, reason: 'The times of this text cannot be read.' };
  const cue = { startTime, endTime, text };
  const reason = problemOf(cue);
  return reason === undefined ? { line, cue } : { line, reason };
}

/** Returns the note on skipped parts of a file. */
export function skippedNote(skipped: readonly CueFileProblem[]): string {
  const lines = skipped.slice(0, MOST_NAMED).map(({ line }) => line);
  if (skipped.length === 1) return `One part of the file could not be read and is left out: line ${lines[0]}.`;
  const listed = `${lines.join(', ')}${skipped.length > lines.length ? ' …' : ''}`;
  return `${skipped.length} parts of the file could not be read and are left out: lines ${listed}.`;
}
