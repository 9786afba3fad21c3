import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { serve } from '../api/server.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { printTable } from './support/table.ts';

const counts = [10, 50, 200];
/** Number of mouse moves in a drag, and their interval in milliseconds: a mouse reports 125 per second. */
const moves = 400;
const apart = 8;

/**
 * Drags one of many layers on the Studio's canvas with a real mouse. Measures the time from the first pending move to
 * the end of the display frame that shows it, and the images per second relative to the display's frames.
 */
export async function run(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  const [webDir, samplesDir] = [resolve('dist/web'), resolve('fixtures')];
  const server = await serve({ port: 0, host: '127.0.0.1', dataDir, webDir, samplesDir, workers: 0 });
  const browser = await launchChromium();
  try {
    const measured = ['pointer to picture, ms', 'of ten the slowest', 'pictures a second', 'of the display’s frames'];
    const rows = [['layers', 'drawn by', ...measured]];
    for (const count of counts) {
      process.stderr.write(`drag: ${count} layers\n`);
      rows.push([String(count), ...(await drag(browser, server.url, count))]);
    }
    return printTable(rows);
  } finally {
    await browser.close();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function drag(browser: Browser, origin: string, count: number): Promise<string[]> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const project = JSON.stringify(projectOf(count));
    await page.addInitScript((text) => localStorage.setItem('state', text), project);
    await page.goto('/studio/editor/layer/held');
    const canvas = page.locator('canvas[data-renderer]').first();
    await canvas.waitFor();
    await page.waitForLoadState('networkidle');
    // Images of files load later.
    await page.waitForTimeout(2000);
    await page.evaluate(watch);
    const box = await canvas.boundingBox();
    if (!box) throw new Error('There is no canvas.');
    await dragAround(page, box);
    const { times, took, frames } = await page.evaluate(() => Reflect.get(window, 'seen') as Seen);
    const sorted = times.sort((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
    const drawnBy = (await canvas.getAttribute('data-renderer')) ?? '';
    const rate = ((1000 * times.length) / took).toFixed(0);
    return [drawnBy, at(0.5), at(0.9), rate, `${((100 * times.length) / frames).toFixed(0)} %`];
  } finally {
    await context.close();
  }
}

async function dragAround(
  page: Page,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const input = await page.context().newCDPSession(page);
  const sent: Promise<unknown>[] = [];
  for (let i = 1; i <= moves; i += 1) {
    const angle = (i / moves) * 4 * Math.PI;
    const to = { x: x + width * (0.5 + 0.2 * Math.sin(angle)), y: y + height * (0.6 - 0.1 * Math.cos(angle)) };
    // A hand does not wait for the display.
    sent.push(input.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...to, button: 'left', buttons: 1 }));
    await setTimeout(apart);
  }
  await Promise.all(sent);
  await page.mouse.up();
}

/** Measurements of the page: milliseconds per image, total time from first to last, and display frames meanwhile. */
interface Seen {
  times: number[];
  took: number;
  frames: number;
}

/** Runs in the page: records pointer moves and the ends of frames that drew on the canvas. */
function watch(): void {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-renderer]');
  const seen: Seen = { times: [], took: 0, frames: 0 };
  Object.assign(window, { seen });
  let [movedAt, first, frames] = [0, 0, 0];
  const count = () => {
    if (first > 0) frames += 1;
    requestAnimationFrame(count);
  };
  count();
  const note = () => {
    if (movedAt === 0) return;
    const from = movedAt;
    movedAt = 0;
    // A message posted during a frame arrives when the frame is done.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      seen.times.push(now - from);
      first ||= from;
      seen.took = now - first;
      seen.frames = frames + 1;
    };
    port2.postMessage(0);
  };
  const onMove = ({ buttons }: PointerEvent) => {
    if (buttons > 0 && movedAt === 0) movedAt = performance.now();
  };
  window.addEventListener('pointermove', onMove, true);
  for (const [kind, name] of [
    [CanvasRenderingContext2D.prototype, 'drawImage'],
    [WebGL2RenderingContext.prototype, 'drawArraysInstanced'],
  ] as const) {
    const methods = kind as unknown as Record<string, (...args: unknown[]) => unknown>;
    const plain = methods[name];
    methods[name] = function (this: { canvas: unknown }, ...args: unknown[]) {
      if (this.canvas === canvas) note();
      return plain?.apply(this, args);
    };
  }
}

/** Overlapping texts, shapes and images all over the canvas; the dragged one is in the middle of the stack. */
function projectOf(count: number): object {
  const layers = Array.from({ length: count }, (_, i) => {
    const id = i === count >> 1 ? 'held' : `l${i}`;
    const [x, y] = id === 'held' ? [40, 40] : [(i * 37) % 80, (i * 53) % 80];
    const position = { x: `${x}%`, y: `${y}%`, width: '20%', height: '20%', rotation: i % 7 === 1 ? 15 : 0 };
    if (i % 3 === 0) return { id, type: 'text', text: `Words ${i}`, position };
    if (i % 3 === 1) return { id, type: 'shape', shapeType: 'ellipse', background: `#${5000 + i}a8`, position };
    return { id, type: 'image', url: '/samples/media/lake.jpg', width: 1600, height: 1067, position };
  });
  const scenes = [{ id: 's', layers }];
  return { projectId: 'p', name: 'Many', showCanvas: true, snapToGrid: false, selectedLayerId: 'held', scenes };
}
