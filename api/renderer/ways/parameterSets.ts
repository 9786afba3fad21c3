/** What an H.264 decoder is told before the first picture: an `avcC` record (ISO/IEC 14496-15, 5.3.3.1). */
export interface AvcHeader {
  /** Bytes of the number that stands before each unit. */
  lengthSize: number;
  /** Sequence and picture parameter sets, whole units. */
  sequences: Uint8Array[];
  pictures: Uint8Array[];
}

/** Numbers that sequence parameter sets may have: 0 to this. */
const highestSet = 31;

/** Reads an `avcC` record. @returns undefined where it is none. */
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

/** A number for parameter sets of our own beside those of a source. @returns undefined where none is free, or it has no record. */
export function freeParameterSet(header: Uint8Array): number | undefined {
  const avc = readAvcHeader(header);
  if (!avc) return undefined;
  const used = new Set([...avc.sequences.map(sequenceNumber), ...avc.pictures.map(pictureNumber)]);
  for (let number = 1; number <= highestSet; number += 1) if (!used.has(number)) return number;
  return undefined;
}

/** The number of a sequence parameter set: it follows its kind, profile, constraints and level, a byte each. */
export function sequenceNumber(unit: Uint8Array): number {
  return readUnsigned(unit, 4);
}

/** The number of a picture parameter set: it follows its kind. */
export function pictureNumber(unit: Uint8Array): number {
  return readUnsigned(unit, 1);
}

/** An unsigned Exp-Golomb number (ITU-T H.264, 9.1). @param at byte at which it begins. */
function readUnsigned(bytes: Uint8Array, at: number): number {
  const bit = (i: number) => ((bytes[at + (i >> 3)] ?? 0) >> (7 - (i & 7))) & 1;
  let zeros = 0;
  while (zeros < 16 && bit(zeros) === 0) zeros += 1;
  let value = 1;
  for (let i = 1; i <= zeros; i += 1) value = value * 2 + bit(zeros + i);
  return value - 1;
}
