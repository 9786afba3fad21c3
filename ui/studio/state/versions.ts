import { truncateName } from '../../../engine/edit/truncateName.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import { restoreMedia } from '../../media/restoreMedia.ts';
import { readVersion, type VersionHead } from '../../projects/listVersions.ts';
import { parseBody } from '../../projects/saved.ts';
import { pinCurrentVersion } from '../../projects/versions.ts';
import { VERSION_LIMITS, versionsToRetain } from '../../projects/versionsToRetain.ts';
import { showError, showFailure, showNote } from '../../state/notices.ts';
import { locale } from '../../texts/t.ts';
import { saveNow } from './autosaveStudio.ts';
import { goTo } from './go.ts';
import { openCopy, openSaved } from './open.ts';
import { change, studio, undoChange } from './studio.ts';

/** The versions worth listing: pinned ones, and of the others at most one per minute, fewer the older they are. */
export function fewVersions(versions: readonly VersionHead[], now: number): VersionHead[] {
  const all = versions.map((version) => ({ ...version, parts: [] }));
  const kept = versionsToRetain(all, now, { ...VERSION_LIMITS, youngMs: 0 });
  return versions.filter(({ id }) => kept.has(id));
}

/** Formatted time at which a version was saved. */
export function timeOfVersion({ savedAt }: VersionHead): string {
  return new Date(savedAt).toLocaleString(locale(undefined), { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Restores an earlier version as an undo step. The current state becomes a pinned version. */
export async function restoreProjectVersion(version: VersionHead): Promise<void> {
  try {
    if (studio.projectId !== version.projectId) await openSaved(version.projectId);
    const project = await projectOf(version);
    if (!project || studio.projectId !== version.projectId) return;
    await saveNow();
    await pinCurrentVersion(version.projectId);
    change(() => project);
    goTo('');
    showNote(`Restored the version from ${timeOfVersion(version)}.`, { action: { label: 'Undo', run: undoChange } });
  } catch (error) {
    showFailure(error);
  }
}

/** Opens an earlier version as a new project. */
export async function openVersion(version: VersionHead): Promise<void> {
  const project = await projectOf(version);
  if (project) await openCopy({ ...project, name: `${truncateName(version.name, 195)} copy` });
}

async function projectOf({ id }: VersionHead) {
  const text = await readVersion(id);
  const parsed = text === undefined ? undefined : parseBody(text);
  if (!parsed?.ok) {
    showError('This version can no longer be read.');
    return undefined;
  }
  await restoreMedia(fileReferences(parsed.value).map(({ url }) => url));
  return parsed.value;
}
