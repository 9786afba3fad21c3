import { animationsOf, isPlayed, keyframesOf } from '../kinds/families.ts';
import { endsWhenPlayed } from '../kinds/index.ts';
import { withCutAnimations } from '../motion/cutAnimations.ts';
import { withLaterStart, withOwnKeyframes } from '../motion/keyframeTimes.ts';
import { allLayers, mapLayers } from '../project/allLayers.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, ProjectLayer } from '../project/layers.ts';
import { MAX_LAYERS_PER_SCENE, MAX_PROJECT_LAYERS, MIN_TRIM_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds, toMilliseconds } from '../project/roundTime.ts';
import type { Cue } from '../project/subtitles.ts';
import { hasTimedVideo, isTimedByAudio, playedLength, sceneStarts } from '../timeline/durations.ts';
import { shifted, withProjectLayers } from '../timeline/overlay.ts';
import { endOfLayer, type LayerSpan, layerSpans, sceneSpans } from '../timeline/spans.ts';
import { indexAfter, lengthBefore, type TimeSpan, unitedSpans } from '../timeline/timeSpans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withExplicitEnd } from './explicitEnd.ts';
import { isCut, MIN_LAYER_SECONDS, trimPlayed, withEndOfLength } from './layerTime.ts';
import { withoutLoneLinks } from './link.ts';
import { movedUp } from './ripple.ts';
import { noRoomForLayers, roomInProject } from './room.ts';
import { withOutputKind } from './still.ts';
import { withCueGapsClosed } from './voiceCues.ts';

/** Times this near are the same moment, in seconds: layers have milliseconds, files microseconds. */
const SAME = 2e-3;

/**
 * Creates ids. @param key names the part of a layer that gets the id: the same cut of the same layer has the same key;
 * absent for links.
 */
export type MakePartId = (key?: string) => string;

/** A project without some spans. */
export interface CutProject {
  project: Project;
  /** What was removed, in order, in seconds of the whole video before: slightly more than requested next to an end. */
  gone: TimeSpan[];
}

/** Cuts one span out of the whole video, see removeSpans. */
export function removeSpan(project: Project, from: number, to: number, makeId: MakeId): Parsed<Project> {
  const cut = removeSpans(project, [{ startTime: from, endTime: to }], () => makeId());
  return cut.ok ? { ok: true, value: cut.value.project } : cut;
}

/**
 * Cuts spans out of the whole video; what follows moves up. Scenes inside them go; in the others, and in the whole
 * project, layers inside them go, a video or audio that plays through one continues after it as a further layer, and
 * other layers become shorter. Subtitles lose the words inside. Markers follow. Locked layers and the audio track stay.
 * Less than 0.1 s of a scene or a layer next to a span goes with it. Takes time in proportion to layers, cues and spans.
 * @param spans in any order, in seconds of the whole video; clamped to its length.
 * @param makeId makes the ids of further layers and of their links.
 * @returns a problem if nothing would be left, if the audio track sets the length, or without room for further layers;
 * the same project if nothing is inside the spans.
 */
