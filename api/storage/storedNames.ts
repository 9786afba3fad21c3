import path from 'node:path';
import { cutToBytes, MAX_NAME_BYTES, plainFileName, withoutIllegal } from '../../engine/project/fileName.ts';
import { UNNAMED } from '../contract/unnamed.ts';

/**
 * Returns the display and download name of a file: only letters, digits and dots, with single underscores for other
 * characters, a random id before the extension, at most 255 bytes. Never used as a path. @param randomId 8 characters.
 */
export function storedName(name: string, randomId: string): string {
  return plainFileName(name, `_${randomId}`);
}

/** Replaces the extension of a stored name. @param extension '' removes it. */
export function withExtension(name: string, extension: string): string {
  const { name: base } = path.parse(name);
  const tail = `${/_[^_.]{8}$/.exec(base)?.[0] ?? ''}${extension === '' ? '' : `.${extension}`}`;
  const head = base.replace(/_[^_.]{8}$/, '');
  return head.slice(0, MAX_NAME_BYTES - tail.length) + tail;
}

/** Returns the suggested file name of a download. @param extension without the dot. */
export function downloadName(name: string | null, extension: string): string {
  const words = withoutIllegal(name ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const base = cutToBytes(words, 200).trim();
  return `${base || UNNAMED}.${extension}`;
}

/** Returns the Content-Disposition header for a name (RFC 6266): ASCII for old clients, UTF-8 for others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${utf8}`;
}
