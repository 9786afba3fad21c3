import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeSafeFolder } from '../system/publish.ts';
import { checkedId } from './keys.ts';

/** Where files lie inside the data folder. All names are ours; ids are checked where they come in. */
export interface Folders {
  root: string;
  /** A folder for each upload that is under way. */
  uploads: string;
  /** Working files of renders; what lies there when a process starts alone is left over. */
  work: string;
  /** Fetched font families; made when the first one comes. */
  fonts: string;
  /** Stills of videos; made when the first one comes. */
  stills: string;
  /** Pictures of collections on the network; made when the first one comes. */
  images: string;
  /** Encoded segments, for renders of nearly the same; made when the first one comes. */
  segments: string;
  /** What was measured of media files; made when the first one comes. */
  probes: string;
  /** What came of an upload. */
  upload(id: string): string;
}

/** Makes the folders where they are missing. @param root the data folder, absolute or relative to the working folder. */
export async function openFolders(root: string): Promise<Folders> {
  const absolute = path.resolve(root);
  const [work, uploads] = [path.join(absolute, 'work'), path.join(absolute, 'uploads')];
  for (const folder of [work, uploads]) await makeSafeFolder(folder);
  return {
    root: absolute,
    uploads,
    work,
    fonts: path.join(absolute, 'fonts'),
    stills: path.join(absolute, 'stills'),
    images: path.join(absolute, 'images'),
    segments: path.join(absolute, 'segments'),
    probes: path.join(absolute, 'probes'),
    upload: (id) => path.join(uploads, checkedId(id)),
  };
}

/** Removes a folder with all that is in it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Removes all that is in a folder but these files. */
export async function sweepFolder(folder: string, keep: readonly string[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !keep.includes(name));
  await Promise.all(others.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}
