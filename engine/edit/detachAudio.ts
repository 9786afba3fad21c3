import { isPlayed, isSound, isVideo } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import { isOverlay } from '../project/allLayers.ts';
import { defined } from '../project/defined.ts';
import type { MakeId } from '../project/id.ts';
import {
  type AudioLayer,
  audioLayer,
  type PlayedLayer,
  type ProjectLayer,
  type VideoLayer,
} from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { mediaSpan, sceneDuration, sceneStart } from '../timeline/durations.ts';
import { overlayOf, withProjectLayers } from '../timeline/overlay.ts';
import { type FoundLayer, findLayer, withLayer } from './find.ts';
import { removeLayer } from './layers.ts';
import { linkedWith } from './link.ts';
import { roomForLayers } from './room.ts';

/**
 * Returns whether the audio of a layer can be detached: an audible video that plays forwards, and not as stop-motion.
 */
export function canDetachAudio(project: Project, layerId: string): boolean {
  const layer = findLayer(project, layerId)?.layer;
  if (!layer || !isVideo(layer) || project.isMuted) return false;
  const { isMuted, converted_gif, stopMotion, isReversed, isBoomeranged } = layer;
  return !(isMuted || converted_gif || stopMotion || isReversed || isBoomeranged);
}

/**
 * Moves the audio of a video to a layer of the whole project, which plays identically, keeps the video's visibility and
 * follows its scene; mutes the video and links both. The audio may then begin before the video and end after it (J-cut,
 * L-cut). Does not check whether the file has audio. @param makeId creates the ids of the audio and of the link.
 * @returns the same project if canDetachAudio is false or there is no room.
 */
export function detachAudio(project: Project, layerId: string, makeId: MakeId): Project {
  const found = findLayer(project, layerId);
  if (!found || !canDetachAudio(project, layerId) || roomForLayers(project, overlayOf(project)) < 1) return project;
  const { layer } = found;
  if (!isPlayed(layer)) return project;
  const id = makeId();
  const link = layer.link ?? makeId();
  const audio: ProjectLayer = { ...soundOf(layer, id), ...placeOf(project, found), link };
  const silent = withLayer(project, layerId, (video) => ({ ...video, isMuted: true, link }) as VideoLayer);
  return withProjectLayers(silent, [audio, ...(silent.layers ?? [])]);
}

/** Returns anchor and times of the audio of a video: those of the video, and the end of its scene if it loops. */
function placeOf(
  project: Project,
  { scene, layer, layerIndex }: FoundLayer,
): Pick<ProjectLayer, 'anchor' | 'from' | 'to'> {
  if (isOverlay(scene)) {
    const { anchor, from, to } = project.layers?.[layerIndex] ?? {};
    return { ...(anchor === undefined ? {} : { anchor }), ...defined({ from, to }) };
  }
  const ends = kindOf(layer).loops(layer) ? sceneDuration(project, scene) : undefined;
  return { anchor: scene.id, ...defined({ from: layer.from, to: layer.to ?? ends }) };
}

function soundOf(layer: PlayedLayer, id: string): AudioLayer {
  const { url, audioTrack, volume, fadeIn, fadeOut, pan, eq, duration, source, isHidden, name } = layer;
  const { from: _, to: __, ...times } = timesOf(layer);
  const hidden = isHidden ? { isHidden } : {};
  const file = defined({ url, audioTrack, duration, source, name, pan, eq });
  return audioLayer.parse(
    { id, type: 'audio', ...file, volume, fadeIn, fadeOut, ...times, ...hidden },
    { jitless: true },
  );
}

/** A video, and the audio that was detached from it. */
interface DetachedPair {
  video: VideoLayer;
  audio: AudioLayer;
}

/** How far the audio of a pair may be off, in seconds. */
const IN_SYNC = 1e-3;

/**
 * Returns whether the audio of a video can be reattached: both are linked with nothing else, and the audio is of the
 * same file, in sync, without ducking, and hidden only if the video is.
 * @param layerId of either.
 */
export function canReattachAudio(project: Project, layerId: string): boolean {
  return pairOf(project, layerId) !== undefined;
}

/**
 * Undoes detachAudio: the video gets volume, fades, effects and audio track of the audio layer, which is removed. A
 * J-cut or L-cut is lost: the audio is as long as the video again. @param layerId of either.
 * @returns the same project if canReattachAudio is false.
 */
export function reattachAudio(project: Project, layerId: string): Project {
  const pair = pairOf(project, layerId);
  if (!pair) return project;
  const { isMuted, volume, fadeIn, fadeOut, audioTrack, pan, eq } = pair.audio;
  const { audioTrack: _, link: __, pan: ___, eq: ____, ...video } = pair.video;
  const track = defined({ audioTrack, pan, eq });
  return removeLayer(
    withLayer(project, video.id, () => ({ ...video, isMuted, volume, fadeIn, fadeOut, ...track })),
    pair.audio.id,
  );
}

function pairOf(project: Project, layerId: string): DetachedPair | undefined {
  const linked = linkedWith(project, layerId).flatMap((id) => findLayer(project, id) ?? []);
  const video = linked.find(({ layer }) => layer.type === 'video');
  const audio = linked.find(({ layer }) => isSound(layer));
  if (linked.length !== 2 || video?.layer.type !== 'video' || audio?.layer.type !== 'audio') return undefined;
  const [seen, heard] = [video.layer, audio.layer];
  const { converted_gif, stopMotion, isReversed, isBoomeranged } = seen;
  const isSame =
    seen.isMuted && heard.url === seen.url && heard.speed === seen.speed && heard.loopMode === seen.loopMode;
  const isPlain = !(converted_gif || stopMotion || isReversed || isBoomeranged || heard.ducking);
  if (!isSame || !isPlain || Boolean(seen.isHidden) !== Boolean(heard.isHidden)) return undefined;
  const off = originOf(project, video, seen) - originOf(project, audio, heard);
  const [one, other] = [mediaSpan(seen), mediaSpan(heard)];
  const isLooped = seen.loopMode === 'duration';
  const isSameLoop = Math.abs(one.start - other.start) < IN_SYNC && Math.abs(one.end - other.end) < IN_SYNC;
  return Math.abs(off) < IN_SYNC && (!isLooped || isSameLoop) ? { video: seen, audio: heard } : undefined;
}

/** Returns when a layer would play the start of its file, in seconds of the whole video. */
function originOf(project: Project, { scene }: FoundLayer, layer: PlayedLayer): number {
  return sceneStart(project, scene.id) + (layer.from ?? 0) - mediaSpan(layer).start / layer.speed;
}

/** Returns span, trim and loop of a video, for an audio layer next to it. */
export function timesOf({ from, to, isTrimmed, startTime, endTime, loopMode, playLength, speed }: PlayedLayer) {
  return { ...{ isTrimmed, startTime, loopMode, speed }, ...defined({ from, to, endTime, playLength }) };
}
