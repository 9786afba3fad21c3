import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { installedFont } from '../../../api/fonts/fontPath.ts';
import { lettersOf } from '../../../api/fonts/letters.ts';
import { fontFiles, registerFonts } from '../../../api/renderer/paint/registerFonts.ts';
import { createSurface } from '../../../api/renderer/paint/skia.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import {
  defaultFamilies,
  facesOf,
  fontFaceCss,
  fontFaces,
  fontMetrics,
  fontStack,
  isForLetter,
  lettersWithoutFont,
  unknownFontsOf,
} from '../../../engine/painters/fonts.ts';
import { storePartTable } from '../../../engine/painters/fontsEastAsian.ts';
import { asText } from '../../../engine/painters/subtitles.ts';
import { subtitlesRegion, withRegion } from '../../../engine/painters/subtitlesRegion.ts';
import { regionOfLanguage } from '../../../engine/project/eastAsianRegion.ts';
import { type Lettering, subtitlesLayer, textLayer } from '../../../engine/project/layers.ts';
import { layerPreview } from '../../../ui/client/media/layerTitle.ts';

/** A character that is visible on its own. */
const isInked = /[^\p{M}\p{Z}\p{C}\u115f\u1160\u17b4\u17b5]/u;
const { canvas: paper } = createSurface(40, 40);
const sheet = paper.getContext('2d');
/** Coverage of a letter on a small canvas, in a font family of its own. */
function inkOf(letter: string, family: string): number {
  sheet.clearRect(0, 0, 40, 40);
  sheet.font = `400 20px "${family}"`;
  sheet.fillText(letter, 8, 28);
  return paper.data().reduce((sum, value) => sum + value, 0);
}

const plain: Lettering = { text: 'Hello', fontFamily: 'Arial', fontWeight: 'normal', fontStyle: 'normal' };
const filesOf = (layer: Partial<Lettering>): string[] => facesOf({ ...plain, ...layer }).map(({ file }) => file);

