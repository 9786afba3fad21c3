import { build } from 'esbuild';
import type { Browser, CDPSession, Page } from 'playwright';
import { launchChromium } from '../tests/support/chromium.ts';
import { emulatedWebGL } from '../tests/support/compositorLab.ts';
import { median } from './support/measure.ts';
import type { Bench, Name, Times } from './support/previewPage.ts';
import { printTable } from './support/table.ts';

/** Address of the page: a trustworthy origin, so that browsers expose precise clocks. */
const address = 'http://localhost/preview';
/** Milliseconds between two drawings of the Studio's canvas. */
const refresh = 42;
const counts = [10, 50, 200];
const rounds = 5;
const framesPerRound = 50;
/** Uncounted frames before a round, while the browser compiles hot code. */
const warmUp = 15;
/** Milliseconds after the frames in which the browser finishes drawing them. */
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

/** Without a GPU, a browser paints Canvas 2D on the CPU; with the emulator available, flags must request that. */
const cardless = ['--disable-accelerated-2d-canvas', '--disable-gpu-rasterization'];

/** Measurements of one contender in one round. */
interface Sample {
  /** JavaScript per frame, in milliseconds: mean and median. */
  mean: number;
  middle: number;
  /** CPU of all browser processes per frame, in milliseconds. */
  cpu: number;
}

/**
 * Moves and rotates 10, 50 and 200 images under 10 texts on 1280 × 1280, with the Studio's preview (dragged, and by
 * keyframes), Konva, PixiJS, and pages of plain Canvas 2D and plain WebGL2; one after the other in the same browser,
 * each on its own page; medians of the rounds. The browser has no GPU, so CPU per frame includes the work of a GPU.
 * Ratios are relative to plain Canvas 2D; the last column is relative to plain WebGL2.
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

/** Builds the measuring script. @returns a function that opens a page. */
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

/**
 * Each contender has its own page: on a page that drew with WebGL before, the next one needs up to 1.4 times the CPU.
 */
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

/** CPU of an idle canvas, compared with an empty page, and heap growth over 10,000 frames. */
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

/** CPU milliseconds per second, once the browser is idle. */
async function idleCpu(page: Page, cdp: CDPSession): Promise<number> {
  await page.waitForTimeout(1000);
  const before = await cpuSeconds(cdp);
  await page.waitForTimeout(idleSeconds * 1000);
  return (((await cpuSeconds(cdp)) - before) * 1000) / idleSeconds;
}

function runFrames(page: Page, frames: number): Promise<Times> {
  return page.evaluate((n) => benchOf().run(n), frames);
}

/** Total CPU of all browser processes so far, in seconds. */
async function cpuSeconds(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The page's own functions; only called inside it. */
declare function benchOf(): Bench;
