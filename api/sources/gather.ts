import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { ChunkRefused } from '../storage/uploadParts.ts';

/** How bytes are gathered before they are stored. */
export interface Gathering {
  /** Folder of the files in which they are gathered; nobody else writes to it. */
  folder: string;
  /** Place of the first byte in the upload. */
  start: number;
  /** So many are stored together. */
  pieceBytes: number;
  /** So many of the first ones are, because others are stored with them; 1 to pieceBytes. */
  firstBytes: number;
}

/**
 * Stores bytes in pieces as they come; what came before they ended, or failed, is stored too, unless it is refused.
 * @param store told a file with some of them, their place in the upload, and how many they are.
 * @returns the end of what is stored. @throws what the bytes end with.
 */
export async function gather(
  bytes: AsyncIterable<Uint8Array>,
  { folder, start, pieceBytes, firstBytes }: Gathering,
  store: (file: string, start: number, size: number) => Promise<void>,
): Promise<number> {
  let [from, size, most, files] = [start, 0, firstBytes, 0];
  let file: FileHandle | undefined;
  const flush = async () => {
    await file?.close();
    file = undefined;
    if (size === 0) return;
    const [place, count] = [from, size];
    // What could not be stored is not tried again: the store was asked patiently.
    [size, most] = [0, pieceBytes];
    await store(path.join(folder, String(files)), place, count);
    [from, files] = [place + count, files + 1];
  };
  try {
    for await (const piece of bytes) {
      for (let done = 0; done < piece.byteLength; ) {
        file ??= await open(path.join(folder, String(files)), 'a');
        const count = Math.min(piece.byteLength - done, most - size);
        // All of it, or an error: what is written in part would be counted whole.
        await file.appendFile(piece.subarray(done, done + count));
        [done, size] = [done + count, size + count];
        if (size >= most) await flush();
      }
    }
    await flush();
  } catch (error) {
    if (!(error instanceof ChunkRefused)) await flush();
    throw error;
  } finally {
    await file?.close();
  }
  return from;
}
