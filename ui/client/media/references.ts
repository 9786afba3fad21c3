import type { MediaReference } from '../../../engine/project/media.ts';
import { isHttpAddress } from '../../../engine/project/mediaAddress.ts';

/** A media file that a project uses, and its availability. */
export interface NeededMedia {
  /** Media reference in the project. */
  url: string;
  /** File name in the reference, for display. */
  name: string;
  kind: MediaReference['kind'];
  /** link: on the web or already on the server; here: added; missing: not added yet. */
  state: 'link' | 'here' | 'missing';
  /** Name of the added file that it was matched with. */
  fileName?: string;
}

/** Returns the decoded file name at the end of a path or URL, ignoring trailing slashes. */
export function fileNameOf(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replace(/[/\\]+$/, '');
  const last = path.split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Returns whether a reference needs no local file: a URL on the web, or a path on the server. */
export function isLink(url: string): boolean {
  return isHttpAddress(url) || url.startsWith('/');
}

/** Returns whether a reference is on another website. The page may not load from there, so the server fetches it. */
export function isOfOtherSite(url: string): boolean {
  return isHttpAddress(url) && URL.canParse(url) && new URL(url).origin !== location.origin;
}

/** Matches the media of a project, each file once, with added files: by exact name first, else ignoring case. */
export function matchMedia(references: readonly MediaReference[], files: readonly { name: string }[]): NeededMedia[] {
  const byUrl = new Map<string, NeededMedia>();
  for (const { url, kind } of references) {
    if (byUrl.has(url)) continue;
    const name = fileNameOf(url);
    if (isLink(url)) {
      byUrl.set(url, { url, name, kind, state: 'link' });
      continue;
    }
    const file =
      files.find((candidate) => candidate.name === name) ?? files.find((candidate) => sameName(candidate.name, name));
    byUrl.set(url, { url, name, kind, ...(file ? { state: 'here', fileName: file.name } : { state: 'missing' }) });
  }
  return [...byUrl.values()];
}

/** Returns whether two file names are equal except for case and Unicode normalization. */
export function sameName(a: string, b: string): boolean {
  return a.normalize().toLowerCase() === b.normalize().toLowerCase();
}
