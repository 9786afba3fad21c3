import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { fontFiles, registerFonts } from '../../api/renderer/paint/fonts.ts';
import { createSurface } from '../../api/renderer/paint/skia.ts';
import {
  defaultFamilies,
  facesOf,
  fontFaceCss,
  fontFaces,
  fontMetrics,
  fontStack,
} from '../../engine/painters/fonts.ts';
import type { Lettering } from '../../engine/project/layers.ts';

const plain: Lettering = { text: 'Hello', fontFamily: 'Arial', fontWeight: 'normal', fontStyle: 'normal' };
const filesOf = (layer: Partial<Lettering>): string[] => facesOf({ ...plain, ...layer }).map(({ file }) => file);

describe('fontStack', () => {
  it('has private names only', () => {
    for (const family of [...defaultFamilies, 'Roboto', 'Nowhere']) {
      for (const name of fontStack(family).split(', ')) expect(name).toMatch(/^"Cutroom [A-Z]/);
    }
  });

  it('knows families in any case and gives Arial for others', () => {
    expect(fontStack(' times NEW roman')).toBe(fontStack('Times New Roman'));
    expect(fontStack('Times New Roman')).not.toBe(fontStack('Arial'));
    expect(fontStack('constructor')).toBe(fontStack('Arial'));
  });

  it('names only faces that exist', () => {
    const known = new Set(fontFaces().map(({ family }) => `"${family}"`));
    for (const family of defaultFamilies)
      for (const name of fontStack(family).split(', ')) expect(known).toContain(name);
  });
});

describe('facesOf', () => {
  it('needs one file for plain English', () => {
    expect(filesOf({})).toEqual(['arimo-latin-400-normal.woff2']);
    expect(filesOf({ fontWeight: 'bold', fontStyle: 'italic' })).toEqual(['arimo-latin-700-italic.woff2']);
    expect(filesOf({ fontFamily: 'Impact', fontWeight: 'bold' })).toEqual([
      'anton-latin-400-normal.woff2',
      'arimo-latin-400-normal.woff2',
    ]);
  });

  it('adds the files of other scripts, and emoji only for emoji', () => {
    expect(filesOf({ text: 'Привет' })).toContain('arimo-cyrillic-400-normal.woff2');
    expect(filesOf({ text: 'مرحبا', fontWeight: 'bold' })).toContain('noto-sans-arabic-arabic-700-normal.woff2');
    expect(filesOf({ text: 'שלום', fontFamily: 'Times New Roman' })).toContain('tinos-hebrew-400-normal.woff2');
    expect(filesOf({ text: 'Go 🚀' })).toContain('noto-color-emoji-emoji-400-normal.woff2');
    expect(filesOf({ text: '100% © ™ № * #' }).join()).not.toContain('emoji');
  });
});

describe('the font files', () => {
  it('are all there, with the licence beside them', () => {
    const files = fontFiles();
    expect(files.length).toBeGreaterThan(100);
    for (const { path } of files) {
      expect(existsSync(path)).toBe(true);
      expect(existsSync(path.replace(/files\/[^/]+$/, 'LICENSE'))).toBe(true);
    }
  });

  it('have the letters that their packages say', () => {
    const { resolve } = createRequire(import.meta.url);
    for (const { file, package: name, unicodeRange } of fontFaces()) {
      const ranges = JSON.parse(readFileSync(resolve(`${name}/unicode.json`), 'utf8')) as Record<string, string>;
      const subset = /-(latin-ext|cyrillic-ext|greek-ext|latin|cyrillic|greek|vietnamese|hebrew)-\d/.exec(file)?.[1];
      if (subset && unicodeRange && ranges[subset]) expect(unicodeRange).toBe(ranges[subset]);
    }
  });

  it('have the metrics that lines are placed by', () => {
    registerFonts();
    const { canvas } = createSurface(10, 10);
    const ctx = canvas.getContext('2d');
    for (const family of [...defaultFamilies, 'Roboto', 'Inter']) {
      ctx.font = `400 1000px ${fontStack(family)
        .split(', ')
        .find((name) => !name.includes('Vietnamese'))}`;
      const measured = ctx.measureText('x');
      expect(measured.fontBoundingBoxAscent / 1000).toBeCloseTo(fontMetrics(family).ascent, 2);
      expect(measured.fontBoundingBoxDescent / 1000).toBeCloseTo(fontMetrics(family).descent, 2);
    }
  });

  it('make a rule each for a page', () => {
    const css = fontFaceCss((file) => `/fonts/${file}`);
    expect(css.split('\n')).toHaveLength(fontFaces().length);
    expect(css).toContain('@font-face { font-family: "Cutroom Arimo"; font-weight: 700; font-style: italic;');
    expect(css).toContain('url("/fonts/arimo-latin-700-italic.woff2") format("woff2")');
  });
});

describe('families', () => {
  /** Widths of the real fonts' letters, in 1/2048 em, as every metric-compatible font must have them. */
  it.each([
    ['Arial', 'normal', { H: 1479, i: 455, W: 1933, '0': 1139 }],
    ['Helvetica', 'bold', { H: 1479, i: 569, W: 1933, '0': 1139 }],
    ['Times New Roman', 'normal', { H: 1479, i: 569, W: 1933, '0': 1024 }],
    ['Courier New', 'normal', { H: 1229, i: 1229, W: 1229, '0': 1229 }],
  ] as const)('%s %s is as wide as the real one', (fontFamily, fontWeight, widths) => {
    registerFonts();
    const { ctx } = createSurface(10, 10);
    ctx.textRendering = 'geometricPrecision';
    ctx.font = `${fontWeight} 2048px ${fontStack(fontFamily)}`;
    for (const [letter, width] of Object.entries(widths)) expect(ctx.measureText(letter).width).toBeCloseTo(width, 0);
  });
});
