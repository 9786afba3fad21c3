import type { FileBytes } from './fileBytes.ts';

/** Reads adjacent parts of a file with few requests. */
export interface ByteReader {
  /** Returns bytes of the file, which are never overwritten. */
  read(offset: number, size: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Creates a reader of a file. @param ahead smallest number of bytes to read at a time; default 1 MB. */
export function createByteReader(file: FileBytes, ahead = 1 << 20): ByteReader {
  let start = 0;
  let buffered = new Uint8Array();
  return {
    async read(offset, size) {
      if (offset < start || offset + size > start + buffered.length) {
        buffered = new Uint8Array(await file.slice(offset, offset + Math.max(size, ahead)).arrayBuffer());
        start = offset;
      }
      return buffered.subarray(offset - start, offset - start + size);
    },
  };
}
