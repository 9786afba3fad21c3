import { proxy, ref, subscribe } from 'valtio/vanilla';
import { fileReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { restoreMedia } from '../../client/media/restoreMedia.ts';
import { showError, showFailure, showNote } from '../../client/page/notices.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { type Autosave, createAutosave } from '../../client/projects/autosave.ts';
import { duplicateSaved, removeSaved, restoreSaved } from '../../client/projects/changeSaved.ts';
import type { OpenWork } from '../../client/projects/listSaver.ts';
import { listSaved } from '../../client/projects/saved.ts';
import { watchSaved } from '../../client/projects/savedChanges.ts';
import type { SavedHead } from '../../client/store/database.ts';
import { player } from './player.ts';
import { adoptNewer, studio } from './studio.ts';

/** Whether the open project is saved in this browser. */
export const saveStatus = proxy({ state: 'saved' as 'saved' | 'waiting' | 'failed' });

/** The saved projects, newest first. */
export const savedProjects = proxy({ list: [] as Unproxied<SavedHead>[] });

/** Delay before unused data is deleted, so that it does not compete with startup. In milliseconds. */
const TIDY_MS = 5000;
/** The same before undo steps are stored, and those of an earlier visit restored. */
const HISTORY_MS = 1000;

/** Shown if two tabs changed the same thing. */
const CONFLICT =
  'This was also changed in another tab. You see this tab’s version; the other one is saved under Projects, Earlier versions.';

let autosave: Autosave | undefined;

/**
 * Starts autosave: saves every change of the project and of the view, and everything when the page unloads.
 * @returns a function that stops it.
 */
export function startAutosave(): () => void {
  const made = createAutosave({
    read: openWork,
    thumbnail: async (project) => (await import('./deferred.ts')).thumbnail(project),
    onKept: () => {
      if (saveStatus.state === 'waiting') saveStatus.state = 'saved';
    },
    onTrouble: (sentence) => {
      saveStatus.state = sentence === '' ? 'saved' : 'failed';
      if (sentence !== '') showError(sentence);
    },
    adopt: adoptFromOthers,
    onConflict: () => showNote(CONFLICT),
  });
  autosave = made;
  const change = () => {
    if (saveStatus.state === 'saved') saveStatus.state = 'waiting';
    made.changed();
  };
  let { time } = player;
  // During playback the time is saved with the next change; when playback pauses, it is saved at once.
  const keepTime = () => {
    if (player.state !== 'paused' || player.time === time) return;
    time = player.time;
    change();
  };
  const ends = [subscribe(studio, change), player.subscribe(keepTime), watchSaved(() => void refreshSaved())];
  void refreshSaved();
  // If this sweep fails, the next visit does it.
  const tidying = setTimeout(() => import('./deferred.ts').then(({ tidy }) => tidy()).catch(() => undefined), TIDY_MS);
  // Without it, undo lasts as long as the page.
  const retaining = setTimeout(
    () => import('./deferred.ts').then(({ retainHistory }) => ends.push(retainHistory())).catch(() => undefined),
    HISTORY_MS,
  );
  return () => {
    clearTimeout(tidying);
    clearTimeout(retaining);
    for (const end of ends) end();
    void made.flush();
    made.stop();
    autosave = undefined;
  };
}

/**
 * Saves the open project at once, such as before another one is opened.
 * @returns whether the list of saved projects has it.
 */
export async function saveNow(): Promise<boolean> {
  return (await autosave?.flush()) ?? true;
}

/** Reloads the list of saved projects. */
export async function refreshSaved(): Promise<void> {
  savedProjects.list = (await listSaved().catch(() => [])).map((head) => ref(head));
}

/** Copies a saved project. */
export async function copySaved(id: string): Promise<void> {
  await saveNow();
  await duplicateSaved(id).catch(showFailure);
}

/** Removes a project from the list. The note about it offers Undo while it is shown. */
export async function removeFromSaved(id: string): Promise<void> {
  await removeSaved(id).catch(showFailure);
  showNote('Project deleted.', { action: { label: 'Undo', run: () => void restoreSaved(id).catch(showFailure) } });
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

/** Replaces the open project with the version from another tab, merged with the changes made here since. */
async function adoptFromOthers(
  projectId: string,
  newer: Project,
  since: Project,
): Promise<{ isConflict: boolean } | undefined> {
  await restoreMedia(fileReferences(newer).map(({ url }) => url));
  if (studio.phase !== 'open' || studio.projectId !== projectId) return undefined;
  return adoptNewer(newer, since);
}
