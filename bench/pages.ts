import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { serve } from '../api/server.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { sitePages } from '../tests/support/sitePages.ts';
import { printTable } from './support/table.ts';

/** Painting time and layout shift of a page. */
interface Opened {
  /** Largest contentful paint, in ms: https://web.dev/articles/lcp. */
  paint: number;
  /** Cumulative layout shift until the page is idle: https://web.dev/articles/cls. */
  shift: number;
}

const ROUNDS = 3;
const widths = [1440, 390] as const;

/**
 * Opens every page with an empty cache, at desktop and phone width, next to a minimal page of plain HTML. Reports when
 * the largest part is painted, the ratio to the minimal page, and layout shift.
 */
export async function run(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  const server = await serve({ port: 0, host: '127.0.0.1', dataDir, webDir: resolve('dist/web'), workers: 0 });
  const browser = await launchChromium();
  try {
    const rows = [['pages', ...widths.flatMap((width) => [`paint ms at ${width}`, '× plain', 'shift'])]];
    for (const path of sitePages) {
      process.stderr.write(`pages: ${path}\n`);
      const cells: string[] = [];
      for (const width of widths) {
        const page = await middle(() => open(browser, server.url + path, width));
        const plain = await middle(() => open(browser, server.url + path, width, true));
        cells.push(page.paint.toFixed(0), (page.paint / plain.paint).toFixed(1), page.shift.toFixed(3));
      }
      rows.push([path, ...cells]);
    }
    return printTable(rows);
  } finally {
    await browser.close();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Median of several rounds by paint; maximum of the shifts. */
async function middle(round: () => Promise<Opened>): Promise<Opened> {
  const all: Opened[] = [];
  for (let i = 0; i < ROUNDS; i++) all.push(await round());
  const paints = all.map(({ paint }) => paint).sort((a, b) => a - b);
  return { paint: paints[ROUNDS >> 1] as number, shift: Math.max(...all.map(({ shift }) => shift)) };
}

async function open(browser: Browser, url: string, width: number, isPlain = false): Promise<Opened> {
  const isPhone = width < 500;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    ...{ hasTouch: isPhone, isMobile: isPhone },
  });
  try {
    const page = await context.newPage();
    if (isPlain) {
      const body = '<!doctype html><title>Cutroom</title><h1>Cutroom</h1><p>The least page that there could be.</p>';
      await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body }));
    }
    await page.addInitScript(watchPainting);
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => Reflect.get(window, 'opened') as Opened);
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else. */
function watchPainting(): void {
  const opened = { paint: 0, shift: 0 };
  Reflect.set(window, 'opened', opened);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) opened.paint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) opened.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}
