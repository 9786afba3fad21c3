import type { MakeId } from '../project/id.ts';
import { MAX_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { hasTimedVideo, layerTime } from '../timeline/durations.ts';
import { type Lane, lanesOf } from '../timeline/lanes.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, withScene } from './find.ts';
import { MIN_LAYER_SECONDS, splitLayer, trimLayerTime } from './layerTime.ts';
import { linkedWith, withUnlockedLinked } from './link.ts';
import { moveToLane } from './placeLayer.ts';
import { movedUp, withPartnersMoved } from './ripple.ts';
import { removeLayers } from './severalLayers.ts';

/** How a layer takes its place among others: insert: they move later; overwrite: what it covers of them goes. */
export type PlaceMode = 'insert' | 'overwrite';

/** Times this near are the same moment, in seconds. */
const SAME = 2e-3;

/**
 * Makes way for a layer among other layers of its scene, such as those of the row on which it was dropped. insert: the
 * layers that begin after its start move later by its length, together with layers linked to them; a layer that is
 * playing at its start is split. A chosen length of the scene grows as needed. overwrite: the covered parts of the other
 * layers are cut off. Locked layers, and layers linked to the placed one, stay. A layer whose source cannot be split, or
 * would be left with less than 1 s, still overlaps or moves as a whole.
 * @param makeId makes the ids of second parts and links.
 */
export function makeWay(
  project: Project,
  layerId: string,
  otherIds: readonly string[],
  mode: PlaceMode,
  makeId: MakeId,
): Project {
  const found = findLayer(project, layerId);
  if (!found) return project;
  const own = new Set(linkedWith(project, layerId));
  const ids = new Set(otherIds);
  const others = found.scene.layers.filter(({ id, isLocked }) => ids.has(id) && !own.has(id) && !isLocked);
  const otherIdsHere = others.map(({ id }) => id);
  const time = layerTime(project, found);
  return mode === 'insert'
    ? inserted(project, { layerId, own, others: otherIdsHere, ...time }, makeId)
    : otherIdsHere.reduce((now, id) => overwritten(now, id, time, makeId), project);
}

/** The layers of the nearest row behind a layer that it overlaps; empty if none. For audio: the nearest above. */
export function coveredRow(project: Project, layerId: string): { lane: number; ids: string[] } | undefined {
  const { visual, audio } = lanesOf(project);
  const isVisual = visual.some((row) => hasLayer(row, layerId));
  const rows = isVisual ? visual : audio.toReversed();
  const index = rows.findIndex((row) => hasLayer(row, layerId));
  const span = rows[index]?.spans.find(({ layer }) => layer.id === layerId);
  const row = rows
    .slice(index + 1)
    .find(({ spans }) =>
      spans.some(
        (other) =>
          span && other.scene.id === span.scene.id && other.start < span.end - SAME && other.end > span.start + SAME,
      ),
    );
  return row && { lane: row.lane, ids: row.spans.map(({ layer }) => layer.id) };
}

/** Makes way for a layer in the row of coveredRow, and moves it there. */
export function moveIntoCoveredRow(project: Project, layerId: string, mode: PlaceMode, makeId: MakeId): Project {
  const row = coveredRow(project, layerId);
  if (!row || findLayer(project, layerId)?.layer.isLocked) return project;
  return moveToLane(makeWay(project, layerId, row.ids, mode, makeId), layerId, row.lane);
}

function hasLayer({ spans }: Lane, layerId: string): boolean {
  return spans.some(({ layer }) => layer.id === layerId);
}

interface Insertion {
  layerId: string;
  /** The layer and those linked with it. */
  own: ReadonlySet<string>;
  others: readonly string[];
  from: number;
  to: number;
}

function inserted(project: Project, { layerId, own, others, from, to }: Insertion, makeId: MakeId): Project {
  let parted = project;
  const later: string[] = [];
  for (const id of others) {
    const other = findLayer(parted, id);
    if (!other) continue;
    const time = layerTime(parted, other);
    if (time.to <= from + SAME) continue;
    const secondId = makeId();
    const ids = [secondId];
    const isThrough = time.from < from - MIN_LAYER_SECONDS && time.to > from + MIN_LAYER_SECONDS;
    const split = isThrough ? splitLayer(parted, id, from, () => ids.pop() ?? makeId()) : undefined;
    if (split?.ok && split.value !== parted) {
      parted = split.value;
      later.push(secondId);
    } else if (time.from >= from - SAME || (time.from + time.to) / 2 >= from) later.push(id);
  }
  const moving = new Set(withUnlockedLinked(parted, later).filter((id) => !own.has(id)));
  const by = to - from;
  const sceneId = findLayer(parted, layerId)?.scene.id ?? '';
  const moved = withScene(parted, sceneId, (scene) => {
    const layers = scene.layers.map((layer) => (moving.has(layer.id) ? movedUp(layer, -by) : layer));
    const end = Math.max(0, ...layers.map((layer) => (moving.has(layer.id) ? (layer.to ?? 0) : 0)));
    const isOwn = scene.duration > 0 && !hasTimedVideo(scene);
    return {
      ...scene,
      layers,
      duration: isOwn ? Math.min(MAX_CUSTOM_SECONDS, Math.max(scene.duration, end)) : scene.duration,
    };
  });
  return moving.size === 0 ? parted : withAutoLoop(withPartnersMoved(parted, moved, sceneId));
}

function overwritten(
  project: Project,
  id: string,
  { from, to }: { from: number; to: number },
  makeId: MakeId,
): Project {
  const other = findLayer(project, id);
  if (!other) return project;
  const time = layerTime(project, other);
  if (time.to <= from + SAME || time.from >= to - SAME) return project;
  const [hasFirst, hasSecond] = [from - time.from >= MIN_LAYER_SECONDS, time.to - to >= MIN_LAYER_SECONDS];
  if (!hasFirst && !hasSecond) return removeLayers(project, [id]);
  if (!hasSecond) return trimLayerTime(project, id, 'end', from);
  if (!hasFirst) return trimLayerTime(project, id, 'start', to);
  const split = splitLayer(project, id, to, makeId);
  return split.ok ? trimLayerTime(split.value, id, 'end', from) : project;
}
