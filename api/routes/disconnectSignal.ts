import type { FastifyReply } from 'fastify';
import { HttpError } from './httpError.ts';

/** Returns a signal that aborts when the client disconnects before it gets an answer. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!reply.raw.writableFinished) gone.abort(new HttpError(400, 'malformed', 'The connection was closed.'));
  };
  if (reply.raw.destroyed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}
