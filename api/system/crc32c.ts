const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

/** Computes CRC-32C, which Node's hashes lack. `digest` returns four bytes, big-endian. */
export function createCrc32c() {
  let sum = 0xffffffff;
  return {
    update(bytes: Uint8Array): void {
      for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] as number);
    },
    digest(): Buffer {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(~sum >>> 0);
      return bytes;
    },
  };
}
