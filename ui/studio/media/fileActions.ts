import { replaceFile } from '../../../engine/edit/replaceFile.ts';
import { messages } from '../../../engine/project/messages.ts';
import { loadWithRetry } from '../../app/lazyPart.ts';
import { place } from '../../app/place.ts';
import { dropFile } from '../../client/media/uploads.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import { importIntoProject } from '../state/addFiles.ts';
import { addMedia } from '../state/addLayers.ts';
import { openLayer, openScreen } from '../state/go.ts';
import { shownTime } from '../state/playback.ts';
import { change, selectedScene, startOf, studio } from '../state/studio.ts';
import { mediaOf, type PanelFile, removedFiles } from './panelFiles.ts';

/** Adds a file to the selected scene, beginning at the playhead. */
export function addToScene(file: PanelFile): void {
  addMedia([mediaOf(file)], { from: shownTime() - startOf(selectedScene().id) });
}

/** Where the panel can show a file: in a layer, or as the audio track. */
function stopsOf({ uses }: PanelFile): (string | null)[] {
  return uses.flatMap(({ layer, track }) => (layer ? [layer.id] : track ? [null] : []));
}

/** Whether a file is used anywhere that the Studio can show. */
export function hasUses(file: PanelFile): boolean {
  return stopsOf(file).length > 0;
}

/** Selects the first layer that uses a file, and on repeated calls the next one. For the audio track, opens its screen. */
export function showNextUse(file: PanelFile): void {
  const stops = stopsOf(file);
  const at = place.screen === 'audio' ? stops.indexOf(null) : stops.indexOf(studio.selectedLayerId ?? '');
  const next = stops[(at + 1) % stops.length];
  if (next === null) openScreen('audio');
  else if (next !== undefined) openLayer(next);
}

/** Replaces a file in all its uses by a file of this device, as one undo step. */
export function replaceEverywhere(file: PanelFile, picked: File): Promise<void> {
  return importIntoProject({
    words: messages.uploadBegins,
    async load(signal) {
      const { addAll } = await loadWithRetry(() => import('../state/deferred.ts'));
      return addAll([picked], signal, { sounds: true });
    },
    land([media]) {
      if (!media) return;
      const replaced = replaceFile(studio.project, file.url, media);
      if (!replaced.ok) {
        dropFile(media.url);
        showError(replaced.problems[0]?.message);
        return;
      }
      const count = file.uses.length;
      change(() => replaced.value);
      showNote(count === 1 ? 'The file was replaced in 1 place.' : `The file was replaced in ${count} places.`);
    },
  });
}

/**
 * Removes unused files from the list. The browser and the server delete a file themselves once no project, version or
 * undo step needs it.
 */
export function removeUnused(files: readonly PanelFile[]): void {
  const { projectId } = studio;
  const before = removedFiles.byProject[projectId] ?? [];
  const urls = files.filter(({ uses }) => uses.length === 0).map(({ url }) => url);
  removedFiles.byProject[projectId] = [...before, ...urls];
  const words =
    urls.length === 1
      ? '1 unused file was removed from the list. It is deleted once undo no longer needs it.'
      : `${urls.length} unused files were removed from the list. They are deleted once undo no longer needs them.`;
  const run = () => {
    removedFiles.byProject[projectId] = before;
  };
  showNote(words, { action: { label: 'Undo', run } });
}
