/** Longest file name that file systems accept, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255;

/** Cuts a text to a number of UTF-8 bytes without splitting a grapheme. */
export function cutToBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  let [cut, bytes] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += bytesOf(segment);
    if (bytes > most) break;
    cut += segment;
  }
  return cut;
}

/** Length in UTF-8 (RFC 3629 §3). */
function bytesOf(text: string): number {
  return [...text].reduce((sum, char) => {
    const point = char.codePointAt(0) as number;
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  }, 0);
}

/**
 * Returns a file name of ASCII letters, digits, dots and single underscores, 255 bytes at most.
 * @param suffix inserted before the extension; the caller limits it to the same characters.
 */
export function plainFileName(name: string, suffix = ''): string {
  const legal = withoutIllegal(name);
  const dot = legal.lastIndexOf('.');
  const base = tidy(dot > 0 ? legal.slice(0, dot) : legal) || 'file';
  const extension = dot > 0 ? tidy(legal.slice(dot + 1)).slice(0, 16) : '';
  const tail = `${suffix}${extension ? `.${extension}` : ''}`;
  return base.slice(0, MAX_NAME_BYTES - tail.length).replace(/_$/, '') + tail;
}

/** Removes characters that file systems forbid or that could disguise the name. */
export function withoutIllegal(name: string): string {
  return (
    name
      // Control characters, reserved characters, lone surrogates, and bidirectional controls (they could disguise an
      // extension).
      .replace(/[\p{Cc}\p{Surrogate}\u200e\u200f\u202a-\u202e\u2066-\u2069/?<>\\:*|"]/gu, '')
      .replace(/^\.+/, '')
      .replace(/[. ]+$/, '')
  );
}

function tidy(part: string): string {
  return part
    .replace(/[^A-Za-z0-9.]/g, '_')
    .replace(/_+/g, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[_.]+|[_.]+$/g, '');
}
