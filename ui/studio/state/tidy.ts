import { forgetUnusedMedia } from '../../media/unusedMedia.ts';
import { purgeRemoved } from '../../projects/purge.ts';
import { mediaPathsOf } from '../../projects/saved.ts';
import { thinVersions } from '../../projects/thinStored.ts';
import { owner } from '../../state/owner.ts';
import { draftMedia } from '../../tools/draftMedia.ts';
import { rememberedProjects } from './studio.ts';

/**
 * Synchronizes the account's projects with the server. Deletes projects removed a while ago, old versions and unused
 * files.
 */
export async function tidy(): Promise<void> {
  if (owner !== '') await import('../../projects/sync/keepInSync.ts').then(({ keepInSync }) => keepInSync());
  await purgeRemoved().catch(() => undefined);
  await thinVersions().catch(() => undefined);
  await forgetUnusedMedia([...rememberedProjects().flatMap(mediaPathsOf), ...draftMedia()]).catch(() => []);
}