export function removeSpans(project: Project, spans: readonly TimeSpan[], makeId: MakePartId): Parsed<CutProject> {
  const wanted = unitedSpans(spans);
  const places = sceneSpans(project, 'all').map((place) => ({ ...place, gaps: gapsIn(place, wanted) }));
  const gone = joined(places.flatMap(({ start, gaps }) => gaps.map((gap) => movedBy(gap, start))));
  if (gone.length === 0) return { ok: true, value: { project, gone } };
  if (isTimedByAudio(project)) return refused(messages.removeSpanAudio);
  const left = places.filter(({ start, end, gaps }) => end - start - lengthOf(gaps) > SAME);
  if (left.length === 0) return refused(messages.removeSpanAll);

  const segments = new Map<string, number>();
  const cutting = { makeId, segments, gone };
  const scenes: Scene[] = [];
  for (const { scene, start, end, gaps, layers } of left) {
    const cut = cutLayers(layers, { start, gaps }, cutting);
    if (gaps.length === 0) {
      scenes.push(scene);
      continue;
    }
    if (cut.length > Math.max(MAX_LAYERS_PER_SCENE, scene.layers.length)) return refused(noRoomForLayers(project));
    scenes.push(ofLength({ ...scene, layers: cut }, toMicroseconds(end - start - lengthOf(gaps))));
  }
  const overlaid = cutLayers(places[0]?.overlay?.layers ?? [], { start: 0, gaps: gone }, cutting);

  if (overlaid.length > Math.max(MAX_PROJECT_LAYERS, project.layers?.length ?? 0))
    return refused(messages.tooManyProjectLayers);

  const next = withMarkers({ ...project, scenes }, gone);
  const times = sceneStarts(next);
  const starts = new Map(scenes.map(({ id }, index) => [id, times[index]]));
  const layers = overlaid.map((layer: ProjectLayer): ProjectLayer => {
    const start = starts.get(layer.anchor ?? '');
    if (start !== undefined) return shifted(layer, -start);
    const { anchor: _, ...free } = layer;
    return free;
  });
  const all = project.layers ? withProjectLayers(next, layers) : next;
  if (roomInProject(all) < 0 && roomInProject(project) >= 0)
    return refused(noRoomForLayers({ ...project, layers: [] }));
  const linked = withLinksBySegment(all, segments, makeId);
  return { ok: true, value: { project: withAutoLoop(withOutputKind(project, linked)), gone } };
}

/**
 * Returns the cues of a subtitle layer without spans, as removeSpans leaves them.
 * @param gone what removeSpans removed from the project.
 */
export function cuesWithoutSpans(project: Project, layerId: string, gone: readonly TimeSpan[]): Cue[] {
  const span = layerSpans(project, 'all').find(({ layer }) => layer.id === layerId);
  if (span?.layer.type !== 'subtitles') return [];
  const start = span.start - (span.layer.from ?? 0);
  const gaps = gone.flatMap(({ startTime, endTime }): TimeSpan[] =>
    endTime > start ? [{ startTime: Math.max(0, startTime - start), endTime: endTime - start }] : [],
  );
  return withCueGapsClosed(span.layer, gaps)?.cues ?? [];
}

/** Returns the gaps of a scene: whole milliseconds inside, without remainders under 0.1 s. In seconds of the scene. */
function gapsIn({ start, end }: { start: number; end: number }, wanted: readonly TimeSpan[]): TimeSpan[] {
  const length = end - start;
  const gaps: TimeSpan[] = [];
  for (let i = indexAfter(wanted, start); i < wanted.length; i += 1) {
    const { startTime, endTime } = movedBy(wanted[i] as TimeSpan, -start);
    if (startTime >= length) break;
    const from = startTime < MIN_LAYER_SECONDS ? 0 : toMilliseconds(startTime);
    const to = endTime > length - MIN_LAYER_SECONDS ? length : toMilliseconds(endTime);
    // A span that only touches the margins at an end removes nothing.
    if (Math.min(endTime, length) - Math.max(startTime, 0) <= SAME || to - from <= SAME) continue;
    const last = gaps.at(-1);
    if (last && from - last.endTime < MIN_LAYER_SECONDS - 1e-9) last.endTime = Math.max(last.endTime, to);
    else gaps.push({ startTime: from, endTime: to });
  }
  return gaps;
}

/** Joins spans that meet at the border of two scenes. @param spans in order. */
function joined(spans: readonly TimeSpan[]): TimeSpan[] {
  const all: TimeSpan[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && span.startTime - last.endTime < SAME) last.endTime = span.endTime;
    else all.push({ ...span });
  }
  return all;
}

