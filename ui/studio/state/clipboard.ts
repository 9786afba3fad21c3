import { withLinked } from '../../../engine/edit/link.ts';
import { followersOf, pasteScene } from '../../../engine/edit/scenes.ts';
import { type CopiedLayers, pasteLayers } from '../../../engine/edit/severalLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { ProjectLayer } from '../../../engine/project/layers.ts';
import { isWebAddress } from '../../../engine/project/pastedUrl.ts';
import type { Scene } from '../../../engine/project/project.ts';
import { restoreMedia } from '../../client/media/restoreMedia.ts';
import {
  clipMediaUrls,
  copyClip,
  createPasteThrottle,
  layersIn,
  type ProjectClip,
  readClip,
  type StudioClip,
} from '../../client/projects/systemClipboard.ts';
import { addFiles } from './addFiles.ts';
import { addText, openAdded } from './addLayers.ts';
import { remove } from './layers.ts';
import { chooseScene, deleteScene } from './scenes.ts';
import { change, selectedIds, selectedScene, studio } from './studio.ts';

const mayPaste = createPasteThrottle();

/** Copies the selected layers, or the selected scene if no layer is selected. @param data of the copy event. */
export function copySelected(data: DataTransfer | null): void {
  void copyClip(selectedClip(), data);
}

/** Cuts the selected layers, or the selected scene. The only scene is never removed. @param data of the cut event. */
export function cutSelected(data: DataTransfer | null): void {
  const clip = selectedClip();
  void copyClip(clip, data);
  if (clip.itemType !== 'scene') remove(selectedIds());
  else deleteScene(clip.item.id);
}

/**
 * Pastes files and links as layers, layers at the front of the scene with an offset of 3 %, a scene after the selected
 * one, and plain text as a text layer. At most one paste per 300 ms.
 * @param data of the paste event.
 * @returns whether there was anything to paste.
 */
export function paste(data: DataTransfer | null): boolean {
  const clip = readClip(data);
  if (!clip) return false;
  if (mayPaste()) void pasteClip(clip);
  return true;
}

async function pasteClip(clip: StudioClip): Promise<void> {
  switch (clip.itemType) {
    case 'files':
      return addFiles(clip.item);
    case 'text':
      if (!isWebAddress(clip.item)) return addText(clip.item);
      // Loaded on demand: pasting a link is rare and needs a server request anyway.
      return (await import('./addLink.ts')).addLink(clip.item);
    case 'layer':
    case 'layers':
      await restoreMedia(clipMediaUrls(clip));
      return addLayerCopies(layersIn(clip));
    case 'scene':
      await restoreMedia(clipMediaUrls(clip));
      return addSceneCopy(clip.item, clip.projectLayers);
  }
}

/** Pastes into the scene, or into the whole project if only layers of that are selected. */
function addLayerCopies(copied: CopiedLayers): void {
  const ids = [...copied.layers, ...copied.projectLayers].map(() => newId());
  const selected = selectedIds();
  const overlaid = new Set(studio.project.layers?.map(({ id }) => id));
  const isForProject = selected.length > 0 && selected.every((id) => overlaid.has(id));
  change((project) => pasteLayers(project, selectedScene().id, copied, ids, newId, isForProject));
  studio.showCanvas = true;
  openAdded(ids);
}

function addSceneCopy(scene: Scene, projectLayers?: readonly ProjectLayer[]): void {
  const before = new Set(studio.project.scenes.map(({ id }) => id));
  change((project) => pasteScene(project, scene, selectedScene().id, newId, projectLayers));
  const copy = studio.project.scenes.find(({ id }) => !before.has(id));
  if (copy) chooseScene(copy.id);
}

/** Linked layers are copied together. */
function selectedClip(): ProjectClip {
  const { project } = studio;
  const selected = selectedIds();
  const scene = selectedScene();
  if (selected.length === 0)
    return { itemType: 'scene', item: scene, ...withFollowers(followersOf(project, scene.id)) };
  const ids = new Set(withLinked(project, selected));
  const layers = project.scenes.flatMap((one) => one.layers.filter(({ id }) => ids.has(id)));
  const projectLayers = project.layers?.filter(({ id }) => ids.has(id)) ?? [];
  const [layer] = layers;
  if (layer && layers.length === 1 && projectLayers.length === 0) return { itemType: 'layer', item: layer };
  return { itemType: 'layers', item: layers, ...withFollowers(projectLayers) };
}

function withFollowers(projectLayers: readonly ProjectLayer[]): { projectLayers?: readonly ProjectLayer[] } {
  return projectLayers.length > 0 ? { projectLayers } : {};
}
