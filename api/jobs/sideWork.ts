import { sql } from 'kysely';

/** Work besides renders, in tables with leases, see createLeases. */
export const sideTables = ['conversions', 'transcriptions', 'derivations'] as const;
/** Name of such a table. */
export type SideTable = (typeof sideTables)[number];

/**
 * Seconds after the last request before background work is dropped. Clients ask repeatedly; a page in the background
 * about once a minute.
 */
const REQUEST_SECONDS = 150;
/** Whether a client still waits for a derivation. */
export const isAwaited = sql<boolean>`asked_at > now() - ${REQUEST_SECONDS} * interval '1 second'`;

/** Whether a row waits for a worker; derivations only while a client waits for them. */
export function isWaitingIn(table: SideTable) {
  return table === 'derivations'
    ? sql<boolean>`(status = 'PENDING' and ${isAwaited})`
    : sql<boolean>`status = 'PENDING'`;
}
