import type { FastifyReply } from 'fastify';
import { fail } from '../system/serviceError.ts';

/** Returns a signal that aborts when the client disconnects before it gets an answer. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!reply.raw.writableFinished) gone.abort(fail('malformed', 'The connection was closed.'));
  };
  if (reply.raw.destroyed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}
