import { draftMedia } from '../../client/drafts/storedDrafts.ts';
import { forgetUnusedMedia } from '../../client/media/unusedMedia.ts';
import { owner } from '../../client/page/owner.ts';
import { sweepHistories } from '../../client/projects/retainedHistories.ts';
import { mediaPathsOf } from '../../client/projects/saved.ts';
import { notifySavedChange } from '../../client/projects/savedChanges.ts';
import { sweepVersions } from '../../client/projects/sweepVersions.ts';
import { deleteVersionsOf } from '../../client/projects/versions.ts';
import { openDatabase, SAVE_TABLES } from '../../client/store/database.ts';
import { rememberedProjects } from './studio.ts';

/**
 * Synchronizes the account's projects with the server. Deletes projects removed a while ago, old versions and unused
 * files.
 */
export async function tidy(): Promise<void> {
  if (owner !== '') await import('../../client/sync/keepInSync.ts').then(({ startSyncing }) => startSyncing());
  await purgeRemoved().catch(() => undefined);
  await sweepVersions().catch(() => undefined);
  await sweepHistories().catch(() => undefined);
  await forgetUnusedMedia([...rememberedProjects().flatMap(mediaPathsOf), ...draftMedia()]).catch(() => []);
}

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
