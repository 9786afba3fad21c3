import { forgetUnusedMedia } from '../../media/unusedMedia.ts';
import { purgeRemoved } from '../../projects/purge.ts';
import { mediaPathsOf } from '../../projects/saved.ts';
import { sweepVersions } from '../../projects/sweepVersions.ts';
import { owner } from '../../state/owner.ts';
import { draftMedia } from '../../tools/draftMedia.ts';
import { rememberedProjects } from './studio.ts';

/**
 * Synchronizes the account's projects with the server. Deletes projects removed a while ago, old versions and unused
 * files.
 */
export async function tidy(): Promise<void> {
  if (owner !== '')
    await import('../../projects/sync/keepInSync.ts').then(({ startSyncing: keepInSync }) => keepInSync());
  await purgeRemoved().catch(() => undefined);
  await sweepVersions().catch(() => undefined);
  await forgetUnusedMedia([...rememberedProjects().flatMap(mediaPathsOf), ...draftMedia()]).catch(() => []);
}
