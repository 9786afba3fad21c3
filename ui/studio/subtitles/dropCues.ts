import { importFiles } from '../../subtitles/imported.ts';
import { selectedScene } from '../state/studio.ts';
import { changeSceneCues } from './sceneCues.ts';

/** Puts files of subtitles that were dropped into the selected scene, as one step of undo each. What is wrong with one is said. */
export async function takeCueFiles(files: readonly File[]): Promise<void> {
  const { id } = selectedScene();
  await importFiles(files, (edit) => changeSceneCues(id, (cues) => edit(cues)));
}
