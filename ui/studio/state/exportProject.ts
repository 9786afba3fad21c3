import { proxy } from 'valtio/vanilla';
import { saveBlob } from '../../components/saveFile.ts';
import { showFailure, showNote } from '../../state/notices.ts';
import { studio } from './studio.ts';

/** How far the packing of the project into a file is. */
export const exporting = proxy({ busy: false, done: 0, total: 0 });

let packing: AbortController | undefined;

/** Saves the project as one file, its media included. Says what could not be put in. */
export async function exportProject(): Promise<void> {
  if (exporting.busy) return;
  packing = new AbortController();
  Object.assign(exporting, { busy: true, done: 0, total: 0 });
  try {
    const { exportProjectFile } = await import('../../projects/projectFile.ts');
    const { blob, fileName, missing } = await exportProjectFile(studio.project, {
      signal: packing.signal,
      onProgress: (done, total) => Object.assign(exporting, { done, total }),
    });
    saveBlob(fileName, blob);
    if (missing.length > 0) showNote(`Not in the file, because it is no longer there: ${missing.join(', ')}.`);
  } catch (error) {
    if (!packing.signal.aborted) showFailure(error);
  } finally {
    exporting.busy = false;
  }
}

/** Stops the packing; no file is saved. */
export function stopExport(): void {
  packing?.abort();
}
