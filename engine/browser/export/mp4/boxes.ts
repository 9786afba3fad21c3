/** Bytes of a file that is being made, in memory of their own. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A box of an MP4 file (ISO/IEC 14496-12 §4.2). @param type its four letters. */
export function box(type: string, ...contents: Bytes[]): Bytes {
  const size = contents.reduce((sum, part) => sum + part.length, 8);
  return joined(u32(size), letters(type), ...contents);
}

/** Bytes one after the other. */
export function joined(...parts: Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A box with version and flags. */
export function fullBox(type: string, version: number, flags: number, ...contents: Bytes[]): Bytes {
  return box(type, u32(version * 2 ** 24 + flags), ...contents);
}

/** Letters, one byte each. */
export function letters(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** A copy of what a part of the browser describes itself by. */
export function bytesOf(source: AllowSharedBufferSource): Bytes {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}

/** Bytes as they are. */
export function u8(...values: number[]): Bytes {
  return Uint8Array.from(values);
}

/** Numbers of 16 bits, largest byte first. */
export function u16(...values: number[]): Bytes {
  return numbers(values, 2, (view, at, value) => view.setUint16(at, value & 0xffff));
}

/** Numbers of 32 bits, largest byte first; negative ones as their complement. */
export function u32(...values: readonly number[]): Bytes {
  return numbers(values, 4, (view, at, value) => view.setUint32(at, value >>> 0));
}

/**
 * A table: how many entries there are, then their numbers, of 32 bits each.
 * @param width numbers an entry; default 1.
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
