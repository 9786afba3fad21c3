import path from 'node:path';
import { cutToBytes, MAX_NAME_BYTES, plainFileName, withoutIllegal } from '../../engine/project/fileName.ts';
import { UNNAMED } from '../contract/unnamed.ts';

/**
 * The name under which a file is shown and offered: no character but letters, digits and dots,
 * underscores for the others but never two in a row, a random id before the extension, 255 bytes at most.
 * It is never used as a path of ours. @param randomId 8 characters.
 */
export function storedName(name: string, randomId: string): string {
  return plainFileName(name, `_${randomId}`);
}

/** A stored name with another extension, or none, in place of its own. */
export function withExtension(name: string, extension: string): string {
  const { name: base } = path.parse(name);
  const tail = `${/_[^_.]{8}$/.exec(base)?.[0] ?? ''}${extension === '' ? '' : `.${extension}`}`;
  const head = base.replace(/_[^_.]{8}$/, '');
  return head.slice(0, MAX_NAME_BYTES - tail.length) + tail;
}

/** The file name that a download suggests. @param extension without the dot. */
export function downloadName(name: string | null, extension: string): string {
  const words = withoutIllegal(name ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const base = cutToBytes(words, 200).trim();
  return `${base || UNNAMED}.${extension}`;
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
