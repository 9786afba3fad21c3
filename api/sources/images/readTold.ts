import * as z from 'zod';
import { isHttpAddress } from '../../../engine/project/mediaAddress.ts';

/** A URL from a collection: http or https. */
export const address = z
  .string()
  .max(2000)
  .refine((text) => isHttpAddress(text) && URL.canParse(text));
/** A line of text, truncated for credits. */
export const line = z.string().transform((text) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200),
);
/** A side length in pixels; absent if invalid. */
export const pixels = z.number().int().positive().max(65_536).optional().catch(undefined);

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Returns the media type for a name, URL or extension; JPEG without an extension, undefined if it is not accepted. */
export function typeOf(name: string): string | undefined {
  const path = /^https?:/i.test(name) ? new URL(name).pathname : name;
  const ending = /(?:^|\.)(\w{2,5})$/.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? 'image/jpeg' : types[ending];
}

/** Extracts the text of untrusted HTML, without tags and control characters, truncated to 200 characters. */
export function plainText(html: string): string {
  const words = html.slice(0, 20_000).replaceAll(/<[^<>]*>/g, ' ');
  const decoded = words.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (_, decimal, hex, name) =>
      name ? (named[name.toLowerCase()] ?? '') : letter(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
  );
  return decoded
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function letter(code: number): string {
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' ';
}

/** Appends a slash to a URL, so that relative URLs resolve inside it. */
export function within(base: string): string {
  return base.endsWith('/') ? base : `${base}/`;
}
