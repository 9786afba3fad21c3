import { endsWhenPlayed, kindOf, setsLength } from '../kinds/index.ts';
import { isOverlay } from '../project/allLayers.ts';
import type { Layer, PlayedLayer } from '../project/layers.ts';
import { IMAGE_SCENE_SECONDS, UNTRIMMED_TOLERANCE } from '../project/limits.ts';
import type { AudioTrack, Project, Scene } from '../project/project.ts';
import type { StopMotion } from '../project/videoEffects.ts';

/** A scene freezes this long before its end, in seconds: content that starts at the end is not shown. */
export const FREEZE_BEFORE_END = 0.01;

/** A span of a media file, in seconds. */
export interface MediaSpan {
  start: number;
  /** Exclusive; never before start. */
  end: number;
}

/** A span of a media file and how one run of it plays. */
export interface MediaRun extends MediaSpan {
  /** Seconds of the file per second: 0.25 to 4; any value for stop-motion. */
  speed: number;
  isReversed: boolean;
  isBoomeranged: boolean;
  /** For stop-motion: stills per second of the file, counted from the start of the span. */
  stills?: number;
  /** Frame rate of the file, if known. */
  fps?: number;
}

/** Returns the length of one run, in seconds. */
export function runLength({ start, end, speed, isBoomeranged }: MediaRun): number {
  return ((end - start) / speed) * (isBoomeranged ? 2 : 1);
}

/** Returns the run of a video or audio layer. */
export function mediaRun(layer: PlayedLayer): MediaRun {
  const { isReversed, isBoomeranged, stopMotion } = 'isReversed' in layer ? layer : forwards;
  const rate = 'fps' in layer && layer.fps ? { fps: layer.fps } : {};
  return { ...mediaSpan(layer), ...paceOf(layer.speed, stopMotion), isReversed, isBoomeranged, ...rate };
}

/** Returns speed and stills of a layer. */
export function paceOf(speed: number, stopMotion?: StopMotion): Pick<MediaRun, 'speed' | 'stills'> {
  if (!stopMotion) return { speed };
  const stills = Math.round(stopMotion.stills * 1000) / 1000;
  return { stills, speed: speed / (stills * stopMotion.hold) };
}

/** Returns whether a layer shows a single still of its source throughout. */
export function isFrozen(layer: PlayedLayer): boolean {
  const { start, end, stills } = mediaRun(layer);
  return stills !== undefined && (end - start) * stills <= 1 + 1e-6;
}

const forwards = { isReversed: false, isBoomeranged: false, stopMotion: undefined };

/** Returns the span of its source that a layer plays. Without a known duration, an untrimmed layer has an empty one. */
export function mediaSpan(layer: PlayedLayer): MediaSpan {
  const whole = layer.duration ?? (layer.isTrimmed ? layer.endTime : 0) ?? 0;
  if (!layer.isTrimmed) return { start: 0, end: whole };
  const end = Math.min(layer.endTime ?? whole, layer.duration ?? Number.POSITIVE_INFINITY);
  return { start: Math.min(layer.startTime, end), end };
}

/** Returns whether a span is the whole file: it starts at 0 and ends within 0.01 s of the length. */
export function isUntrimmed(start: number, end: number, duration: number | undefined): boolean {
  return start === 0 && duration !== undefined && end >= duration - UNTRIMMED_TOLERANCE - 1e-9;
}

/** Returns the span of its file that the audio track plays. */
export function audioSpan(audio: AudioTrack): MediaSpan {
  const whole = audio.duration ?? (audio.isTrimmed ? audio.trimEndTime : 0) ?? 0;
  if (!audio.isTrimmed) return { start: 0, end: whole };
  const end = Math.min(audio.trimEndTime ?? whole, audio.duration ?? Number.POSITIVE_INFINITY);
  return { start: Math.min(audio.trimStartTime, end), end };
}

/** Returns how long a video or audio layer plays if nothing cuts it, in seconds: one run, or `playLength`. */
export function playedLength(layer: PlayedLayer): number {
  return layer.playLength ?? runLength(mediaRun(layer));
}

/**
 * Returns when a video or audio layer ends if nothing cuts it, in seconds of its scene: at `to`, or after
 * `playedLength`.
 */
export function playedEnd(layer: PlayedLayer): number {
  return layer.to ?? (layer.from ?? 0) + playedLength(layer);
}

/** Returns whether a scene has a video that sets its length (converted GIFs do not). */
export function hasTimedVideo(scene: Scene): boolean {
  return scene.layers.some(setsLength);
}

/** Returns whether the audio sets the length of a project: a single scene without video. */
export function isTimedByAudio({ scenes, audio }: Project): boolean {
  const [only, second] = scenes;
  if (!only || second || !audio || hasTimedVideo(only)) return false;
  const { start, end } = audioSpan(audio);
  return end > start;
}

/**
 * Returns the length of a scene in seconds: the end of its last video; without video its own duration; without one the
 * latest end of its layers, but at least 3 s. The audio track sets the length of a single scene without video. The
 * overlay is as long as the video.
 */
export function sceneDuration(project: Project, scene: Scene): number {
  if (isOverlay(scene)) return totalDuration(project);
  if (hasTimedVideo(scene)) {
    return Math.max(0, ...scene.layers.filter(setsLength).map(playedEnd));
  }
  const { audio } = project;
  if (audio && isTimedByAudio(project)) {
    const { start, end } = audioSpan(audio);
    return audio.startTime + end - start;
  }
  return scene.duration > 0 ? scene.duration : Math.max(IMAGE_SCENE_SECONDS, ...scene.layers.map(statedEnd));
}

/** Returns when a layer ends in a scene without its own length, in seconds of the scene. */
function statedEnd(layer: Layer): number {
  if (endsWhenPlayed(layer)) return playedEnd(layer);
  const { from = 0, to } = layer;
  return to ?? from + (kindOf(layer).over(layer) ?? (from > 0 ? IMAGE_SCENE_SECONDS : 0));
}

/** Span of a layer in seconds of its scene. */
export interface LayerTime {
  from: number;
  to: number;
}

/** Returns the span of a layer in seconds of its scene; an audio layer ends when it has played. */
export function layerTime(project: Project, { scene, layer }: { scene: Scene; layer: Layer }): LayerTime {
  const closes = sceneDuration(project, scene);
  const from = Math.min(closes, layer.from ?? 0);
  const ends = layer.to ?? (endsWhenPlayed(layer) ? from + playedLength(layer) : closes);
  return { from, to: Math.max(from, Math.min(closes, ends)) };
}

/** Returns the start of each scene, in seconds. */
export function sceneStarts(project: Project): number[] {
  let at = 0;
  return project.scenes.map((scene) => {
    const start = at;
    at += sceneDuration(project, scene);
    return start;
  });
}

/** Returns the start of a scene, in seconds; 0 for the overlay or an unknown scene. */
export function sceneStart(project: Project, sceneId: string): number {
  const index = project.scenes.findIndex(({ id }) => id === sceneId);
  return sceneStarts(project)[index] ?? 0;
}

/** Returns the length of the whole video, in seconds: the sum of its scenes. */
export function totalDuration(project: Project): number {
  return project.scenes.reduce((sum, scene) => sum + sceneDuration(project, scene), 0);
}
