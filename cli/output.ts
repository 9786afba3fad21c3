import { SpeechFailedError } from '../api/speech/engine.ts';
import { isDiskFull } from '../api/system/diskFull.ts';
import { environment } from '../api/system/environment.ts';
import { ProcessError } from '../api/system/process.ts';
import { type Problem, ProblemError } from '../engine/project/problems.ts';
import { harmless, harmlessLines } from './harmless.ts';

/** Exit codes of every command. 130: stopped by Ctrl-C. */
export const exitCodes = { good: 0, failed: 1, usage: 2, stopped: 130 } as const;

/** Where a command says things: results on standard output, everything else on standard error. */
export interface Output {
  /** true: the result is one JSON value instead of lines for a person. */
  readonly json: boolean;
  /** true: what caused a failure is printed too. */
  readonly isVerbose: boolean;
  /** A line of the result; nothing with --json. */
  line(text: string): void;
  /** The whole result as JSON; nothing without --json. */
  data(value: unknown): void;
  /** A line for a person that is no result: what happens, a warning, a summary. Whose words it holds is all the same. */
  note(text: string): void;
}

/** A command that was called wrongly, found after its arguments were read. Ends with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Prints to the two streams of this process. */
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
      process.stderr.write(`${harmlessLines(text)}\n`);
    },
  };
}

/** One problem of a file on one line: `clip.json#/scenes/0/duration: "duration" must be … (range)`. */
export function printProblem(file: string, { pointer, message, code }: Problem): string {
  return harmless(`${file}${pointer ? `#${pointer}` : ''}: ${message} (${code})`);
}

/**
 * One note on a line: what was done otherwise than a project asks, such as a font that is not available.
 * @param file which of several files it is of.
 */
export function printNote(text: string, file?: string): string {
  return harmless(file === undefined ? text : `${file}: ${text}`);
}

/** Prints the problems of one file. */
export function printerOf(file: string): (found: Problem) => string {
  return (found) => printProblem(file, found);
}

function printBare({ pointer, message, code }: Problem): string {
  return harmless(`${pointer ? `${pointer}: ` : ''}${message} (${code})`);
}

/** A fault of Cutroom or of a program that it runs, not of the input. Its cause has the details. */
export class Fault extends Error {
  override name = 'Fault';
  constructor(cause: unknown) {
    super(faultSentence, { cause });
  }
}

const faultSentence =
  'Cutroom could not finish this because of an internal error. Run the command again with --verbose to see the details.';

/** Whether the message of an error is not written for people: a program said it, or the language. */
function isFault(error: Error): boolean {
  const languageErrors = [TypeError, RangeError, ReferenceError, SyntaxError];
  return [Fault, ProcessError, SpeechFailedError, ...languageErrors].some((kind) => error instanceof kind);
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
  return String(message ?? [name, code ?? errno].filter((part) => part !== undefined).join(' ')) || 'Something failed.';
}

/** What --verbose prints of a failure: each error of the chain of causes with its stack, and what a program printed. */
export function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const log = error instanceof ProcessError ? [error.log.trim()] : [];
  return [error.stack ?? error.message, ...log, ...(error.cause ? [detailsOf(error.cause)] : [])].join('\n');
}

/**
 * Tells what went wrong, on standard error for a person, with --json on standard output too.
 * @param print a problem on one line; by default without a file's name.
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
