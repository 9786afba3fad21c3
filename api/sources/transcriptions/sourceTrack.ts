import { audioTrackMissing } from '../../../engine/project/messages.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { shownName } from '../../renderer/media/unreadable.ts';
import type { FoundMedia } from '../library.ts';

/** The dimension of W3C's Media Fragments URI for a track. */
const FRAGMENT = /#track=(\d{1,3})$/;

/** Returns the address of a source together with its chosen audio track, as it is stored. @param track from 1. */
export function joinTrack(url: string, track: number | undefined): string {
  const plain = splitTrack(url).url;
  return track === undefined ? plain : `${plain}#track=${track}`;
}

/** Splits a stored address into that of the file and the chosen audio track. */
export function splitTrack(stored: string): { url: string; audioTrack: number | undefined } {
  const track = FRAGMENT.exec(stored)?.[1];
  return { url: stored.replace(FRAGMENT, ''), audioTrack: track === undefined ? undefined : Number(track) };
}

/** Rejects an audio track that a file does not have. @throws ProblemError */
export function expectTrack(track: number | undefined, { url, facts }: Pick<FoundMedia, 'url' | 'facts'>): void {
  const count = Math.max(1, facts.audioTracks?.length ?? 0);
  if (track !== undefined && track > count)
    throw new ProblemError([problem('range', ['audioTrack'], audioTrackMissing(shownName(url), count))]);
}
