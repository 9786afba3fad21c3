import {
  Blend,
  Cable,
  Crop,
  Expand,
  Link2,
  MessageSquareText,
  Pencil,
  Replace,
  Scissors,
  Snowflake,
  Unlink2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { bytesAt } from '../../../engine/browser/frames/fileBytes.ts';
import { canDetachAudio, canReattachAudio, detachAudio, reattachAudio } from '../../../engine/edit/detachAudio.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import { neighborBefore, toggleTransition } from '../../../engine/edit/layerAnimation.ts';
import { addLayer } from '../../../engine/edit/layers.ts';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { fillLayer, toggleLockAspectRatio } from '../../../engine/edit/reshape.ts';
import { noRoomForLayers } from '../../../engine/edit/room.ts';
import { toggleMute } from '../../../engine/edit/style.ts';
import { memeLines } from '../../../engine/edit/textPresetList.ts';
import { setTextPreset } from '../../../engine/edit/textPresets.ts';
import { animationsOf, isPicture } from '../../../engine/kinds/families.ts';
import { canBeTrimmed } from '../../../engine/kinds/index.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { loadWithRetry } from '../../app/lazyPart.ts';
import { place } from '../../app/place.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import { openAdded, openTextEditor } from '../state/addLayers.ts';
import { chooseLayer, goTo } from '../state/go.ts';
import { pause, shownTime } from '../state/playback.ts';
import { change, selectedScene, startOf, studio } from '../state/studio.ts';
import { type ActionContext, actionTable } from './action.ts';

/** Whether one layer is selected, and what it must be. */
function isOne(is: (layer: Layer) => boolean): (context: ActionContext) => boolean {
  return ({ layer }) => layer !== undefined && is(layer);
}

/** Applies an edit to the selected layer as one undo step. */
function edit(apply: (project: Project, layerId: string) => Project): (context: ActionContext) => void {
  return ({ layer }) => layer && change((project) => apply(project, layer.id));
}

const hasFile = (layer: Layer) => 'url' in layer || layer.type === 'placeholder';
const canFreeze = (layer: Layer) => isPicture(layer) && canBeTrimmed(layer);

/** Actions on the content of the selected layer: its text, image, video or audio. */
export const contentActions = actionTable({
  editText: {
    ...{ title: 'Edit the text', label: 'Edit', icon: Pencil, group: 'Layer', keys: ['enter'] },
    when: (context) => isOne(isText)(context) && place.screen !== 'text',
    whenPressed: () => place.screen === 'layer',
    run: () => goTo('text'),
  },
  editSubtitles: {
    ...{ title: 'Edit the subtitles', label: 'Edit', icon: Pencil, group: 'Layer', opens: 'subtitles' },
    when: isOne(({ type }) => type === 'subtitles'),
  },
  trim: {
    ...{ title: 'Trim', icon: Scissors, group: 'Layer', opens: 'trimmer' },
    whenOn: { isOn: isOne((layer) => 'isTrimmed' in layer && layer.isTrimmed === true), label: 'Edit Trim' },
    when: isOne(canBeTrimmed),
  },
  toggleMute: {
    ...{ title: 'Mute or unmute', label: 'Mute', icon: Volume2, group: 'Layer' },
    whenOn: {
      ...{ label: 'Unmute', icon: VolumeX },
      isOn: isOne((layer) => 'isMuted' in layer && layer.isMuted === true),
    },
    when: isOne(canBeTrimmed),
    run: edit(toggleMute),
  },
  replace: {
    ...{ title: 'Replace', icon: Replace, group: 'Layer', opens: 'replace' },
    when: isOne(hasFile),
  },
  freezeFrame: {
    ...{ title: 'Freeze frame', label: 'Freeze', icon: Snowflake, group: 'Layer' },
    when: isOne(canFreeze),
    run: ({ layer }) => layer && freezeAtPlayhead(layer.id),
  },
  crop: {
    ...{ title: 'Crop', icon: Crop, group: 'Layer', opens: 'crop' },
    when: isOne(isPicture),
    isOff: isOne(({ isLocked }) => isLocked === true),
  },
  fillCanvas: {
    ...{ title: 'Fill the canvas', label: 'Fill', icon: Expand, group: 'Layer' },
    when: isOne(isPicture),
    run: edit(fillLayer),
  },
  lockAspectRatio: {
    ...{ title: 'Lock Aspect Ratio', icon: Link2, group: 'Layer' },
    when: isOne(isPicture),
    run: edit(toggleLockAspectRatio),
  },
  detachAudio: {
    ...{ title: 'Detach audio', icon: Unlink2, group: 'Layer', keys: ['u'] },
    when: ({ project, layer }) => layer !== undefined && canDetachAudio(project, layer.id),
    run: ({ layer }) => layer && detachAudioOf(layer.id),
  },
  reattachAudio: {
    ...{ title: 'Reattach audio', icon: Cable, group: 'Layer' },
    when: ({ project, layer }) => layer !== undefined && canReattachAudio(project, layer.id),
    run: edit(reattachAudio),
  },
  transitionBefore: {
    ...{ title: 'Crossfade from the layer before', label: 'Crossfade', icon: Blend, group: 'Layer' },
    whenOn: { isOn: isOne((layer) => animationsOf(layer).animateIn?.over === true), label: 'Remove the transition' },
    when: ({ project, layer }) => layer !== undefined && neighborBefore(project, layer.id) !== undefined,
    run: edit(toggleTransition),
  },
  addMeme: {
    ...{ title: 'Add meme texts', label: 'Meme', icon: MessageSquareText, group: 'Layer' },
    when: isOne(isPicture),
    run: addMeme,
  },
});

/** Sample text of the meme lines, top to bottom. */
const words = ['Top meme text', 'Bottom meme text'];

/** Adds the two lines of a meme at the front of the scene in one undo step, and starts editing the upper one. */
function addMeme(): void {
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
  openTextEditor(top);
}

/** Longest time to probe the file, in milliseconds. After that it is assumed to have audio. */
const GIVE_UP_AFTER_MS = 3000;

/**
 * Moves the audio of a video into a layer of its own, selects it, so that it can be trimmed for a J-cut or L-cut, and
 * reports it. Shows a note if the video has no audio.
 */
async function detachAudioOf(layerId: string): Promise<void> {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (layer?.type !== 'video') return;
  if (await isSilent(layer.url)) {
    showNote('This video has no audio.');
    return;
  }
  const before = studio.project;
  change((project) => detachAudio(project, layerId, newId));
  const audio = studio.project.layers?.find(({ id }) => !findLayer(before, id));
  if (audio) {
    chooseLayer(audio.id);
    showNote('The audio is now its own layer, on the timeline and in the layer list.');
  } else if (canDetachAudio(before, layerId)) showError(noRoomForLayers(before));
}

async function isSilent(url: string): Promise<boolean> {
  const address = localUrlOf(url);
  if (address === undefined) return false;
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  try {
    const { readVideo } = await loadWithRetry(() => import('../../../engine/browser/frames/readVideo.ts'));
    const bytes = await bytesAt(address, signal);
    const facts = bytes && bytes !== 'large' ? await readVideo(bytes, signal) : undefined;
    return facts?.hasAudio === false;
  } catch {
    return false;
  }
}

/** Freezes the frame of a video at the playhead and selects the frozen clip. Shows an error if that is impossible. */
function freezeAtPlayhead(layerId: string): void {
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  pause();
  const frozen = freezeFrame(studio.project, layerId, shownTime() - startOf(found.scene.id), newId);
  if (frozen.ok) {
    change(() => frozen.value.project);
    openAdded([frozen.value.frozenId]);
  } else showError(frozen.problems[0]?.message);
}
