import { openDatabase, SAVE_TABLES } from '../state/database.ts';
import { storedVersions, VERSION_LIMITS, type VersionLimits } from './thinVersions.ts';
import { keepOnly } from './versions.ts';

/** Sweeps versions beyond the limits, and parts that no other version shares. */
export async function thinVersions(limits: VersionLimits = VERSION_LIMITS): Promise<void> {
  const change = (await openDatabase())?.transaction(SAVE_TABLES, 'readwrite');
  if (!change) return;
  const all = await change.objectStore('versions').getAll();
  const kept = storedVersions(all, Date.now(), limits);
  await keepOnly(change, all, ({ id }) => kept.has(id));
  await change.done;
}
