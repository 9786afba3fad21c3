import { isPlayed, isVideo } from '../kinds/families.ts';
import type { MakeId } from '../project/id.ts';
import { type AudioLayer, audioLayer, type Layer, type PlayedLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { findLayer, withScene } from './find.ts';
import { roomForLayers } from './room.ts';

/** Whether the sound of a layer could be one of its own: of a video that is heard as it is recorded, forwards and once a run. */
export function canDetachSound(layer: Layer): boolean {
  if (!isVideo(layer)) return false;
  const { isMuted, converted_gif, stopMotion, isReversed, isBoomeranged } = layer;
  return !(isMuted || converted_gif || stopMotion || isReversed || isBoomeranged);
}

/**
 * Makes the sound of a video a layer of its own under the id that is made, which sounds as it did, and is hidden where it was;
 * the video is muted. Whether the file has sound is not looked at. @returns the same project where canDetachSound says no, or the scene is full.
 */
export function detachSound(project: Project, layerId: string, makeId: MakeId): Project {
  const found = findLayer(project, layerId);
  if (!found || !canDetachSound(found.layer) || roomForLayers(project, found.scene) < 1) return project;
  const { layer } = found;
  if (!isPlayed(layer)) return project;
  return withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.toSpliced(found.layerIndex, 1, { ...layer, isMuted: true }, soundOf(layer, makeId())),
  }));
}

function soundOf(layer: PlayedLayer, id: string): AudioLayer {
  const { url, volume, fadeIn, fadeOut, duration, source, isHidden } = layer;
  const file = { url, ...(duration === undefined ? {} : { duration }), ...(source === undefined ? {} : { source }) };
  const sound = {
    id,
    type: 'audio',
    ...file,
    volume,
    fadeIn,
    fadeOut,
    ...timesOf(layer),
    ...(isHidden ? { isHidden } : {}),
  };
  return audioLayer.parse(sound, { jitless: true });
}

/** When a video plays and which part of its file, for a sound beside it. */
export function timesOf({ from, to, isTrimmed, startTime, endTime, loopMode, playLength, speed }: PlayedLayer) {
  return {
    ...{ isTrimmed, startTime, loopMode, speed },
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(endTime === undefined ? {} : { endTime }),
    ...(playLength === undefined ? {} : { playLength }),
  };
}
