import { isVideo } from '../kinds/families.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, VideoLayer } from '../project/layers.ts';
import { MAX_LAYERS_PER_SCENE } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { mediaTimeAt } from '../timeline/mediaTime.ts';
import { layerSpans } from '../timeline/spans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, withScene } from './find.ts';
import { layerTime, MIN_LAYER_SECONDS, splitLayer } from './layerTime.ts';

/** How long a frozen frame stands at first, seconds. */
export const FREEZE_SECONDS = 2;

/** A still is taken of so much of the source, seconds. */
const STILL_SECONDS = 1 / 60;

/**
 * Holds the frame that a video shows at a moment for 2 s, as a layer of its own under the id that is made; the video is cut
 * in two there, and its second part comes so much later. Near an end of the video nothing is cut: the frame stands before
 * or after it.
 * @param at seconds of its scene.
 * @returns a problem, in words, where it is not there then, or cannot be cut (see splitLayer).
 */
export function freezeFrame(
  project: Project,
  layerId: string,
  at: number,
  makeId: MakeId,
): Parsed<{ project: Project; frozenId: string }> {
  const found = findLayer(project, layerId);
  const span = layerSpans(project).find(({ layer }) => layer.id === layerId);
  if (!found || !span || !isVideo(found.layer) || found.scene.layers.length > MAX_LAYERS_PER_SCENE - 2)
    return outside();
  const { from, to } = layerTime(project, found);
  if (!(at >= from - 1e-6 && at <= to + 1e-6)) return outside();
  const sceneStart = span.start - from;
  const frozen = stillOf(found.layer, mediaTimeAt(span, sceneStart + at), at, makeId());
  const cut = cutAt(project, found.layer, { at, from, to }, makeId);
  if (!cut.ok) return cut;
  const next = withScene(cut.value.project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.flatMap((layer): Layer[] => {
      const moved = layer.id === cut.value.laterId ? later(layer) : layer;
      return layer.id === layerId ? [frozen, moved] : [moved];
    }),
  }));
  return { ok: true, value: { project: withAutoLoop(next), frozenId: frozen.id } };
}

/** Cuts a video in two unless that is at one of its ends. @returns which part comes later from now on; undefined: none. */
function cutAt(
  project: Project,
  layer: VideoLayer,
  { at, from, to }: { at: number; from: number; to: number },
  makeId: MakeId,
): Parsed<{ project: Project; laterId?: string }> {
  if (at - from < MIN_LAYER_SECONDS) return { ok: true, value: { project, laterId: layer.id } };
  if (to - at < MIN_LAYER_SECONDS) return { ok: true, value: { project } };
  const laterId = makeId();
  const split = splitLayer(project, layer.id, at, () => laterId);
  return split.ok ? { ok: true, value: { project: split.value, laterId } } : split;
}

/** One still of a video that stands for a while. */
function stillOf(layer: VideoLayer, second: number, at: number, id: string): VideoLayer {
  const { playLength: _, ...once } = layer;
  return {
    ...once,
    ...{ id, from: at, to: at + FREEZE_SECONDS, loopMode: 'none', speed: 1, isReversed: false, isBoomeranged: false },
    ...{ isTrimmed: true, startTime: second, endTime: second + STILL_SECONDS },
    stopMotion: { stills: 1 / STILL_SECONDS, hold: FREEZE_SECONDS },
  };
}

function later<L extends Layer>(layer: L): L {
  const { from = 0, to } = layer;
  return { ...layer, from: from + FREEZE_SECONDS, ...(to === undefined ? {} : { to: to + FREEZE_SECONDS }) };
}

function outside(): Parsed<never> {
  return { ok: false, problems: [problem('time.order', [], messages.freezeOutside)] };
}
