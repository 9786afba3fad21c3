import type { MediaReference } from '../../engine/project/media.ts';
import { isHttpAddress } from '../../engine/project/mediaAddress.ts';

/** One media file that a project names, and where it is. */
export interface NeededMedia {
  /** As the project names it. */
  url: string;
  /** The file name in it, for people. */
  name: string;
  kind: MediaReference['kind'];
  /** link: on the web or on the server already; here: handed over; missing: still to come. */
  state: 'link' | 'here' | 'missing';
  /** Name of the held file that it was matched with. */
  fileName?: string;
}

/** The file name at the end of a path or address, decoded; slashes after it do not count. */
export function fileNameOf(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replace(/[/\\]+$/, '');
  const last = path.split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Whether a reference needs no file: it names an address on the web, or a path on the server. */
export function isLink(url: string): boolean {
  return isHttpAddress(url) || url.startsWith('/');
}

/** Whether a reference names another website: a page may load nothing from there, so the server has to fetch it. */
export function isOfOtherSite(url: string): boolean {
  return isHttpAddress(url) && URL.canParse(url) && new URL(url).origin !== location.origin;
}

/**
 * What a project needs, each file once, matched with the files that are there: by name, or by name without regard
 * to capitals where no file has the very name.
 */
export function matchMedia(references: readonly MediaReference[], files: readonly { name: string }[]): NeededMedia[] {
  const byUrl = new Map<string, NeededMedia>();
  for (const { url, kind } of references) {
    if (byUrl.has(url)) continue;
    const name = fileNameOf(url);
    if (isLink(url)) {
      byUrl.set(url, { url, name, kind, state: 'link' });
      continue;
    }
    const file = files.find((held) => held.name === name) ?? files.find((held) => sameName(held.name, name));
    byUrl.set(url, { url, name, kind, ...(file ? { state: 'here', fileName: file.name } : { state: 'missing' }) });
  }
  return [...byUrl.values()];
}

/** Whether two file names are the same but for capitals and for how accents are written. */
export function sameName(a: string, b: string): boolean {
  return a.normalize().toLowerCase() === b.normalize().toLowerCase();
}
