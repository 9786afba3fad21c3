import { isDiskFull } from '../api/system/diskFull.ts';
import { environment } from '../api/system/environment.ts';
import { type Problem, ProblemError } from '../engine/project/problems.ts';
import { sanitizeLine, sanitizeLines } from './sanitizeLine.ts';

/** Exit codes of all commands. 130: stopped by Ctrl-C. */
export const exitCodes = { good: 0, failed: 1, usage: 2, stopped: 130 } as const;

/** Output of a command: results go to stdout, everything else to stderr. */
export interface Output {
  /** true: the result is one JSON value instead of text lines. */
  readonly json: boolean;
  /** Prints a line of the result; nothing with --json. */
  line(text: string): void;
  /** Prints the whole result as JSON; nothing without --json. */
  data(value: unknown): void;
  /** Prints a line that is not a result: activity, a warning, a summary. Sanitizes foreign text. */
  note(text: string): void;
}

/** A wrong call that was detected after the arguments were parsed. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Creates an output to stdout and stderr. */
export function createOutput(json: boolean): Output {
  return {
    json,
    line: (text) => {
      if (!json) process.stdout.write(`${text}\n`);
    },
    data: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    note: (text) => {
      process.stderr.write(`${sanitizeLines(text)}\n`);
    },
  };
}

/** Formats a problem of a file as one line: `clip.json#/scenes/0/duration: "duration" must be … (range)`. */
export function printProblem(file: string, { pointer, message, code }: Problem): string {
  return sanitizeLine(`${file}${pointer ? `#${pointer}` : ''}: ${message} (${code})`);
}

/**
 * Formats a note as one line: a deviation from the project, such as a missing font.
 * @param file name, if there are several files.
 */
export function printNote(text: string, file?: string): string {
  return sanitizeLine(file === undefined ? text : `${file}: ${text}`);
}

/** Returns a formatter for problems of one file. */
export function printerOf(file: string): (found: Problem) => string {
  return (found) => printProblem(file, found);
}

function printBare({ pointer, message, code }: Problem): string {
  return sanitizeLine(`${pointer ? `${pointer}: ` : ''}${message} (${code})`);
}

/** Thrown values need not be errors: WebAssembly throws plain objects with a name and a number. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, name, code, errno } = error as Record<string, unknown>;
  return String(message ?? [name, code ?? errno].filter((part) => part !== undefined).join(' ')) || 'Something failed.';
}

/**
 * Prints a failure to stderr, and with --json also to stdout.
 * @param print formats a problem as one line; default: without a file name.
 * @returns the exit code.
 */
export function printFailure(error: unknown, output: Output, print = printBare): number {
  if (error instanceof ProblemError) {
    const { problems } = error;
    for (const found of problems) output.note(print(found));
    output.data({ ok: false, problems });
    return exitCodes.failed;
  }
  const message = sentenceOf(error);
  output.note(message);
  if (environment().isDebugging && error instanceof Error) output.note(error.stack ?? '');
  output.data({ ok: false, problems: [], error: { ...(isDiskFull(error) ? { code: 'disk-full' } : {}), message } });
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}
