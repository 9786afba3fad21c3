import { proxy, ref } from 'valtio/vanilla';
import { addMarkers } from '../../../engine/edit/markers.ts';
import { newId } from '../../../engine/project/id.ts';
import { MAX_MARKERS } from '../../../engine/project/limits.ts';
import type { Project } from '../../../engine/project/project.ts';
import { audibleBeats } from '../../../engine/timeline/audibleBeats.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { playableUrlOf } from '../../media/mediaTable.ts';
import { showError, showNote } from '../../state/notices.ts';
import { change, studio } from '../state/studio.ts';
import { foundBeats } from './foundBeats.ts';

/** State of beat detection by URL. */
export const beatDetection = proxy<Record<string, 'pending' | 'none' | 'long' | 'unreadable'>>({});

/** Detects the beats of a file and shows them on its waveforms. Does nothing while detection is running. */
export async function findBeatsOf(url: string): Promise<void> {
  if (beatDetection[url] === 'pending') return;
  beatDetection[url] = 'pending';
  const address = playableUrlOf(url);
  const found = await readBeatsAt(address).catch(() => undefined);
  if (!found) beatDetection[url] = 'unreadable';
  else if (found === 'long') beatDetection[url] = 'long';
  else if (found.length === 0) beatDetection[url] = 'none';
  else {
    delete beatDetection[url];
    foundBeats[url] = ref(found);
  }
}

async function readBeatsAt(address: string | undefined): Promise<number[] | 'long' | undefined> {
  if (address === undefined) return undefined;
  const { readBeats } = await import('../../../engine/browser/sound/readBeats.ts');
  return readBeats(address, new AbortController().signal);
}

export function hideBeatsOf(url: string): void {
  delete foundBeats[url];
}

/** Times of the visible beats, in seconds of the whole video. */
export function shownBeats(project: Project): number[] {
  return audibleBeats(soundtrack(project), (url) => foundBeats[url]);
}

/** Sets a marker at every visible beat and reports their number. */
export function markBeats(): void {
  const before = studio.project.markers?.length ?? 0;
  change((project) => addMarkers(project, shownBeats(project), newId));
  const { length } = studio.project.markers ?? [];
  if (length >= MAX_MARKERS) showError(`A project can have at most ${MAX_MARKERS} markers.`);
  else showNote(length === before ? 'All beats already have markers.' : `${length - before} markers set.`);
}
