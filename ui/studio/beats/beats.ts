import { proxy, ref } from 'valtio/vanilla';
import { readBeats } from '../../../engine/browser/sound/readBeats.ts';
import { addMarkers } from '../../../engine/edit/markers.ts';
import { newId } from '../../../engine/project/id.ts';
import { MAX_MARKERS } from '../../../engine/project/limits.ts';
import type { Project } from '../../../engine/project/project.ts';
import { audibleBeats } from '../../../engine/timeline/audibleBeats.ts';
import { audioKey, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { trackUrlOf } from '../../client/media/audioTracks.ts';
import { foundBeats } from '../../client/media/mediaTable.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import { change, studio } from '../state/studio.ts';

/** A sound, whose beats can be looked for. */
export interface Sound {
  url: string;
  audioTrack?: number | undefined;
}

/** Where the beatDetection for beats stands, by `audioKey`. */
export const beatDetection = proxy<Record<string, 'pending' | 'none' | 'long' | 'unreadable'>>({});

/** Looks for the beats of a file; they are shown on its waveforms from then on. Nothing while it is being done. */
export async function findBeatsOf(sound: Sound): Promise<void> {
  const key = audioKey(sound);
  if (beatDetection[key] === 'pending') return;
  beatDetection[key] = 'pending';
  const address = trackUrlOf(sound.url, sound.audioTrack);
  const found = await readBeatsAt(address).catch(() => undefined);
  if (!found) beatDetection[key] = 'unreadable';
  else if (found === 'long') beatDetection[key] = 'long';
  else if (found.length === 0) beatDetection[key] = 'none';
  else {
    delete beatDetection[key];
    foundBeats[key] = ref(found);
  }
}

async function readBeatsAt(address: string | undefined): Promise<number[] | 'long' | undefined> {
  if (address === undefined) return undefined;
  return readBeats(address, new AbortController().signal);
}

/** Shows the beats of a file no longer. */
export function hideBeatsOf(sound: Sound): void {
  delete foundBeats[audioKey(sound)];
}

/** Times of the visible beats, in seconds of the whole video. */
export function shownBeats(project: Project): number[] {
  return audibleBeats(soundtrack(project), (clip) => foundBeats[audioKey(clip)]);
}

/** Sets a marker at every visible beat and reports their number. */
export function markBeats(): void {
  const before = studio.project.markers?.length ?? 0;
  change((project) => addMarkers(project, shownBeats(project), newId));
  const { length } = studio.project.markers ?? [];
  if (length >= MAX_MARKERS) showError(`A project can have at most ${MAX_MARKERS} markers.`);
  else showNote(length === before ? 'All beats already have markers.' : `${length - before} markers set.`);
}
