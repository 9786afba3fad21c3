import { proxy, ref } from 'valtio/vanilla';
import type { DeletedProject } from '../../../api/contract/project.ts';
import type { ProjectClient } from '../../../api/contract/projectClient.ts';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import type { Project } from '../../../engine/project/project.ts';
import { openInStudio } from '../../app/openInStudio.ts';
import { showError, showFailure, showNote } from '../../client/page/notices.ts';
import { owner } from '../../client/page/owner.ts';
import { isApiError, watchedFetch } from '../../client/page/server.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { removeSaved, restoreSaved } from '../../client/projects/changeSaved.ts';
import { parseBody } from '../../client/projects/readStored.ts';
import { headOf, listSaved, loadSaved } from '../../client/projects/saved.ts';
import { watchSaved } from '../../client/projects/savedChanges.ts';
import { saveProject } from '../../client/projects/saveProject.ts';
import { pinCurrentVersion } from '../../client/projects/versions.ts';
import { openDatabase, type SavedHead } from '../../client/store/database.ts';
import { syncNow } from '../../client/sync/keepInSync.ts';
import { listUnsent, type Unsent } from '../../client/sync/unsent.ts';

/** Projects of the account in this browser, newest first, and which are not synced. */
export const myProjects = proxy({
  list: undefined as Unproxied<SavedHead>[] | undefined,
  unsent: {} as Record<string, Unsent>,
  /** Projects deleted in the last thirty days, from the server. */
  deleted: [] as DeletedProject[],
});

/** Reads the list now and whenever it changes. @returns a function that stops this. */
export function watchProjects(): () => void {
  void readProjects();
  return watchSaved(() => void readProjects());
}

/** Reads the list again. */
export async function readProjects(): Promise<void> {
  const [heads, unsent] = [await listSaved().catch(() => []), await listUnsent().catch(() => [])];
  myProjects.list = heads.map((head) => ref(head));
  myProjects.unsent = Object.fromEntries(unsent.map((one) => [one.id, one]));
}

/** Reads the deleted projects; without a connection the list stays unchanged. */
export async function readDeleted(): Promise<void> {
  const deleted = await projectCalls()
    .then((calls) => calls.deleted())
    .catch(() => undefined);
  if (deleted) myProjects.deleted = deleted;
}

const restoring = new Set<string>();

/** Restores a deleted project, also in this browser. Ignores repeated calls, and projects restored elsewhere. */
export async function restoreProject(id: string): Promise<void> {
  if (restoring.has(id)) return;
  restoring.add(id);
  try {
    await (await projectCalls()).restore(id);
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) showFailure(error);
  }
  await syncNow().catch(showFailure);
  await Promise.all([readProjects(), readDeleted()]);
  restoring.delete(id);
}

/** Returns the client for projects on the server; loads it on first use. */
export async function projectCalls(): Promise<ProjectClient> {
  const { createProjectClient } = await import('../../../api/contract/projectClient.ts');
  return createProjectClient({ fetch: watchedFetch, account: owner });
}

/** Deletes a project; it can be restored while the note is visible. */
export async function removeProject(id: string): Promise<void> {
  await removeSaved(id).catch(showFailure);
  showNote('Project deleted.', { action: { label: 'Undo', run: () => void restoreSaved(id).catch(showFailure) } });
}

/** Restores a version from the server. The replaced content becomes a version, and the note offers undo. */
export async function restoreVersion(id: string, revision: number, time: string): Promise<void> {
  try {
    const project = await versionOf(id, revision);
    const loaded = await loadSaved(id);
    if (!project || !loaded.ok) return showError('This version can no longer be read.');
    await pinCurrentVersion(id);
    await storeProject(id, project);
    const undo = () => void storeProject(id, loaded.value).catch(showFailure);
    showNote(`Restored the version from ${time}.`, { action: { label: 'Undo', run: undo } });
  } catch (error) {
    showFailure(error);
  }
}

/** Opens a version as a new project; the original stays unchanged. */
export async function openVersion(id: string, revision: number): Promise<void> {
  try {
    const project = await versionOf(id, revision);
    if (!project) return showError('This version can no longer be read.');
    await openInStudio({ ...project, name: `${truncateName(project.name ?? '', 195)} copy`.trim() });
  } catch (error) {
    showFailure(error);
  }
}

async function storeProject(id: string, project: Project): Promise<void> {
  const head = await headOf(id);
  await saveProject({ id, project, ...(head ? { base: { revision: head.revision } } : {}) });
}

/** Loads a version and stores where its files can be downloaded. */
async function versionOf(id: string, revision: number): Promise<Project | undefined> {
  const record = await (await projectCalls()).version(id, revision);
  const database = await openDatabase();
  for (const one of record.media) await database?.put('remotes', one);
  const parsed = parseBody(JSON.stringify(record.project));
  return parsed.ok ? parsed.value : undefined;
}
