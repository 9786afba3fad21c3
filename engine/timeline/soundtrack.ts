import type { Project } from '../project/project.ts';
import { audioSpan, totalDuration } from './durations.ts';
import { layerSpans } from './spans.ts';

/** One sound on the timeline: a part of a file, from when to when it is heard. Seconds. */
export interface SoundClip {
  /** JSON path of what it belongs to: the audio track or a video layer. */
  source: { kind: 'track' } | { kind: 'layer'; layerId: string };
  url: string;
  /** When it is heard, in the whole video. */
  start: number;
  end: number;
  /** The part of the file that plays; it starts over at mediaEnd when it loops. */
  mediaStart: number;
  mediaEnd: number;
  loops: boolean;
}

/**
 * Everything that is heard, in order of start: the sound of unmuted video layers while their span plays, and the
 * audio track from its start time until its span or the video ends. Whether a file has sound at all is not known here.
 */
export function soundtrack(project: Project): SoundClip[] {
  const clips = project.isMuted ? [] : layerClips(project);
  const track = trackClip(project);
  if (track) clips.push(track);
  return clips.sort((a, b) => a.start - b.start);
}

function layerClips(project: Project): SoundClip[] {
  return layerSpans(project).flatMap(({ layer, media, start, end }) => {
    if (layer.type !== 'video' || !media || layer.isMuted || layer.converted_gif) return [];
    const length = media.end - media.start;
    const heardUntil = media.loops ? end : Math.min(end, start + length);
    if (length <= 0 || heardUntil <= start) return [];
    return [
      {
        source: { kind: 'layer' as const, layerId: layer.id },
        url: layer.url,
        start,
        end: heardUntil,
        mediaStart: media.start,
        mediaEnd: media.end,
        loops: media.loops && end - start > length,
      },
    ];
  });
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
    start: audio.startTime,
    end,
    mediaStart: span.start,
    mediaEnd: span.end,
    loops: audio.loop && end - audio.startTime > span.end - span.start,
  };
}
