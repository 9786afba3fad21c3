import { isPlayed } from '../kinds/families.ts';
import { withPacedKeyframes } from '../motion/keyframeTimes.ts';
import type { PlayedLayer, VideoLayer } from '../project/layers.ts';
import {
  MAX_HOLD_SECONDS,
  MAX_SPEED,
  MAX_STILLS,
  MAX_VIDEO_SECONDS,
  MIN_HOLD_SECONDS,
  MIN_SPEED,
  MIN_STILLS,
} from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import type { StopMotion } from '../project/videoEffects.ts';
import { mediaRun, playedLength, runLength, sceneStart } from '../timeline/durations.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withExplicitEnd } from './explicitEnd.ts';
import { findLayer, merge, withLayer } from './find.ts';
import { moveLayerTime } from './layerTime.ts';
import { withUnlockedLinked } from './link.ts';

/** Playback settings of a video layer; an audio layer only has a speed. */
export type Motion = Partial<Pick<VideoLayer, 'speed' | 'isReversed' | 'isBoomeranged'>>;

/**
 * Sets how a video or audio layer plays: speed (clamped to 0.25 to 4), reversed, or boomerang. The scene's length
 * follows, and keyframes stay with the content that they were set for. Linked layers that play the same file at the same
 * speed get the new speed too and stay in sync.
 */
export function setMotion(project: Project, layerId: string, motion: Motion): Project {
  const before = findLayer(project, layerId);
  const changed = setOwnMotion(project, layerId, motion);
  const after = findLayer(changed, layerId)?.layer;
  if (!before || !isPlayed(before.layer) || !after || !isPlayed(after)) return changed;
  const { url, speed } = before.layer;
  if (before.layer.link === undefined || speed === after.speed) return changed;
  const start = sceneStart(project, before.scene.id) + (before.layer.from ?? 0);
  return withUnlockedLinked(project, [layerId]).reduce((now, id) => {
    const partner = findLayer(now, id);
    if (!partner || id === layerId || !isPlayed(partner.layer)) return now;
    if (partner.layer.url !== url || partner.layer.speed !== speed) return now;
    const at = sceneStart(project, partner.scene.id) + (partner.layer.from ?? 0);
    const by = (at - start) * (speed / after.speed - 1);
    const paced = setOwnMotion(now, id, { speed: after.speed });
    return moveLayerTime(paced, id, (partner.layer.from ?? 0) + by, true);
  }, changed);
}

function setOwnMotion(project: Project, layerId: string, motion: Motion): Project {
  return withPlayed(project, layerId, (layer) => {
    const { speed = layer.speed, ...rest } = motion;
    const bounded = Number.isFinite(speed) ? Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed)) : layer.speed;
    const directed = 'isReversed' in layer ? merge(layer, rest) : layer;
    const paced = withPacedKeyframes(directed, layer.speed / bounded);
    return withFittedLoop(merge<PlayedLayer>(paced, { speed: bounded }));
  });
}

/** Default stop-motion, at the pace of the video. */
const usualStills: StopMotion = { stills: 5, hold: 0.2 };

/**
 * Turns stop-motion of a video layer on or off. The scene's length follows.
 * @param settings changes to the current settings, or to five stills a second at the pace of the video; clamped to their
 * ranges. undefined: normal playback.
 */
export function setStopMotion(project: Project, layerId: string, settings: Partial<StopMotion> | undefined): Project {
  return withPlayed(project, layerId, (layer) => {
    if (!('isReversed' in layer)) return layer;
    const { stopMotion: before, ...playing } = layer;
    if (!settings) return before ? withFittedLoop(playing) : layer;
    const { stills, hold } = { ...usualStills, ...before, ...settings };
    if (!Number.isFinite(stills + hold)) return layer;
    const stopMotion = merge<StopMotion>(before ?? usualStills, {
      stills: Math.min(MAX_STILLS, Math.max(MIN_STILLS, stills)),
      hold: Math.min(MAX_HOLD_SECONDS, Math.max(MIN_HOLD_SECONDS, hold)),
    });
    return stopMotion === before ? layer : withFittedLoop({ ...layer, stopMotion });
  });
}

/**
 * Makes a video or audio layer loop until its scene ends (loop mode "duration"), or play once; a video then holds its
 * end.
 */
export function setLoop(project: Project, layerId: string, loops: boolean): Project {
  return withPlayed(project, layerId, (layer) =>
    loops ? merge<PlayedLayer>(layer, { loopMode: 'duration' }) : merge(playedOnce(layer), { loopMode: 'none' }),
  );
}

/** Sets how long a looped video layer plays. @param seconds at most 20 min; for NaN or less than one run: one run. */
export function setPlayLength(project: Project, layerId: string, seconds: number): Project {
  return withPlayed(project, layerId, (layer) => {
    if (layer.loopMode !== 'duration') return layer;
    if (!(seconds > runLength(mediaRun(layer)))) return playedOnce(layer);
    return merge<PlayedLayer>(layer, { playLength: Math.min(MAX_VIDEO_SECONDS, seconds) });
  });
}

/** Removes `playLength` if one run takes at least as long. */
export function withFittedLoop(layer: PlayedLayer): PlayedLayer {
  const { playLength } = layer;
  return playLength !== undefined && playLength <= runLength(mediaRun(layer)) ? playedOnce(layer) : layer;
}

/** Keeps `to` at the end of playback if it was there before an edit. */
export function withFollowingEnd(before: PlayedLayer, after: PlayedLayer): PlayedLayer {
  const { from = 0, to } = before;
  if (to === undefined || Math.abs(to - from - playedLength(before)) > 1e-3) return after;
  return merge<PlayedLayer>(after, { to: from + playedLength(after) });
}

function playedOnce(layer: PlayedLayer): PlayedLayer {
  const { playLength, ...once } = layer;
  return playLength === undefined ? layer : once;
}

function withPlayed(project: Project, layerId: string, change: (layer: PlayedLayer) => PlayedLayer): Project {
  const changed = withLayer(project, layerId, (layer) =>
    isPlayed(layer) ? withExplicitEnd(withFollowingEnd(layer, change(layer))) : layer,
  );
  return changed === project ? project : withAutoLoop(changed);
}
