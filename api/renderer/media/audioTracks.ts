import { audioTrackMissing, audioTrackUsed } from '../../../engine/project/messages.ts';
import { type Problem, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { audioTrackChoices } from '../../../engine/timeline/soundtrack.ts';
import type { Probe } from './probe.ts';
import { shownName } from './unreadable.ts';

/** The fields of a probe that describe audio tracks. */
type Tracks = Pick<Probe, 'audioTrack' | 'audioTracks' | 'channels' | 'audioCodec'>;

/**
 * Index of the audio track to read, as in ffmpeg's "a:1". @param chosen track of the project, from 1; undefined: the
 * default.
 */
export function trackOf({ audioTrack, audioTracks }: Tracks, chosen: number | undefined): number {
  return chosen !== undefined && chosen <= audioTracks.length ? chosen - 1 : audioTrack;
}

/** Returns channels and codec of an audio track. @param track index as returned by `trackOf`. */
export function audioOfTrack(probe: Tracks, track: number): { channels: number; codec: string } {
  const { channels, audioCodec: codec, audioTrack, audioTracks } = probe;
  return track === audioTrack ? { channels, codec } : (audioTracks[track] ?? { channels, codec });
}

/** A probe as that of a file that has only the chosen audio track. @param chosen see `trackOf`. */
export function withTrack<T extends Tracks>(probe: T, chosen: number | undefined): T {
  const audioTrack = trackOf(probe, chosen);
  return { ...probe, audioTrack, channels: audioOfTrack(probe, audioTrack).channels };
}

/** The channels of an input's audio track; two of what was made on the way. */
export function channelsOf(
  { url, track = 0 }: { url: string; track?: number },
  probes: ReadonlyMap<string, Probe>,
): number {
  const probe = probes.get(url);
  return probe ? audioOfTrack(probe, track).channels : 2;
}

/** Returns a problem for each audio track that a project names but its file does not have. */
export function audioTrackProblems(project: Project, probes: ReadonlyMap<string, Probe>): Problem[] {
  return audioTrackChoices(project).flatMap(({ url, path, audioTrack }) => {
    const probe = probes.get(url);
    const count = Math.max(1, probe?.audioTracks.length ?? 0);
    if (!probe?.hasAudio || audioTrack === undefined || audioTrack <= count) return [];
    return [problem('range', path, audioTrackMissing(shownName(url), count))];
  });
}

/** Returns a sentence for each file with several audio tracks if the project chooses none. */
export function audioTrackNotes(project: Project, probes: ReadonlyMap<string, Probe>): string[] {
  const open = audioTrackChoices(project).filter(({ audioTrack }) => audioTrack === undefined);
  return [...new Set(open.map(({ url }) => url))].flatMap((url) => {
    const { audioTrack = 0, audioTracks = [] } = probes.get(url) ?? {};
    return audioTracks.length > 1 ? [audioTrackUsed(shownName(url), audioTrack + 1, audioTracks.length)] : [];
  });
}
