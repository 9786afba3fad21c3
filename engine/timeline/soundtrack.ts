import { isPlayed } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import { layerPaths } from '../project/allLayers.ts';
import type { Layer, PlayedLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import type { SoundEffects } from '../project/soundEffects.ts';
import type { Ducking } from '../project/videoEffects.ts';
import { soundStages } from '../soundEffects/index.ts';
import type { SoundStage } from '../soundEffects/stage.ts';
import { audioSpan, runLength, totalDuration } from './durations.ts';
import { type LayerSpan, type SceneSpan, sceneSpans } from './spans.ts';

/** Sample rate of all audio output. */
export const HERTZ = 48_000;

/** An amplitude factor at a moment, in seconds of the whole video; interpolated linearly. */
export interface GainPoint {
  at: number;
  gain: number;
}

/** Audio on the timeline: a part of a file and when it plays. In seconds. */
export interface AudioClip {
  /** The audio track, or the video (`isSeen`) or audio layer that it belongs to. */
  source: { kind: 'track' } | { kind: 'layer'; layerId: string; isSeen: boolean };
  url: string;
  /** Audio track of the file, from 1; absent: the default one. */
  audioTrack?: number;
  /** Span in the whole video. */
  start: number;
  end: number;
  /** Part of the file that plays, and how one run of it plays (see MediaRun). */
  mediaStart: number;
  mediaEnd: number;
  speed: number;
  isReversed: boolean;
  isBoomeranged: boolean;
  /** Whether it starts over after a run. */
  loops: boolean;
  /** Amplitude factor, 0 to 2. */
  volume: number;
  /** Seconds of fade after start and before end, linear in amplitude. */
  fadeIn: number;
  fadeOut: number;
  /** Sound effects, in order, applied before volume and fades; absent: none. */
  effects?: readonly SoundStage[];
  /** Absent: no ducking. */
  ducking?: Ducking;
  /** Additional amplitude factors over time, from `withDucking`; absent: none. */
  gains?: readonly GainPoint[];
}

/**
 * Returns all audible clips, in order of start: audio layers, unmuted video layers, and the audio track until its span
 * or the video ends. Does not know whether a file has audio at all.
 * @param scenes of the same project; default sceneSpans.
 */
export function soundtrack(project: Project, scenes: readonly SceneSpan[] = sceneSpans(project)): AudioClip[] {
  const clips = [
    ...scenes.flatMap((scene, i) => sceneClips(project, scene, scenes[i - 1])),
    ...(scenes[0]?.overlay?.layers ?? []).flatMap((span) => layerClip(project, span) ?? []),
  ];
  const track = trackClip(project);
  if (track) clips.push(track);
  return clips.sort((a, b) => a.start - b.start);
}

/**
 * Returns the clips of a scene. Audio that continues in the transition after it fades out there; that of the next scene
 * then fades in as long as the transition lasts.
 */
function sceneClips(project: Project, scene: SceneSpan, before: SceneSpan | undefined): AudioClip[] {
  const isMixed = before?.layers.some((span) => (layerClip(project, span, before)?.end ?? 0) > before.end);
  return scene.layers.flatMap((span) => {
    const clip = layerClip(project, span, scene);
    if (!clip || !isMixed || span.start > scene.start) return clip ?? [];
    return { ...clip, fadeIn: Math.max(clip.fadeIn, Math.min(before?.tail ?? 0, clip.end - clip.start)) };
  });
}

/** @param scene with the layer; absent for a layer of the whole project. */
function layerClip(project: Project, span: LayerSpan, scene?: SceneSpan): AudioClip | undefined {
  const { layer, start } = span;
  if (!span.media || !isAudible(layer, project)) return undefined;
  const tail = tailOf(span, layer, scene);
  const media = (tail > 0 && span.continued) || span.media;
  const end = span.end + tail;
  const length = runLength(media);
  const audibleUntil = media.loops ? end : Math.min(end, start + length);
  if (length <= 0 || audibleUntil <= start) return undefined;
  const over = Math.max(0, audibleUntil - span.end);
  const { fadeOut, ...loud } = loudness(layer, audibleUntil - over - Math.max(0, start));
  return {
    source: { kind: 'layer', layerId: layer.id, isSeen: kindOf(layer).isSeen },
    url: layer.url,
    ...(layer.audioTrack === undefined ? {} : { audioTrack: layer.audioTrack }),
    ...audiblePart(start, audibleUntil, media),
    speed: media.speed,
    isReversed: media.isReversed,
    isBoomeranged: media.isBoomeranged,
    loops: media.loops && end - start > length,
    ...loud,
    fadeOut: over > 0 ? over : fadeOut,
    ...effectsOf(layer),
    ...('ducking' in layer ? duckingOf(layer) : {}),
  };
}

/** Returns the seconds for which audio continues after its scene, at most. Audio with a fade-out ends with its scene. */
function tailOf({ media, continued, end }: LayerSpan, { fadeOut }: PlayedLayer, scene: SceneSpan | undefined): number {
  if (!scene?.tail || end < scene.end || fadeOut > 0) return 0;
  return continued || media?.loops ? scene.tail : 0;
}

/**
 * Returns the part of a clip that the video contains: a layer of the whole project may start before it. A loop or a
 * boomerang then begins with a whole run.
 */
function audiblePart(
  start: number,
  end: number,
  { start: mediaStart, end: mediaEnd, speed, isReversed, isBoomeranged, loops }: NonNullable<LayerSpan['media']>,
): Pick<AudioClip, 'start' | 'end' | 'mediaStart' | 'mediaEnd'> {
  const missed = loops || isBoomeranged ? 0 : Math.max(0, -start) * speed;
  return {
    start: Math.max(0, start),
    end,
    mediaStart: isReversed ? mediaStart : mediaStart + missed,
    mediaEnd: isReversed ? mediaEnd - missed : mediaEnd,
  };
}

function isAudible(layer: Layer, project: Project): layer is PlayedLayer {
  if (!isPlayed(layer) || !kindOf<PlayedLayer>(layer).isAudible(layer)) return false;
  // The project's mute switch affects only visible layers.
  return !(project.isMuted && kindOf(layer).isSeen);
}

function trackClip(project: Project): AudioClip | undefined {
  const { audio } = project;
  if (!audio || audio.isMuted) return undefined;
  const span = audioSpan(audio);
  const total = totalDuration(project);
  const end = audio.loop ? total : Math.min(total, audio.startTime + span.end - span.start);
  if (span.end <= span.start || end <= audio.startTime) return undefined;
  return {
    source: { kind: 'track' },
    url: audio.url,
    ...(audio.audioTrack === undefined ? {} : { audioTrack: audio.audioTrack }),
    start: audio.startTime,
    end,
    mediaStart: span.start,
    mediaEnd: span.end,
    speed: 1,
    isReversed: false,
    isBoomeranged: false,
    ...loudness(audio, end - audio.startTime),
    ...effectsOf(audio),
    ...duckingOf(audio),
    loops: audio.loop && end - audio.startTime > span.end - span.start,
  };
}

/** Names the audio that a clip plays: one audio track of a file. */
export function audioKey({ url, audioTrack }: { url: string; audioTrack?: number | undefined }): string {
  return audioTrack === undefined ? url : `${url} ${audioTrack}`;
}

/** Every audible place of a project, with the audio track of its file that it chooses. */
export function audioTrackChoices(
  project: Project,
): { url: string; path: (string | number)[]; audioTrack: number | undefined }[] {
  const { audio } = project;
  const ofLayers = layerPaths(project).flatMap(({ layer, path }) =>
    isPlayed(layer) && isAudible(layer, project)
      ? [{ url: layer.url, path: [...path, 'audioTrack'], audioTrack: layer.audioTrack }]
      : [],
  );
  if (!audio || audio.isMuted) return ofLayers;
  return [...ofLayers, { url: audio.url, path: ['audio', 'audioTrack'], audioTrack: audio.audioTrack }];
}

/** Fades that would overlap share the length in proportion. */
function loudness({ volume, fadeIn, fadeOut }: Loudness, length: number): Loudness {
  const share = Math.min(1, length / Math.max(1e-9, fadeIn + fadeOut));
  return { volume, fadeIn: fadeIn * share, fadeOut: fadeOut * share };
}

function effectsOf(sound: SoundEffects): Pick<AudioClip, 'effects'> {
  const effects = soundStages(sound);
  return effects.length > 0 ? { effects } : {};
}

function duckingOf({ ducking }: { ducking?: Ducking | undefined }): Pick<AudioClip, 'ducking'> {
  return ducking ? { ducking } : {};
}

type Loudness = Pick<AudioClip, 'volume' | 'fadeIn' | 'fadeOut'>;
