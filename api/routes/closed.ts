import type { FastifyReply } from 'fastify';
import { HttpError } from './httpError.ts';

/** A signal that is aborted when whoever asked goes away before there is an answer, with an error that nobody will read. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!reply.raw.writableFinished) gone.abort(new HttpError(400, 'malformed', 'The connection was closed.'));
  };
  if (reply.raw.destroyed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}
