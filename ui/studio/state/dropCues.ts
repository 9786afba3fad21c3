import { importFiles } from '../../client/subtitles/imported.ts';
import { changeSceneCues } from './sceneCues.ts';
import { selectedScene } from './studio.ts';

/** Imports dropped subtitle files into the selected scene, one undo step per file. Reports invalid files. */
export async function importCueFiles(files: readonly File[]): Promise<void> {
  const { id } = selectedScene();
  await importFiles(files, (edit) => changeSceneCues(id, (cues) => edit(cues)));
}
