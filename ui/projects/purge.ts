import { openDatabase, SAVE_TABLES } from '../state/database.ts';
import { notifySavedChange } from './savedChanges.ts';
import { deleteVersionsOf } from './versions.ts';

/**
 * Permanently deletes removed projects and their versions.
 * @param olderThan milliseconds since the removal; default 60,000, so that another tab can still undo it.
 */
export async function purgeRemoved(olderThan = 60_000): Promise<void> {
  const change = (await openDatabase())?.transaction(SAVE_TABLES, 'readwrite');
  if (!change) return;
  const heads = change.objectStore('heads');
  const gone = (await heads.getAll()).filter(
    ({ removedAt }) => removedAt !== undefined && removedAt <= Date.now() - olderThan,
  );
  await Promise.all(gone.flatMap(({ id }) => [heads.delete(id), change.objectStore('bodies').delete(id)]));
  await deleteVersionsOf(
    change,
    gone.map(({ id }) => id),
  );
  await change.done;
  for (const { id } of gone) notifySavedChange({ id, what: 'purged', revision: 0 });
}
