import { proxy, ref, subscribe } from 'valtio/vanilla';
import { fileReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { holdMedia } from '../../media/holdMedia.ts';
import { restoreMedia } from '../../media/restoreMedia.ts';
import { type Autosave, createAutosave } from '../../projects/autosave.ts';
import type { OpenWork } from '../../projects/listSaver.ts';
import { listSaved } from '../../projects/saved.ts';
import { watchSaved } from '../../projects/savedChanges.ts';
import type { SavedHead } from '../../state/database.ts';
import { showError, showFailure, showNote } from '../../state/notices.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { storeHistory } from './historyStore.ts';
import { player } from './player.ts';
import { currentHistory, studio, takeNewer } from './studio.ts';

/** Whether what is open is kept in this browser. */
export const saving = proxy({ state: 'saved' as 'saved' | 'waiting' | 'failed' });

/** The saved projects, newest first. */
export const savedProjects = proxy({ list: [] as Unproxied<SavedHead>[] });

/** When what nothing needs any more is thrown away: after all that the person may wait for, milliseconds. */
const TIDY_MS = 5000;

/** Said when two tabs changed the same thing. */
const CONFLICT =
  'This was also changed in another tab. You see this tab’s version; the other one is saved under Projects, Earlier versions.';

let autosave: Autosave | undefined;

/**
 * Keeps the open project from now on: every change of it or of the place in it, and all of it when the page is left.
 * @returns a function that ends it.
 */
export function watchStudio(): () => void {
  const made = createAutosave({
    read: openWork,
    thumbnail: async (project) => (await import('../../preview/thumbnail.ts')).thumbnail(project),
    onKept: () => {
      if (saving.state === 'waiting') saving.state = 'saved';
    },
    onTrouble: (sentence) => {
      saving.state = sentence === '' ? 'saved' : 'failed';
      if (sentence !== '') showError(sentence);
    },
    take: takeFromOthers,
    onConflict: () => showNote(CONFLICT),
  });
  autosave = made;
  const change = () => {
    if (saving.state === 'saved') saving.state = 'waiting';
    made.changed();
  };
  let { time } = player;
  // A time that runs is kept with the next change, and where it comes to rest.
  const keepTime = () => {
    if (player.state !== 'paused' || player.time === time) return;
    time = player.time;
    change();
  };
  const ends = [subscribe(studio, change), player.subscribe(keepTime), watchSaved(() => void refreshSaved())];
  // The page may go while another screen than the Studio is shown. The same listener is only added once.
  addEventListener('pagehide', storeSteps);
  holdMedia();
  void refreshSaved();
  // A tidying that does not come today comes another day.
  const tidying = setTimeout(() => import('./tidy.ts').then(({ tidy }) => tidy()).catch(() => undefined), TIDY_MS);
  return () => {
    clearTimeout(tidying);
    for (const end of ends) end();
    void made.flush();
    made.stop();
    autosave = undefined;
  };
}

/** Keeps what is open at once, as before another project takes its place. @returns whether it can be had back from the list. */
export async function keepNow(): Promise<boolean> {
  return (await autosave?.flush()) ?? true;
}

/** Reads the list of saved projects anew. */
export async function refreshSaved(): Promise<void> {
  savedProjects.list = (await listSaved().catch(() => [])).map((head) => ref(head));
}

const changing = () => import('../../projects/changeSaved.ts');

/** Copies a saved project. */
export async function copySaved(id: string): Promise<void> {
  await keepNow();
  await changing()
    .then(({ duplicateSaved }) => duplicateSaved(id))
    .catch(showFailure);
}

/** Takes a project out of the list; for as long as the note about it is shown, it can be had back. */
export async function removeFromSaved(id: string): Promise<void> {
  const { removeSaved, restoreSaved } = await changing();
  await removeSaved(id).catch(showFailure);
  showNote('Project deleted.', { action: { label: 'Undo', run: () => void restoreSaved(id).catch(showFailure) } });
}

function storeSteps(): void {
  if (studio.phase === 'open') storeHistory(studio.projectId, currentHistory());
}

function openWork(): OpenWork | undefined {
  if (studio.phase !== 'open') return undefined;
  const { project, projectId, selectedSceneId, selectedLayerId, showCanvas } = studio;
  const selectedSceneIndex = project.scenes.findIndex(({ id }) => id === selectedSceneId);
  return {
    projectId,
    project,
    place: { selectedSceneId, selectedSceneIndex, selectedLayerId, studioTime: player.time, showCanvas },
  };
}

/** Puts what another tab has made of the open project in its place, with what has changed here since. */
async function takeFromOthers(
  projectId: string,
  newer: Project,
  since: Project,
): Promise<{ isConflict: boolean } | undefined> {
  await restoreMedia(fileReferences(newer).map(({ url }) => url));
  if (studio.phase !== 'open' || studio.projectId !== projectId) return undefined;
  return takeNewer(newer, since);
}
