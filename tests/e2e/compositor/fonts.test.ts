import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installedFont } from '../../../api/fonts/fontPath.ts';
import { registerOwnFonts } from '../../../api/renderer/paint/ownFonts.ts';
import { fontFiles, registerFonts } from '../../../api/renderer/paint/registerFonts.ts';
import { createSurface, pixelsOf, skiaSide } from '../../../api/renderer/paint/skia.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { type FontFace, facesOfFamily, fontFaceCss } from '../../../engine/painters/fonts.ts';
import { paintLayer } from '../../../engine/painters/index.ts';
import { layer as layerSchema, type SubtitlesLayer, type TextLayer } from '../../../engine/project/layers.ts';
import { temporaryFolder } from '../../api/support/files.ts';
import { packFont, startRegistry, type TestRegistry, tarball } from '../../api/support/registry.ts';
import { startService, type TestService } from '../../api/support/service.ts';
import { sharedChromium } from '../../support/chromium.ts';
import { type Bar, signFont } from '../../support/signFont.ts';
import { root } from '../../support/sources.ts';
import { ssim, ssimOfInk } from '../../support/ssim.ts';
import { variableFonts } from '../../support/variableFonts.ts';

const { resolve } = createRequire(import.meta.url);
const ownFont = resolve('@fontsource/bangers/files/bangers-latin-400-normal.woff2');
const arabicFont = resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2');
const size = { width: 480, height: 240 };
const box = { x: 20, y: 20, width: 440, height: 200, rotation: 0 };

let page: Page;
let service: TestService;
let registry: TestRegistry;
let pageDir: string;

beforeAll(async () => {
  registry = await startRegistry();
  vi.stubEnv('npm_config_registry', registry.url);
  pageDir = await makePage();
  service = await startService({ workers: 0, webDir: pageDir });
  page = await (await sharedChromium()).newPage({ viewport: { width: 400, height: 700 } });
  page.setDefaultTimeout(120_000);
  await page.goto(service.origin);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await page?.close();
});

