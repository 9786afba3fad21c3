import type { Problem } from '../../engine/project/problems.ts';
import type { ProblemItem } from './errorBody.ts';

/** Most problems listed in an answer. */
const MAX_PROBLEMS = 100;

/** The first problems, and the number of others. */
export interface ListedProblems {
  problems: Problem[];
  more: number;
}

/** Returns the first hundred problems and the number of others. */
export function firstProblems(problems: readonly Problem[]): ListedProblems {
  return { problems: problems.slice(0, MAX_PROBLEMS), more: Math.max(0, problems.length - MAX_PROBLEMS) };
}

/** Error codes of the service with the statuses of their answers; failed jobs use them too. */
export const errorCodes = {
  malformed: { status: 400, meaning: 'the request is malformed' },
  'signed-out': { status: 401, meaning: 'the sign-in is missing or invalid' },
  forbidden: { status: 403, meaning: 'the request came from another site, or is not permitted' },
  quota: { status: 403, meaning: 'the storage quota is used up; delete data, waiting does not help' },
  'not-found': { status: 404, meaning: 'the resource does not exist, or belongs to another owner' },
  timeout: { status: 408, meaning: 'the request arrived too slowly' },
  conflict: { status: 409, meaning: 'the state of the resource does not allow this' },
  changed: { status: 412, meaning: 'the resource has changed since the given revision' },
  gone: { status: 410, meaning: 'the resource existed and was deleted or abandoned' },
  'too-large': { status: 413, meaning: 'the body or the file is too large' },
  'unsupported-type': { status: 415, meaning: 'the content type is not supported' },
  misdirected: { status: 421, meaning: 'the request was meant for another host' },
  invalid: { status: 422, meaning: 'the project or the settings have problems' },
  unreadable: { status: 422, meaning: 'the media cannot be decoded' },
  checksum: { status: 460, meaning: 'the bytes do not match their checksum' },
  link: { status: 422, meaning: 'the target of a link cannot be used' },
  'too-many-requests': { status: 429, meaning: 'too many requests; Retry-After says how long to wait' },
  unavailable: { status: 503, meaning: 'the resource is temporarily unavailable; retry later' },
  'disk-full': { status: 507, meaning: 'the server’s disk is full' },
  internal: { status: 500, meaning: 'the service failed' },
  lost: { status: 500, meaning: 'a job was started several times and never finished' },
} as const;

/** An error code of the service. */
export type ErrorCode = keyof typeof errorCodes;

/**
 * An answer outside 200–299, or none. `status` 0: the server was unreachable (`code` "network") or its answer was
 * invalid (`code` "answer").
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: readonly ProblemItem[];
  /** Seconds before the next try, if the server named them. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    problems: readonly ProblemItem[] = [],
    retryAfter?: number,
    /** Number of problems beyond those in `problems`. */
    readonly moreProblems = 0,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.problems = problems;
    this.retryAfter = retryAfter;
  }
}

/** Whether an error means that the server is unreachable, failing or overloaded, not that the request is wrong. */
export function isPassing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'network' || error.status >= 500 || error.status === 429 || error.status === 408;
}
