import { isPlayed } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import type { Layer, SubtitlesLayer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import type { Cue } from '../project/subtitles.ts';
import { toMicroseconds } from '../project/toMicroseconds.ts';
import { retimeCue } from '../timeline/retimeCue.ts';
import { remainingSpans, type TimeSpan } from '../timeline/timeSpans.ts';
import { cutCues } from './cueCuts.ts';
import { layerTime } from './layerTime.ts';

/** Sounds that share less than this are one after the other, seconds. */
const MEETING = 0.05;

/**
 * Whether what is said in a scene moves with some of its sounds: none other is heard meanwhile that stays where it is, such as
 * the voice that a shorter clip is laid over. Music that makes room for voices says nothing.
 * @param moving the ids of the sounds that go, or move. @param span seconds of the scene.
 */
export function saysNothingElse(
  project: Project,
  scene: Scene,
  moving: ReadonlySet<string>,
  { startTime, endTime }: TimeSpan,
): boolean {
  return !scene.layers.some((layer) => {
    if (!speaks(layer) || moving.has(layer.id)) return false;
    const { from, to } = layerTime(project, { scene, layer });
    return Math.min(to, endTime) - Math.max(from, startTime) > Math.min(MEETING, (endTime - startTime) / 2);
  });
}

/** Whether a layer is heard and does not make room for others. */
export function speaks(layer: Layer): boolean {
  if (!isPlayed(layer) || layer.isHidden || !kindOf(layer).isHeard(layer)) return false;
  return !('ducking' in layer && layer.ducking);
}

/**
 * Subtitles of a scene from which some of its time goes: what was said then goes too, and what follows comes earlier.
 * @param gaps in order, seconds of the scene. @returns undefined where they take all of its time.
 */
export function withSaidClosed(layer: SubtitlesLayer, gaps: readonly TimeSpan[]): SubtitlesLayer | undefined {
  const { from = 0, to, at = 0, cues } = layer;
  const goneBefore = (time: number) =>
    gaps.reduce((sum, { startTime, endTime }) => sum + Math.max(0, Math.min(time, endTime) - startTime), 0);
  const own = gaps
    .filter(({ endTime }) => endTime > from)
    .map(({ startTime, endTime }) => ({
      startTime: Math.max(from, startTime) - from + at,
      endTime: endTime - from + at,
    }));
  const end = Math.max(0, ...cues.map(({ endTime }) => endTime), ...own.map(({ endTime }) => endTime));
  const left = cutCues(cues, remainingSpans(own, end));
  const times = { from: from - goneBefore(from), ...(to === undefined ? {} : { to: to - goneBefore(to) }) };
  const ends = times.to ?? Number.POSITIVE_INFINITY;
  return ends - times.from > 1e-6 ? { ...withTimes(layer, times), cues: left } : undefined;
}

/**
 * Subtitles of which some are said later; one that is shown at the moment from which on they are stays so much longer.
 * @param moment seconds of the scene. @param isLater whether what begins at a time of the scene, then or after it, is later.
 */
export function withSaidLater(
  layer: SubtitlesLayer,
  { moment, by }: { moment: number; by: number },
  isLater: (time: number) => boolean,
): SubtitlesLayer {
  const { from = 0, to, at = 0 } = layer;
  const place = moment - from + at;
  const begin = (cue: Cue) => cue.startTime - at + from;
  // What the end of the layer hides stays hidden.
  const stays = (cue: Cue) =>
    cue.endTime <= place ||
    (begin(cue) >= moment && begin(cue) < (to ?? Number.POSITIVE_INFINITY) && !isLater(begin(cue)));
  const shown = layer.cues.filter((cue) => cue.endTime > at && begin(cue) < (to ?? Number.POSITIVE_INFINITY));
  if (shown.every(stays)) return layer;
  if (from >= moment && !shown.some(stays))
    return withTimes(layer, { from: from + by, ...(to === undefined ? {} : { to: to + by }) });
  const start = (time: number) => toMicroseconds(time < place ? time : time + by);
  const end = (time: number) => toMicroseconds(time <= place ? time : time + by);
  const cues = layer.cues.map((cue) => (stays(cue) ? cue : retimeCue(cue, start, end)));
  return { ...(to === undefined || to <= moment ? layer : { ...layer, to: toMicroseconds(to + by) }), cues };
}

function withTimes(layer: SubtitlesLayer, { from, to }: { from: number; to?: number }): SubtitlesLayer {
  const { from: _, to: __, ...rest } = layer;
  return {
    ...rest,
    ...(from > 1e-6 ? { from: toMicroseconds(from) } : {}),
    ...(to === undefined ? {} : { to: toMicroseconds(to) }),
  };
}
