import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { hasAxes } from '../../../engine/formats/fontAxes.ts';
import { faceOfName, readFace } from '../../../engine/formats/fontFace.ts';
import { isFontHead } from '../../../engine/formats/fontFormat.ts';
import { variableFonts } from '../../support/variableFonts.ts';

describe('the face of a font file', () => {
  it.each([
    ['Brand.ttf', 'Brand', ''],
    ['Brand-Regular.otf', 'Brand', ''],
    ['BrandBold.woff2', 'Brand', 'bold'],
    ['Our Brand-Bold Italic.ttf', 'Our Brand', 'bold italic'],
    ['Brand_BoldOblique.ttf', 'Brand', 'bold italic'],
    ['brand-latin-700-normal.woff2', 'brand-latin', 'bold'],
    ['Brand-SemiBold.ttf', 'Brand-SemiBold', ''],
    ['Brand-SemiBoldItalic.ttf', 'Brand-SemiBold', 'italic'],
    ['media/x/Notebook.ttf', 'Notebook', ''],
    ['Bold.ttf', 'Bold', ''],
  ])('is derived from its file name: %s', (name, family, face) => {
    expect(faceOfName(name)).toEqual({ family, bold: /bold/.test(face), italic: /italic/.test(face) });
  });

  it('is read from its own names, preferring those for Windows, or from its file name if they are damaged', () => {
    const file = fontWith([
      [1, 1, 'Wrong'],
      [3, 1, 'Marke Ü'],
      [3, 2, 'Fett Kursiv', 0x407],
      [3, 2, 'Bold Italic'],
    ]);
    expect(readFace(file, 'x.ttf')).toEqual({ family: 'Marke Ü', bold: true, italic: true });
    expect(readFace(file.subarray(0, 80), 'Brand-Bold.ttf')).toEqual({ family: 'Brand', bold: true, italic: false });
  });
});

it('recognizes TrueType, Apple’s too, OpenType and WOFF2 by their first bytes, but no other files', () => {
  const isFont = (start: string) => isFontHead(Buffer.from(`${start}rest`, 'latin1'));
  expect(['\0\x01\0\0', 'true', 'OTTO', 'wOF2'].map(isFont)).toEqual([true, true, true, true]);
  expect(['ttcf', 'wOFF', 'typ1', '\x89PNG'].map(isFont)).toEqual([false, false, false, false]);
});

it('detects a variable font by its tables, compressed or not', () => {
  const { resolve } = createRequire(import.meta.url);
  const axesOf = (bytes: Uint8Array) => hasAxes(Uint8Array.from(bytes).buffer);
  const fixed = readFileSync(resolve('@fontsource/lora/files/lora-latin-400-normal.woff2'));
  expect(Object.values(variableFonts()).map(axesOf)).toEqual([true, true]);
  expect([fixed, fixed.subarray(0, 60), fontWith([[3, 1, 'Brand']])].map(axesOf)).toEqual([false, false, false]);
});

/** A font with only a name table: platform, id, text and language (default: English) of each name. */
function fontWith(
  names: readonly (readonly [platform: number, id: number, text: string, language?: number])[],
): Uint8Array {
  const texts = names.map(([, , text]) => Buffer.from(text, 'utf16le').swap16());
  const records = names.map(([platform, id, , language = 0x409], i) => {
    const from = texts.slice(0, i).reduce((sum, { length }) => sum + length, 0);
    return words(platform, 1, language, id, texts[i]?.length ?? 0, from);
  });
  const table = Buffer.concat([words(0, names.length, 6 + 12 * names.length), ...records, ...texts]);
  const directory = Buffer.concat([Buffer.from('name'), words(0, 0, 0, 28, 0, table.length)]);
  return Buffer.concat([Buffer.from([0, 1, 0, 0]), words(1, 0, 0, 0), directory, table]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, i) => {
    bytes.writeUInt16BE(value, 2 * i);
  });
  return bytes;
}