describe('fontStack', () => {
  it('uses only private names', () => {
    for (const family of [...defaultFamilies, 'Roboto', 'Nowhere']) {
      for (const name of fontStack(family).split(', ')) expect(name).toMatch(/^"Cutroom [A-Z]/);
    }
  });

  it('ignores case and falls back to Arial for unknown families', () => {
    expect(fontStack(' times NEW roman')).toBe(fontStack('Times New Roman'));
    expect(fontStack('Times New Roman')).not.toBe(fontStack('Arial'));
    expect(fontStack('constructor')).toBe(fontStack('Arial'));
  });

  it('names only existing faces', () => {
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

  it('adds files for other scripts, and emoji only for emoji', () => {
    expect(filesOf({ text: 'Привет' })).toContain('arimo-cyrillic-400-normal.woff2');
    expect(filesOf({ text: 'مرحبا', fontWeight: 'bold' })).toContain('noto-sans-arabic-arabic-700-normal.woff2');
    expect(filesOf({ text: 'שלום', fontFamily: 'Times New Roman' })).toContain('tinos-hebrew-400-normal.woff2');
    expect(filesOf({ text: 'Go 🚀' })).toContain('noto-color-emoji-emoji-400-normal.woff2');
    expect(filesOf({ text: '100% © ™ № * #' }).join()).not.toContain('emoji');
  });
});

describe('scripts of the world', () => {
  const unknown = (text: string) => unknownFontsOf({ text });
  it.each([
    ['สวัสดี', ['noto-sans-thai-thai-400-normal.woff2']],
    ['हिन्दी।', ['noto-sans-devanagari-devanagari-400-normal.woff2']],
    ['বাংলা।', ['noto-sans-bengali-bengali-400-normal.woff2']],
    ['བོད', ['noto-serif-tibetan-tibetan-400-normal.woff2']],
    ['𝓐', ['noto-sans-math-latin-400-normal.woff2']],
    ['→ ★ ₿', ['dejavu-sans-latin-400-normal.woff2']],
    ['Hello, Łódź! Привет Ξ שלום مرحبا 🚀', []],
  ])('load only the fonts of the letters in %s', (text, files) => {
    const usual = /^(arimo|noto-sans-arabic|noto-color-emoji)-/;
    expect(filesOf({ text }).filter((file) => !usual.test(file))).toEqual(files);
    expect(unknown(text)).toEqual([]);
  });

  it.each([
    ['中文字体「你好」！', ['noto-sans-sc']],
    ['們國時會來對', ['noto-sans-tc']],
    ['図書館の駅', ['noto-sans-jp']],
    ['駅図気', ['noto-sans-jp']],
    ['한국어 漢字', ['noto-sans-kr']],
    ['简体 繁體', ['noto-sans-sc', 'noto-sans-tc']],
  ])('select the font that fits all of %s', (text, ids) => expect(unknown(text)).toEqual(ids));

  it('load only the needed files of a font with many files', () => {
    storePartTable('noto-sans-sc', { '[7]': 'U+4e00-4e2d,U+597d', '[12]': 'U+4f60', latin: 'U+0-ff', '[x]': 'U+4f60' });
    expect(unknown('中')).toEqual([]);
    const faces = facesOf({ ...plain, text: '你中', fontWeight: 'bold' }).filter(({ id }) => id === 'noto-sans-sc');
    expect(faces.map(({ file, family, weight }) => [file, family, weight])).toEqual([
      ['noto-sans-sc-12-wght-normal.woff2', 'Cutroom Noto Sans SC 12', '100 900'],
      ['noto-sans-sc-7-wght-normal.woff2', 'Cutroom Noto Sans SC 7', '100 900'],
    ]);
    expect(fontStack('Arial', '中')).toMatch(/"Cutroom Noto Arabic", "Cutroom Noto Sans SC 7", "Cutroom Emoji"$/);
    expect(lettersWithoutFont({ ...plain, text: 'a 你 㐀\u200d' }, isForLetter)).toEqual(['㐀']);
  });
});

describe('subtitles in Chinese, Japanese and Korean', () => {
  const layerOf = (texts: readonly string[], languageCode?: string) => {
    const cues = texts.map((text, i) => ({ id: `${i}`, text, startTime: i, endTime: i + 1 }));
    return subtitlesLayer.parse({ id: 's', type: 'subtitles', cues, languageCode });
  };
  it.each([
    ['ja', 'jp'],
    ['ja-JP', 'jp'],
    ['ko-KR', 'kr'],
    ['zh', 'sc'],
    ['zh-TW', 'tc'],
    ['zh-Hant', 'tc'],
    ['yue', 'tc'],
    ['cmn-Hans-CN', 'sc'],
    ['cmn-TW', 'tc'],
    ['en-US', undefined],
    ['xx-00000000', undefined],
  ])('map language %s to region %s', (code, region) => expect(regionOfLanguage(code)).toBe(region));

  it('request each letter once, however many cues there are', () => {
    const layer = layerOf(Array.from({ length: 5000 }, (_, i) => `Words number ${i}`));
    const [{ text } = plain] = kindOf(layer).lettering(layer);
    expect([...text].sort().join('')).toBe(' 0123456789Wbdemnorsu');
    expect(layerPreview(layer)).toBe('Words number 0');
  });

  it('use one region for all cues, decided by the most specific ones', () => {
    const regionOf = (texts: readonly string[], code?: string) => subtitlesRegion(layerOf(texts, code));
    expect(regionOf(['東京', 'こんにちは', '直す'])).toBe('jp');
    expect(regionOf(['直', '안녕하세요'])).toBe('kr');
    expect(regionOf(['直', '們國時'])).toBe('tc');
    expect(regionOf(['直', '们国时'])).toBe('sc');
    expect(regionOf(['直'], 'ja-JP')).toBe('jp');
    expect(regionOf(['直'], 'en-US')).toBe('sc');
    expect(regionOf(['Hello', 'Привет', 'שלום'])).toBeUndefined();
  });

  it('use the same loaded files in each text and in a part of a long video', () => {
    for (const id of ['noto-sans-sc', 'noto-sans-jp'])
      storePartTable(id, { '[3]': 'U+3000-30ff', '[4]': 'U+4e00-9fff' });
    const layer = layerOf(['東京', 'こんにちは']);
    const loaded = kindOf(layer).lettering(layer).flatMap(facesOf);
    expect(loaded.map(({ id }) => id)).not.toContain('noto-sans-sc');
    const part = { ...withRegion(layer), cues: layer.cues.slice(0, 1) };
    for (const one of [layer, part]) {
      const shown = asText(one, '東京');
      expect(facesOf(shown).map(({ file }) => file)).toContain('noto-sans-jp-4-wght-normal.woff2');
      expect(facesOf(shown).filter((face) => !loaded.some(({ file }) => file === face.file))).toEqual([]);
      expect(fontStack(shown.fontFamily, shown.text, shown.region)).toContain('"Cutroom Noto Sans JP 4"');
    }
    expect(kindOf(part).lettering(part).flatMap(facesOf)).not.toContainEqual(
      expect.objectContaining({ id: 'noto-sans-sc' }),
    );
  });
});

describe('font files', () => {
  it('exist, each with its license', () => {
    const files = fontFiles();
    expect(files.length).toBeGreaterThan(100);
    for (const { path } of files) {
      expect(existsSync(path)).toBe(true);
      expect(existsSync(path.replace(/files\/[^/]+$/, 'LICENSE'))).toBe(true);
    }
  });

  it('contain the letters that their packages declare', () => {
    const { resolve } = createRequire(import.meta.url);
    for (const { file, package: name, unicodeRange } of fontFaces()) {
      const ranges = JSON.parse(readFileSync(resolve(`${name}/unicode.json`), 'utf8')) as Record<string, string>;
      const subset = /-(latin-ext|cyrillic-ext|greek-ext|latin|cyrillic|greek|vietnamese|hebrew)-\d/.exec(file)?.[1];
      if (subset && unicodeRange && ranges[subset]) expect(unicodeRange).toBe(ranges[subset]);
    }
  });

  it('have the metrics that place lines', () => {
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

  it('paint every letter that they declare, including the last of a file', async () => {
    const families = ['Anton', 'Audiowide', 'Arvo', 'Inter'];
    const letters = Array.from({ length: 0x1f00 - 0x21 }, (_, i) => String.fromCodePoint(0x21 + i));
    const lost: string[] = [];
    for (const fontFamily of families) {
      const layer = textLayer.parse({ id: 'a', type: 'text', text: 'Letter ', fontFamily });
      registerFonts([layer]);
      for (const face of facesOf(layer).filter(({ id }) => id === fontFamily.toLowerCase())) {
        const has = await lettersOf(installedFont(face));
        const own = letters.filter((letter) => has(letter.codePointAt(0) as number) && isInked.test(letter));
        expect(own.length).toBeGreaterThan(50);
        lost.push(
          ...own.filter((letter) => inkOf(letter, face.family) === 0).map((letter) => `${face.file} ${letter}`),
        );
      }
    }
    expect(lost).toEqual([]);
  });

  it('have one CSS rule each', () => {
    const css = fontFaceCss((file) => `/fonts/${file}`);
    expect(css.split('\n')).toHaveLength(fontFaces().length);
    expect(css).toContain('@font-face { font-family: "Cutroom Arimo"; font-weight: 700; font-style: italic;');
    expect(css).toContain('url("/fonts/arimo-latin-700-italic.woff2") format("woff2")');
  });
});

describe('families', () => {
  /** Letter widths of the original fonts in 1/2048 em; a metric-compatible font must have the same. */
  it.each([
    ['Arial', 'normal', { H: 1479, i: 455, W: 1933, '0': 1139 }],
    ['Helvetica', 'bold', { H: 1479, i: 569, W: 1933, '0': 1139 }],
    ['Times New Roman', 'normal', { H: 1479, i: 569, W: 1933, '0': 1024 }],
    ['Courier New', 'normal', { H: 1229, i: 1229, W: 1229, '0': 1229 }],
  ] as const)('%s %s is as wide as the original font', (fontFamily, fontWeight, widths) => {
    registerFonts();
    const { ctx } = createSurface(10, 10);
    ctx.textRendering = 'geometricPrecision';
    ctx.font = `${fontWeight} 2048px ${fontStack(fontFamily)}`;
    for (const [letter, width] of Object.entries(widths)) expect(ctx.measureText(letter).width).toBeCloseTo(width, 0);
  });
});
