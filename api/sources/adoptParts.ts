import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Folders, removeFolder } from '../storage/folders.ts';
import { PART, type PartStore } from '../storage/uploadParts.ts';

/**
 * Moves bytes of unfinished uploads from the data folder, where releases before 2026-11-23 stored them even with
 * PostgreSQL, to shared storage.
 */
export async function adoptParts(folders: Pick<Folders, 'uploads' | 'upload'>, parts: PartStore): Promise<void> {
  for (const id of await readdir(folders.uploads)) {
    if (!/^[0-9a-f]{32}$/.test(id)) continue;
    const part = path.join(folders.upload(id), PART);
    if (!(await stat(part).catch(() => undefined))) continue;
    if ((await parts.received(id)) === 0) {
      const isMoved = await parts.append(id, 0, createReadStream(part)).then(
        () => true,
        // The upload has ended, or another process moves it: a sweep deletes the rest.
        () => false,
      );
      if (!isMoved) continue;
    }
    await removeFolder(folders.upload(id));
  }
}
