// Browsers and Node provide it, but the language library does not declare it.
declare const TextDecoder: new (label: string, options?: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** Note that the character encoding was guessed. */
export const ENCODING_GUESSED =
  'The file is not Unicode and was read as Western European. Save it as UTF-8 if letters look wrong.';

/** Number of first bytes that decide whether a file without a byte order mark is UTF-16. */
const LOOKED_AT = 512;

/** Text of a file. */
export interface ReadBytes {
  text: string;
  /** Whether the encoding is unknown, so characters may be wrong. */
  isGuessed: boolean;
}

/**
 * Decodes a text file, such as subtitles or a table: as UTF-16 if a byte order mark or zero bytes indicate it, else as
 * UTF-8, else as Windows-1252, which older Western programs, and Excel to this day, write.
 */
export function decodeText(bytes: Uint8Array): ReadBytes {
  const wide = wideOf(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: western(bytes), isGuessed: true };
  }
}

function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // In UTF-16, digits, arrows and line breaks have a zero byte; other encodings have none.
  const empty = [0, 0];
  bytes.subarray(0, LOOKED_AT).forEach((byte, i) => {
    if (byte === 0) empty[i % 2] = (empty[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = empty;
  if (even + odd < Math.max(2, Math.min(bytes.length, LOOKED_AT) / 8)) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Characters that Windows-1252 has in place of Latin-1 control characters. Node's decoder treats it as Latin-1. */
const marks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function western(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => marks[byte - 0x80] ?? String.fromCharCode(byte)).join('');
}
