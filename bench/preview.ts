import { build } from 'esbuild';
import type { Browser, CDPSession, Page } from 'playwright';
import { launchChromium } from '../tests/support/chromium.ts';
import { emulatedWebGL } from '../tests/support/compositorLab.ts';
import { median } from './support/measure.ts';
import type { Bench, Name, Times } from './support/previewPage.ts';
import { printTable } from './support/table.ts';

/** Where the page pretends to be: an origin that browsers trust, so that they let it read a fine clock. */
const address = 'http://localhost/preview';
/** Milliseconds between two drawings of the Studio's canvas. */
const refresh = 42;
const counts = [10, 50, 200];
const rounds = 5;
const framesPerRound = 50;
/** Frames before a round that are not counted: the browser compiles what runs often. */
const warmUp = 15;
/** After frames the browser is given this long, milliseconds, to draw those that it is still busy with. */
const settleMs = 500;
const idleSeconds = 4;
const longRun = 10_000;

const titles: Record<Name, string> = {
  webgl: 'Cutroom, WebGL2',
  keyframes: 'Cutroom, WebGL2, by keyframes',
  canvas2d: 'Cutroom, Canvas 2D',
  konva: 'Konva 10',
  pixi: 'PixiJS 8',
  plain: 'plain Canvas 2D',
  plainWebgl: 'plain WebGL2',
};
const names = Object.keys(titles) as Name[];

/** Without a card a browser paints Canvas 2D on the processor; with the emulator at hand it has to be told so. */
const cardless = ['--disable-accelerated-2d-canvas', '--disable-gpu-rasterization'];

/** What one way took in one round. */
interface Sample {
  /** JavaScript of a frame, milliseconds: mean and median. */
  mean: number;
  middle: number;
  /** CPU of all of the browser's processes a frame, milliseconds. */
  cpu: number;
}

/**
 * Moves and turns 10, 50 and 200 pictures under 10 texts on 1280 × 1280, by the Studio's preview (as dragged, and by keyframes),
 * Konva, PixiJS and pages of plain Canvas 2D and plain WebGL2, one after another in the same browser, each on a page of its own;
 * medians of the rounds. The browser draws without a graphics card, so the CPU of a frame holds what a card would do. Ratios are
 * against plain Canvas 2D; the last column is against plain WebGL2.
 */
export async function run(): Promise<string> {
  const browser = await launchChromium([...emulatedWebGL, ...cardless, '--js-flags=--expose-gc']);
  try {
    const open = await pageOpener(browser);
    const cdp = await browser.newBrowserCDPSession();
    const tables: string[] = [];
    for (const count of counts) tables.push(await compare(open, cdp, count));
    tables.push(await restAndLength(await open(), cdp));
    return tables.join('\n\n');
  } finally {
    await browser.close();
  }
}

type OpenPage = () => Promise<Page>;

/** Builds what pages measure with. @returns what opens one. */
async function pageOpener(browser: Browser): Promise<OpenPage> {
  const built = await build({
    entryPoints: ['bench/support/previewPage.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  });
  return () => openPage(browser, built.outputFiles[0]?.text ?? '');
}

async function openPage(browser: Browser, script: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1280 } });
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  await page.route(`${address}**`, (route) =>
    route.fulfill({
      headers,
      contentType: 'text/html',
      body: '<!doctype html><style>body { margin: 0 }</style><body>',
    }),
  );
  await page.goto(address);
  await page.addScriptTag({ content: script });
  return page;
}

async function compare(open: OpenPage, cdp: CDPSession, count: number): Promise<string> {
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>;
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`preview: ${count} pictures, round ${round + 1} of ${rounds}\n`);
    for (const name of names) samples[name].push(await measureRound(open, cdp, name, count));
  }
  const of = (name: Name, pick: (sample: Sample) => number) => median(samples[name].map(pick));
  const rows = names.map((name) => {
    const ratio = (pick: (sample: Sample) => number) => (of(name, pick) / of('plain', pick)).toFixed(2);
    const mean = of(name, ({ mean }) => mean);
    return [
      titles[name],
      mean.toFixed(3),
      ratio(({ mean }) => mean),
      `${((mean / refresh) * 100).toFixed(2)} %`,
      of(name, ({ middle }) => middle).toFixed(3),
      ratio(({ middle }) => middle),
      of(name, ({ cpu }) => cpu).toFixed(1),
      ratio(({ cpu }) => cpu),
      (of(name, ({ cpu }) => cpu) / of('plainWebgl', ({ cpu }) => cpu)).toFixed(2),
    ];
  });
  const title = `preview: ${count} moving pictures, 10 texts`;
  const head = [title, 'JS ms', '× plain', `of ${refresh} ms`, 'median', '× plain', 'CPU ms', '× plain', '× WebGL2'];
  return printTable([head, ...rows]);
}

/** Each way has a page of its own: on one that drew by WebGL before, whoever comes later takes up to 1.4 times the CPU. */
async function measureRound(open: OpenPage, cdp: CDPSession, name: Name, count: number): Promise<Sample> {
  const page = await open();
  await page.evaluate(([way, layers]) => benchOf().setUp(way, layers), [name, count] as const);
  await runFrames(page, warmUp);
  await page.waitForTimeout(settleMs);
  const before = await cpuSeconds(cdp);
  const { mean, median: middle } = await runFrames(page, framesPerRound);
  await page.waitForTimeout(settleMs);
  const cpu = (((await cpuSeconds(cdp)) - before) * 1000) / framesPerRound;
  await page.close();
  return { mean, middle, cpu };
}

/** CPU of the canvas at rest, beside that of an empty page, and what 10,000 frames leave on the heap. */
async function restAndLength(page: Page, cdp: CDPSession): Promise<string> {
  const rows = [['an empty page', (await idleCpu(page, cdp)).toFixed(1), '']];
  for (const name of ['webgl', 'canvas2d'] as const) {
    await page.evaluate((way) => benchOf().setUp(way, 10), name);
    await runFrames(page, warmUp);
    const idle = await idleCpu(page, cdp);
    const growth = await page.evaluate((frames) => benchOf().grow(frames), longRun);
    rows.push([titles[name], idle.toFixed(1), (growth / 1000).toFixed(0)]);
    await page.evaluate(() => benchOf().tearDown());
  }
  return printTable([['preview: at rest, and at length', 'CPU ms/s', `heap kB after ${longRun} frames`], ...rows]);
}

/** Milliseconds of CPU a second, once the browser has come to rest. */
async function idleCpu(page: Page, cdp: CDPSession): Promise<number> {
  await page.waitForTimeout(1000);
  const before = await cpuSeconds(cdp);
  await page.waitForTimeout(idleSeconds * 1000);
  return (((await cpuSeconds(cdp)) - before) * 1000) / idleSeconds;
}

function runFrames(page: Page, frames: number): Promise<Times> {
  return page.evaluate((n) => benchOf().run(n), frames);
}

/** CPU that all processes of the browser have used so far. */
async function cpuSeconds(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The page's own functions; only called inside of it. */
declare function benchOf(): Bench;
