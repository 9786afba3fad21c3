import { SpeechFailedError } from '../api/speech/engine.ts';
import { isDiskFull } from '../api/system/diskFull.ts';
import { environment } from '../api/system/environment.ts';
import { ProcessError } from '../api/system/process.ts';
import { type Problem, ProblemError } from '../engine/project/problems.ts';
import { sanitizeLine, sanitizeLines } from './sanitizeLine.ts';

/** Exit codes of all commands. 130: stopped by Ctrl-C. */
export const exitCodes = { good: 0, failed: 1, usage: 2, stopped: 130 } as const;

/** Output of a command: results go to stdout, everything else to stderr. */
export interface Output {
  /** true: the result is one JSON value instead of text lines. */
  readonly json: boolean;
  /** true: also prints the cause of a failure. */
  readonly isVerbose: boolean;
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
export function createOutput(json: boolean, isVerbose = environment().isDebugging): Output {
  return {
    json,
    isVerbose,
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

/** A fault of Cutroom or of a program that it runs, not of the input. Its cause has the details. */
export class InternalError extends Error {
  override name = 'InternalError';
  constructor(cause: unknown) {
    super(faultSentence, { cause });
  }
}

const faultSentence =
  'Cutroom could not finish this because of an internal error. Run the command again with --verbose to see the details.';

/** Whether an error's message is not written for people: it comes from a program or the language runtime. */
function isFault(error: Error): boolean {
  const languageErrors = [TypeError, RangeError, ReferenceError, SyntaxError];
  return [InternalError, ProcessError, SpeechFailedError, ...languageErrors].some((kind) => error instanceof kind);
}

/**
 * The sentence that reports a failure to a person.
 * @param error need not be an Error: WebAssembly throws plain objects with a name and a number.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof ProcessError && isDiskFull(error)) return 'The disk is full.';
  if (error instanceof Error) return isFault(error) ? faultSentence : error.message;
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, name, code, errno } = error as Record<string, unknown>;
  return (
    String(message ?? [name, code ?? errno].filter((part) => part !== undefined).join(' ')) ||
    'An unknown error occurred.'
  );
}

/** What --verbose prints of a failure: each error of the chain of causes with its stack, and what a program printed. */
export function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const log = error instanceof ProcessError ? [error.log.trim()] : [];
  return [error.stack ?? error.message, ...log, ...(error.cause ? [detailsOf(error.cause)] : [])].join('\n');
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
    if (output.isVerbose && error.cause) output.note(detailsOf(error.cause));
    output.data({ ok: false, problems });
    return exitCodes.failed;
  }
  const message = sentenceOf(error);
  output.note(message);
  if (output.isVerbose) output.note(detailsOf(error));
  output.data({ ok: false, problems: [], error: { ...codeOf(error), message } });
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

function codeOf(error: unknown): { code?: string } {
  if (isDiskFull(error)) return { code: 'disk-full' };
  return error instanceof Error && isFault(error) ? { code: 'internal' } : {};
}
