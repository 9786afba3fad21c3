import { isPicture, isVideo } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import { withFrozenKeyframes } from '../motion/keyframeTimes.ts';
import { withoutAnimations } from '../motion/layerAnimations.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, VideoLayer } from '../project/layers.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { type LayerTime, layerTime, mediaRun, playedLength } from '../timeline/durations.ts';
import { mediaTimeAt } from '../timeline/mediaTime.ts';
import { layerSpans } from '../timeline/spans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { type FoundLayer, findLayer, mapScenes, withLayer, withScene } from './find.ts';
import { MIN_LAYER_SECONDS, splitLayer } from './layerTime.ts';
import { withUnlockedLinked } from './link.ts';
import { roomForLayers } from './room.ts';
import { isOnlyVoice, isVoice, withDelayedCues } from './voiceCues.ts';

/** Initial duration of a frozen frame, in seconds. */
export const FREEZE_SECONDS = 2;

/** A layer that begins this close to the end of another follows it, in seconds. */
const JOINED = 0.05;

/** Length of the source span of a still, in seconds. */
const STILL_SECONDS = 1 / 60;

/**
 * Holds the frame of a video at a moment for 2 s, as a new layer. The video is split there; its second part, its
 * subtitles, and layers that directly follow it or are linked with it move by 2 s. Near an end of the video nothing is split: the frame goes
 * before or after it. The frame of a hidden video is hidden too.
 * @param at seconds of its scene.
 * @returns a problem if the video is not visible then, or cannot be split (see splitLayer).
 */
export function freezeFrame(
  project: Project,
  layerId: string,
  at: number,
  makeId: MakeId,
): Parsed<{ project: Project; frozenId: string }> {
  const found = findLayer(project, layerId);
  const span = layerSpans(project, 'all').find(({ layer }) => layer.id === layerId);
  if (!found || !span || !isVideo(found.layer) || roomForLayers(project, found.scene) < 2)
    return refused(messages.freezeOutside);
  const time = layerTime(project, found);
  if (!(at >= time.from - 1e-6 && at <= time.to + 1e-6 && time.to > time.from)) return refused(messages.freezeOutside);
  const sceneStart = span.start - time.from;
  const frozenId = makeId();
  const cut = cutAt(project, found.layer, { at, ...time }, makeId);
  if (!cut.ok) return cut;
  const { laterId, stands } = cut.value;
  const second = mediaTimeAt(span, sceneStart + at);
  const frozen = stillOf(found.layer, { second, at: at - time.from, stands, id: frozenId });
  const giveWay = afterFreeze(project, found, stands.from, time);
  const moving = new Set(laterId === undefined ? [] : withUnlockedLinked(cut.value.project, [laterId]));
  const inserted = withScene(cut.value.project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.flatMap((layer): Layer[] => {
      const moved = moving.has(layer.id) ? later(layer) : giveWay(layer);
      return layer.id === layerId ? [frozen, moved] : [moved];
    }),
  }));
  const isElsewhere = ({ id }: Layer) => moving.has(id) && findLayer(inserted, id)?.scene.id !== found.scene.id;
  const next = mapScenes(inserted, (scene) =>
    scene.layers.some(isElsewhere)
      ? { ...scene, layers: scene.layers.map((layer) => (isElsewhere(layer) ? later(layer) : layer)) }
      : scene,
  );
  return { ok: true, value: { project: withAutoLoop(next), frozenId } };
}

/** A video split for a frozen frame. */
interface Cut {
  project: Project;
  /** Span of the frame, in seconds of the scene. */
  stands: LayerTime;
  /** Id of the part that moves later; undefined if none. */
  laterId?: string;
}

