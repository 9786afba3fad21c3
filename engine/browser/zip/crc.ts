/** Initial value of a CRC-32; the result is XORed with it at the end. */
export const CRC_START = 0xffffffff;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Updates a CRC-32 (ISO 3309, as in zip files) with bytes. @param crc CRC_START at first. */
export function addCrc(crc: number, bytes: Uint8Array): number {
  let value = crc;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return value;
}

/** Returns the CRC-32 of a file, which is read as a stream. */
export async function crcOf(file: Blob, signal?: AbortSignal): Promise<number> {
  const reader = file.stream().getReader();
  let crc = CRC_START;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    signal?.throwIfAborted();
    crc = addCrc(crc, chunk.value);
  }
  return (crc ^ CRC_START) >>> 0;
}
