import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../engine/edit/decodeText.ts';

describe('the bytes of a cue file', () => {
  const text = '1\r\n00:00:00,500 --> 00:00:02,000\r\n\u00c4\u00f6 \u2013 \u201cquoted\u201d 5 \u20ac\r\n';
  const western = text
    .replaceAll('\u2013', '\u0096')
    .replaceAll('\u201c', '\u0093')
    .replaceAll('\u201d', '\u0094')
    .replaceAll('\u20ac', '\u0080');
  const textOfBytes = (bytes: Uint8Array) => decodeText(bytes).text;
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 the other way about', swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 without a mark the other way about', swapped(Buffer.from(text, 'utf16le'))],
    ['Windows-1252', Buffer.from(western, 'latin1')],
  ])('are read as %s', (_name, bytes) => expect(textOfBytes(bytes).replace(/^\ufeff/, '')).toBe(text));

  it('are reported as guessed if nothing identifies their encoding', () => {
    const told = [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(western, 'latin1')];
    expect(told.map((bytes) => decodeText(bytes).isGuessed)).toEqual([false, false, true]);
  });

  it('are read whatever they contain', () => {
    expect(textOfBytes(new Uint8Array())).toBe('');
    expect(textOfBytes(Uint8Array.of(0))).toBe('\0');
    expect(textOfBytes(Uint8Array.from({ length: 256 }, (_, i) => (i + 128) % 256))).toHaveLength(256);
  });
});
