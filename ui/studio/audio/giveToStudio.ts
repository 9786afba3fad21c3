import { subscribe } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import { type ChosenAudio, setAudio, trimAudio } from '../../../engine/edit/audio.ts';
import type { TrimWindow } from '../../../engine/edit/trimWindow.ts';
import { messages } from '../../../engine/project/messages.ts';
import { showError, showNote } from '../../state/notices.ts';
import { bootStudio } from '../state/boot.ts';
import { EDITOR, pathOf } from '../state/go.ts';
import { keepNow } from '../state/keep.ts';
import { change, selectLayer, studio, undoChange } from '../state/studio.ts';

/**
 * Makes a trimmed file the audio track of the project that is open in the Studio, or was when it was left; one step of
 * undo. @param path where the person goes next. @returns false when there is no such project to be had, which is said.
 */
export async function giveToStudio(chosen: ChosenAudio, { start, end }: TrimWindow, path: string): Promise<boolean> {
  const close = bootStudio();
  try {
    await opened();
    const trimmed = trimAudio(setAudio(studio.project, chosen), start, end, chosen.duration);
    if (studio.phase !== 'open' || !trimmed.ok) {
      showError(messages.trimNowhere);
      return false;
    }
    const had = studio.project.audio !== null;
    // The selected layer would have its own route shown in place of the audio's.
    selectLayer(null);
    change(() => trimmed.value);
    studio.showCanvas = true;
    await keepNow();
    tell(had, path);
    return true;
  } finally {
    close();
  }
}

function tell(hadAudio: boolean, path: string): void {
  const isSeen = path.startsWith(EDITOR);
  if (hadAudio) {
    showNote('The audio of your project was replaced.', { action: { label: 'Undo', run: undoChange } });
  } else if (!isSeen) {
    const open = () => navigate(pathOf('audio'));
    showNote('The audio is in your project in the Studio now.', { action: { label: 'Open', run: open } });
  }
}

/** Waits until the Studio knows its project. */
async function opened(): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (studio.phase === 'opening') return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(studio, look);
    look();
  });
  // What keeps the project begins right after it is open.
  await new Promise((resolve) => setTimeout(resolve, 0));
}
