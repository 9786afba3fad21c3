import { isPlayed, isVideo } from '../kinds/families.ts';
import type { MakeId } from '../project/id.ts';
import { type AudioLayer, audioLayer, type Layer, type PlayedLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { findLayer, withScene } from './find.ts';
import { roomForLayers } from './room.ts';

/**
 * Returns whether the audio of a layer can be detached: an audible video that plays forwards, and not as stop-motion.
 */
export function canDetachAudio(layer: Layer): boolean {
  if (!isVideo(layer)) return false;
  const { isMuted, converted_gif, stopMotion, isReversed, isBoomeranged } = layer;
  return !(isMuted || converted_gif || stopMotion || isReversed || isBoomeranged);
}

/**
 * Moves the audio of a video to a new layer, which plays identically and keeps the video's visibility; mutes the video.
 * Does not check whether the file has audio. @returns the same project if canDetachSound is false or the scene is full.
 */
export function detachAudio(project: Project, layerId: string, makeId: MakeId): Project {
  const found = findLayer(project, layerId);
  if (!found || !canDetachAudio(found.layer) || roomForLayers(project, found.scene) < 1) return project;
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

/** Returns span, trim and loop of a video, for an audio layer next to it. */
export function timesOf({ from, to, isTrimmed, startTime, endTime, loopMode, playLength, speed }: PlayedLayer) {
  return {
    ...{ isTrimmed, startTime, loopMode, speed },
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(endTime === undefined ? {} : { endTime }),
    ...(playLength === undefined ? {} : { playLength }),
  };
}
