import type { Problem } from '../../engine/project/problems.ts';
import { type ErrorCode, errorCodes, firstProblems } from '../contract/errors.ts';

/** What a failure tells besides its code and message. */
interface Details {
  /** Status of the answer; default: that of the code. */
  status?: number;
  /** Problems with sent data; up to a hundred are listed. */
  problems?: readonly Problem[];
  /** Number of problems beyond those in `problems`. */
  more?: number;
  /** Seconds before the next try. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A failure that the service reports: a code of the catalogue, and a message for people. `fail` creates it. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: ErrorCode;
  /** Status of the answer. */
  readonly statusCode: number;
  /** The listed problems. */
  readonly problems: readonly Problem[];
  /** Number of problems beyond those listed. */
  readonly more: number;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, { status, problems = [], more = 0, retryAfter, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    const listed = firstProblems(problems);
    this.code = code;
    this.statusCode = status ?? errorCodes[code].status;
    this.problems = listed.problems;
    this.more = listed.more + more;
    this.retryAfter = retryAfter;
  }
}

/** Creates the error to throw for a failure that the service reports. @param message for people, a sentence. */
export function fail(code: ErrorCode, message: string, details?: Details): ServiceError {
  return new ServiceError(code, message, details);
}

/** Whether an error is a reported failure with one of these codes. */
export function isFailure(error: unknown, ...codes: readonly ErrorCode[]): error is ServiceError {
  return error instanceof ServiceError && codes.includes(error.code);
}
