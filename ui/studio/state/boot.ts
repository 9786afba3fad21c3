import { subscribeKey } from 'valtio/vanilla/utils';
import type { History } from '../../../engine/edit/history.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { newId } from '../../../engine/project/id.ts';
import { fileReferences, mediaReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { isOfOtherSite } from '../../media/references.ts';
import { restoreMedia } from '../../media/restoreMedia.ts';
import { setBase } from '../../projects/bases.ts';
import { changesOutside } from '../../projects/changesOutside.ts';
import { projectOf, restoreStudio } from '../../projects/restore.ts';
import { loadWithSchemas } from '../../state/loadWithSchemas.ts';
import { showFailure, showNote } from '../../state/notices.ts';
import { place } from '../../state/place.ts';
import { startAutosave } from './autosaveStudio.ts';
import { watchFailedUploads } from './failedUploads.ts';
import { takeHistory } from './historyStore.ts';
import { openFromAddress, showBroken } from './open.ts';
import { resumePendingTranscription } from './resumePendingTranscription.ts';
import { openProject, studio } from './studio.ts';

/** Value of `changesOutside` at the last restore; undefined before the first one. */
let restoredAt: number | undefined;

/**
 * Opens the Studio: restores the last visit on the first call, and again if another page has changed it since. Then
 * starts autosave and opens the project named by the address.
 * @returns a function that stops autosave and all subscriptions.
 */
export function bootStudio(): () => void {
  let end: (() => void) | undefined;
  let ended = false;
  const boot = async () => {
    const changes = changesOutside();
    if (restoredAt !== changes) await restore();
    restoredAt = changes;
    if (ended) return;
    const ends = [startAutosave(), subscribeKey(studio, 'projectId', takeLinks), watchFailedUploads()];
    end = () => {
      for (const one of ends) one();
    };
    takeLinks();
    const template = new URLSearchParams(place.search).get('template');
    if (template)
      await loadWithSchemas(() => import('../templates/openTemplate.ts')).then((open) => open.openTemplate(template));
    else await openFromAddress();
    resumePendingTranscription();
  };
  void boot();
  return () => {
    ended = true;
    end?.();
  };
}

async function restore(): Promise<void> {
  studio.phase = 'opening';
  const found = await restoreStudio();
  if (found === undefined) return openBlank();
  if (!found.ok) {
    openBlank();
    return showBroken('Your last project', found);
  }
  const { projectId, selectedSceneId, selectedLayerId, studioTime, showCanvas } = found.state;
  const project = found.base?.project ?? projectOf(found.state);
  const history = takeHistory(projectId, project);
  const { missing } = await restoreMedia(fileReferences(project).map(({ url }) => url));
  // A missing file that only undo would bring back does no harm.
  await restoreMedia(filesOfSteps(history));
  if (found.base) setBase(projectId, found.base);
  openProject({ projectId, project, selectedSceneId, selectedLayerId, studioTime, showCanvas, history });
  if (missing.length > 0) showNote('Some files of this project are not in this browser any more. Please replace them.');
}

function filesOfSteps(history: History<Project> | undefined): Set<string> {
  const steps = history ? [...history.past, ...history.future] : [];
  return new Set(steps.flatMap((step) => fileReferences(step).map(({ url }) => url)));
}

/** Fetches links to other websites for the preview once the project that uses them is open. */
function takeLinks(): void {
  if (!mediaReferences(studio.project).some(({ url }) => isOfOtherSite(url))) return;
  loadWithSchemas(() => import('./projectLinks.ts'))
    .then(({ takeProjectLinks }) => takeProjectLinks())
    .catch(showFailure);
}

function openBlank(): void {
  openProject({ projectId: studio.projectId, project: newProject(newId), showCanvas: false });
}