describe('a text painted by the browser and by the renderer', () => {
  it.each([
    ['Pacifico', 'Sphinx of black quartz 0123 ÄéŁğ', 'normal', 'normal'],
    ['Playfair Display', 'Waltz, bad nymph & “vex!” Привет', 'bold', 'italic'],
    ['Oswald', 'Judge my vow Tiếng Việt', 'bold', 'normal'],
    ['Press Start 2P', 'GAME OVER Ξε', 'normal', 'italic'],
    ['JetBrains Mono', 'const x = {}; → שלום 🎉', 'normal', 'normal'],
    ['Great Vibes', 'With love, Łódź', 'bold', 'normal'],
  ] as const)('is the same in %s, an installed font', async (fontFamily, text, fontWeight, fontStyle) => {
    const layer = textLayer({ text, fontFamily, fontWeight, fontStyle });
    const inBrowser = await paintInBrowser(layer);
    expect(inBrowser).toMatchObject({ after: true, state: 'ready' });
    expect(ssim(inBrowser.bytes, paintOnServer(layer), size.width, size.height)).toBeGreaterThanOrEqual(0.985);
  });

  it('is the same in a custom font that is taller than Arial', async () => {
    const file = '/fonts/own/Brand.woff2';
    const layer = textLayer({ text: 'Hamburgefonstiv 012', fontFamily: file, fontWeight: 'bold' });
    const inBrowser = await paintInBrowser(layer);
    expect(inBrowser).toMatchObject({ before: false, after: true, state: 'ready', missing: [] });
    registerOwnFonts([[file, ownFont]]);
    expect(ssim(inBrowser.bytes, paintOnServer(layer), size.width, size.height)).toBeGreaterThanOrEqual(0.985);
    const arial = await paintInBrowser({ ...layer, fontFamily: 'Arial' });
    expect(ssim(inBrowser.bytes, arial.bytes, size.width, size.height)).toBeLessThan(0.9);
  });

  it('is the same in a custom variable font, regular and bold, even if its default is bold', async () => {
    const painted = async (file: string, fontWeight: TextLayer['fontWeight']) => {
      const layer = textLayer({ text: 'Hamburgefonstiv 012', fontFamily: file, fontWeight });
      const inBrowser = await paintInBrowser(layer);
      expect(inBrowser).toMatchObject({ after: true, state: 'ready' });
      const similar = ssim(inBrowser.bytes, paintOnServer(layer), size.width, size.height);
      expect(similar, `${file} ${fontWeight}`).toBeGreaterThanOrEqual(0.985);
      return inBrowser.bytes;
    };
    // The last font lacks these characters; they come from another font, which has a bold face.
    for (const [name, bytes] of Object.entries({ ...variableFonts(), 'Arabic.woff2': readFileSync(arabicFont) })) {
      const file = `/fonts/own/${name}`;
      const lies = path.join(pageDir, file);
      writeFileSync(lies, bytes);
      registerOwnFonts([[file, lies]]);
      const [regular, bold] = [await painted(file, 'normal'), await painted(file, 'bold')];
      expect(ssim(regular, bold, size.width, size.height) < 0.95, name).toBe(name !== 'Arabic.woff2');
    }
  });

  it('is the same in a font that the server downloads', async () => {
    const letters = facesOfFamily('Bangers').find(({ file }) => /-latin-4/.test(file)) as FontFace;
    registry.add(
      'abel',
      await packFont('abel', { 'abel-latin-400-normal.woff2': readFileSync(installedFont(letters)) }),
    );
    const layer = textLayer({ text: 'Fetched letters', fontFamily: 'Abel' });
    const inBrowser = await paintInBrowser(layer);
    expect(inBrowser).toMatchObject({ before: false, after: true, state: 'ready' });
    const onServer = paintOnServer(layer);
    expect(ssim(inBrowser.bytes, onServer, size.width, size.height)).toBeGreaterThanOrEqual(0.985);
    const inArial = paintOnServer(textLayer({ text: 'Fetched letters', fontFamily: 'Arial' }));
    expect(ssim(onServer, inArial, size.width, size.height)).toBeLessThan(0.9);
  });

  it('is the same in another script whose font the server downloads', async () => {
    const id = 'noto-sans-devanagari';
    const poppins = path.join(root, 'node_modules/@fontsource/poppins/files/poppins-devanagari-400-normal.woff2');
    registry.add(id, await packFont(id, { [`${id}-devanagari-400-normal.woff2`]: readFileSync(poppins) }));
    const layer = textLayer({ text: 'Delhi दिल्ली → ★' });
    const inBrowser = await paintInBrowser(layer);
    expect(inBrowser).toMatchObject({ before: false, after: true, missing: [] });
    expect(ssim(inBrowser.bytes, paintOnServer(layer), size.width, size.height)).toBeGreaterThanOrEqual(0.985);
    expect(await paintInBrowser(textLayer({ text: 'ok ಕ' }))).toMatchObject({ missing: ['ಕ'] });
    for (const highlight of [false, true]) {
      const said = subtitlesLayer('यह दिल्ली है, (सच)!\nIn Delhi: दिल्ली', { highlight });
      const shown = await paintInBrowser(said);
      expect(shown).toMatchObject({ after: true, missing: [] });
      expect(ssimOfInk(shown.bytes, paintOnServer(said), size.width, size.height)).toBeGreaterThanOrEqual(0.98);
    }
  });

  it('is the same in Chinese, also per word, with a font downloaded in parts', async () => {
    const id = 'noto-sans-sc';
    const stem: Bar = [460, -80, 80, 900];
    const font = signFont({
      中: [[100, 560, 800, 70], [100, 250, 800, 70], [100, 250, 70, 380], [830, 250, 70, 380], stem],
      文: [
        [60, 600, 880, 80],
        [440, 680, 120, 140],
        [200, 100, 80, 400],
        [720, 100, 80, 400],
        [280, 40, 440, 80],
      ],
      字: [[80, 640, 840, 80], stem, [250, 430, 500, 70], [60, 250, 880, 70], [300, -80, 200, 70]],
      幕: [[60, 720, 880, 60], [250, 400, 500, 260], [100, 320, 800, 60], stem, [250, 0, 70, 250], [680, 0, 70, 250]],
    });
    const file = `${id}-7-wght-normal.woff2`;
    const parts = { '[7]': 'U+4e2d,U+5b57,U+5e55,U+6587' };
    registry.add(
      id,
      tarball([
        { name: 'package/unicode.json', bytes: Buffer.from(JSON.stringify(parts)) },
        { name: `package/files/${file}`, bytes: font },
      ]),
    );
    for (const highlight of [false, true]) {
      const said = subtitlesLayer('中文字幕中文字幕中文字幕中文字幕\nEnglish 字幕', { highlight });
      const shown = await paintInBrowser(said);
      expect(shown).toMatchObject({ after: true, missing: [] });
      expect(ssimOfInk(shown.bytes, paintOnServer(said), size.width, size.height)).toBeGreaterThanOrEqual(0.98);
    }
  });

  it('is in Arial on both sides if the font is not available', async () => {
    const layer = textLayer({ text: 'No such letters', fontFamily: 'Acme' });
    const inBrowser = await paintInBrowser(layer);
    expect(inBrowser).toMatchObject({ before: false, after: true, state: 'missing' });
    expect(ssim(inBrowser.bytes, paintOnServer(layer), size.width, size.height)).toBeGreaterThanOrEqual(0.985);
  });
});

