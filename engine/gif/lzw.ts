/** A growing byte buffer. */
export interface Bytes {
  /** @param length maximum number of bytes that will be written. */
  reserve(length: number): void;
  data: Uint8Array;
  length: number;
}

/** GIF's LZW codes have at most 12 bits. */
const mostCodes = 4096;
const slots = 1 << 14;

/**
 * Compresses color indexes with GIF's LZW (GIF89a, appendix F), in blocks of up to 255 bytes and an empty last block.
 * @param bits of an index, 2 to 8.
 */
export function compressLzw(places: Uint8Array, bits: number, out: Bytes): void {
  // At most 12 bits per index, the length bytes of the blocks, and some reserve for the end.
  out.reserve(places.length * 2 + Math.ceil(places.length / 127) + 32);
  const { data } = out;
  const clear = 1 << bits;
  // A string is identified by the code of its prefix and its last index.
  const keys = new Int32Array(slots).fill(-1);
  const codes = new Uint16Array(slots);
  let [next, size, pendingBits, count] = [clear + 2, bits + 1, 0, 0];
  data[out.length] = bits;
  let [block, at] = [out.length + 1, out.length + 2];
  const writeCode = (code: number) => {
    pendingBits |= code << count;
    count += size;
    while (count >= 8) {
      data[at] = pendingBits & 255;
      at += 1;
      pendingBits >>>= 8;
      count -= 8;
      if (at - block === 256) {
        data[block] = 255;
        block = at;
        at += 1;
      }
    }
  };
  writeCode(clear);
  let code = places[0] as number;
  for (let i = 1; i < places.length; i += 1) {
    const place = places[i] as number;
    const key = (code << 8) | place;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (slots - 1);
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & (slots - 1);
    if (keys[slot] === key) {
      code = codes[slot] as number;
      continue;
    }
    writeCode(code);
    code = place;
    if (next < mostCodes) {
      keys[slot] = key;
      codes[slot] = next;
      if (next === 1 << size) size += 1;
      next += 1;
    } else {
      writeCode(clear);
      keys.fill(-1);
      [next, size] = [clear + 2, bits + 1];
    }
  }
  writeCode(code);
  // At the end, the decoder has one string more than the encoder added.
  if (next === 1 << size && size < 12) size += 1;
  writeCode(clear + 1);
  if (count > 0) {
    data[at] = pendingBits & 255;
    at += 1;
  }
  if (at - block > 1) {
    data[block] = at - block - 1;
    data[at] = 0;
    at += 1;
  } else data[block] = 0;
  out.length = at;
}
