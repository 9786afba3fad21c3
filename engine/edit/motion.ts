import type { VideoLayer } from '../project/layers.ts';
import { MAX_SPEED, MAX_VIDEO_SECONDS, MIN_SPEED } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { runLength, videoRun } from '../timeline/durations.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withLayer } from './find.ts';
import { merge } from './merge.ts';

/** How a video layer plays its source. */
export type Motion = Partial<Pick<VideoLayer, 'speed' | 'isReversed' | 'isBoomeranged'>>;

/**
 * Sets how a video layer plays: its pace (0.25 to 4; beyond counts as the nearest), backwards, or there and back
 * again. The scene's length follows.
 */
export function setMotion(project: Project, layerId: string, motion: Motion): Project {
  return withVideo(project, layerId, (layer) => {
    const { speed = layer.speed } = motion;
    const bounded = Number.isFinite(speed) ? Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed)) : layer.speed;
    return withFittedLoop(merge(layer, { ...motion, speed: bounded }));
  });
}

/**
 * Makes a video layer start again until its scene ends (loop mode "duration", studio spec §4), or play once and hold
 * its end.
 */
export function setLoop(project: Project, layerId: string, loops: boolean): Project {
  return withVideo(project, layerId, (layer) =>
    loops ? merge(layer, { loopMode: 'duration' }) : merge(playedOnce(layer), { loopMode: 'none' }),
  );
}

/**
 * Makes a looped video layer play for so long. @param seconds at most 20 min; no longer than one run, or not a number:
 * as long as one run.
 */
export function setPlayLength(project: Project, layerId: string, seconds: number): Project {
  return withVideo(project, layerId, (layer) => {
    if (layer.loopMode !== 'duration') return layer;
    if (!(seconds > runLength(videoRun(layer)))) return playedOnce(layer);
    return merge(layer, { playLength: Math.min(MAX_VIDEO_SECONDS, seconds) });
  });
}

/** A video layer without a length of its own where one run takes as long. */
export function withFittedLoop(layer: VideoLayer): VideoLayer {
  const { playLength } = layer;
  return playLength !== undefined && playLength <= runLength(videoRun(layer)) ? playedOnce(layer) : layer;
}

function playedOnce(layer: VideoLayer): VideoLayer {
  const { playLength, ...once } = layer;
  return playLength === undefined ? layer : once;
}

function withVideo(project: Project, layerId: string, change: (layer: VideoLayer) => VideoLayer): Project {
  const changed = withLayer(project, layerId, (layer) => (layer.type === 'video' ? change(layer) : layer));
  return changed === project ? project : withAutoLoop(changed);
}
