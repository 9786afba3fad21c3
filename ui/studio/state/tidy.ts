import { forgetUnusedMedia } from '../../media/unusedMedia.ts';
import { purgeRemoved } from '../../projects/purge.ts';
import { mediaPathsOf } from '../../projects/saved.ts';
import { thinVersions } from '../../projects/thinStored.ts';
import { owner } from '../../state/owner.ts';
import { draftMedia } from '../../tools/draftMedia.ts';
import { rememberedProjects } from './studio.ts';

/** Keeps the account's projects in step with the server, and lets go of what nothing needs any more: projects deleted a while ago, old versions, and files that no project names. */
export async function tidy(): Promise<void> {
  if (owner !== '') await import('../../projects/sync/keepInSync.ts').then(({ keepInSync }) => keepInSync());
  await purgeRemoved().catch(() => undefined);
  await thinVersions().catch(() => undefined);
  await forgetUnusedMedia([...rememberedProjects().flatMap(mediaPathsOf), ...draftMedia()]).catch(() => []);
}
