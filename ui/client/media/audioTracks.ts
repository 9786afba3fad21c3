import type { AudioTrackFacts, MediaFacts } from '../../../engine/project/media.ts';
import { learnLink } from './linkFacts.ts';
import { entryOf, mediaTable, playableUrlOf, serverPathOf, trackKey } from './mediaTable.ts';

/** Audio tracks of a file with several. */
export interface KnownTracks {
  tracks: readonly AudioTrackFacts[];
  /** One-based number of the default track. */
  usual: number;
}

/** The parts of the media table that say which audio tracks a file has. */
interface Tables {
  readonly byUrl: Readonly<Record<string, { readonly facts?: TrackFacts }>>;
  readonly shownFrom: Readonly<Record<string, string>>;
  readonly linkFacts: Readonly<Record<string, TrackFacts>>;
}
type TrackFacts = { readonly audioTracks?: MediaFacts['audioTracks']; readonly audioTrack?: number };

/** Returns the audio tracks of a file; undefined if it has one or they are unknown. @param tables a snapshot, to watch them. */
export function tracksOf(url: string, tables: Tables = mediaTable): KnownTracks | undefined {
  const { byUrl, linkFacts, shownFrom } = tables;
  const { audioTracks = [], audioTrack = 0 } = byUrl[url]?.facts ?? linkFacts[shownFrom[url] ?? url] ?? {};
  return audioTracks.length > 1 ? { tracks: audioTracks, usual: audioTrack + 1 } : undefined;
}

/** Returns the number of the audible track of a file, from 1. */
export function trackIn({ tracks, usual }: KnownTracks, chosen: number | undefined): number {
  return chosen !== undefined && chosen <= tracks.length ? chosen : usual;
}

/**
 * Whether this page plays the track without help: browsers play the first track of a file, and proxies contain the default
 * track.
 */
export function isPlayedByItself(known: KnownTracks, track: number, isLight: boolean): boolean {
  return track === (isLight ? known.usual : 1);
}

/**
 * Returns an address that plays one audio track of a file; undefined until the server has extracted it.
 * @param chosen from 1.
 */
export function trackUrlOf(url: string, chosen?: number): string | undefined {
  if (!entryOf(url)) void learnLink(serverPathOf(url));
  const known = tracksOf(url);
  const isLight = mediaTable.proxies[url]?.address !== undefined;
  const track = known ? trackIn(known, chosen) : 1;
  if (!known || isPlayedByItself(known, track, isLight)) return playableUrlOf(url);
  const made = mediaTable.tracks[trackKey(url, track)];
  if (!made) void import('./derived.ts').then(({ followTrack }) => followTrack(url, track));
  return made?.address;
}

/** Like trackUrlOf, with another track of the file until the server has extracted this one. */
export function playedUrlOf(url: string, chosen?: number): string | undefined {
  return trackUrlOf(url, chosen) ?? playableUrlOf(url);
}
