import { addMarker, markersOf, moveMarker, removeMarker } from '../../../engine/edit/markers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Marker } from '../../../engine/project/project.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { showNote } from '../../state/notices.ts';
import { own } from '../../texts/t.ts';
import { pause, seek, shownTime } from './playback.ts';
import { say } from './said.ts';
import { change, studio } from './studio.ts';

/** So near to the shown moment a marker counts as there, seconds. */
const NEAR = 0.005;

/** What a marker is called: its name, which no language translates, else its number in time. */
export function markerName({ name }: Marker, index: number): string {
  return name === undefined ? `Marker ${index + 1}` : own(name);
}

/** Sets a marker at the shown moment, and says so. */
export function markMoment(): void {
  const before = studio.project;
  change((project) => addMarker(project, shownTime(), newId));
  if (studio.project === before) showNote('There is already a marker at this time.');
  else say(`Marker set at ${timecode(shownTime())}`);
}

/** Goes to the next marker (1), or to the one before (−1). @returns whether there is one. */
export function goToMarker(direction: 1 | -1): boolean {
  const now = shownTime();
  const markers = markersOf(studio.project);
  const isAhead = ({ at }: Marker) => (direction > 0 ? at > now + NEAR : at < now - NEAR);
  const marker = direction > 0 ? markers.find(isAhead) : markers.findLast(isAhead);
  if (!marker) return false;
  pause();
  seek(marker.at);
  say(`${markerName(marker, markers.indexOf(marker))}, ${timecode(marker.at)}`);
  return true;
}

/** Whether a marker stands at the shown moment. */
export function isAtMoment({ at }: Marker): boolean {
  return Math.abs(at - shownTime()) < NEAR;
}

/** Moves a marker by a key; one step of undo until `endStep`. @param at seconds of the whole video. */
export function moveMarkerTo(markerId: string, at: number): void {
  change((project) => moveMarker(project, markerId, at), `marker:${markerId}`);
}

/** Takes a marker away, and says so. */
export function deleteMarker(markerId: string): void {
  change((project) => removeMarker(project, markerId));
  say('Marker deleted');
}
