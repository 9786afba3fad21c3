import { useSnapshot } from 'valtio';
import { isPlayedByItself, type KnownTracks, trackIn, tracksOf } from './audioTracks.ts';
import { mediaTable, trackKey } from './mediaTable.ts';

/** The audio track of a file that is heard, as far as it is known. */
export interface HeardTrack {
  /** The tracks of the file, where it has several. */
  known: KnownTracks | undefined;
  /** Number of the track that is heard, from 1; undefined: the file has one, or is not known yet. */
  track: number | undefined;
  /** Whether this page can play the track. */
  isHeard: boolean;
  /** Where the server has the file; '' until it is uploaded. */
  path: string;
}

/** Watches the audio track of a file that is heard. @param chosen from 1; undefined: the file's own choice. */
export function useTrack(url: string, chosen: number | undefined): HeardTrack {
  const tables = useSnapshot(mediaTable);
  const known = tracksOf(url, tables);
  const path = tables.byUrl[url] ? (tables.byUrl[url].readUrl ?? '') : (tables.shownFrom[url] ?? url);
  if (!known) return { known, track: undefined, isHeard: true, path };
  const track = trackIn(known, chosen);
  const isLight = tables.proxies[url]?.address !== undefined;
  const isMade = tables.tracks[trackKey(url, track)]?.address !== undefined;
  return { known, track, isHeard: isMade || isPlayedByItself(known, track, isLight), path };
}