/** Splits a video, unless the moment is at one of its ends or while it holds its last frame. */
function cutAt(
  project: Project,
  layer: VideoLayer,
  { at, from, to }: LayerTime & { at: number },
  makeId: MakeId,
): Parsed<Cut> {
  if (at - from < MIN_LAYER_SECONDS) return { ok: true, value: { project, stands: standing(from), laterId: layer.id } };
  const over = kindOf<VideoLayer>(layer).loops(layer) ? to : Math.min(to, from + playedLength(layer));
  if (over - at < MIN_LAYER_SECONDS) {
    const stands = standing(Math.max(over, at));
    // The frame would hide the video below it; a longer frozen frame keeps its length.
    const ended = withLayer(project, layer.id, () => ({ ...layer, to: stands.from }));
    return { ok: true, value: { project: ended, stands: { ...stands, to: Math.max(stands.to, to) } } };
  }
  if (kindOf<VideoLayer>(layer).loops(layer) || mediaRun(layer).isBoomeranged) return refused(messages.freezeLoops);
  const laterId = makeId();
  const ids = [laterId];
  const split = splitLayer(project, layer.id, at, () => ids.pop() ?? makeId());
  if (!split.ok) return split;
  // Stop-motion is split between two stills, not exactly at the moment.
  const cut = findLayer(split.value, layer.id)?.layer.to ?? at;
  return { ok: true, value: { project: split.value, stands: standing(cut), laterId } };
}

function standing(from: number): LayerTime {
  return { from, to: from + FREEZE_SECONDS };
}

/**
 * Returns a layer with one still of a video. @param second of its source. @param at seconds since the video's start.
 */
function stillOf(
  layer: VideoLayer,
  { second, at, stands, id }: { second: number; at: number; stands: LayerTime; id: string },
): VideoLayer {
  const { playLength: _, link: __, ...once } = withoutAnimations(withFrozenKeyframes(layer, at));
  const endTime = Math.min(second + STILL_SECONDS, layer.duration ?? Number.POSITIVE_INFINITY);
  return {
    ...once,
    ...stands,
    ...{ id, loopMode: 'none', speed: 1, isReversed: false, isBoomeranged: false },
    ...{ isTrimmed: true, startTime: second, endTime },
    stopMotion: { stills: 1 / STILL_SECONDS, hold: FREEZE_SECONDS },
  };
}

/**
 * Returns how other layers make room for a frozen frame.
 * @param frozen start of the frame. @param time span of the video.
 */
function afterFreeze(
  project: Project,
  found: FoundLayer,
  frozen: number,
  { from, to }: LayerTime,
): (layer: Layer) => Layer {
  const { scene, layer: video } = found;
  const end = isVideo(video) && !kindOf<VideoLayer>(video).loops(video) ? Math.min(to, from + playedLength(video)) : to;
  const others = scene.layers
    .filter(({ id }) => id !== video.id)
    .map((layer) => ({ layer, ...layerTime(project, { scene, layer }) }));
  const isNext = (time: number) => Math.abs(time - end) < JOINED;
  const pictures = others.filter(({ layer }) => isPicture(layer));
  // Layers that follow several at once, or overlap one that continues, do not move.
  const follow =
    pictures.some((one) => isNext(one.from) && !one.layer.isLocked) &&
    !pictures.some((one) => one.from < end - JOINED && one.to > end - JOINED);
  const comesAfter = (layer: Layer) => follow && !layer.isLocked && (layer.from ?? 0) > end - JOINED;
  // If the frame stands after the video, the video does not move.
  const comesLater = (layer: Layer) => (layer.id === video.id ? frozen < end - JOINED : comesAfter(layer));
  const moving = scene.layers.filter(comesLater);
  const ids = new Set(moving.map(({ id }) => id));
  const movesVoice =
    moving.some(isVoice) && isOnlyVoice(project, scene, ids, { startTime: frozen, endTime: end + JOINED });
  // Subtitles of a voice that does not move, and of what comes after all moved layers, stay too.
  const timed = (layers: readonly Layer[]) => layers.map((layer) => layerTime(project, { scene, layer }));
  const lastMoves = Math.max(...timed(moving).map((one) => one.to));
  const staying = timed(scene.layers.filter((layer) => isVoice(layer) && !ids.has(layer.id)));
  const isLater = (time: number) => time < lastMoves && !staying.some((one) => time >= one.from && time < one.to);
  return (layer) => {
    if (layer.type === 'subtitles' && movesVoice)
      return layer.isLocked ? layer : withDelayedCues(layer, { moment: frozen, by: FREEZE_SECONDS }, isLater);
    return layer.id !== video.id && comesAfter(layer) ? later(layer) : layer;
  };
}

function later<L extends Layer>(layer: L): L {
  const { from = 0, to } = layer;
  return { ...layer, from: from + FREEZE_SECONDS, ...(to === undefined ? {} : { to: to + FREEZE_SECONDS }) };
}

function refused(message: string): Parsed<never> {
  return { ok: false, problems: [problem('time.order', [], message)] };
}