describe('the list of fonts', () => {
  const options = () => page.getByRole('option');
  const chosen = () => page.locator('h1').textContent();

  it('starts at the current font, and shows each font in its own face', async () => {
    const row = page.getByRole('option', { name: 'Lobster', exact: true });
    await soon(() => row.evaluate(isInView)).toBe(true);
    expect(await row.getAttribute('aria-selected')).toBe('true');
    const face = () => row.getByText('Lobster').evaluate((element) => getComputedStyle(element).fontFamily);
    await soon(face).toContain('Cutroom Lobster');
  });

  it('loads more rows when it is scrolled', async () => {
    await page.getByRole('radio', { name: 'All' }).click();
    const before = await options().count();
    await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await soon(() => options().count()).toBe(before + 70);
  });

  it('has a page of a hundred fonts for a letter', async () => {
    await page.getByRole('radio', { name: 'S', exact: true }).click();
    await soon(() => options().count()).toBe(100);
    await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await soon(() => options().count()).toBeGreaterThan(100);
    expect((await options().allTextContents()).every((name) => name.startsWith('S'))).toBe(true);
  });

  it('can be searched and used with the keyboard only', async () => {
    await page.getByRole('combobox').focus();
    await page.keyboard.type('PERMANENT');
    await soon(() => options().allTextContents()).toEqual(['Permanent Marker']);
    await page.keyboard.press('Enter');
    expect(await chosen()).toBe('Permanent Marker');
    await page.getByRole('combobox').fill('qqq');
    await page.getByText('No fonts found.').waitFor();
    await page.getByRole('combobox').fill('');
    await soon(() => options().count()).toBeGreaterThanOrEqual(70);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await chosen()).toBe('Impact');
  });

  it('marks an unavailable font, which cannot be chosen', async () => {
    await page.getByRole('combobox').fill('actor');
    const row = page.getByRole('option', { name: 'Actor' });
    await row.getByText('not available').waitFor();
    expect(await row.getAttribute('aria-disabled')).toBe('true');
    await row.click({ force: true });
    expect(await chosen()).toBe('Impact');
  });

  it('has no accessibility violations', async () => {
    await page.evaluate(readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
      return (await axe.run()).violations.map(({ id }) => id);
    });
    expect(found).toEqual([]);
  });
});

/** Polls a state, for slow machines. */
function soon<T>(look: () => T | Promise<T>) {
  return expect.poll(look);
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const list = (element.closest('[role=listbox]') as Element).getBoundingClientRect();
  return top >= list.top && bottom <= list.bottom;
}

/** The page under test, with the fonts of every page. */
async function makePage(): Promise<string> {
  const folder = await temporaryFolder();
  await build({
    entryPoints: [path.join(root, 'tests/support/fontPage.tsx')],
    outfile: path.join(folder, 'page.js'),
    bundle: true,
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  mkdirSync(path.join(folder, 'fonts/own'), { recursive: true });
  copyFileSync(ownFont, path.join(folder, 'fonts/own/Brand.woff2'));
  for (const { file, path: from } of fontFiles()) copyFileSync(from, path.join(folder, 'fonts', file));
  writeFileSync(
    path.join(folder, 'fonts.css'),
    fontFaceCss((file) => `/fonts/${file}`),
  );
  const styles = ['/fonts.css', '/page.css'].map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><title>Fonts</title>${styles}<div id="root"></div><script type="module" src="/page.js"></script>`,
  );
  return folder;
}

function textLayer(fields: Partial<TextLayer>): TextLayer {
  return layerSchema.parse({ id: 'text', type: 'text', color: '#223344', textShadow: 'none', ...fields }) as TextLayer;
}

function subtitlesLayer(text: string, fields: object = {}): SubtitlesLayer {
  const cues = [{ id: 'c', text, startTime: 0, endTime: 2 }];
  return layerSchema.parse({ id: 's', type: 'subtitles', cues, fontSize: '36px', ...fields }) as SubtitlesLayer;
}

async function paintInBrowser(layer: TextLayer | SubtitlesLayer) {
  const painted = await page.evaluate(
    ([given, at, { width, height }]) =>
      (
        globalThis as unknown as {
          paintText(
            ...args: unknown[]
          ): Promise<{ pixels: string; before: boolean; after: boolean; state: string; missing: string[] }>;
        }
      ).paintText(given, at, width, height),
    [layer, box, size] as const,
  );
  return { ...painted, bytes: new Uint8ClampedArray(Buffer.from(painted.pixels, 'base64')) };
}

function paintOnServer(layer: TextLayer | SubtitlesLayer): Uint8ClampedArray {
  registerFonts([layer], path.join(service.dataDir, 'fonts'));
  const surface = createSurface(size.width, size.height);
  surface.ctx.fillStyle = '#ffffff';
  surface.ctx.fillRect(0, 0, size.width, size.height);
  paintLayer(surface.ctx, layer, { box, animation: kindOf(layer).stateAt(layer, 1), ...skiaSide });
  return pixelsOf(surface);
}
