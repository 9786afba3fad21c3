import type { ByteReader } from './byteReader.ts';

/** One element of a WebM or Matroska file (RFC 8794 §6). */
export interface Element {
  id: number;
  /** Where its contents are in the file, bytes. */
  start: number;
  size: number;
}

/** Longest head of an element, bytes. */
const HEAD = 12;

/**
 * Gives the elements of a file in their order. What holds others is entered, not skipped, so that an unknown length,
 * as in recordings, does no harm.
 * @param holders ids of the elements that are entered.
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
    // The first byte's uppermost bit tells the length of the number itself.
    const mark = 0x80 >> (sizeLength - 1);
    const size = numberIn(head.subarray(idLength, idLength + sizeLength).map((byte, i) => (i ? byte : byte ^ mark)));
    const start = at + idLength + sizeLength;
    yield { id, start, size };
    at = holders.has(id) ? start : start + size;
  }
}

/** A whole number of any length, largest byte first. */
export function numberIn(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** A number with a point, of 4 or 8 bytes. */
export function floatIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length === 8 ? view.getFloat64(0) : bytes.length === 4 ? view.getFloat32(0) : 0;
}
