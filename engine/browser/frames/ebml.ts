import type { ByteReader } from './byteReader.ts';

/** An element of a WebM or Matroska file (RFC 8794 §6). */
export interface Element {
  id: number;
  /** Position of its content in the file, in bytes. */
  start: number;
  size: number;
}

/** Longest header of an element, in bytes. */
const HEAD = 12;

/**
 * Yields the elements of a file in order. Enters containers instead of skipping them, so unknown sizes, as in
 * recordings, are harmless.
 * @param holders ids of containers to enter.
 */
export async function* elementsOf(
  bytes: ByteReader,
  length: number,
  holders: ReadonlySet<number>,
): AsyncGenerator<Element> {
  for (let at = 0; at < length; ) {
    const head = await bytes.read(at, HEAD);
    const idLength = Math.clz32(head[0] ?? 0) - 23;
    const sizeLength = Math.clz32(head[idLength] ?? 0) - 23;
    if (head.length < 2 || idLength > 4 || sizeLength > 8) return;
    const id = numberIn(head.subarray(0, idLength));
    // The highest set bit of the first byte marks the length of the number.
    const mark = 0x80 >> (sizeLength - 1);
    const size = numberIn(head.subarray(idLength, idLength + sizeLength).map((byte, i) => (i ? byte : byte ^ mark)));
    const start = at + idLength + sizeLength;
    yield { id, start, size };
    at = holders.has(id) ? start : start + size;
  }
}

/** Parses a big-endian integer of any length. */
export function numberIn(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** Parses a float of 4 or 8 bytes. */
export function floatIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length === 8 ? view.getFloat64(0) : bytes.length === 4 ? view.getFloat32(0) : 0;
}
