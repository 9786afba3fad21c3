import { join } from 'node:path';
import { environment } from '../api/system/environment.ts';
import { makePrivateFolder } from '../api/system/privateFolder.ts';

/** Path of a folder in the cache, which is closed to other users. Where none can be made, what needs it says so, or does without. */
export async function cacheFolder(name: 'fonts' | 'probes' | 'segments'): Promise<string> {
  const { cacheDir } = environment();
  await makePrivateFolder(cacheDir).catch(() => undefined);
  return join(cacheDir, name);
}
