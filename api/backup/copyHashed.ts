import { chmod, open } from 'node:fs/promises';
import { type Read, readHashed } from '../system/readHashed.ts';

/** Copies a file durably to a new path. @param mode of the copy. @throws the system's error; EEXIST. */
export async function copyHashed(from: string, to: string, mode: number, signal?: AbortSignal): Promise<Read> {
  const file = await open(to, 'wx', 0o600);
  try {
    const read = await readHashed(from, signal, async (chunk) => {
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    });
    await file.sync();
    await chmod(to, mode);
    return read;
  } finally {
    await file.close();
  }
}
