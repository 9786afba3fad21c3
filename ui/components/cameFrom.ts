import { originOf } from '../state/origins.ts';
import { place } from '../state/place.ts';
import { screenAt } from '../studio/screens.ts';

/** Whether the present page was opened by DONE in the Studio; the browser remembers it through a reload. */
function cameFromStudio(): boolean {
  return place.from !== undefined && screenAt(place.from) !== undefined;
}

/** Where the work behind a render is: its project in the Studio, or the desk on the first page. */
export function workPath(videoId: string): string {
  const origin = originOf(videoId);
  if (origin) return `/studio/editor?project=${encodeURIComponent(origin.projectId)}`;
  return cameFromStudio() ? '/studio/editor' : '/';
}

/** Whether the work behind a render can be edited again in the Studio. */
export function isStudioWork(videoId: string): boolean {
  return originOf(videoId) !== undefined || cameFromStudio();
}
