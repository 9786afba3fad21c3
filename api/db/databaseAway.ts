/** A database server did not answer, or the connection to it was lost: what was asked may have been done. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
  constructor(options?: ErrorOptions) {
    const why = options && whyOf(options.cause);
    super(`The database did not answer${why ? `: ${why}` : ''}.`, options);
  }
}

/** What the driver says, such as that there are too many connections. Of a name with several addresses the first counts. */
function whyOf(cause: unknown): string {
  const [first = cause] = cause instanceof AggregateError ? cause.errors : [];
  return first instanceof Error ? first.message.replace(/\.$/, '') : '';
}

/**
 * Of the network; and of PostgreSQL: it shuts down, starts, has crashed, has no connection left, took too long, ended a transaction
 * that it heard nothing of, or takes no writes since another server has its place.
 */
const codes = new Set(['ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND']);
const states = /^(?:08...|25006|25P03|57014|57P0[1235]|53300)$/;
const words = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** A DatabaseAwayError in the place of what the driver throws where a server cannot be reached; any other error as it is. */
export function toldAsAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAwayError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isAway = code.startsWith('ECONN') || codes.has(code) || states.test(code) || words.test(message);
  // Of a name with several addresses there are several errors.
  const inside = error instanceof AggregateError ? error.errors.some((one) => toldAsAway(one) !== one) : false;
  return isAway || inside ? new DatabaseAwayError({ cause: error }) : error;
}
