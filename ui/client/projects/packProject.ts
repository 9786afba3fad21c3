import { ApiError } from '../../../api/contract/errors.ts';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { type FileOptions, MAX_TOTAL_BYTES, PROJECT_ENTRY } from '../../../engine/browser/zip/projectZip.ts';
import { writeZip, type ZipFile } from '../../../engine/browser/zip/writeZip.ts';
import { withoutIllegal } from '../../../engine/project/fileName.ts';
import { MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { fileReferences, mapMediaUrls } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { blobOf, newMediaPath } from '../media/mediaTable.ts';
import { fileNameOf, isLink } from '../media/references.ts';

/** A project as one file. */
export interface Exported {
  blob: Blob;
  /** Such as "Summer.zip". */
  fileName: string;
  /** Media that could not be included: missing in this browser, or not available from the server. */
  missing: string[];
}

/**
 * Packs a project and its media into one zip of project.json and media/…, which the command line can render once
 * unpacked. Includes files of this server (samples, uploads); links to other hosts stay links.
 * @param options.onProgress reports the packing; fetching from the server is not included.
 * @throws ApiError if the file would be too large; the signal's reason if aborted.
 */
export async function packProject(project: Project, options: FileOptions = {}): Promise<Exported> {
  const urls = [...new Set(fileReferences(project).map(({ url }) => url))];
  const paths = new Map<string, string>();
  const media: ZipFile[] = [];
  const missing: string[] = [];
  for (const url of urls) {
    options.signal?.throwIfAborted();
    const own = ownAddress(url);
    if (isLink(url) && own === undefined) continue;
    const blob = own === undefined ? await blobOf(url) : await fetchBlob(own, options.signal);
    if (!blob || blob.size > MAX_UPLOAD_BYTES) {
      missing.push(url);
      continue;
    }
    const name = own === undefined ? url : newMediaPath(fileNameOf(own)).url;
    paths.set(url, name);
    media.push({ name, blob, compress: false });
  }
  if (media.reduce((sum, { blob }) => sum + blob.size, 0) > MAX_TOTAL_BYTES) {
    throw new ApiError(413, 'too-large', 'The media of this project exceed 2 GB in total. Remove some.');
  }
  const text = JSON.stringify(
    mapMediaUrls(project, (url) => paths.get(url) ?? url),
    null,
    2,
  );
  const head: ZipFile = { name: PROJECT_ENTRY, blob: new Blob([text]), compress: true };
  const blob = await writeZip([head, ...media], options);
  return { blob, fileName: `${projectFileName(project.name)}.zip`, missing };
}

/** Returns the path of a URL on this server; undefined for other URLs and for paths of the media table. */
function ownAddress(url: string): string | undefined {
  if (!isLink(url)) return undefined;
  const { origin, pathname, search } = new URL(url, location.href);
  return origin === location.origin ? pathname + search : undefined;
}

async function fetchBlob(address: string, signal: AbortSignal | undefined): Promise<Blob | undefined> {
  try {
    const answer = await fetch(address, signal ? { signal } : {});
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/** Returns a project's name as a file name without extension. */
export function projectFileName(name: string | undefined): string {
  const plain = withoutIllegal(name ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  // Slices by code points, so that no character is split.
  return [...plain].slice(0, 80).join('') || UNNAMED;
}
