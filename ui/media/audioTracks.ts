import type { AudioTrackFacts, MediaFacts } from '../../engine/project/media.ts';
import { entryOf, mediaTable, playableUrlOf, trackKey } from './mediaTable.ts';

/** The audio tracks of a file that has several. */
export interface KnownTracks {
  tracks: readonly AudioTrackFacts[];
  /** Number of the track that is heard unless another one is chosen, from 1. */
  usual: number;
}

/** The audio tracks of a file; undefined where it has one, or they are not known (yet). */
export function tracksOf(
  facts: { readonly audioTracks?: MediaFacts['audioTracks']; readonly audioTrack?: number } | undefined,
): KnownTracks | undefined {
  const { audioTracks = [], audioTrack = 0 } = facts ?? {};
  return audioTracks.length > 1 ? { tracks: audioTracks, usual: audioTrack + 1 } : undefined;
}

/**
 * Whether the audio that stands for a file in this page is the wanted track: browsers play the first one of a file, and a
 * light video has the usual one.
 */
export function isPlayedByItself(known: KnownTracks, track: number, isLight: boolean): boolean {
  return track === (isLight ? known.usual : 1);
}

/** Where one audio track of a file can be played from in this page; until the server has made it, another one. @param chosen from 1. */
export function heardUrlOf(url: string, chosen?: number): string | undefined {
  const known = tracksOf(entryOf(url)?.facts);
  const track = chosen ?? known?.usual ?? 1;
  const isLight = mediaTable.proxies[url]?.address !== undefined;
  if (!known || track > known.tracks.length || isPlayedByItself(known, track, isLight)) return playableUrlOf(url);
  const made = mediaTable.tracks[trackKey(url, track)];
  if (!made) void import('./derived.ts').then(({ followTrack }) => followTrack(url, track));
  return made?.address ?? playableUrlOf(url);
}
