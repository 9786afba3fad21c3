import { truncateName } from '../../edit/truncateName.ts';
import { MAX_PROJECT_BYTES, MAX_UPLOAD_BYTES } from '../../project/limits.ts';
import { pageMessages } from '../../project/pageMessages.ts';
import type { OnProgress } from '../stoppable.ts';
import { readZip, type ZipEntry, ZipError, type ZipLimits } from './readZip.ts';

/** Progress and cancellation of packing and unpacking a project file. */
export interface FileOptions {
  /** Bytes done of bytes to do. */
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** Name of the project's JSON in its zip. */
export const PROJECT_ENTRY = 'project.json';
/** Maximum size of all media in a project file, in bytes. */
export const MAX_TOTAL_BYTES = 2_000_000_000;

const limits: ZipLimits = { entries: 2000, fileBytes: MAX_UPLOAD_BYTES, totalBytes: MAX_TOTAL_BYTES };

/** Content of a project file. */
export interface ProjectZip {
  project: ZipEntry;
  /** By the path that the project uses. */
  media: Map<string, ZipEntry>;
}

/**
 * Reads the entries of a project file. Ignores one folder around everything, which some programs add. Apart from the
 * project, returns only media/…; anything else is never unpacked.
 * @throws ZipError with a message for the user.
 */
export async function openProjectZip(file: Blob): Promise<ProjectZip> {
  const entries = await readZip(file, limits);
  const sly = entries.find(({ name }) => isSly(name));
  if (sly) throw new ZipError(`This zip file contains a file with an invalid name: "${shown(sly.name)}".`);
  const [project, folder] = findProject(entries);
  if (project.size > MAX_PROJECT_BYTES) throw new ZipError(pageMessages.projectTooLarge);
  const inside = `${folder}media/`;
  const media = entries.filter(({ name }) => name.startsWith(inside));
  return { project, media: new Map(media.map((entry) => [entry.name.slice(folder.length), entry])) };
}

function findProject(entries: readonly ZipEntry[]): [project: ZipEntry, folder: string] {
  const plain = entries.find(({ name }) => name === PROJECT_ENTRY);
  if (plain) return [plain, ''];
  const nested = entries.filter(({ name }) => name.split('/').length === 2 && name.endsWith(`/${PROJECT_ENTRY}`));
  const [only] = nested;
  if (only && nested.length === 1) return [only, only.name.slice(0, -PROJECT_ENTRY.length)];
  throw new ZipError('This zip file contains no project.json.');
}

/**
 * Returns whether a name leaves its folder, is absolute, or has control characters: project files have none of these.
 */
function isSly(name: string): boolean {
  if (name.length > 1000 || /^\/|^[a-z]:|[\\\p{Cc}]/iu.test(name)) return true;
  return name.split('/').some((part) => part === '..' || part === '.' || part === '');
}

function shown(name: string): string {
  return truncateName(name.replace(/\p{Cc}/gu, '�'), 80);
}
