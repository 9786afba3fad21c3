import { useSnapshot } from 'valtio';
import { isPlayedByItself, type KnownTracks, trackIn, tracksOf } from '../client/media/audioTracks.ts';
import { localUrlOf, mediaTable, trackKey } from '../client/media/mediaTable.ts';

/** Returns whether a media reference can be displayed; changes when its file arrives. */
export function useIsAvailable(url: string): boolean {
  const { byUrl, shownFrom } = useSnapshot(mediaTable);
  return url in byUrl || url in shownFrom || localUrlOf(url) !== undefined;
}

/** Returns whether a local file is uploaded; changes when it is. */
export function useIsUploaded(url: string): boolean {
  return useSnapshot(mediaTable).byUrl[url]?.readUrl !== undefined;
}

/** The audible audio track of a file, as far as known. */
interface PlayedTrack {
  /** The tracks of a file with several. */
  known: KnownTracks | undefined;
  /** Number of the audible track, from 1; undefined if the file has one or its tracks are unknown. */
  track: number | undefined;
  /** Whether this page can play the track. */
  isPlayed: boolean;
  /** Path of the file on the server; '' until it is uploaded. */
  path: string;
}

/** Watches the audible track of a file. @param chosen from 1; undefined for the file's default track. */
export function useTrack(url: string, chosen: number | undefined): PlayedTrack {
  const tables = useSnapshot(mediaTable);
  const known = tracksOf(url, tables);
  const path = tables.byUrl[url] ? (tables.byUrl[url].readUrl ?? '') : (tables.shownFrom[url] ?? url);
  if (!known) return { known, track: undefined, isPlayed: true, path };
  const track = trackIn(known, chosen);
  const isLight = tables.proxies[url]?.address !== undefined;
  const isMade = tables.tracks[trackKey(url, track)]?.address !== undefined;
  return { known, track, isPlayed: isMade || isPlayedByItself(known, track, isLight), path };
}
