import { newProject } from '../../../engine/edit/newProject.ts';
import { newId } from '../../../engine/project/id.ts';
import { mediaReferences } from '../../../engine/project/media.ts';
import { restoreMedia } from '../../media/addFile.ts';
import { setBase } from '../../projects/bases.ts';
import { projectOf, restoreStudio } from '../../projects/restore.ts';
import { showNote } from '../../state/notices.ts';
import { watchStudio } from './keep.ts';
import { openAsked, showBroken } from './open.ts';
import { openProject, studio } from './studio.ts';

let isRestored = false;

/** The Studio from its opening to its closing. */
export interface OpenStudio {
  /** Settles when its project is there and is kept from now on. */
  isReady: Promise<void>;
  /** Ends the keeping. */
  close: () => void;
}

/**
 * Opens the Studio: what was left of the last visit the first time, what is there already after that; then keeps it;
 * then opens the project that the address names.
 */
export function bootStudio(): OpenStudio {
  let end: (() => void) | undefined;
  let ended = false;
  const boot = async () => {
    if (!isRestored) await restore();
    isRestored = true;
    if (!ended) end = watchStudio();
  };
  const isReady = boot();
  void isReady.then(() => (ended ? undefined : openAsked()));
  return {
    isReady,
    close: () => {
      ended = true;
      end?.();
    },
  };
}

async function restore(): Promise<void> {
  const found = await restoreStudio();
  if (found === undefined) return openBlank();
  if (!found.ok) {
    openBlank();
    return showBroken('Your last project', found);
  }
  const { projectId, selectedSceneId, selectedLayerId, studioTime, showCanvas } = found.state;
  const project = found.base?.project ?? projectOf(found.state);
  const { missing } = await restoreMedia(mediaReferences(project).map(({ url }) => url));
  if (found.base) setBase(projectId, found.base);
  openProject({ projectId, project, selectedSceneId, selectedLayerId, studioTime, showCanvas });
  if (missing.length > 0) showNote('Some files of this project are not in this browser any more. Please replace them.');
}

function openBlank(): void {
  openProject({ projectId: studio.projectId, project: newProject(newId), showCanvas: false });
}
