/** H.264 decoder configuration: an `avcC` record (ISO/IEC 14496-15, 5.3.3.1). */
export interface AvcHeader {
  /** Bytes of the length prefix of each NAL unit. */
  lengthSize: number;
  /** Sequence and picture parameter sets, as whole NAL units. */
  sequences: Uint8Array[];
  pictures: Uint8Array[];
}

/** Highest ID of a sequence parameter set. */
const highestSet = 31;

/** Parses an `avcC` record. @returns undefined if it is invalid. */
export function readAvcHeader(bytes: Uint8Array): AvcHeader | undefined {
  if (bytes.length < 7 || bytes[0] !== 1) return undefined;
  let at = 5;
  const list = (count: number): Uint8Array[] =>
    Array.from({ length: count }, () => {
      const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      const unit = bytes.subarray(at + 2, at + 2 + length);
      at += 2 + length;
      return unit;
    });
  const sequences = list((bytes[at++] as number) & 31);
  const pictures = list(bytes[at++] ?? 0);
  const isWhole = at <= bytes.length && sequences.length > 0 && pictures.length > 0;
  return isWhole ? { lengthSize: ((bytes[4] as number) & 3) + 1, sequences, pictures } : undefined;
}

/**
 * Returns a parameter set ID that a source does not use. @returns undefined if none is free, or there is no `avcC`
 * record.
 */
export function freeParameterSet(header: Uint8Array): number | undefined {
  const avc = readAvcHeader(header);
  if (!avc) return undefined;
  const used = new Set([...avc.sequences.map(sequenceNumber), ...avc.pictures.map(pictureNumber)]);
  for (let number = 1; number <= highestSet; number += 1) if (!used.has(number)) return number;
  return undefined;
}

/**
 * Returns the ID of a sequence parameter set, which follows NAL header, profile, constraints and level, a byte each.
 */
export function sequenceNumber(unit: Uint8Array): number {
  return bitsOf(unit, 4).unsigned();
}

/** Returns the ID of a picture parameter set, which follows the NAL header. */
export function pictureNumber(unit: Uint8Array): number {
  return bitsOf(unit, 1).unsigned();
}

/** Profiles whose sequence parameter sets contain chroma fields (ITU-T H.264, 7.3.2.1.1). */
const withColors = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Returns the coded frame size of a sequence parameter set, before cropping, in pixels. */
export function sequenceSize(unit: Uint8Array): { width: number; height: number } {
  const { bit, unsigned } = bitsOf(unit, 4);
  unsigned();
  if (withColors.has(unit[1] as number)) skipColors({ bit, unsigned });
  unsigned();
  const order = unsigned();
  if (order === 0) unsigned();
  if (order === 1) {
    bit();
    for (const _ of [1, 2]) unsigned();
    for (let left = unsigned(); left > 0; left -= 1) unsigned();
  }
  unsigned();
  bit();
  const [across, down] = [unsigned() + 1, unsigned() + 1];
  const isFrames = bit() === 1;
  return { width: 16 * across, height: 16 * down * (isFrames ? 1 : 2) };
}

type Bits = ReturnType<typeof bitsOf>;

function skipColors({ bit, unsigned }: Bits): void {
  const format = unsigned();
  if (format === 3) bit();
  for (const _ of [1, 2]) unsigned();
  bit();
  if (bit() === 0) return;
  for (let list = 0; list < (format === 3 ? 12 : 8); list += 1) {
    if (bit() === 0) continue;
    let [last, next] = [8, 8];
    for (let i = 0; i < (list < 6 ? 16 : 64); i += 1) {
      if (next !== 0) next = (last + signedOf(unsigned()) + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

/** Maps to 0, 1, -1, 2, -2 and so on. */
function signedOf(number: number): number {
  return number % 2 === 1 ? (number + 1) / 2 : -number / 2;
}

/** Reads bits of a NAL unit without emulation prevention bytes (ITU-T H.264, 7.4.1). @param from first byte to read. */
function bitsOf(unit: Uint8Array, from: number) {
  const bytes = unit.filter((byte, i) => !(byte === 3 && i >= 2 && unit[i - 1] === 0 && unit[i - 2] === 0));
  let place = from * 8;
  const bit = () => {
    const value = ((bytes[place >> 3] ?? 0) >> (7 - (place & 7))) & 1;
    place += 1;
    return value;
  };
  /** Reads an unsigned Exp-Golomb number (ITU-T H.264, 9.1). */
  const unsigned = () => {
    let zeros = 0;
    while (zeros < 31 && bit() === 0) zeros += 1;
    let value = 1;
    for (let i = 0; i < zeros; i += 1) value = value * 2 + bit();
    return value - 1;
  };
  return { bit, unsigned };
}
