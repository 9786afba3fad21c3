import { isPlayed } from '../kinds/families.ts';
import { kindOf, setsLength } from '../kinds/index.ts';
import { withCutAnimations } from '../motion/cutAnimations.ts';
import { withLaterStart, withOwnKeyframes } from '../motion/keyframeTimes.ts';
import { isOverlay, mapLayers } from '../project/allLayers.ts';
import { trimTooShort } from '../project/crossFieldProblems.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, PlayedLayer } from '../project/layers.ts';
import { MAX_VIDEO_SECONDS, MIN_CUSTOM_SECONDS, MIN_TRIM_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { toMicroseconds, toMilliseconds } from '../project/roundTime.ts';
import {
  isFrozen,
  isUntrimmed,
  layerTime,
  type MediaRun,
  mediaRun,
  playedEnd,
  playedLength,
  sceneDuration,
  sceneStart,
} from '../timeline/durations.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withCueOffset } from './cueOffset.ts';
import { withExplicitEnd } from './explicitEnd.ts';
import { type FoundLayer, findLayer, withLayer, withScene } from './find.ts';
import { linkedWith, withoutLoneLinks } from './link.ts';
import { roomForLayers } from './room.ts';
import { withOutputKind } from './still.ts';

/** Shortest layer that an edit leaves, in seconds. */
export const MIN_LAYER_SECONDS = MIN_CUSTOM_SECONDS;

/** Latest start of a layer, in seconds of its scene. */
const LATEST_START = MAX_VIDEO_SECONDS - MIN_LAYER_SECONDS;

/** Whether a layer sets the length of its scene; those of the whole project never set that of the video. */
function setsSceneLength({ scene, layer }: Pick<FoundLayer, 'scene' | 'layer'>): boolean {
  return setsLength(layer) && !isOverlay(scene);
}

/**
 * Sets the span of a layer exactly.
 * @param from seconds of its scene, from 0. @param to undefined: the scene's end; for video and audio as long as it
 * plays.
 * @returns time.order with its message for a span under 0.1 s, duration.video past 20 min; the same project if the
 * layer is unknown.
 */
export function setLayerTime(project: Project, layerId: string, from: number, to: number | undefined): Parsed<Project> {
  if (!(from >= 0) || (to !== undefined && !(to - from >= MIN_LAYER_SECONDS - 1e-9))) {
    return { ok: false, problems: [problem('time.order', ['to'], messages.timeOrder)] };
  }
  if (from > LATEST_START || (to ?? 0) > MAX_VIDEO_SECONDS) {
    return { ok: false, problems: [problem('duration.video', ['to'], messages.videoTooLong)] };
  }
  return { ok: true, value: changed(project, layerId, (layer) => timed(layer, from, to)) };
}

/**
 * Moves a layer in time and keeps its length. A chosen scene length clips it; the scene of a video grows with it. Layers
 * that are linked with it stay, see moveLayersTime.
 * @param from seconds of its scene; clamped to valid starts.
 * @param isExact keeps microseconds; default: rounds the start to milliseconds.
 */
export function moveLayerTime(project: Project, layerId: string, from: number, isExact = false): Project {
  const found = findLayer(project, layerId);
  if (!found || !Number.isFinite(from)) return project;
  const closes = sceneDuration(project, found.scene);
  const now = layerTime(project, found);
  const isOwnEnd = isPlayed(found.layer) && found.layer.to === undefined;
  const latest = setsSceneLength(found) ? LATEST_START : Math.max(0, closes - MIN_LAYER_SECONDS);
  const round = isExact ? toMicroseconds : toMilliseconds;
  const start = round(Math.min(latest, Math.max(0, from)));
  const end = start + Math.max(MIN_LAYER_SECONDS, (found.layer.to ?? now.to) - (found.layer.from ?? 0));
  // A linked layer ends with its partner, even if that is at the end of the scene for now.
  const reachesEnd = found.layer.link === undefined && !setsSceneLength(found) && end >= closes - 1e-6;
  return changed(project, layerId, (layer) => timed(layer, start, isOwnEnd || reachesEnd ? undefined : end));
}

/**
 * Moves one end of a layer. For a video or audio that plays once in one direction, trims the source, leaving at least 1
 * s, so the content at every other moment stays; other layers just become longer or shorter.
 * @param at seconds of its scene; clamped to valid times.
 */
export function trimLayerTime(project: Project, layerId: string, edge: 'start' | 'end', at: number): Project {
  const found = findLayer(project, layerId);
  if (!found || !Number.isFinite(at)) return project;
  const { from, to } = layerTime(project, found);
  if (isCut(found.layer)) {
    const cut = trimPlayed(withEndOfLength(found.layer, to), edge, toMilliseconds(at));
    const next = changed(project, layerId, () => cut);
    // In a longer scene the video would hold its end.
    const end = cut.to === undefined ? playedEnd(cut) : MAX_VIDEO_SECONDS;
    const freezes =
      edge === 'end' &&
      kindOf(cut).holdsEnd &&
      end < sceneDuration(next, next.scenes[found.sceneIndex] ?? found.scene) - 1e-6;
    return freezes ? changed(project, layerId, () => withEnd(cut, end)) : next;
  }
  const closes = sceneDuration(project, found.scene);
  if (edge === 'start') {
    const start = toMilliseconds(Math.min(to - MIN_LAYER_SECONDS, Math.max(0, at)));
    const later = Math.max(0, start);
    return changed(project, layerId, (layer) => {
      const by = later - (layer.from ?? 0);
      return withCueOffset(withLaterStart(timed(layer, later, layer.to), by), by);
    });
  }
  const end = toMilliseconds(Math.min(MAX_VIDEO_SECONDS, Math.max(from + MIN_LAYER_SECONDS, at)));
  const isOpen = !setsSceneLength(found) && end >= closes - 1e-6;
  return changed(project, layerId, (layer) => timed(layer, from, isOpen ? undefined : end));
}

/**
 * Splits a layer at a moment: the first part ends there; the second, directly in front of it, begins there with a new
 * id. Together they play as before. Stop-motion is split between two stills. Layers linked with it are split too; one
 * that is locked, or too short on one side, stays whole with the first part. The parts on each side are linked.
 * @param at seconds of its scene. @param makeId creates the ids of the second part, of their link and of other parts.
 * @returns a problem if the layer cannot be split: outside of its span, less than 1 s of a video left, or a looping or
 * boomerang video.
 */
export function splitLayer(project: Project, layerId: string, at: number, makeId: MakeId): Parsed<Project> {
  const laterId = makeId();
  const split = splitAlone(project, layerId, at, laterId);
  const found = findLayer(project, layerId);
  if (!split.ok || split.value === project || found?.layer.link === undefined) return split;
  const cut = sceneStart(project, found.scene.id) + (findLayer(split.value, layerId)?.layer.to ?? at);
  const link = makeId();
  const later = new Set([laterId]);
  let next = split.value;
  for (const id of linkedWith(project, layerId)) {
    const partner = findLayer(project, id);
    if (!partner || id === layerId) continue;
    const moment = cut - sceneStart(project, partner.scene.id);
    if (layerTime(project, partner).from > moment - MIN_LAYER_SECONDS) later.add(id);
    if (partner.layer.isLocked || later.has(id)) continue;
    const partId = makeId();
    const parted = splitAlone(next, id, moment, partId);
    if (!parted.ok || parted.value === next) continue;
    next = parted.value;
    later.add(partId);
  }
  return {
    ok: true,
    value: withoutLoneLinks(mapLayers(next, (layer) => (later.has(layer.id) ? { ...layer, link } : layer))),
  };
}

function splitAlone(project: Project, layerId: string, at: number, laterId: string): Parsed<Project> {
  const found = findLayer(project, layerId);
  if (!found || roomForLayers(project, found.scene) < 1) return { ok: true, value: project };
  const { from, to } = layerTime(project, found);
  if (!(at - from >= MIN_LAYER_SECONDS - 1e-9 && to - at >= MIN_LAYER_SECONDS - 1e-9)) {
    return refused(messages.splitOutside);
  }
  const parts =
    isPlayed(found.layer) && !isFrozen(found.layer) ? splitPlayed(found.layer, at) : splitStill(found.layer, at);
  if (!parts.ok) return parts;
  const length = (parts.value[0].to ?? at) - from;
  const [first, second] = withOwnKeyframes(withCutAnimations(found.layer, parts.value, to - from, length), length);
  const split = withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.toSpliced(found.layerIndex, 1, { ...second, id: laterId }, first),
  }));
  return { ok: true, value: withAutoLoop(withOutputKind(project, split)) };
}

