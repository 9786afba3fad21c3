import { join } from 'node:path';
import { environment } from '../api/system/environment.ts';
import { makePrivateFolder } from '../api/system/privateFolder.ts';

/**
 * Returns the path of a cache folder, private to this user. If it cannot be created, callers report that or work
 * without it.
 */
export async function cacheFolder(name: 'fonts' | 'probes' | 'segments'): Promise<string> {
  const { cacheDir } = environment();
  await makePrivateFolder(cacheDir).catch(() => undefined);
  return join(cacheDir, name);
}
