import type { FileBytes } from './fileBytes.ts';

/** Reads neighboring pieces of a file with few reads. */
export interface ByteReader {
  /** Some bytes of the file; they stay as they are until the caller lets go of them. */
  read(offset: number, size: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Makes a reader of a file. @param ahead bytes that are read at a time, at least; default 1 MB. */
export function createByteReader(file: FileBytes, ahead = 1 << 20): ByteReader {
  let start = 0;
  let held = new Uint8Array();
  return {
    async read(offset, size) {
      if (offset < start || offset + size > start + held.length) {
        held = new Uint8Array(await file.slice(offset, offset + Math.max(size, ahead)).arrayBuffer());
        start = offset;
      }
      return held.subarray(offset - start, offset - start + size);
    },
  };
}
