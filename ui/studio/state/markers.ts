import { addMarker, markersOf, moveMarker, removeMarker } from '../../../engine/edit/markers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Marker } from '../../../engine/project/project.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { showNote } from '../../client/page/notices.ts';
import { own } from '../../client/page/t.ts';
import { announceChange } from './announceChange.ts';
import { pause, seek, shownTime } from './playback.ts';
import { change, studio } from './studio.ts';

/** A marker counts as at the playhead within this distance, in seconds. */
const NEAR = 0.005;

/** The name of a marker (never translated), or its number in time order. */
export function markerName({ name }: Marker, index: number): string {
  return name === undefined ? `Marker ${index + 1}` : own(name);
}

/** Adds a marker at the playhead and announces it. */
export function markMoment(): void {
  const before = studio.project;
  change((project) => addMarker(project, shownTime(), newId));
  if (studio.project === before) showNote('There is already a marker at this time.');
  else announceChange(`Marker set at ${timecode(shownTime())}`);
}

/** Seeks to the next (1) or previous (−1) marker. @returns whether there is one. */
export function goToMarker(direction: 1 | -1): boolean {
  const now = shownTime();
  const markers = markersOf(studio.project);
  const isAhead = ({ at }: Marker) => (direction > 0 ? at > now + NEAR : at < now - NEAR);
  const marker = direction > 0 ? markers.find(isAhead) : markers.findLast(isAhead);
  if (!marker) return false;
  pause();
  seek(marker.at);
  announceChange(`${markerName(marker, markers.indexOf(marker))}, ${timecode(marker.at)}`);
  return true;
}

/** Whether a marker is at the playhead. */
export function isAtMoment({ at }: Marker): boolean {
  return Math.abs(at - shownTime()) < NEAR;
}

/** Moves a marker by key press. One undo step until `endStep`. @param at seconds of the whole video. */
export function moveMarkerTo(markerId: string, at: number): void {
  change((project) => moveMarker(project, markerId, at), `marker:${markerId}`);
}

/** Deletes a marker and announces it. */
export function deleteMarker(markerId: string): void {
  change((project) => removeMarker(project, markerId));
  announceChange('Marker deleted');
}
