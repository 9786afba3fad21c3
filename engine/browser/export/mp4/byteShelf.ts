import type { Bytes } from './boxes.ts';

/** Chunks of this size become Blobs, which the browser may put on disk, in bytes. */
const PIECE = 4 << 20;

/** Collects small parts of data without keeping them in the page's memory. */
export interface ByteShelf {
  add(bytes: Bytes): void;
  /** Returns everything added, in order. */
  content(): Blob;
}

/** Creates an empty shelf. */
export function createByteShelf(): ByteShelf {
  const pieces: Blob[] = [];
  let waiting: Bytes[] = [];
  let size = 0;
  const storeChunk = (): void => {
    pieces.push(new Blob(waiting));
    waiting = [];
    size = 0;
  };
  return {
    add(bytes) {
      waiting.push(bytes);
      size += bytes.length;
      if (size >= PIECE) storeChunk();
    },
    content() {
      storeChunk();
      return new Blob(pieces);
    },
  };
}
