import { place } from '../../app/place.ts';
import { screenAt } from '../../app/screens.ts';
import { originOf } from '../../client/renders/origins.ts';

/** Returns whether the Studio's DONE opened the current page; survives a reload. */
function cameFromStudio(): boolean {
  return place.from !== undefined && screenAt(place.from) !== undefined;
}

/** Returns the path of the tool whose Create opened the current page. */
function toolBefore(): string | undefined {
  return /^\/[\w-]+$/.test(place.from ?? '') ? place.from : undefined;
}

/** Returns the path of the work behind a render: its tool, its project in the Studio, or the home page. */
export function workPath(videoId: string): string {
  const tool = toolBefore();
  if (tool !== undefined) return tool;
  const origin = originOf(videoId);
  if (origin) return `/studio/editor?project=${encodeURIComponent(origin.projectId)}`;
  return cameFromStudio() ? '/studio/editor' : '/';
}

/** Returns the path that exports the project behind a render in this browser; undefined if it is not in the Studio. */
export function exportPath(videoId: string): string | undefined {
  if (toolBefore() !== undefined) return undefined;
  const origin = originOf(videoId);
  if (origin) return `/studio/editor/export?project=${encodeURIComponent(origin.projectId)}`;
  return cameFromStudio() ? '/studio/editor/export' : undefined;
}

/** Returns whether the work behind a render can be edited again: in the Studio, or with its tool. */
export function isEditable(videoId: string): boolean {
  return toolBefore() !== undefined || originOf(videoId) !== undefined || cameFromStudio();
}
