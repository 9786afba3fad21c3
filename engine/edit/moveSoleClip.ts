import { setsLength } from '../kinds/index.ts';
import { isOverlay } from '../project/allLayers.ts';
import type { Layer, ProjectLayer } from '../project/layers.ts';
import { MAX_PROJECT_LAYERS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { layerTime, sceneStarts, totalDuration } from '../timeline/durations.ts';
import { withOverlay } from '../timeline/overlay.ts';
import { type SceneSpan, sceneSpans } from '../timeline/spans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { type FoundLayer, findLayer, withScene } from './find.ts';
import { linkedWith } from './link.ts';
import { roomForLayers } from './room.ts';
import { followersOf, reorderScene, settleEmptiedScene } from './scenes.ts';
import { withOutputKind } from './still.ts';

/** Times this near are the same moment, in seconds: starts are rounded to milliseconds. */
const SAME = 2e-3;

/**
 * Drags a clip that, with its linked audio, alone sets the length of its scene, as editors move a clip of the main track.
 * Along its row it takes the whole scene before or after those whose middle it passes. On another row it leaves for the
 * scene of that moment, in front; where it would last longer than that scene, it becomes a layer of the whole project.
 * An emptied scene is removed, unless layers of the project follow it.
 *
 * Returns undefined where that does not apply, and moveLayerInVideo does: other layers; a clip that stays within its
 * scene, is locked, or linked (on another row); no room; a moment after the end.
 * @param at new start, in seconds of the whole video.
 */
export function moveSoleClip(
  project: Project,
  layerId: string,
  at: number,
  { isOnOtherRow }: { isOnOtherRow: boolean },
): Project | undefined {
  const found = findLayer(project, layerId);
  if (!found || found.layer.isLocked || isOverlay(found.scene) || !isSole(project, found)) return undefined;
  const spans = sceneSpans(project);
  const span = spans[found.sceneIndex];
  if (!span || !Number.isFinite(at)) return undefined;
  if (isOnOtherRow) {
    const isInside = at > span.start - SAME && at < span.end - SAME;
    return isInside || linkedWith(project, layerId).length > 1
      ? undefined
      : leaveScene(project, found, Math.max(0, at));
  }
  const places = placesMoved(spans, found.sceneIndex, at - span.start - layerTime(project, found).from);
  return places === 0 ? undefined : reorderScene(project, found.scene.id, places);
}

/** Returns how many places a scene moves when it is shifted by some seconds. */
export function placesMoved(spans: readonly Pick<SceneSpan, 'start' | 'end'>[], own: number, seconds: number): number {
  const middleOf = ({ start, end }: Pick<SceneSpan, 'start' | 'end'>) => (start + end) / 2;
  const one = spans[own];
  if (!one) return 0;
  const [start, end] = [one.start + seconds, one.end + seconds];
  const before = spans.slice(0, own).filter((span) => start < middleOf(span)).length;
  const after = spans.slice(own + 1).filter((span) => end > middleOf(span)).length;
  return after - before;
}

function isSole(project: Project, { scene, layer }: FoundLayer): boolean {
  const own = new Set(linkedWith(project, layer.id));
  return setsLength(layer) && !scene.layers.some((other) => setsLength(other) && !own.has(other.id));
}

function leaveScene(project: Project, found: FoundLayer, at: number): Project | undefined {
  const left = withoutClip(project, found);
  const starts = sceneStarts(left);
  const total = totalDuration(left);
  if (at > total - SAME) return undefined;
  const { from, to } = layerTime(project, found);
  const end = at + to - from;
  const index = Math.max(
    0,
    starts.findLastIndex((start) => start <= at + SAME),
  );
  const { group: _, ...layer } = found.layer;
  const spanning = (origin: number) =>
    ({ ...layer, from: toMicroseconds(Math.max(0, at - origin)), to: toMicroseconds(end - origin) }) as Layer;
  const scene = left.scenes[index];
  if (scene && end < (starts[index + 1] ?? total) + SAME) {
    if (roomForLayers(left, scene) < 1) return undefined;
    const clip = spanning(starts[index] ?? 0);
    return settled(
      project,
      withScene(left, scene.id, (one) => ({ ...one, layers: [clip, ...one.layers] })),
    );
  }
  if ((left.layers ?? []).length >= MAX_PROJECT_LAYERS) return undefined;
  return settled(
    project,
    withOverlay(left, (overlay) => ({ ...overlay, layers: [spanning(0) as ProjectLayer, ...overlay.layers] })),
  );
}

/** Removes a clip from its scene, and the scene if nothing is left in it. */
function withoutClip(project: Project, { scene, layer }: FoundLayer): Project {
  const layers = scene.layers.filter(({ id }) => id !== layer.id);
  const isEmptied = layers.length === 0 && followersOf(project, scene.id).length === 0 && project.scenes.length > 1;
  if (isEmptied) return { ...project, scenes: project.scenes.filter(({ id }) => id !== scene.id) };
  return withScene(project, scene.id, (one) => settleEmptiedScene(project, { ...one, layers }));
}

function settled(before: Project, after: Project): Project {
  return withAutoLoop(withOutputKind(before, after));
}
