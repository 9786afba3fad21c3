import { createHash } from 'node:crypto';
import { readHashed } from '../../api/system/readHashed.ts';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { fontReferences, mapMediaUrls } from '../../engine/project/media.ts';
import { isHttpAddress } from '../../engine/project/mediaAddress.ts';
import { messages } from '../../engine/project/messages.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { ProblemError, problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { requiredMedia } from '../../engine/timeline/requiredMedia.ts';
import { locateIn, mediaFileProblems, mediaPath, mediaPlace } from '../mediaPlace.ts';
import type { ProjectText } from '../projectFiles.ts';

/** A local media file, identified by its content. */
export interface LocalMedia {
  path: string;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** In bytes. */
  size: number;
}

/** A project that is ready to submit. */
export interface Submission {
  /** As named on the command line. */
  file: string;
  project: Project;
  /** Local media by URL, without network addresses. */
  media: Map<string, LocalMedia>;
  /** SHA-256 of the project with the hashes of its media: equal for equal work, wherever the files are. */
  hash: string;
}

/** Reads and hashes a media file; a file used by several projects is read once. */
export type HashFile = (path: string) => Promise<LocalMedia>;

/** Returns a function that hashes files, each once. */
export function createHasher(signal: AbortSignal): HashFile {
  const known = new Map<string, Promise<LocalMedia>>();
  return (path) => {
    const found = known.get(path) ?? hashFile(path, signal);
    known.set(path, found);
    return found;
  };
}

/** How a batch reads its inputs. */
export interface Sources {
  read: (file: string) => Promise<ProjectText>;
  hash: HashFile;
  /** Allowed files and folders outside the projects' folders. */
  outside: readonly string[];
}

/**
 * Reads a project file and its media.
 * @throws ProblemError if the project is invalid, or media are missing, not allowed or over 300 MB.
 */
export async function readSubmission(file: string, { read, hash, outside }: Sources): Promise<Submission> {
  const { text, folder } = await read(file);
  const parsed = parseProjectText(text);
  if (!parsed.ok) throw new ProblemError(parsed.problems);
  const place = await mediaPlace(folder, outside);
  const missing = await mediaFileProblems(parsed.value, place);
  if (missing.length > 0) throw new ProblemError(missing);
  const media = new Map<string, LocalMedia>();
  // A missing font is replaced, and a note of the result tells so.
  const isThere = (url: string) => locateIn(place)(url).then(Boolean, () => false);
  for (const { url, path, kind } of [...requiredMedia(parsed.value), ...fontReferences(parsed.value)]) {
    if (isHttpAddress(url) || media.has(url) || (kind === 'font' && !(await isThere(url)))) continue;
    const found = await hash(mediaPath(url, place));
    if (found.size > MAX_UPLOAD_BYTES)
      throw new ProblemError([problem('media.refused', path, messages.uploadTooLarge)]);
    media.set(url, found);
  }
  const named = mapMediaUrls(parsed.value, (url) => media.get(url)?.hash ?? url);
  return { file, project: parsed.value, media, hash: sha256(JSON.stringify(named)) };
}

/** Returns the SHA-256 of a text, hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function hashFile(path: string, signal: AbortSignal): Promise<LocalMedia> {
  const { size, sha256: hash } = await readHashed(path, signal);
  return { path, hash, size };
}
