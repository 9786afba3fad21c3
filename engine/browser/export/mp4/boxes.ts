/** Bytes of a file under construction, each with its own buffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Returns a box of an MP4 file (ISO/IEC 14496-12 §4.2). @param type its four letters. */
export function box(type: string, ...contents: Bytes[]): Bytes {
  const size = contents.reduce((sum, part) => sum + part.length, 8);
  return joined(u32(size), letters(type), ...contents);
}

/** Concatenates bytes. */
export function joined(...parts: Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns a box with version and flags. */
export function fullBox(type: string, version: number, flags: number, ...contents: Bytes[]): Bytes {
  return box(type, u32(version * 2 ** 24 + flags), ...contents);
}

/** Returns letters as bytes. */
export function letters(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Copies a buffer. */
export function bytesOf(source: AllowSharedBufferSource): Bytes {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}

/** Returns bytes. */
export function u8(...values: number[]): Bytes {
  return Uint8Array.from(values);
}

/** Returns big-endian 16-bit numbers. */
export function u16(...values: number[]): Bytes {
  return numbers(values, 2, (view, at, value) => view.setUint16(at, value & 0xffff));
}

/** Returns big-endian 32-bit numbers; negative ones in two's complement. */
export function u32(...values: readonly number[]): Bytes {
  return numbers(values, 4, (view, at, value) => view.setUint32(at, value >>> 0));
}

/**
 * Returns a table: the number of entries, then their 32-bit numbers.
 * @param width numbers per entry; default 1.
 */
export function list(values: readonly number[], width = 1): Bytes {
  return numbers([values.length / width, ...values], 4, (view, at, value) => view.setUint32(at, value >>> 0));
}

function numbers(
  values: readonly number[],
  size: number,
  set: (view: DataView, at: number, value: number) => void,
): Bytes {
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) set(view, i * size, value);
  return bytes;
}
