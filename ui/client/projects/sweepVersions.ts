import { VERSION_LIMITS, type VersionLimits, versionsToRetain } from '../../../engine/edit/versionsToRetain.ts';
import { openDatabase, SAVE_TABLES } from '../store/database.ts';
import { deleteVersionsExcept } from './versions.ts';

/** Sweeps versions beyond the limits, and parts that no other version shares. */
export async function sweepVersions(limits: VersionLimits = VERSION_LIMITS): Promise<void> {
  const change = (await openDatabase())?.transaction(SAVE_TABLES, 'readwrite');
  if (!change) return;
  const all = await change.objectStore('versions').getAll();
  const kept = versionsToRetain(all, Date.now(), limits);
  await deleteVersionsExcept(change, all, ({ id }) => kept.has(id));
  await change.done;
}