interface Gaps {
  /** Start of the scene, in seconds of the whole video. */
  start: number;
  /** In order, in seconds of the scene. */
  gaps: readonly TimeSpan[];
}

interface Cutting {
  makeId: MakePartId;
  /** In order, in seconds of the whole video. */
  gone: readonly TimeSpan[];
  /** Receives the number of gaps before each linked layer. */
  segments: Map<string, number>;
}

/** Returns the layers of a scene or the overlay without its gaps, front to back. @param spans back to front. */
function cutLayers(spans: readonly LayerSpan[], { start, gaps }: Gaps, { makeId, gone, segments }: Cutting): Layer[] {
  const later = (time: number) => time - lengthBefore(time, gaps);
  return spans.toReversed().flatMap((span) => {
    const { layer } = span;
    const note = ({ id, link }: Layer, from: number) =>
      link !== undefined && segments.set(id, indexAfter(gone, from + start + SAME));
    const [from, to] = [span.start - start, endOfLayer(span) - start];
    if (layer.isLocked || gaps.length === 0) {
      note(layer, from);
      return [layer];
    }
    const first = indexAfter(gaps, from + SAME);
    const after = indexAfter(gaps, to - SAME);
    const { startTime = Number.POSITIVE_INFINITY } = gaps[after] ?? {};
    const last = to > startTime + SAME || from >= startTime ? after : after - 1;
    if (last < first) {
      note(layer, from);
      return [movedUp(layer, from - later(from))];
    }
    const inside = gaps.slice(first, last + 1);
    if (layer.type === 'subtitles') {
      const isGone = inside.some((gap) => !hasRest({ from, to }, gap));
      return isGone ? [] : [withCueGapsClosed(layer, gaps)].flatMap((rest) => rest ?? []);
    }
    const parts = partsOf({ layer, from, to, isOpen: layer.to === undefined }, inside, makeId);
    for (const part of parts) note(part.layer, part.from);
    return parts
      .toReversed()
      .map((part) =>
        withExplicitEnd(withTimes(part.layer, later(part.from), part.isOpen ? undefined : later(part.to))),
      );
  });
}

/** A part of a layer, in seconds of its scene before the cut. */
interface Part {
  layer: Layer;
  from: number;
  to: number;
  /** Whether it lasts by itself to the end of its scene, or as long as it plays. */
  isOpen: boolean;
}

function hasRest({ from, to }: Pick<Part, 'from' | 'to'>, { startTime, endTime }: TimeSpan): boolean {
  return Math.max(startTime - from, to - endTime) >= MIN_LAYER_SECONDS - 1e-9;
}

