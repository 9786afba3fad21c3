// Browsers and Node have it; the language itself does not know it.
declare const TextDecoder: new (label: string, options?: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** Said where the letters of a file are guessed. */
export const LETTERS_GUESSED =
  'The file is not Unicode and was read as Western European. Save it as UTF-8 if letters look wrong.';

/** How many of the first bytes tell whether a file without a mark is UTF-16. */
const LOOKED_AT = 512;

/** What a file of text says. */
export interface ReadBytes {
  text: string;
  /** Whether nothing told its letters, so that they may be others. */
  isGuessed: boolean;
}

/**
 * Reads a file of text, such as subtitles or a table: as UTF-16 where its mark or its empty bytes say so, else as UTF-8, and what
 * is none of that as older programs of the West, and Excel to this day, write it (Windows-1252).
 */
export function readBytes(bytes: Uint8Array): ReadBytes {
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
  // Digits, arrows and line ends have an empty half; other texts have no empty bytes.
  const empty = [0, 0];
  bytes.subarray(0, LOOKED_AT).forEach((byte, i) => {
    if (byte === 0) empty[i % 2] = (empty[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = empty;
  if (even + odd < Math.max(2, Math.min(bytes.length, LOOKED_AT) / 8)) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** What Windows-1252 has where Latin 1 has control characters. Node's own decoder takes it for Latin 1. */
const marks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function western(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => marks[byte - 0x80] ?? String.fromCharCode(byte)).join('');
}
