import { proxy } from 'valtio/vanilla';
import { showFailure, showNote } from '../../client/page/notices.ts';
import { saveBlob } from '../../client/page/saveFile.ts';
import { studio } from './studio.ts';

/** Progress of packing the project into a file. */
export const packing = proxy({ busy: false, done: 0, total: 0 });

let stop: AbortController | undefined;

/** Saves the project and its media as one file. Reports media that could not be included. */
export async function saveProjectFile(): Promise<void> {
  if (packing.busy) return;
  stop = new AbortController();
  Object.assign(packing, { busy: true, done: 0, total: 0 });
  try {
    const { packProject } = await import('./deferred.ts');
    const { blob, fileName, missing } = await packProject(studio.project, {
      signal: stop.signal,
      onProgress: (done, total) => Object.assign(packing, { done, total }),
    });
    saveBlob(fileName, blob);
    if (missing.length > 0) showNote(`Missing in the file because it no longer exists: ${missing.join(', ')}.`);
  } catch (error) {
    if (!stop.signal.aborted) showFailure(error);
  } finally {
    packing.busy = false;
  }
}

/** Cancels the packing; no file is saved. */
export function stopPacking(): void {
  stop?.abort();
}
