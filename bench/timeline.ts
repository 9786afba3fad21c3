import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { serve } from '../api/server.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { printTable } from './support/table.ts';

/** Scenes, and clips in all of them. */
const scenes = 60;
const clips = 200;
/** Number of events of a gesture, and their interval in milliseconds: a mouse reports 125 per second. */
const events = 250;
const apart = 8;

/** A gesture on a timeline. `at`: where it begins, in CSS pixels. */
type Gesture = (input: CDPSession, at: { x: number; y: number }) => Promise<void>;

const gestures: Readonly<Record<'scroll' | 'zoom' | 'drag', Gesture>> = {
  scroll: (input, at) => wheel(input, at, (i) => ({ deltaX: i % 100 < 50 ? 60 : -60, deltaY: 0 })),
  zoom: (input, at) => wheel(input, at, (i) => ({ deltaX: 0, deltaY: i % 50 < 25 ? -20 : 20, modifiers: 2 })),
  async drag(input, { x, y }) {
    await mouse(input, 'mousePressed', { x, y });
    await repeat((i) => mouse(input, 'mouseMoved', { x: x + 150 * Math.sin((i / events) * 4 * Math.PI), y }));
    await mouse(input, 'mouseReleased', { x, y });
  },
};

/**
 * Scrolls, zooms and drags a clip on a timeline of 200 clips in 60 scenes. Compares the main thread's work per display
 * frame with a plain page that moves as many boxes: the least that such a gesture costs.
 */
export async function run(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  const [webDir, samplesDir] = [resolve('dist/web'), resolve('fixtures')];
  const server = await serve({ port: 0, host: '127.0.0.1', dataDir, webDir, samplesDir, workers: 0 });
  const browser = await launchChromium();
  try {
    const rows = [['gesture', 'frames per second', 'late frames', 'ms per frame', 'plain page', 'ratio']];
    for (const name of Object.keys(gestures) as (keyof typeof gestures)[]) {
      process.stderr.write(`timeline: ${name}\n`);
      const studio = await measure(browser, gestures[name], (page) => openTimeline(page, server.url));
      const plain = await measure(browser, gestures[name], openPlain);
      const late = `${((100 * studio.late) / studio.frames).toFixed(0)} %`;
      const rate = (studio.frames / studio.seconds).toFixed(0);
      const works = [studio, plain].map(({ work, frames }) => (1000 * work) / frames);
      const [own = 0, least = 1] = works;
      rows.push([name, rate, late, own.toFixed(2), least.toFixed(2), (own / least).toFixed(2)]);
    }
    return printTable(rows);
  } finally {
    await browser.close();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Frames during a gesture, those that took longer than 1.5 display frames, and the main thread's work in seconds. */
interface Measured {
  frames: number;
  late: number;
  seconds: number;
  work: number;
}

async function measure(
  browser: Browser,
  gesture: Gesture,
  open: (page: Page) => Promise<{ x: number; y: number }>,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const at = await open(page);
    const input = await context.newCDPSession(page);
    await input.send('Performance.enable');
    await page.evaluate(countFrames);
    const before = await workOf(input);
    await gesture(input, at);
    const work = (await workOf(input)) - before;
    const times = await page.evaluate(() => Reflect.get(window, 'frameTimes') as number[]);
    const spans = times.slice(1).map((time, i) => time - (times[i] ?? time));
    const usual = spans.toSorted((a, b) => a - b)[spans.length >> 2] ?? 16.7;
    const late = spans.filter((span) => span > 1.5 * usual).length;
    return { frames: times.length, late, seconds: ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000, work };
  } finally {
    await context.close();
  }
}

async function workOf(input: CDPSession): Promise<number> {
  const { metrics } = await input.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Runs in the page: records the time of each display frame. */
function countFrames(): void {
  const frameTimes: number[] = [];
  Object.assign(window, { frameTimes });
  requestAnimationFrame(function count(now) {
    frameTimes.push(now);
    requestAnimationFrame(count);
  });
}

function wheel(
  input: CDPSession,
  { x, y }: { x: number; y: number },
  turn: (i: number) => { deltaX: number; deltaY: number; modifiers?: number },
): Promise<void> {
  return repeat((i) => input.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, ...turn(i) }));
}