type Parts = Parsed<[first: Layer, second: Layer]>;

function splitStill(layer: Layer, at: number): Parts {
  const from = layer.from ?? 0;
  const second = withLaterStart(timed(layer, at, layer.to), at - from);
  return { ok: true, value: [timed(layer, from, at), kindOf(second).afterCut(second, toMicroseconds(at - from))] };
}

function splitPlayed(layer: PlayedLayer, moment: number): Parts {
  const from = layer.from ?? 0;
  const runsOn = moment - from < playedLength(layer);
  if (runsOn && !isCut(layer)) return refused(messages.splitLoops);
  if (!runsOn) return refused(messages.splitOutside);
  const { start, end, speed } = mediaRun(layer);
  const played = wholeStills(mediaRun(layer), (moment - from) * speed);
  const at = from + played / speed;
  const to = layer.to ?? from + playedLength(layer);
  if (Math.min(at - from, to - at) < MIN_LAYER_SECONDS - 1e-9) return refused(messages.splitOutside);
  if (Math.min(played, end - start - played) < MIN_TRIM_SECONDS - 1e-6) {
    return refused(trimTooShort[layer.type]);
  }
  const first = { ...withEnd(trimPlayed(layer, 'end', at), at), fadeOut: 0 };
  const second = { ...withEnd(trimPlayed(layer, 'start', at), layer.to), fadeIn: 0 };
  return { ok: true, value: [first, second] };
}

