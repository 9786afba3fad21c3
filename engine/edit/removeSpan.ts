import { isPlayed, keyframesOf } from '../kinds/families.ts';
import { withCutAnimations } from '../motion/cutAnimations.ts';
import { withOwnKeyframes } from '../motion/keyframeTimes.ts';
import { mapLayers } from '../project/allLayers.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, ProjectLayer } from '../project/layers.ts';
import { MAX_LAYERS_PER_SCENE } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/toMicroseconds.ts';
import {
  hasTimedVideo,
  isTimedByAudio,
  type LayerTime,
  layerTime,
  playedLength,
  sceneDuration,
  sceneStarts,
} from '../timeline/durations.ts';
import { overlayOf, shifted, withProjectLayers } from '../timeline/overlay.ts';
import { sceneSpans } from '../timeline/spans.ts';
import type { TimeSpan } from '../timeline/timeSpans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer } from './find.ts';
import { isCut, MIN_LAYER_SECONDS, trimLayerTime } from './layerTime.ts';
import { withoutLoneLinks } from './link.ts';
import { movedUp } from './ripple.ts';
import { noRoomForLayers, roomInProject } from './room.ts';
import { withOutputKind } from './still.ts';
import { withCueGapsClosed } from './voiceCues.ts';

/** Times this near are the same moment, in seconds: layers have milliseconds, files microseconds. */
const SAME = 2e-3;

/**
 * Cuts a span out of the whole video; what follows moves up. Scenes inside it go; in the others, and in the whole
 * project, layers inside it go, a video or audio that plays through it continues after it as a second layer, and
 * other layers become shorter. Markers follow. Locked layers and the audio track stay. Less than 0.1 s of a scene or a
 * layer next to the span goes with it.
 * @param from, to seconds of the whole video, clamped to its length.
 * @param makeId makes the ids of second layers and of their links.
 * @returns a problem if nothing would be left, if the audio track sets the length, if less than 1 s of a source would
 * be left, or without room for second layers; the same project for an empty span.
 */
export function removeSpan(project: Project, from: number, to: number, makeId: MakeId): Parsed<Project> {
  const scenes = sceneSpans(project, 'all').map(({ scene, start, end }) => ({
    scene,
    start,
    end,
    gone: goneIn(end - start, from - start, to - start),
  }));
  const touched = scenes.filter(({ gone }) => gone !== undefined);
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first?.gone || !last?.gone) return { ok: true, value: project };
  if (isTimedByAudio(project)) return refused(messages.removeSpanAudio);
  const isWhole = ({ start, end, gone }: (typeof scenes)[number]) => gone && lengthOf(gone) >= end - start - SAME;
  const left = scenes.filter((one) => !isWhole(one));
  if (left.length === 0) return refused(messages.removeSpanAll);

  const later = new Set<string>();
  const cut = (scene: Scene, gone: TimeSpan) => cutLayers(project, scene, gone, { makeId, later });
  const kept: Scene[] = [];
  for (const { scene, gone } of left) {
    const layers = gone ? cut(scene, gone) : scene.layers;
    if (!layers) return refused(messages.removeSpanShort);
    if (layers.length > Math.max(MAX_LAYERS_PER_SCENE, scene.layers.length)) return refused(noRoomForLayers(project));
    kept.push(
      gone ? ofLength({ ...scene, layers }, toMicroseconds(sceneDuration(project, scene) - lengthOf(gone))) : scene,
    );
  }
  const gone = { startTime: first.start + first.gone.startTime, endTime: last.start + last.gone.endTime };
  const overlaid = cut(overlayOf(project), gone);
  if (!overlaid) return refused(messages.removeSpanShort);

  const next = withMarkers({ ...project, scenes: kept }, gone);
  const times = sceneStarts(next);
  const starts = new Map(kept.map(({ id }, index) => [id, times[index]]));
  const layers = overlaid.map((layer: ProjectLayer): ProjectLayer => {
    const start = starts.get(layer.anchor ?? '');
    if (start !== undefined) return shifted(layer, -start);
    const { anchor: _, ...free } = layer;
    return free;
  });
  const all = project.layers ? withProjectLayers(next, layers) : next;
  if (roomInProject(all) < 0 && roomInProject(project) >= 0)
    return refused(noRoomForLayers({ ...project, layers: [] }));
  return { ok: true, value: withAutoLoop(withOutputKind(project, withOwnLaterLinks(all, later, makeId))) };
}

/** Returns the part of a scene or video that goes; undefined if none. In seconds of it, whole milliseconds inside. */
function goneIn(length: number, from: number, to: number): TimeSpan | undefined {
  const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
  const startTime = from < MIN_LAYER_SECONDS ? 0 : rounded(from);
  const endTime = to > length - MIN_LAYER_SECONDS ? length : rounded(to);
  // A span that only touches the margins at an end removes nothing.
  const isInside = Math.min(to, length) - Math.max(from, 0) > SAME && endTime - startTime > SAME;
  return isInside ? { startTime, endTime } : undefined;
}

function lengthOf({ startTime, endTime }: TimeSpan): number {
  return endTime - startTime;
}

interface Cutting {
  makeId: MakeId;
  /** Receives the ids of layers that begin after the span. */
  later: Set<string>;
}

/** Returns the layers of a scene or the overlay without a span; undefined if a source would be left too short. */
function cutLayers(project: Project, scene: Scene, gone: TimeSpan, cutting: Cutting): Layer[] | undefined {
  const layers: Layer[] = [];
  for (const layer of scene.layers) {
    const parts = layer.isLocked ? [layer] : cutLayer(project, { scene, layer }, gone, cutting);
    if (!parts) return undefined;
    layers.push(...parts);
  }
  return layers;
}

