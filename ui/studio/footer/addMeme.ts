import { addLayer } from '../../../engine/edit/layers.ts';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { memeLines, setTextLook } from '../../../engine/edit/textLooks.ts';
import { newId } from '../../../engine/project/id.ts';
import { loadFonts } from '../../preview/fonts.ts';
import { openAdded, write } from '../state/layers.ts';
import { change, selectedScene } from '../state/studio.ts';

/** What the lines of a meme say before somebody writes them, top to bottom. */
const words = ['Top meme text', 'Bottom meme text'];

/** Adds the two lines of a meme at the front of the scene, as one step, and begins to write the upper one. */
export async function addMeme(): Promise<void> {
  const sceneId = selectedScene().id;
  const lines = memeLines.map((look, i) => ({ look, layer: { ...newTextLayer(newId), text: words[i] ?? '' } }));
  // Without its font a text would be measured, and painted, in another.
  await loadFonts(lines.map(({ layer, look }) => ({ ...layer, ...look.fields }))).catch(() => undefined);
  change((project) =>
    lines.reduceRight(
      (grown, { look, layer }) => setTextLook(addLayer(grown, sceneId, layer), layer.id, look),
      project,
    ),
  );
  const top = lines[0]?.layer.id ?? '';
  openAdded([top]);
  write(top);
}
