import { findLayer } from '../../../engine/edit/find.ts';
import { addLayer } from '../../../engine/edit/layers.ts';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { memeLines, setTextPreset } from '../../../engine/edit/textPresets.ts';
import { newId } from '../../../engine/project/id.ts';
import { openAdded, write } from '../state/layers.ts';
import { change, selectedScene } from '../state/studio.ts';

/** Sample text of the meme lines, top to bottom. */
const words = ['Top meme text', 'Bottom meme text'];

/** Adds the two lines of a meme at the front of the scene in one undo step, and starts editing the upper one. */
export function addMeme(): void {
  const sceneId = selectedScene().id;
  const lines = memeLines.map((preset, i) => ({ preset, layer: { ...newTextLayer(newId), text: words[i] ?? '' } }));
  const top = lines[0]?.layer.id ?? '';
  change((project) => {
    const grown = lines.reduceRight(
      (before, { preset, layer }) => setTextPreset(addLayer(before, sceneId, layer), layer.id, preset),
      project,
    );
    // Adds nothing if there is room for only one line.
    return findLayer(grown, top) ? grown : project;
  });
  openAdded([top]);
  write(top);
}
