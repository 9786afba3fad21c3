import { proxy, ref } from 'valtio/vanilla';
import { addMarkers } from '../../../engine/edit/markers.ts';
import { newId } from '../../../engine/project/id.ts';
import { MAX_MARKERS } from '../../../engine/project/limits.ts';
import type { Project } from '../../../engine/project/project.ts';
import { beatsHeard } from '../../../engine/timeline/beatsHeard.ts';
import { audioKey, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { trackUrlOf } from '../../media/audioTracks.ts';
import { showError, showNote } from '../../state/notices.ts';
import { change, studio } from '../state/studio.ts';
import { foundBeats } from './foundBeats.ts';

/** A sound, whose beats can be looked for. */
export interface Sound {
  url: string;
  audioTrack?: number | undefined;
}

/** Where the looking for beats stands, by `audioKey`. */
export const looking = proxy<Record<string, 'pending' | 'none' | 'long' | 'unreadable'>>({});

/** Looks for the beats of a file; they are shown on its waveforms from then on. Nothing while it is being done. */
export async function findBeatsOf(sound: Sound): Promise<void> {
  const key = audioKey(sound);
  if (looking[key] === 'pending') return;
  looking[key] = 'pending';
  const address = trackUrlOf(sound.url, sound.audioTrack);
  const found = await readBeatsAt(address).catch(() => undefined);
  if (!found) looking[key] = 'unreadable';
  else if (found === 'long') looking[key] = 'long';
  else if (found.length === 0) looking[key] = 'none';
  else {
    delete looking[key];
    foundBeats[key] = ref(found);
  }
}

async function readBeatsAt(address: string | undefined): Promise<number[] | 'long' | undefined> {
  if (address === undefined) return undefined;
  const { readBeats } = await import('../../../engine/browser/sound/readBeats.ts');
  return readBeats(address, new AbortController().signal);
}

/** Shows the beats of a file no longer. */
export function hideBeatsOf(sound: Sound): void {
  delete foundBeats[audioKey(sound)];
}

/** When the beats that are shown are heard, seconds of the whole video. */
export function shownBeats(project: Project): number[] {
  return beatsHeard(soundtrack(project), (clip) => foundBeats[audioKey(clip)]);
}

/** Sets a marker at every beat that is shown, and says how many were set. */
export function markBeats(): void {
  const before = studio.project.markers?.length ?? 0;
  change((project) => addMarkers(project, shownBeats(project), newId));
  const { length } = studio.project.markers ?? [];
  if (length >= MAX_MARKERS) showError(`A project can have ${MAX_MARKERS} markers at most.`);
  else showNote(length === before ? 'There are markers at all beats already.' : `${length - before} markers were set.`);
}
