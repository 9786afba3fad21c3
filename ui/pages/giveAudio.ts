import { navigate } from 'wouter/use-browser-location';
import { type ChosenAudio, setAudio, trimAudio } from '../../engine/edit/audio.ts';
import type { TrimWindow } from '../../engine/edit/trimWindow.ts';
import { messages } from '../../engine/project/messages.ts';
import { type Changed, editLastProject } from '../projects/editLastProject.ts';
import { showError, showFailure, showNote } from '../state/notices.ts';
import { screenAt } from '../studio/screens.ts';

/**
 * Sets a trimmed file as the audio track of the project that is, or was last, open in the Studio.
 * @param path of the next page.
 * @returns false if there is no such project; shows an error then.
 * @throws Error if the browser stores nothing.
 */
export async function giveAudio(chosen: ChosenAudio, { start, end }: TrimWindow, path: string): Promise<boolean> {
  const changed = await editLastProject((project) => {
    const trimmed = trimAudio(setAudio(project, chosen), start, end, chosen.duration);
    return trimmed.ok ? trimmed.value : undefined;
  });
  if (changed) notifyChange(changed, path);
  else showError(messages.trimNowhere);
  return changed !== undefined;
}

function notifyChange(changed: Changed, path: string): void {
  const { audio } = changed.before;
  if (audio) {
    const undo = { action: { label: 'Undo', run: () => void takeBack(changed).catch(showFailure) } };
    showNote('The audio of your project was replaced.', changed.isListed ? undo : {});
  } else if (screenAt(path) === undefined) {
    const open = { label: 'Open', run: () => navigate('/studio/editor/audio') };
    showNote('The audio was added to your Studio project.', { action: open });
  }
}

/** Restores the project's previous audio; later changes of the project stay. */
async function takeBack({ projectId, before: { audio } }: Changed): Promise<void> {
  await editLastProject((project, id) => (id === projectId ? { ...project, audio } : undefined));
}
