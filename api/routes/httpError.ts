import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../../engine/project/messages.ts';
import type { Problem } from '../../engine/project/problems.ts';
import type { ErrorBody } from '../contract/errorBody.ts';
import type { ListedProblems } from '../contract/errors.ts';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { databaseUnreachable } from '../jobs/failures.ts';
import { StorageUnreachableError } from '../storage/s3/errors.ts';
import { diskFullMessage, isDiskFull } from '../system/diskFull.ts';
import { loggedAbout } from '../system/log.ts';
import { fail, ServiceError } from '../system/serviceError.ts';
import { factsOf } from './requestLog.ts';

/** 404: missing, or owned by another user; the answer does not reveal which. */
export function notFound(what = 'This'): ServiceError {
  return fail('not-found', `${what} was not found.`);
}

/** 422 for a project or settings with problems; the message is the first one's. */
export function invalid(problems: readonly Problem[], more = 0): ServiceError {
  return fail('invalid', problems[0]?.message ?? 'The request is not valid.', { problems, more });
}

/** 507: the disk has no free space beyond the reserve of the database. */
export function diskFull(): ServiceError {
  return fail('disk-full', diskFullMessage);
}

/** Returns the body of an error answer. */
export function errorBodyOf(
  code: string,
  message: string,
  { problems, more }: ListedProblems = { problems: [], more: 0 },
): ErrorBody {
  const first = problems[0];
  const listed = first ? { pointer: first.pointer, problems, ...(more > 0 ? { moreProblems: more } : {}) } : {};
  return { error: { code, message, ...listed } };
}

/**
 * Creates the error handler of all routes. Only server faults are 5xx, and only those are logged.
 * @param count gets each error code.
 */
export function createErrorHandler(
  onError: (error: unknown, what: string) => void,
  count: (code: string) => void = () => undefined,
) {
  return (error: FastifyError | ServiceError, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = answerOf(error);
    count(body.error.code);
    const { method, routeOptions } = request;
    // Log the route, not the URL, which may contain an upload's secret.
    if (status >= 500)
      loggedAbout(factsOf(request), () => onError(error, `${method} ${routeOptions?.url ?? ''} failed`));
    // Unread parts of the body would be parsed as the next request. And a sender that was superseded may have gone
    // silent: its connection would stay open forever.
    const isOvertaken = status === 409 && !request.raw.complete;
    if (status === 408 || status === 413 || isOvertaken) reply.header('connection', 'close');
    const { headers } = error as { headers?: Record<string, string> };
    if (error instanceof ServiceError && error.retryAfter !== undefined)
      reply.header('retry-after', String(error.retryAfter));
    // Unsatisfiable range: the answer includes the length of the file.
    if (status === 416 && headers?.['Content-Range']) reply.header('content-range', headers['Content-Range']);
    void reply.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
  };
}

function answerOf(error: FastifyError | ServiceError): { status: number; body: ErrorBody } {
  if (error instanceof ServiceError)
    return { status: error.statusCode, body: errorBodyOf(error.code, error.message, listedOf(error)) };
  if (isDiskFull(error)) return answerOf(diskFull());
  if (error instanceof StorageUnreachableError)
    return {
      status: 503,
      body: errorBodyOf('unavailable', 'The server cannot reach its file storage. Please try again later.'),
    };
  if (error instanceof DatabaseAwayError)
    return { status: 503, body: errorBodyOf(databaseUnreachable.code, databaseUnreachable.message) };
  const status = error.statusCode ?? 500;
  if (status === 413) return { status, body: errorBodyOf('too-large', 'The request is too large.') };
  if (status === 415)
    return { status, body: errorBodyOf('unsupported-type', 'Please send JSON (Content-Type: application/json).') };
  if (status === 404) return { status, body: errorBodyOf('not-found', 'This was not found.') };
  if (status >= 400 && status < 500) return { status, body: errorBodyOf('malformed', sentence(error.message)) };
  return { status: 500, body: errorBodyOf('internal', messages.unknown) };
}

function listedOf({ problems, more }: ServiceError): ListedProblems {
  return { problems: [...problems], more };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