/** Returns how much of the source plays before a split; rounds stop-motion to whole stills, so none restarts. */
function wholeStills({ start, end, stills, isReversed }: MediaRun, played: number): number {
  if (!stills) return played;
  const whole = (seconds: number) => Math.round(seconds * stills) / stills;
  return isReversed ? end - start - whole(end - start - played) : whole(played);
}

function refused(message: string): Parsed<never> {
  return { ok: false, problems: [problem('time.order', [], message)] };
}

/**
 * Moves one end of a video or audio layer that `isCut`, and trims its source.
 * @param at seconds of its scene. @param least seconds of the source to leave; under 1 s, it needs an explicit end.
 */
export function trimPlayed(
  layer: PlayedLayer,
  edge: 'start' | 'end',
  at: number,
  least = MIN_TRIM_SECONDS,
): PlayedLayer {
  const { start, end, speed, isReversed } = mediaRun(layer);
  const from = layer.from ?? 0;
  const gap = Math.min(least, end - start);
  const file = layer.duration ?? end;
  if (edge === 'start') {
    // Limited by the start of the scene and the start of the file.
    const before = Math.min(from, (isReversed ? file - end : start) / speed);
    const latest = Math.min(
      (end - start - gap) / speed,
      (layer.to ?? Number.POSITIVE_INFINITY) - MIN_LAYER_SECONDS - from,
    );
    const by = Math.min(latest, Math.max(-before, at - from));
    const cut = isReversed ? trimmed(layer, start, end - by * speed) : trimmed(layer, start + by * speed, end);
    return withLaterStart(withStart(cut, from + by), by);
  }
  const most = (isReversed ? end : file - start) / speed;
  const length = Math.min(most, Math.max(gap / speed, at - from));
  const cut = isReversed ? trimmed(layer, end - length * speed, end) : trimmed(layer, start, start + length * speed);
  return withEnd(cut, undefined);
}

function trimmed(layer: PlayedLayer, start: number, end: number): PlayedLayer {
  const startTime = Math.max(0, toMicroseconds(start));
  const endTime = toMicroseconds(end);
  const isTrimmed = !isUntrimmed(startTime, endTime, layer.duration);
  return { ...layer, startTime: isTrimmed ? startTime : 0, endTime, isTrimmed };
}

/**
 * Returns a layer that plays once with an end in place of its `playLength`, which a trim would not change.
 * @param to where it ends, in seconds of its scene.
 */
export function withEndOfLength<L extends Layer>(layer: L, to: number): L {
  if (!isCut(layer) || layer.playLength === undefined) return layer;
  const { playLength: _, ...once } = layer;
  return { ...once, to: toMicroseconds(to) } as Layer as L;
}

/** Returns whether moving an end trims the source: plays once, in one direction, not a single frame, known length. */
export function isCut(layer: Layer): layer is PlayedLayer {
  if (!isPlayed(layer) || kindOf<PlayedLayer>(layer).loops(layer) || playedLength(layer) <= 0) return false;
  return !mediaRun(layer).isBoomeranged && !isFrozen(layer);
}

function timed<L extends Layer>(layer: L, from: number, to: number | undefined): L {
  return withEnd(withStart(layer, from), to);
}

function withStart<L extends Layer>(layer: L, from: number): L {
  const { from: _, ...rest } = layer;
  return (from > 0 ? { ...rest, from: toMicroseconds(from) } : rest) as L;
}

function withEnd<L extends Layer>(layer: L, to: number | undefined): L {
  const { to: _, ...rest } = layer;
  return (to === undefined ? rest : { ...rest, to: toMicroseconds(to) }) as L;
}

function changed(project: Project, layerId: string, change: (layer: Layer) => Layer): Project {
  const next = withLayer(project, layerId, (layer) => {
    const after = withExplicitEnd(change(layer));
    return JSON.stringify(after) === JSON.stringify(layer) ? layer : after;
  });
  return next === project ? project : withAutoLoop(withOutputKind(project, next));
}
