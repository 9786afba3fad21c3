/** The database server did not answer, or the connection was lost: the statement may still have been executed. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
  constructor(options?: ErrorOptions) {
    const why = options && whyOf(options.cause);
    super(`The database did not answer${why ? `: ${why}` : ''}.`, options);
  }
}

/**
 * Returns the driver's reason, such as too many connections. If a host has several addresses, the first error counts.
 */
function whyOf(cause: unknown): string {
  const [first = cause] = cause instanceof AggregateError ? cause.errors : [];
  return first instanceof Error ? first.message.replace(/\.$/, '') : '';
}

/**
 * Network errors, and errors of PostgreSQL: shutting down, starting, crashed, out of connections, timeout, idle
 * transaction terminated, or read-only because another server has become the primary.
 */
const codes = new Set(['ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND']);
const states = /^(?:08...|25006|25P03|57014|57P0[1235]|53300)$/;
const words = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Returns a DatabaseAwayError for an unreachable server; any other error unchanged. */
export function asDatabaseAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAwayError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isAway = code.startsWith('ECONN') || codes.has(code) || states.test(code) || words.test(message);
  // A host with several addresses leads to an AggregateError.
  const inside = error instanceof AggregateError ? error.errors.some((one) => asDatabaseAway(one) !== one) : false;
  return isAway || inside ? new DatabaseAwayError({ cause: error }) : error;
}
