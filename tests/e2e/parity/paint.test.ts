import { readFile, writeFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fontFiles, registerFonts } from '../../../api/renderer/paint/registerFonts.ts';
import { createSurface, pixelsOf, skiaSide } from '../../../api/renderer/paint/skia.ts';
import { fontFaceCss } from '../../../engine/painters/fonts.ts';
import { paintLayer } from '../../../engine/painters/index.ts';
import { sharedChromium } from '../../support/chromium.ts';
import { inkBox, inkLayers, inkTexts } from '../../support/inkSamples.ts';
import { pageScript } from '../../support/pageScript.ts';
import type { inkOf, Sample } from '../../support/paintPage.ts';
import { paintSamples } from '../../support/paintSamples.ts';
import { ssim, ssimOfInk } from '../../support/ssim.ts';

const host = 'http://painters.test/';
/** A folder for PNGs that show both images of every sample side by side. */
const folder = process.env.PARITY_PICTURES;

let page: Page;

beforeAll(async () => {
  page = await (await sharedChromium()).newPage();
  const script = await pageScript('tests/support/paintPage.ts');
  const css = fontFaceCss((file) => `${host}${file}`);
  const files = new Map(fontFiles().map(({ file, path }) => [file, path]));
  await page.route(`${host}**`, async (route) => {
    const name = route.request().url().slice(host.length);
    const path = files.get(name);
    if (path) await route.fulfill({ body: await readFile(path), contentType: 'font/woff2' });
    else if (name === '')
      await route.fulfill({ body: `<!doctype html><style>${css}</style>`, contentType: 'text/html' });
    else await route.fulfill({ status: 404 });
  });
  await page.goto(host);
  await page.addScriptTag({ content: script });
});

afterAll(() => page?.close());

describe('a layer painted by the browser and by the renderer', () => {
  it.each(paintSamples.map((sample) => [sample.name, sample] as const))('looks the same: %s', async (name, sample) => {
    const inBrowser = await paintInBrowser(sample);
    const onServer = await paintOnServer(sample);
    const similarity = ssim(inBrowser, onServer, sample.width, sample.height);
    if (folder) await saveBoth(`${folder}/${similarity.toFixed(4)} ${name}.png`, inBrowser, onServer, sample);
    expect(similarity).toBeGreaterThanOrEqual(0.985);
    if (sample.layer.type !== 'subtitles') return;
    expect(ssimOfInk(inBrowser, onServer, sample.width, sample.height)).toBeGreaterThanOrEqual(0.98);
  });
});

describe('the ink of text', () => {
  it.each(inkTexts)('stays within its measured bounds: %s', async (text) => {
    const layers = inkLayers(text);
    const counts = await page.evaluate(
      ([made, box]) => (globalThis as unknown as { inkOf: typeof inkOf }).inkOf(made, box),
      [layers, inkBox] as const,
    );
    const told = counts.map((count, i) => ({ ...count, family: layers[i]?.fontFamily }));
    expect(told.filter(({ touched, outside }) => touched < 50 || outside > 0)).toEqual([]);
  });
});

async function paintInBrowser(sample: Sample): Promise<Uint8ClampedArray> {
  const text = await page.evaluate(
    (given) => (globalThis as unknown as { paint(sample: Sample): Promise<string> }).paint(given),
    sample,
  );
  return new Uint8ClampedArray(Buffer.from(text, 'base64'));
}

async function paintOnServer({
  layer,
  box,
  animation,
  width,
  height,
  background,
  pictureUrl,
}: Sample): Promise<Uint8ClampedArray> {
  registerFonts([layer]);
  const surface = createSurface(width, height);
  surface.ctx.fillStyle = background;
  surface.ctx.fillRect(0, 0, width, height);
  const image = pictureUrl ? await loadImage(pictureUrl) : undefined;
  const picture = image ? { picture: { source: image, width: image.width, height: image.height } } : {};
  paintLayer(surface.ctx, layer, { box, animation, ...skiaSide, ...picture });
  return pixelsOf(surface);
}

async function saveBoth(
  path: string,
  left: Uint8ClampedArray,
  right: Uint8ClampedArray,
  { width, height }: Sample,
): Promise<void> {
  const canvas = createCanvas(2 * width, height);
  const ctx = canvas.getContext('2d');
  for (const [i, pixels] of [left, right].entries()) {
    const image = ctx.createImageData(width, height);
    image.data.set(pixels);
    ctx.putImageData(image, i * width, 0);
  }
  await writeFile(path.replaceAll(/[:,]/g, ''), canvas.toBuffer('image/png'));
}
