import { sql } from 'kysely';

/** Tables whose rows are work besides renders and webhooks. */
export const workTables = ['conversions', 'transcriptions', 'derivations'] as const;
/** Name of such a table. */
export type WorkTable = (typeof workTables)[number];

/**
 * Seconds after the last request before a derivation is dropped. Clients ask repeatedly; a page in the background about
 * once a minute.
 */
const REQUEST_SECONDS = 150;
/** Whether a client still waits for a derivation. */
export const isAwaited = sql<boolean>`asked_at > now() - ${REQUEST_SECONDS} * interval '1 second'`;

/** Whether a row waits for a worker; derivations only while a client waits for them. */
export function isWaitingIn(table: WorkTable) {
  return table === 'derivations' ? sql<boolean>`(state = 'queued' and ${isAwaited})` : sql<boolean>`state = 'queued'`;
}