/** Returns what is left of a layer, in order. Parts that last through a gap become shorter. @param gaps that it meets. */
function partsOf(whole: Part, gaps: readonly TimeSpan[], makeId: MakePartId): Part[] {
  const parts: Part[] = [];
  const layer = withEndOfLength(whole.layer, whole.to);
  let rest = { ...whole, layer, isOpen: whole.isOpen && layer === whole.layer };
  const { animateIn, animateOut } = animationsOf(layer);
  const changes = keyframesOf(layer).length > 0 || animateIn || animateOut;
  for (const gap of gaps) {
    if (!hasRest(rest, gap)) return parts;
    const { layer, from, to } = rest;
    const isSource = isCut(layer);
    const runEnd = isSource ? from + playedLength(layer) : Number.POSITIVE_INFINITY;
    // Only the held last frame is cut.
    const isHold = runEnd <= gap.startTime + SAME;
    if (isHold || (!isSource && (isPlayed(layer) || keyframesOf(layer).length === 0))) {
      // A loop that sets the length of its scene needs an end.
      rest = { ...rest, isOpen: rest.isOpen && (isHold || !isPlayed(layer)) };
      continue;
    }
    const hasFirst = gap.startTime - from >= MIN_LAYER_SECONDS - 1e-9;
    const hasSecond = to - gap.endTime >= MIN_LAYER_SECONDS - 1e-9;
    if (isSource && runEnd - gap.endTime < MIN_LAYER_SECONDS - 1e-9 && hasSecond) {
      // The last frame that is left is held instead.
      rest = hasFirst
        ? { ...rest, layer: endingAt(layer, gap.startTime) }
        : { ...rest, layer: startingAt(layer, from, gap.endTime, MIN_TRIM_SECONDS), from: gap.endTime };
      continue;
    }
    if (!hasSecond) {
      const isOpen = rest.isOpen && (isSource || !endsWhenPlayed(layer));
      return [...parts, { layer: endingAt(layer, gap.startTime), from, to: gap.startTime, isOpen }];
    }
    const late = startingAt(layer, from, gap.endTime);
    if (!hasFirst) {
      rest = { ...rest, layer: late, from: gap.endTime };
      continue;
    }
    const pair: [Layer, Layer] = [endingAt(layer, gap.startTime), late];
    const pairAt = (at: number) =>
      changes ? withOwnKeyframes(withCutAnimations(layer, pair, to - from, at - from), at - from) : pair;
    const [first, second] = [pairAt(gap.startTime)[0], pairAt(gap.endTime)[1]];
    const isFaded = isPlayed(first) && isPlayed(second);
    parts.push({
      layer: { ...first, ...(isFaded && { fadeOut: 0 }) } as Layer,
      ...{ from, to: gap.startTime, isOpen: false },
    });
    const id = makeId(`${whole.layer.id} ${gap.endTime}`);
    rest = { ...rest, layer: { ...second, id, ...(isFaded && { fadeIn: 0 }) } as Layer, from: gap.endTime };
  }
  return [...parts, rest];
}

/** @param at seconds of its scene. */
function endingAt(layer: Layer, at: number): Layer {
  return isCut(layer) ? trimPlayed(layer, 'end', at, 0) : withTimes(layer, layer.from ?? 0, at);
}

/** @param from, at seconds of its scene. @param least seconds that are left of the source. */
function startingAt(layer: Layer, from: number, at: number, least = 0): Layer {
  if (isCut(layer)) return trimPlayed(layer, 'start', at, least);
  return withLaterStart(withTimes(layer, at, layer.to), at - from);
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

/** @param gone in order, in seconds of the whole video. */
function withMarkers(project: Project, gone: readonly TimeSpan[]): Project {
  if (!project.markers) return project;
  const markers = project.markers
    .filter(({ at }) => at <= (gone[indexAfter(gone, at)]?.startTime ?? at))
    .map((marker) => {
      const by = lengthBefore(marker.at, gone);
      return by === 0 ? marker : { ...marker, at: toMilliseconds(marker.at - by) };
    });
  return { ...project, markers };
}

/** Layers after a gap are linked with each other, no longer with those before it. */
function withLinksBySegment(project: Project, segments: ReadonlyMap<string, number>, makeId: MakePartId): Project {
  const firsts = new Map<string, number>();
  for (const { id, link } of allLayers(project)) {
    if (link === undefined) continue;
    const segment = segments.get(id) ?? 0;
    firsts.set(link, Math.min(firsts.get(link) ?? segment, segment));
  }
  const links = new Map<string, string>();
  const parted = mapLayers(project, (layer) => {
    const segment = segments.get(layer.id) ?? 0;
    if (layer.link === undefined || segment === firsts.get(layer.link)) return layer;
    const key = `${layer.link} ${segment}`;
    const link = links.get(key) ?? makeId();
    links.set(key, link);
    return { ...layer, link };
  });
  return withoutLoneLinks(parted);
}

function lengthOf(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
}

function movedBy({ startTime, endTime }: TimeSpan, by: number): TimeSpan {
  return { startTime: startTime + by, endTime: endTime + by };
}

function refused(message: string): Parsed<never> {
  return { ok: false, problems: [problem('time.order', [], message)] };
}
