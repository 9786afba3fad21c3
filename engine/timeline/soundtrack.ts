import { isPlayed } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import type { Layer, PlayedLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import type { Ducking } from '../project/videoEffects.ts';
import { audioSpan, runLength, totalDuration } from './durations.ts';
import { type LayerSpan, type SceneSpan, sceneSpans } from './spans.ts';

/** Samples a second of all sound that is made. */
export const HERTZ = 48_000;

/** A factor of the amplitude at a moment, seconds of the whole video; between two it goes in a straight line. */
export interface GainPoint {
  at: number;
  gain: number;
}

/** One sound on the timeline: a part of a file, from when to when it is heard. Seconds. */
export interface SoundClip {
  /** What it belongs to: the audio track, or a video or sound layer. */
  source: { kind: 'track' } | { kind: 'layer'; layerId: string };
  url: string;
  /** Which of the file's audio tracks, from 1; absent: its default. */
  audioTrack?: number;
  /** When it is heard, in the whole video. */
  start: number;
  end: number;
  /** The part of the file that plays, and how one run of it goes (see MediaRun). */
  mediaStart: number;
  mediaEnd: number;
  speed: number;
  isReversed: boolean;
  isBoomeranged: boolean;
  /** Whether it starts over after a run. */
  loops: boolean;
  /** Factor of the amplitude, 0 to 2. */
  volume: number;
  /** Seconds after start in which it comes in, and before end in which it goes; straight lines of the amplitude. */
  fadeIn: number;
  fadeOut: number;
  /** How it is to go down while others are heard; absent: not at all. */
  ducking?: Ducking;
  /** Further factors of the amplitude over time, as `withDucking` finds them; absent: none. */
  gains?: readonly GainPoint[];
}

/**
 * Everything that is heard, in order of start: sound layers, the sound of unmuted video layers while their span plays,
 * and the audio track from its start time until its span or the video ends. Whether a file has sound at all is not known here.
 * @param scenes of the same project, as the pictures are resolved from; default sceneSpans.
 */
export function soundtrack(project: Project, scenes: readonly SceneSpan[] = sceneSpans(project)): SoundClip[] {
  const clips = scenes.flatMap(({ layers }) => layerClips(project, layers));
  const track = trackClip(project);
  if (track) clips.push(track);
  return clips.sort((a, b) => a.start - b.start);
}

function layerClips(project: Project, layers: readonly LayerSpan[]): SoundClip[] {
  return layers.flatMap(({ layer, media, start, end }) => {
    if (!media || !isHeard(layer, project)) return [];
    const length = runLength(media);
    const heardUntil = media.loops ? end : Math.min(end, start + length);
    if (length <= 0 || heardUntil <= start) return [];
    return [
      {
        source: { kind: 'layer' as const, layerId: layer.id },
        url: layer.url,
        ...(layer.audioTrack === undefined ? {} : { audioTrack: layer.audioTrack }),
        start,
        end: heardUntil,
        mediaStart: media.start,
        mediaEnd: media.end,
        speed: media.speed,
        isReversed: media.isReversed,
        isBoomeranged: media.isBoomeranged,
        loops: media.loops && end - start > length,
        ...loudness(layer, heardUntil - start),
        ...('ducking' in layer ? duckingOf(layer) : {}),
      },
    ];
  });
}

function isHeard(layer: Layer, project: Project): layer is PlayedLayer {
  if (!isPlayed(layer) || !kindOf<PlayedLayer>(layer).isHeard(layer)) return false;
  // The project's own switch silences what is seen.
  return !(project.isMuted && kindOf(layer).isSeen);
}

function trackClip(project: Project): SoundClip | undefined {
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
    ...duckingOf(audio),
    loops: audio.loop && end - audio.startTime > span.end - span.start,
  };
}

/** Names the audio that a clip plays: one audio track of a file. */
export function audioKey({ url, audioTrack }: { url: string; audioTrack?: number | undefined }): string {
  return audioTrack === undefined ? url : `${url} ${audioTrack}`;
}

/** Every place of a project that is heard, and which audio track of its file it chooses. */
export function audioTrackChoices(
  project: Project,
): { url: string; path: (string | number)[]; audioTrack: number | undefined }[] {
  const { audio, scenes } = project;
  const ofLayers = scenes.flatMap(({ layers }, s) =>
    layers.flatMap((layer, l) =>
      isPlayed(layer) && isHeard(layer, project)
        ? [{ url: layer.url, path: ['scenes', s, 'layers', l, 'audioTrack'], audioTrack: layer.audioTrack }]
        : [],
    ),
  );
  if (!audio || audio.isMuted) return ofLayers;
  return [...ofLayers, { url: audio.url, path: ['audio', 'audioTrack'], audioTrack: audio.audioTrack }];
}

/** Fades that would meet share the length, each by its part. */
function loudness({ volume, fadeIn, fadeOut }: Loudness, length: number): Loudness {
  const share = Math.min(1, length / Math.max(1e-9, fadeIn + fadeOut));
  return { volume, fadeIn: fadeIn * share, fadeOut: fadeOut * share };
}

function duckingOf({ ducking }: { ducking?: Ducking | undefined }): Pick<SoundClip, 'ducking'> {
  return ducking ? { ducking } : {};
}

type Loudness = Pick<SoundClip, 'volume' | 'fadeIn' | 'fadeOut'>;