function cutLayer(
  project: Project,
  { scene, layer }: { scene: Scene; layer: Layer },
  gone: TimeSpan,
  { makeId, later }: Cutting,
): Layer[] | undefined {
  const { startTime, endTime } = gone;
  const { from, to } = layerTime(project, { scene, layer });
  const isBefore = to <= startTime + SAME && from < startTime;
  if (isBefore) return [layer];
  if (from >= endTime - SAME) {
    later.add(layer.id);
    return [movedUp(layer, lengthOf(gone))];
  }
  const [hasFirst, hasSecond] = [
    startTime - from >= MIN_LAYER_SECONDS - 1e-9,
    to - endTime >= MIN_LAYER_SECONDS - 1e-9,
  ];
  if (!hasFirst && !hasSecond) return [];
  if (layer.type === 'subtitles') return [withCueGapsClosed(layer, [gone])].flatMap((left) => left ?? []);
  const isSource = isCut(layer) && layer.playLength === undefined;
  const runEnd = isSource ? from + playedLength(layer) : Number.POSITIVE_INFINITY;
  // Only the held last frame is cut.
  const isHold = runEnd <= startTime + SAME;
  if (isHold || (!isSource && (isPlayed(layer) || keyframesOf(layer).length === 0))) {
    return [shortened(layer, { from, to }, gone, isHold)];
  }

  const early = trimmedTo(project, layer.id, 'end', startTime);
  const late = trimmedTo(project, layer.id, 'start', endTime);
  if (runEnd <= endTime + SAME && hasSecond) {
    // The last frame that is left is held instead.
    const held = hasFirst ? early.layer : { ...late.layer, from: startTime };
    return [withTimes(held, held.from ?? 0, layer.to === undefined ? undefined : layer.to - lengthOf(gone))];
  }
  if (hasFirst && early.time.to > startTime + SAME) return undefined;
  if (hasSecond && late.time.from < endTime - SAME) return undefined;
  if (!hasSecond) return [early.layer];
  const id = hasFirst ? makeId() : layer.id;
  later.add(id);
  // Its start may be rounded.
  const follow = (part: Layer) =>
    withTimes(part, startTime, part.to === undefined ? undefined : part.to - lengthOf(gone));
  if (!hasFirst) return [follow(late.layer)];
  const parts: [Layer, Layer] = [withTimes(early.layer, from, startTime), late.layer];
  const partsAt = (at: number) => withOwnKeyframes(withCutAnimations(layer, parts, to - from, at - from), at - from);
  const [first, second] = [partsAt(startTime)[0], partsAt(endTime)[1]];
  const isFaded = isPlayed(first) && isPlayed(second);
  return [
    follow({ ...second, id, ...(isFaded && { fadeIn: 0 }) } as Layer),
    { ...first, ...(isFaded && { fadeOut: 0 }) } as Layer,
  ];
}

function trimmedTo(project: Project, layerId: string, edge: 'start' | 'end', at: number) {
  const found = findLayer(trimLayerTime(project, layerId, edge, at), layerId) as NonNullable<
    ReturnType<typeof findLayer>
  >;
  return { layer: found.layer, time: layerTime(project, found) };
}

/**
 * Shortens a layer whose content does not depend on time, or repeats.
 * @param time seconds of its scene. @param isHold whether it may last to the end of the scene by itself.
 */
function shortened(layer: Layer, { from, to }: LayerTime, gone: TimeSpan, isHold: boolean): Layer {
  const isOpen = layer.to === undefined && (isHold || !isPlayed(layer));
  const end = to <= gone.endTime ? gone.startTime : (layer.to ?? to) - lengthOf(gone);
  return withTimes(layer, Math.min(from, gone.startTime), isOpen ? undefined : end);
}

function withTimes<L extends Layer>(layer: L, from: number, to: number | undefined): L {
  const { from: _, to: __, ...rest } = layer;
  const start = toMicroseconds(from);
  return {
    ...rest,
    ...(start === 0 ? {} : { from: start }),
    ...(to === undefined ? {} : { to: toMicroseconds(to) }),
  } as L;
}

/** Gives a scene without a video a length of its own. */
function ofLength(scene: Scene, seconds: number): Scene {
  return hasTimedVideo(scene) ? scene : { ...scene, isImageVideo: true, duration: seconds };
}

function withMarkers(project: Project, { startTime, endTime }: TimeSpan): Project {
  if (!project.markers) return project;
  const by = endTime - startTime;
  const markers = project.markers
    .filter(({ at }) => at <= startTime || at >= endTime)
    .map((marker) => (marker.at < endTime ? marker : { ...marker, at: Math.round((marker.at - by) * 1000) / 1000 }));
  return { ...project, markers };
}

/** Layers after the span are linked with each other, no longer with those before it. */
function withOwnLaterLinks(project: Project, later: ReadonlySet<string>, makeId: MakeId): Project {
  const links = new Map<string, string>();
  const parted = mapLayers(project, (layer) => {
    if (layer.link === undefined || !later.has(layer.id)) return layer;
    const link = links.get(layer.link) ?? makeId();
    links.set(layer.link, link);
    return { ...layer, link };
  });
  return withoutLoneLinks(parted);
}

function refused(message: string): Parsed<never> {
  return { ok: false, problems: [problem('time.order', [], message)] };
}
