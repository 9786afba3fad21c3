import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileRender } from '../../api/renderer/compile.ts';
import { fontFiles } from '../../api/renderer/fonts.ts';
import { paintFrames } from '../../api/renderer/frame.ts';
import { lateness } from '../../api/renderer/printVideo.ts';
import { probeFile } from '../../api/renderer/probe.ts';
import { renderProject } from '../../api/renderer/render.ts';
import { pixelsOf } from '../../api/renderer/skia.ts';
import type { Probe } from '../../api/renderer/types.ts';
import { fontFaceCss } from '../../engine/painters/fonts.ts';
import { mediaReferences } from '../../engine/project/media.ts';
import { type Parsed, parseProject, parseProjectText } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { frameNumberOf } from '../../fixtures/makers/numbers.ts';
import { launchChromium } from '../support/chromium.ts';
import { colorDifference } from '../support/colorDifference.ts';
import { decodeFrame } from '../support/decode.ts';
import { type MediaServer, serveMedia } from '../support/mediaServer.ts';
import type { Moment } from '../support/previewPage.ts';
import { ssim } from '../support/ssim.ts';

const fixtures = resolve('fixtures');
const folder = join(fixtures, 'projects');
const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('bench-'));
/** Set to a folder to get the three pictures of every moment as PNG, side by side. */
const pictures = process.env.PARITY_PICTURES;
const temp = mkdtempSync(join(tmpdir(), 'cutroom-parity-'));
const table: string[] = [];

