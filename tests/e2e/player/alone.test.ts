import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fontFiles } from '../../../api/renderer/paint/registerFonts.ts';
import { pixelsOf, type SkiaSurface } from '../../../api/renderer/paint/skia.ts';
import type { ProjectPlayer } from '../../../engine/browser/player/projectPlayer.ts';
import { fontFaceCss } from '../../../engine/painters/fonts.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { launchChromium } from '../../support/chromium.ts';
import { type MediaServer, serveMedia } from '../../support/mediaServer.ts';
import { paintFrames } from '../../support/paintFrames.ts';
import { ssim } from '../../support/ssim.ts';

/** Two seconds of a video with its audio, under a text. */
const input = {
  width: 640,
  height: 360,
  scenes: [
    {
      id: 's',
      layers: [
        {
          ...{ id: 'v', type: 'video', url: '/media/numbers.mp4', width: 640, height: 360, duration: 10 },
          ...{ position: { x: '0%', y: '0%', width: '100%', height: '100%' }, isTrimmed: true },
          ...{ startTime: 2, endTime: 4 },
        },
        {
          ...{ id: 't', type: 'text', text: 'Played alone', fontSize: '40px', color: '#ffffff' },
          position: { x: '10%', y: '70%', width: '80%', height: '20%' },
        },
      ],
    },
  ],
};

let server: MediaServer;
let browser: Browser;
let page: Page;
/** Files of the example's bundle. */
let bundled: string[];

beforeAll(async () => {
  const built = await build({
    ...{ entryPoints: ['tests/support/playerExample.ts'], bundle: true, write: false, metafile: true },
    ...{ format: 'iife', target: 'es2022' },
  });
  bundled = Object.keys(built.metafile.inputs);
  const script = built.outputFiles[0]?.text ?? '';
  const fonts = new Map(fontFiles().map(({ file, path }) => [`/fonts/${file}`, path]));
  const style = `${fontFaceCss((file) => `/fonts/${file}`)} body { margin: 0 } canvas { display: block }`;
  const json = `<script type="application/json">${JSON.stringify(input)}</script>`;
  const html = `<!doctype html><style>${style}</style><body>${json}<script src="/player.js"></script>`;
  server = await serveMedia((path) => {
    if (path === '/') return { html };
    const file = fonts.get(path) ?? (path.startsWith('/media/') ? join(resolve('fixtures'), path) : undefined);
    return file && existsSync(file) ? { file } : undefined;
  });
  browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
  page = await browser.newPage({ viewport: { width: 700, height: 420 } });
  await page.route('**/player.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }));
  page.on('pageerror', (error) => console.error(error));
  await page.addInitScript(() => {
    const opened: { media: HTMLMediaElement[]; contexts: AudioContext[] } = { media: [], contexts: [] };
    const create = document.createElement.bind(document);
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      const made = create(name, options);
      if (made instanceof HTMLMediaElement) opened.media.push(made);
      return made;
    }) as typeof document.createElement;
    globalThis.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        opened.contexts.push(this);
      }
    };
    globalThis.devices = opened;
  });
  await page.goto(`${server.origin}/`);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Pixels of the canvas, RGBA. */
async function drawn(): Promise<Uint8ClampedArray> {
  const text = await page.evaluate(() => {
    const canvas = document.querySelector('canvas') as HTMLCanvasElement;
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const ctx = copy.getContext('2d') as OffscreenCanvasRenderingContext2D;
    ctx.drawImage(canvas, 0, 0);
    const bytes = ctx.getImageData(0, 0, copy.width, copy.height).data;
    let found = '';
    for (let i = 0; i < bytes.length; i += 8192) found += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(found);
  });
  return new Uint8ClampedArray(Buffer.from(text, 'base64'));
}

const shownFrame = async () => frameNumberOf(await drawn(), 640);
const state = () => page.evaluate(() => globalThis.player.state);
const time = () => page.evaluate(() => globalThis.player.time);

it('bundles only the engine: no interface, React or Valtio', () => {
  expect(bundled).toContain('engine/browser/player/openPlayer.ts');
  expect(bundled.filter((file) => file.startsWith('ui/') || /node_modules\/(react|valtio)/.test(file))).toEqual([]);
});

it('draws the same frame at second 1 as the renderer', async () => {
  await page.evaluate(() => globalThis.player.seek(1));
  await expect.poll(shownFrame).toBe(90);
  const parsed = parseProject(input);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const [painted] = await paintFrames(parsed.value, [1], { locate: async (url) => resolve(`fixtures${url}`) });
  const expected = pixelsOf(painted as SkiaSurface);
  expect(frameNumberOf(expected, 640)).toBe(90);
  await expect.poll(async () => ssim(await drawn(), expected, 640, 360)).toBeGreaterThan(0.97);
});

it('plays with audio, seeks while playing, pauses, and stops at the end', async () => {
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(time).toBeGreaterThan(1.2);
  expect(await state()).toBe('playing');
  // At once, so that the time until the click does not matter.
  await page.getByRole('button', { name: 'Pause' }).evaluate((button: HTMLElement) => {
    globalThis.player.seek(0.1);
    button.click();
  });
  expect(await state()).toBe('paused');
  expect(await time()).toBeLessThan(1);
  await page.evaluate(() => {
    globalThis.player.seek(1.5);
    globalThis.player.play();
  });
  await expect.poll(state).toBe('paused');
  expect(await time()).toBe(2);
  await expect.poll(shownFrame).toBe(119);
  const running = await page.evaluate(() => globalThis.devices.contexts.map((one) => one.state));
  expect(running).toEqual(['running']);
});

it('releases all media elements and the audio device when it is closed', async () => {
  const open = () =>
    page.evaluate(() => {
      const { media, contexts } = globalThis.devices;
      const named = media.filter((one) => one.hasAttribute('src'));
      return { created: media.length, open: named.length, contexts: contexts.map((one) => one.state) };
    });
  expect((await open()).open).toBeGreaterThan(0);
  await page.evaluate(() => globalThis.player.close());
  await expect.poll(open).toEqual({ created: expect.any(Number), open: 0, contexts: ['closed'] });
  await page.evaluate(() => {
    globalThis.player.play();
    globalThis.player.close();
  });
  expect(await state()).toBe('paused');
});

declare global {
  var player: ProjectPlayer;
  var devices: { media: HTMLMediaElement[]; contexts: AudioContext[] };
}
