import { originOf } from '../../state/origins.ts';
import { place } from '../../state/place.ts';
import { screenAt } from '../../studio/screens.ts';

/** Whether the present page was opened by DONE in the Studio; the browser remembers it through a reload. */
function cameFromStudio(): boolean {
  return place.from !== undefined && screenAt(place.from) !== undefined;
}

/** The page of the tool whose Create opened the present page. */
function toolBefore(): string | undefined {
  return /^\/[\w-]+$/.test(place.from ?? '') ? place.from : undefined;
}

/** Where the work behind a render is: the tool that it was made with, its project in the Studio, or the first page. */
export function workPath(videoId: string): string {
  const tool = toolBefore();
  if (tool !== undefined) return tool;
  const origin = originOf(videoId);
  if (origin) return `/studio/editor?project=${encodeURIComponent(origin.projectId)}`;
  return cameFromStudio() ? '/studio/editor' : '/';
}

/** Whether the work behind a render can be edited again: in the Studio, or with its tool. */
export function isEditable(videoId: string): boolean {
  return toolBefore() !== undefined || originOf(videoId) !== undefined || cameFromStudio();
}