/** Sends the events of a gesture. A hand does not wait for the display. */
async function repeat(send: (i: number) => Promise<unknown>): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let i = 1; i <= events; i += 1) {
    sent.push(send(i));
    await setTimeout(apart);
  }
  await Promise.all(sent);
}

function mouse(input: CDPSession, type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: { x: number; y: number }) {
  return input.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons: 1, clickCount: 1 });
}

/** Opens the Studio's timeline, zoomed in. @returns a point of a clip. */
async function openTimeline(page: Page, origin: string): Promise<{ x: number; y: number }> {
  await page.addInitScript((text) => localStorage.setItem('state', text), JSON.stringify(projectOf()));
  await page.goto(`${origin}/studio/editor/timeline`);
  const bar = page.getByRole('button', { name: 'Text Words 0', exact: true });
  await bar.waitFor();
  await page.waitForLoadState('networkidle');
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('+');
  // Filmstrips load later.
  await page.waitForTimeout(3000);
  const { x, y, width, height } = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + Math.min(width / 2, 40), y: y + height / 2 };
}

function projectOf(): object {
  const made = Array.from({ length: scenes }, (_, scene) => {
    const own = Array.from({ length: clips }, (_none, i) => i).filter((i) => i % scenes === scene);
    const layers = own.map((i) => {
      const times = { from: (Math.floor(i / scenes) % 4) * 0.5, to: (Math.floor(i / scenes) % 4) * 0.5 + 1.5 };
      return i % 2 === 0
        ? { id: `l${i}`, type: 'text', text: `Words ${i}`, ...times }
        : { id: `l${i}`, type: 'image', url: '/samples/media/lake.jpg', width: 1600, height: 1067, ...times };
    });
    return { id: `s${scene}`, duration: 4, layers };
  });
  return { projectId: 'p', name: 'Many', showCanvas: true, scenes: made };
}

/** Opens a page with as many boxes that scroll, scale and move. @returns a point of a box. */
async function openPlain(page: Page): Promise<{ x: number; y: number }> {
  await page.setContent('<style>body{margin:0}</style><div id="board" style="overflow:auto;height:600px"></div>');
  await page.evaluate((count) => {
    const board = document.querySelector('#board') as HTMLElement;
    const all = Object.assign(document.createElement('div'), { style: 'position:relative;height:560px' });
    board.append(all);
    let scale = 20;
    const boxes = Array.from({ length: count }, (_, i) => {
      const box = Object.assign(document.createElement('div'), { textContent: `Words ${i}` });
      box.style.cssText = `position:absolute;top:${40 + (i % 5) * 50}px;height:44px;overflow:hidden;background:#5969e2`;
      all.append(box);
      return { box, from: Math.floor(i / 5) * 4, length: 3 };
    });
    const place = () => {
      all.style.width = `${240 * scale}px`;
      for (const { box, from, length } of boxes) {
        box.style.left = `${from * scale}px`;
        box.style.width = `${length * scale}px`;
      }
    };
    place();
    board.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        if (event.ctrlKey) {
          scale = Math.min(200, Math.max(5, scale * (event.deltaY < 0 ? 1.02 : 1 / 1.02)));
          place();
        } else board.scrollLeft += event.deltaX;
      },
      { passive: false },
    );
    let held: { box: HTMLElement; from: number; x: number } | undefined;
    board.addEventListener('pointerdown', ({ clientX }) => {
      const [, one] = boxes;
      if (one) held = { box: one.box, from: one.from * scale, x: clientX };
    });
    board.addEventListener('pointermove', ({ clientX }) => {
      if (held) held.box.style.left = `${held.from + clientX - held.x}px`;
    });
  }, scenes + clips);
  return { x: 60, y: 110 };
}
