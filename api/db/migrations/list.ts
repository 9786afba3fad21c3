import type { Migration } from 'kysely';
import { confirmationIds } from './061_confirmation_ids.ts';
import { workStates } from './062_states.ts';
import { transcribedProjects } from './063_transcribed_projects.ts';
import { baseline } from './baseline.ts';
import { earlier } from './earlier.ts';

/** Migrations since the baseline, by name, in order. Never change a released one: add a new file and a line here. */
const later: Record<string, Migration> = {
  '061_confirmation_ids': confirmationIds,
  '062_states': workStates,
  '063_transcribed_projects': transcribedProjects,
};

/** Names of all migrations that a database of this release or an earlier one may have had. */
export const knownMigrations: ReadonlySet<string> = new Set(
  Object.keys({ ...earlier, '060_baseline': baseline, ...later }),
);

/**
 * The migrations of a database, in order.
 * @param applied names of those that it has had; a database that an earlier release created never gets the baseline.
 */
export function migrationsOf(applied: readonly string[]): Record<string, Migration> {
  return applied.some((name) => name in earlier) ? { ...earlier, ...later } : { '060_baseline': baseline, ...later };
}
