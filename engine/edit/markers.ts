import type { MakeId } from '../project/id.ts';
import { MAX_MARKERS, MAX_SECONDS } from '../project/limits.ts';
import type { Marker, Project } from '../project/project.ts';
import { toMilliseconds } from '../project/roundTime.ts';
import { truncateName } from './truncateName.ts';

/** Returns the markers of a project, in order of time. */
export function markersOf({ markers = [] }: Project): readonly Marker[] {
  return markers.toSorted((a, b) => a.at - b.at);
}

/**
 * Adds a marker. Does nothing if one is within 0.01 s, or there are already 500. @param at seconds of the whole video.
 */
export function addMarker(project: Project, at: number, makeId: MakeId): Project {
  const { markers = [] } = project;
  const moment = bounded(at);
  const isThere = markers.some((one) => Math.abs(one.at - moment) < 0.01);
  if (isThere || markers.length >= MAX_MARKERS) return project;
  return { ...project, markers: [...markers, { id: makeId(), at: moment }] };
}

/** Adds markers at several moments, in order, up to the limit; see addMarker. */
export function addMarkers(project: Project, times: readonly number[], makeId: MakeId): Project {
  return times.reduce((next, at) => addMarker(next, at, makeId), project);
}

/** Moves a marker. @param at seconds of the whole video; negative values count as 0. */
export function moveMarker(project: Project, markerId: string, at: number): Project {
  return withMarker(project, markerId, (marker) => ({ ...marker, at: bounded(at) }));
}

/** Renames a marker; trims spaces; an empty name removes it. Cut to 200 characters between graphemes. */
export function renameMarker(project: Project, markerId: string, name: string): Project {
  const trimmed = truncateName(name.trim()).trimEnd();
  return withMarker(project, markerId, ({ name: _, ...marker }) =>
    trimmed === '' ? marker : { ...marker, name: trimmed },
  );
}

/** Removes a marker. */
export function removeMarker(project: Project, markerId: string): Project {
  const { markers = [] } = project;
  const left = markers.filter(({ id }) => id !== markerId);
  return left.length === markers.length ? project : { ...project, markers: left };
}

function withMarker(project: Project, markerId: string, change: (marker: Marker) => Marker): Project {
  const { markers = [] } = project;
  const index = markers.findIndex(({ id }) => id === markerId);
  const marker = markers[index];
  if (!marker) return project;
  const changed = change(marker);
  const isSame = changed.at === marker.at && changed.name === marker.name;
  return isSame ? project : { ...project, markers: markers.with(index, changed) };
}

/** Rounds to milliseconds; NaN counts as 0. */
function bounded(at: number): number {
  if (Number.isNaN(at)) return 0;
  return toMilliseconds(Math.min(MAX_SECONDS, Math.max(0, at)));
}
