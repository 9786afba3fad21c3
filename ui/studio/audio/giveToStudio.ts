import { navigate } from 'wouter/use-browser-location';
import { type ChosenAudio, setAudio, trimAudio } from '../../../engine/edit/audio.ts';
import type { TrimWindow } from '../../../engine/edit/trimWindow.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { showError, showFailure, showNote } from '../../state/notices.ts';
import { place } from '../../state/place.ts';
import { bootStudio } from '../state/boot.ts';
import { EDITOR, pathOf } from '../state/go.ts';
import { keepNow } from '../state/keep.ts';
import { change, selectLayer, studio, undoChange } from '../state/studio.ts';

/**
 * Makes a trimmed file the audio track of the project that is open in the Studio, or was when it was left; one step of
 * undo. @param path where the person goes next. @returns false when there is no such project to be had, which is said.
 */
export async function giveToStudio(chosen: ChosenAudio, { start, end }: TrimWindow, path: string): Promise<boolean> {
  return inStudio(() => {
    const trimmed = trimAudio(setAudio(studio.project, chosen), start, end, chosen.duration);
    if (studio.phase !== 'open' || !trimmed.ok) {
      showError(messages.trimNowhere);
      return false;
    }
    const { projectId, project: before } = studio;
    // The selected layer would have its own route shown in place of the audio's.
    selectLayer(null);
    change(() => trimmed.value);
    studio.showCanvas = true;
    tell(path, before, () => takeBack(projectId, before, trimmed.value));
    return true;
  });
}

function tell(path: string, { audio }: Project, takeBack: () => void): void {
  if (audio) {
    const run = () => void inStudio(takeBack).catch(showFailure);
    showNote('The audio of your project was replaced.', { action: { label: 'Undo', run } });
  } else if (!path.startsWith(EDITOR)) {
    const open = () => navigate(pathOf('audio'));
    showNote('The audio is in your project in the Studio now.', { action: { label: 'Open', run: open } });
  }
}

/** Gives the project the audio back that it had; what else was done to it since stays. */
function takeBack(projectId: string, { audio }: Project, given: Project): void {
  if (studio.project === given) undoChange();
  else if (studio.projectId === projectId) change((project) => ({ ...project, audio }));
}

/** Works on the project of the Studio, which is opened for that and kept, unless the Studio itself is on the screen. */
async function inStudio<T>(work: () => T): Promise<T> {
  if (place.screen !== undefined) return work();
  const { isReady, close } = bootStudio();
  try {
    await isReady;
    const done = work();
    await keepNow();
    return done;
  } finally {
    close();
  }
}
