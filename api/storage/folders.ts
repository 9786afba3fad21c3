import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDurableFolder } from '../system/publish.ts';
import { checkedId } from './keys.ts';

/** Layout of the data folder. All names are ours; ids are validated on input. */
export interface Folders {
  root: string;
  /** One folder per unfinished upload. */
  uploads: string;
  /** Temporary files of renders; stale when a process that is alone starts. */
  work: string;
  /** Downloaded font families; created on first use. */
  fonts: string;
  /** Still frames of videos; created on first use. */
  stills: string;
  /** Images of online collections; created on first use. */
  images: string;
  /** Cache of encoded segments, for similar renders; created on first use. */
  segments: string;
  /** Cache of probe results; created on first use. */
  probes: string;
  /** Folder of an upload. */
  upload(id: string): string;
}

/** Creates missing folders. @param root the data folder, absolute or relative to the working directory. */
export async function openFolders(root: string): Promise<Folders> {
  const absolute = path.resolve(root);
  const [work, uploads] = [path.join(absolute, 'work'), path.join(absolute, 'uploads')];
  for (const folder of [work, uploads]) await makeDurableFolder(folder);
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

/** Deletes a folder and its contents. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Deletes everything in a folder except the named files. */
export async function sweepFolder(folder: string, keep: readonly string[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !keep.includes(name));
  await Promise.all(others.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}
