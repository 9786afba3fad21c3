import { sql } from 'kysely';

/** Work beside renders: tables of leases, see createLeases. */
export const sideTables = ['conversions', 'transcriptions', 'derivations'] as const;
/** Name of such a table. */
export type SideTable = (typeof sideTables)[number];

/** What nobody asked for in this time is not made, or not made further, seconds: whoever waits asks again and again, a page behind others each minute. */
const WANTED_SECONDS = 150;
/** Whether somebody still waits for a derivation. */
export const isWanted = sql<boolean>`asked_at > now() - ${WANTED_SECONDS} * interval '1 second'`;

/** Whether a row waits for a worker: one that nobody waits for is taken by none. */
export function isWaitingIn(table: SideTable) {
  return table === 'derivations'
    ? sql<boolean>`(status = 'PENDING' and ${isWanted})`
    : sql<boolean>`status = 'PENDING'`;
}
