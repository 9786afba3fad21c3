import * as z from 'zod';
import type { Problem } from '../../engine/project/problems.ts';

/** A problem with sent data: its place (JSON pointer) and a message. */
export const problemItem = z.object({
  code: z.string(),
  pointer: z.string(),
  message: z.string(),
});

/**
 * Body of every answer with a status of 400 or more. `pointer` is the place of the first problem; `problems` lists up
 * to a hundred, if there may be several, and `moreProblems` counts the rest.
 */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    pointer: z.string().optional(),
    problems: z.array(problemItem).optional(),
    moreProblems: z.number().int().positive().optional(),
  }),
});

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

/** Body of every answer with a status of 400 or more. */
export type ErrorBody = z.infer<typeof errorBody>;
/** A problem with sent data. */
export type ProblemItem = z.infer<typeof problemItem>;

/** Error codes of the service; failed jobs use them too. */
const errorCodes = {
  malformed: 'the request is not of the expected form (400)',
  'signed-out': 'nobody, or no such person, is signed in (401)',
  forbidden: 'the request came from another site, or asks for what it may not (403)',
  quota: 'one stores as much as one may; time alone does not change that (403)',
  'not-found': 'there is no such thing, or it is not yours (404)',
  timeout: 'the request came too slowly (408)',
  conflict: 'the thing is in a state that does not allow this (409)',
  changed: 'the thing has changed since the revision that was named (412)',
  gone: 'there was such a thing, but it was given up (410)',
  'too-large': 'the body or the file is over the limit (413)',
  'unsupported-type': 'content of this type is not taken (415)',
  misdirected: 'the request was meant for a host that this server is not (421)',
  invalid: 'the project or the settings have problems (422)',
  unreadable: 'the media cannot be decoded (422)',
  checksum: 'the bytes are not those that were meant to be sent (460)',
  link: 'a link leads to nothing that can be used (422)',
  'too-many-requests': 'too many requests; wait as long as Retry-After says (429)',
  unavailable: 'the thing cannot be had now; another try later may do (503)',
  'disk-full': 'the server has no room left (507)',
  internal: 'the service failed (500)',
  lost: 'a job was started several times and never came to an end',
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
