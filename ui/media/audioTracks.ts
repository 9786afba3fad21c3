import type { AudioTrackFacts, MediaFacts } from '../../engine/project/media.ts';
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

/** The audio tracks of a file; undefined where it has one, or they are not known (yet). @param tables to watch them. */
export function tracksOf(url: string, tables: Tables = mediaTable): KnownTracks | undefined {
  const { byUrl, linkFacts, shownFrom } = tables;
  const { audioTracks = [], audioTrack = 0 } = byUrl[url]?.facts ?? linkFacts[shownFrom[url] ?? url] ?? {};
  return audioTracks.length > 1 ? { tracks: audioTracks, usual: audioTrack + 1 } : undefined;
}

/** Number of the track that is heard of a file, from 1. */
export function trackIn({ tracks, usual }: KnownTracks, chosen: number | undefined): number {
  return chosen !== undefined && chosen <= tracks.length ? chosen : usual;
}

/**
 * Whether the audio that stands for a file in this page is the wanted track: browsers play the first one of a file, and a
 * light video has the usual one.
 */
export function isPlayedByItself(known: KnownTracks, track: number, isLight: boolean): boolean {
  return track === (isLight ? known.usual : 1);
}

/**
 * Where one audio track of a file can be played from in this page; undefined until the server has made it.
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

/** As trackUrlOf; until the server has made the track, another one. */
export function heardUrlOf(url: string, chosen?: number): string | undefined {
  return trackUrlOf(url, chosen) ?? playableUrlOf(url);
}
