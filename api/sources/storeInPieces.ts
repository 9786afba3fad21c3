import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { ChunkRejectedError } from '../storage/uploadParts.ts';

/** How bytes are buffered before storing. */
export interface Gathering {
  /** Folder for buffer files, used by this call only. */
  folder: string;
  /** Offset of the first byte in the upload. */
  start: number;
  /** Bytes per stored piece. */
  pieceBytes: number;
  /** Bytes of the first piece, which is stored together with earlier bytes; 1 to pieceBytes. */
  firstBytes: number;
}

/**
 * Stores bytes in pieces as they arrive. After a failure, the bytes before it are stored too, unless they are rejected.
 * @param store gets a file with a piece, its offset in the upload, and its size.
 * @returns the end offset of what is stored. @throws the stream's error.
 */
export async function storeInPieces(
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
    // No further try: storage has already retried.
    [size, most] = [0, pieceBytes];
    await store(path.join(folder, String(files)), place, count);
    [from, files] = [place + count, files + 1];
  };
  try {
    for await (const piece of bytes) {
      for (let done = 0; done < piece.byteLength; ) {
        file ??= await open(path.join(folder, String(files)), 'a');
        const count = Math.min(piece.byteLength - done, most - size);
        // Writes everything or fails, so that the count is exact.
        await file.appendFile(piece.subarray(done, done + count));
        [done, size] = [done + count, size + count];
        if (size >= most) await flush();
      }
    }
    await flush();
  } catch (error) {
    if (!(error instanceof ChunkRejectedError)) await flush();
    throw error;
  } finally {
    await file?.close();
  }
  return from;
}
