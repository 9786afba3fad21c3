import type { Bytes } from './boxes.ts';

/** Pieces of this size are handed over to the browser, which may put them on disk, bytes. */
const PIECE = 4 << 20;

/** Collects what comes in small parts, without keeping it in the page's own memory. */
export interface ByteShelf {
  add(bytes: Bytes): void;
  /** All that was added, in order. */
  content(): Blob;
}

/** Makes an empty shelf. */
export function createByteShelf(): ByteShelf {
  const pieces: Blob[] = [];
  let waiting: Bytes[] = [];
  let size = 0;
  const put = (): void => {
    pieces.push(new Blob(waiting));
    waiting = [];
    size = 0;
  };
  return {
    add(bytes) {
      waiting.push(bytes);
      size += bytes.length;
      if (size >= PIECE) put();
    },
    content() {
      put();
      return new Blob(pieces);
    },
  };
}
