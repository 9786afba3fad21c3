import { isPlayed } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import type { Layer, SubtitlesLayer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import type { Cue } from '../project/subtitles.ts';
import { layerTime } from '../timeline/durations.ts';
import { retimeCue } from '../timeline/retimeCue.ts';
import { remainingSpans, type TimeSpan } from '../timeline/timeSpans.ts';
import { cutCues } from './cueCuts.ts';

/** Audio that overlaps by less than this counts as consecutive, in seconds. */
const MEETING = 0.05;

/**
 * Returns whether the subtitles of a scene belong to some of its audio: no other voice that stays is audible at the
 * same time, such as a voice under a shorter clip. Music with ducking does not count.
 * @param moving ids of the audio that is removed or moves. @param span seconds of the scene.
 */
export function isOnlyVoice(
  project: Project,
  scene: Scene,
  moving: ReadonlySet<string>,
  { startTime, endTime }: TimeSpan,
): boolean {
  return !scene.layers.some((layer) => {
    if (!isVoice(layer) || moving.has(layer.id)) return false;
    const { from, to } = layerTime(project, { scene, layer });
    return Math.min(to, endTime) - Math.max(from, startTime) > Math.min(MEETING, (endTime - startTime) / 2);
  });
}

/** Returns whether a layer is audible and has no ducking. */
export function isVoice(layer: Layer): boolean {
  if (!isPlayed(layer) || layer.isHidden || !kindOf(layer).isAudible(layer)) return false;
  return !('ducking' in layer && layer.ducking);
}

/**
 * Removes spans of a scene from its subtitles: cues in them go, later ones move up.
 * @param gaps in order, in seconds of the scene. @returns undefined if nothing is left of the layer.
 */
export function withCueGapsClosed(layer: SubtitlesLayer, gaps: readonly TimeSpan[]): SubtitlesLayer | undefined {
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
 * Delays some subtitles; a cue that is visible at the moment is extended instead.
 * @param moment seconds of the scene. @param isLater whether content that begins at a time at or after the moment
 * moves.
 */
export function withDelayedCues(
  layer: SubtitlesLayer,
  { moment, by }: { moment: number; by: number },
  isLater: (time: number) => boolean,
): SubtitlesLayer {
  const { from = 0, to, at = 0 } = layer;
  const place = moment - from + at;
  const begin = (cue: Cue) => cue.startTime - at + from;
  // Cues hidden by the end of the layer stay hidden.
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