let server: MediaServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const fonts = new Map(fontFiles().map(({ file, path }) => [`/fonts/${file}`, path]));
  const css = fontFaceCss((file) => `/fonts/${file}`);
  server = await serveMedia((path) => {
    if (path.startsWith('/made/')) return { file: join(temp, path.slice('/made/'.length)) };
    if (path === '/projects/') return { html: `<!doctype html><style>${css}</style>` };
    const file = fonts.get(path) ?? (path.startsWith('/media/') ? join(fixtures, path) : undefined);
    return file ? { file } : undefined;
  });
  browser = await launchChromium();
  page = await browser.newPage();
  const built = await build({
    entryPoints: ['tests/support/previewPage.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  await page.goto(`${server.origin}/projects/`);
  await page.addScriptTag({ content: built.outputFiles[0]?.text ?? '' });
}, 60_000);

afterAll(async () => {
  const heads = ['  Similarity to      Distance of colour to', '  image\toutput\timage\toutput'];
  console.log(['The preview against the painted image and the encoded output:', ...heads, ...table].join('\n'));
  await browser?.close();
  await server?.close();
  rmSync(temp, { recursive: true, force: true });
});

describe('what the browser previews is what the server renders', () => {
  it.each(names)('%s', async (name) => {
    const project = parsed(join(folder, name));
    const probes = await probesOf(project);
    const plan = compileRender(project, probes);
    const { width, height, frames, rate } = plan.output;
    const shares = project.isImage ? [0] : [0.1, 0.5, 0.9];
    const times = shares.map((share) => (Math.round(share * frames) * rate[1]) / rate[0]);
    const out = join(temp, name.replace('.json', `.${project.isImage ? 'png' : project.videoType}`));
    await renderProject(project, { out, locate });
    const painted = await paintFrames(project, times, { locate });
    for (const [i, t] of times.entries()) {
      const preview = await paintInBrowser({ project, facts: [...probes], t, lateness });
      const image = pixelsOf(painted[i] as (typeof painted)[number]);
      const output = decodeFrame(out, t, width, height);
      if (pictures) save(join(pictures, `${name} ${t.toFixed(2)}.png`), [preview, image, output], width, height);
      const likeness = [image, output].map((other) => ssim(preview, other, width, height));
      const distance = [image, output].map((other) => colorDifference(preview, other, width, height));
      const figures = [...likeness.map((value) => value.toFixed(4)), ...distance.map((value) => value.toFixed(2))];
      table.push(`  ${figures.join('\t')}\t${name} at ${t.toFixed(3)} s`);
      const floors = floorsOf(project);
      for (const [k, what] of ['image', 'output'].entries()) {
        expect.soft(likeness[k], `${what} at ${t} s`).toBeGreaterThanOrEqual(floors[k] as number);
        expect.soft(distance[k], `colours of the ${what} at ${t} s`).toBeLessThan(farthest[k] as number);
      }
    }
  });
});

/** So far may the colours of image and output be from the preview's: decoders round, encoders lose; a wrong matrix is 13 off. */
const farthest = [6, 8];

describe('films are read as the browser reads them', () => {
  const tagged = (matrix: string) => ['-colorspace', matrix, '-color_primaries', matrix, '-color_trc', matrix];
  it.each([
    ['small, of unnamed colours', '640x360', []],
    ['large, of unnamed colours', '1280x720', []],
    ['small, in BT.709', '640x360', tagged('bt709')],
    ['large, in BT.601', '1280x720', tagged('smpte170m')],
    ['in full range', '640x360', ['-vf', 'scale=out_range=full,format=yuvj420p', '-color_range', 'pc']],
    ['of wide pixels', '480x360', ['-aspect', '16:9']],
    ['of tall pixels', '1280x360', ['-aspect', '16:9']],
  ])('%s', async (name, size, options) => {
    const file = `${name.replaceAll(/\W+/g, '-')}.mp4`;
    const source = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30:duration=1`, '-pix_fmt', 'yuv420p'];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      ...source,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      ...options,
      join(temp, file),
    ]);
    const layer = { id: 'v', type: 'video', url: `../made/${file}`, objectFit: 'contain' };
    const project = good(parseProject({ width: 640, height: 360, scenes: [{ id: 's', layers: [layer] }] }));
    const preview = await paintInBrowser({ project, facts: [...(await probesOf(project))], t: 0.5, lateness });
    const [painted] = await paintFrames(project, [0.5], { locate });
    const image = pixelsOf(painted as NonNullable<typeof painted>);
    expect(ssim(preview, image, 640, 360)).toBeGreaterThanOrEqual(0.96);
    expect(colorDifference(preview, image, 640, 360)).toBeLessThan(farthest[0] as number);
  });
});

it('shows the very same frame of a film in the preview and in the output', async () => {
  const film = (id: string, more: object) => ({
    id,
    type: 'video',
    url: '../media/numbers.mp4',
    isTrimmed: true,
    ...more,
  });
  const project = good(
    parseProject({
      width: 640,
      height: 360,
      scenes: [
        { id: 'plain', layers: [film('a', { startTime: 1.51, endTime: 3.01 })] },
        { id: 'held', layers: [film('b', { startTime: 4, endTime: 5, playLength: 1.5 })] },
        { id: 'looped', layers: [film('c', { startTime: 6.3, endTime: 7.4, loopMode: 'duration', playLength: 3 })] },
      ],
    }),
  );
  const probes = await probesOf(project);
  const { rate, frames, width, height } = compileRender(project, probes).output;
  const out = join(temp, 'numbers.mp4');
  await renderProject(project, { out, locate });
  const times = Array.from({ length: 18 }, (_, i) => (Math.floor(((i + 0.5) * frames) / 18) * rate[1]) / rate[0]);
  const previews: number[] = [];
  for (const t of times)
    previews.push(frameNumberOf(await paintInBrowser({ project, facts: [...probes], t, lateness }), width));
  expect(previews).toEqual(times.map((t) => frameNumberOf(decodeFrame(out, t, width, height), width)));
});

/** A decoder's and a scaler's freedom lies between two films of the same source; 256 colours between a GIF and all. */
function floorsOf(project: Project): [image: number, output: number] {
  const hasVideo = project.scenes.some((scene) => scene.layers.some((layer) => layer.type === 'video'));
  const floor = hasVideo ? 0.96 : 0.985;
  return [floor, project.videoType === 'gif' && !project.isImage ? 0.9 : floor];
}

async function paintInBrowser(moment: Moment): Promise<Uint8ClampedArray> {
  const text = await page.evaluate(
    (given) => (globalThis as unknown as { paintMoment(moment: Moment): Promise<string> }).paintMoment(given),
    moment,
  );
  return new Uint8ClampedArray(Buffer.from(text, 'base64'));
}

async function locate(url: string): Promise<string> {
  return url.startsWith('../made/') ? join(temp, url.slice('../made/'.length)) : resolve(folder, url);
}

async function probesOf(project: Project): Promise<Map<string, Probe>> {
  const probes = new Map<string, Probe>();
  for (const { url } of mediaReferences(project)) probes.set(url, await probeFile(await locate(url)));
  return probes;
}

function parsed(file: string): Project {
  return good(parseProjectText(readFileSync(file, 'utf8')));
}

function good(result: Parsed<Project>): Project {
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

function save(file: string, shown: readonly Uint8ClampedArray[], width: number, height: number): void {
  const canvas = createCanvas(width * shown.length, height);
  const ctx = canvas.getContext('2d');
  for (const [i, data] of shown.entries()) ctx.putImageData(new ImageData(data, width, height), i * width, 0);
  writeFileSync(file, canvas.toBuffer('image/png'));
}
