const MAX_NAME_BYTES = 255;

/**
 * The name under which a file is shown and offered (studio spec §5): no character but letters, digits and dots,
 * underscores for the others but never two in a row, a random id before the extension, 255 bytes at most.
 * It is never used as a path of ours. @param randomId 8 characters.
 */
export function storedName(name: string, randomId: string): string {
  const legal = removeIllegal(name);
  const dot = legal.lastIndexOf('.');
  const base = tidy(dot > 0 ? legal.slice(0, dot) : legal) || 'file';
  const extension = dot > 0 ? tidy(legal.slice(dot + 1)).slice(0, 16) : '';
  const tail = `_${randomId}${extension ? `.${extension}` : ''}`;
  return base.slice(0, MAX_NAME_BYTES - tail.length).replace(/_$/, '') + tail;
}

/** The file name that a download suggests. @param extension without the dot. */
export function downloadName(name: string | null, extension: string): string {
  const base = removeIllegal(name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return `${base || 'cutroom'}.${extension}`;
}

/** Content-Disposition of a name (RFC 6266): plain ASCII for old clients, UTF-8 for the others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${utf8}`;
}

function removeIllegal(name: string): string {
  return (
    name
      // Control characters, what file systems forbid, halves of characters, and what turns the direction of text
      // around (it could disguise an extension).
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
