import { type Bytes, joined, u8, u16 } from './boxes.ts';

/** NAL unit types (ITU-T H.264, table 7-1). */
const SEQUENCE_SET = 7;
const PICTURE_SET = 8;
/** Profiles whose avcC ends with the color format: High and above (ISO/IEC 14496-15 §5.3.3.1.2). */
const highProfiles = [100, 110, 122, 144];
/** 4:2:0 with eight bits, as exported, and no further parameter sets. */
const plainColors = u8(0xfd, 0xf8, 0xf8, 0);

/**
 * Returns the avcC content for an H.264 track. Encoders may also put parameter sets before key frames, which decoders
 * then prefer, so those are used. Firefox's own description has sets with a doubled first byte.
 * @param description avcC content from the encoder.
 * @param key the first encoded frame: NAL units with their sizes.
 * @returns a description with the sets of that frame; `description` if it has none.
 */
export function avcConfig(description: Bytes, key: Bytes): Bytes {
  const lengthSize = ((description[4] ?? 3) & 3) + 1;
  const units = nalUnits(key, lengthSize);
  const sequences = units.filter((unit) => typeOf(unit) === SEQUENCE_SET);
  const pictures = units.filter((unit) => typeOf(unit) === PICTURE_SET);
  const [first] = sequences;
  if (!first || first.length < 4 || pictures.length === 0) return description;
  const [, profile = 0, compatibility = 0, level = 0] = first;
  return joined(
    u8(1, profile, compatibility, level, 0xfc | (lengthSize - 1), 0xe0 | sequences.length),
    ...sequences.flatMap(withSize),
    u8(pictures.length),
    ...pictures.flatMap(withSize),
    highProfiles.includes(profile) ? plainColors : u8(),
  );
}

/** @returns an empty list if the sizes do not match the bytes. */
function nalUnits(bytes: Bytes, lengthSize: number): Bytes[] {
  const units: Bytes[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.subarray(at, at + lengthSize).reduce((sum, byte) => sum * 256 + byte, 0);
    at += lengthSize;
    if (size === 0 || at + size > bytes.length) return [];
    units.push(bytes.subarray(at, at + size));
    at += size;
  }
  return units;
}

function typeOf(unit: Bytes): number {
  return (unit[0] ?? 0) & 31;
}

function withSize(unit: Bytes): Bytes[] {
  return [u16(unit.length), unit];
}
