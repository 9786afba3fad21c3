import type { AudioTrackFacts, MediaFacts } from '../../engine/project/media.ts';
import { entryOf, mediaTable, playableUrlOf, trackKey } from './mediaTable.ts';

/** Audio tracks of a file with several. */
export interface KnownTracks {
  tracks: readonly AudioTrackFacts[];
  /** One-based number of the default track. */
  usual: number;
}

/** Returns the audio tracks of a file; undefined if it has one, or they are not known yet. */
export function tracksOf(
  facts: { readonly audioTracks?: MediaFacts['audioTracks']; readonly audioTrack?: number } | undefined,
): KnownTracks | undefined {
  const { audioTracks = [], audioTrack = 0 } = facts ?? {};
  return audioTracks.length > 1 ? { tracks: audioTracks, usual: audioTrack + 1 } : undefined;
}

/** Returns whether this page plays the track anyway: browsers play the first track, a proxy has the default one. */
export function isPlayedByItself(known: KnownTracks, track: number, isLight: boolean): boolean {
  return track === (isLight ? known.usual : 1);
}

/**
 * Returns the URL that plays one audio track of a file; another track until it is prepared. @param chosen one-based.
 */
export function heardUrlOf(url: string, chosen?: number): string | undefined {
  const known = tracksOf(entryOf(url)?.facts);
  const track = chosen ?? known?.usual ?? 1;
  const isLight = mediaTable.proxies[url]?.address !== undefined;
  if (!known || track > known.tracks.length || isPlayedByItself(known, track, isLight)) return playableUrlOf(url);
  const made = mediaTable.tracks[trackKey(url, track)];
  if (!made) void import('./derived.ts').then(({ followTrack }) => followTrack(url, track));
  return made?.address ?? playableUrlOf(url);
}
