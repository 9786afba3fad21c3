import { endsWhenPlayed, kindOf, setsLength } from '../kinds/index.ts';
import type { Layer, PlayedLayer } from '../project/layers.ts';
import { IMAGE_SCENE_SECONDS } from '../project/limits.ts';
import type { AudioTrack, Project, Scene } from '../project/project.ts';
import type { StopMotion } from '../project/videoEffects.ts';

/** A stretch of a media file, seconds from its start. */
export interface MediaSpan {
  start: number;
  /** Exclusive; never before start. */
  end: number;
}

/** A stretch of a media file, and how it is played once. */
export interface MediaRun extends MediaSpan {
  /** Seconds of the file a second; 0.25 to 4, of stop-motion any. */
  speed: number;
  isReversed: boolean;
  isBoomeranged: boolean;
  /** For stop-motion: stills that are taken a second of the file, from the start of the stretch; each is held. */
  stills?: number;
  /** Frames a second of the file, as far as they are known. */
  fps?: number;
}

/** How long one run takes, seconds. */
export function runLength({ start, end, speed, isBoomeranged }: MediaRun): number {
  return ((end - start) / speed) * (isBoomeranged ? 2 : 1);
}

/** What a video or sound layer plays, once. */
export function mediaRun(layer: PlayedLayer): MediaRun {
  const { isReversed, isBoomeranged, stopMotion } = 'isReversed' in layer ? layer : forwards;
  const rate = 'fps' in layer && layer.fps ? { fps: layer.fps } : {};
  return { ...mediaSpan(layer), ...paceOf(layer.speed, stopMotion), isReversed, isBoomeranged, ...rate };
}

/** How fast a layer plays, and the stills that it shows. */
export function paceOf(speed: number, stopMotion?: StopMotion): Pick<MediaRun, 'speed' | 'stills'> {
  if (!stopMotion) return { speed };
  const stills = Math.round(stopMotion.stills * 1000) / 1000;
  return { stills, speed: speed / (stills * stopMotion.hold) };
}

/** Whether a layer shows a single still of its source for as long as it is there. */
export function isFrozen(layer: PlayedLayer): boolean {
  const { start, end, stills } = mediaRun(layer);
  return stills !== undefined && (end - start) * stills <= 1 + 1e-6;
}

const forwards = { isReversed: false, isBoomeranged: false, stopMotion: undefined };

/** The part of its source that a layer plays. Without a known duration an untrimmed layer has an empty one. */
export function mediaSpan(layer: PlayedLayer): MediaSpan {
  const whole = layer.duration ?? (layer.isTrimmed ? layer.endTime : 0) ?? 0;
  if (!layer.isTrimmed) return { start: 0, end: whole };
  const end = Math.min(layer.endTime ?? whole, layer.duration ?? Number.POSITIVE_INFINITY);
  return { start: Math.min(layer.startTime, end), end };
}

/** The part of its file that the audio track plays. */
export function audioSpan(audio: AudioTrack): MediaSpan {
  const whole = audio.duration ?? (audio.isTrimmed ? audio.trimEndTime : 0) ?? 0;
  if (!audio.isTrimmed) return { start: 0, end: whole };
  const end = Math.min(audio.trimEndTime ?? whole, audio.duration ?? Number.POSITIVE_INFINITY);
  return { start: Math.min(audio.trimStartTime, end), end };
}

/** How long a video or sound layer wants to play, seconds: one run, or what `playLength` asks for. */
export function playedLength(layer: PlayedLayer): number {
  return layer.playLength ?? runLength(mediaRun(layer));
}

/** When a video or sound layer wants to end, seconds of its scene: where it is told to, or when it has played. */
export function playedEnd(layer: PlayedLayer): number {
  return layer.to ?? (layer.from ?? 0) + playedLength(layer);
}

/** Whether a scene holds a video that counts for its length (converted GIFs do not). */
export function hasTimedVideo(scene: Scene): boolean {
  return scene.layers.some(setsLength);
}

/** Whether a project lasts as long as its audio: a lone scene without video. */
export function isTimedByAudio({ scenes, audio }: Project): boolean {
  const [only, second] = scenes;
  if (!only || second || !audio || hasTimedVideo(only)) return false;
  const { start, end } = audioSpan(audio);
  return end > start;
}

/**
 * Length of a scene, seconds: until its last video ends; without video its own duration, or, when it has none, until
 * the last layer ends that says when, 3 s at least. A lone scene without video lasts as long as the audio track needs.
 */
export function sceneDuration(project: Project, scene: Scene): number {
  if (hasTimedVideo(scene)) {
    return Math.max(0, ...scene.layers.filter(setsLength).map(playedEnd));
  }
  const { audio } = project;
  if (audio && isTimedByAudio(project)) {
    const { start, end } = audioSpan(audio);
    return audio.startTime + end - start;
  }
  return scene.duration > 0 ? scene.duration : Math.max(IMAGE_SCENE_SECONDS, ...scene.layers.map(wantedEnd));
}

/** When a layer of a scene without a length of its own wants to end, seconds of the scene. */
function wantedEnd(layer: Layer): number {
  if (endsWhenPlayed(layer)) return playedEnd(layer);
  const { from = 0, to } = layer;
  return to ?? from + (kindOf(layer).over(layer) ?? (from > 0 ? IMAGE_SCENE_SECONDS : 0));
}

/** When each scene starts, seconds, in order. */
export function sceneStarts(project: Project): number[] {
  let at = 0;
  return project.scenes.map((scene) => {
    const start = at;
    at += sceneDuration(project, scene);
    return start;
  });
}

/** Length of the whole video, seconds: the sum of its scenes. */
export function totalDuration(project: Project): number {
  return project.scenes.reduce((sum, scene) => sum + sceneDuration(project, scene), 0);
}
