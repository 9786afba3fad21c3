import { copyFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import { onTestFinished, TestRunner } from 'vitest';
import { ensureBuild } from '../../../cli/build/build.mjs';
import { ensureMedia } from '../../../cli/build/media.mjs';
import { root } from '../../../cli/build/paths.mjs';
import { temporaryFolder } from '../../api/support/files.ts';
import { afterFile } from '../../support/afterFile.ts';
import { copyFolder } from '../../support/copyFolder.ts';

/** Folder of the sample projects and their media. */
export const samplesDir = join(root, 'fixtures');

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Where the copy of the site has axe, so that browsers compile it once. */
const AXE_PATH = '/assets/axe.min.js';

/** Builds the web application. @returns a folder with a copy, so a later build cannot remove it during a test. */
export async function buildWeb(within?: string): Promise<string> {
  await ensureMedia();
  await ensureBuild();
  const folder = join(within ?? (await temporaryFolder()), 'web');
  await copyFolder(join(root, 'dist/web'), folder);
  await copyFile(axeFile, join(folder, AXE_PATH));
  return folder;
}

/** A page and the problems that occurred in it. */
export interface WatchedPage {
  page: Page;
  /** Console errors and warnings, including those of the content security policy, and uncaught errors. */
  complaints: string[];
}

/**
 * Options of a page. Width 390 simulates a phone with touch. `fetchesAhead` enables prefetching in the Studio as in
 * browsers without data saving; it is slower than most tests. `isNew` opens a page that no other test has used, whose
 * scripts are not in memory yet.
 */
export type PageOptions = BrowserContextOptions & { width?: number; fetchesAhead?: boolean; isNew?: boolean };

/**
 * Opens an empty page with a new session. It closes with the test, or with the file if it was opened before the tests.
 */
export async function openPage(
  browser: Browser,
  baseURL: string,
  { width = 1440, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const phone = width < 500;
  const page = await emptyPage(browser, {
    baseURL,
    viewport: { width, height: phone ? 844 : 900 },
    hasTouch: phone,
    isMobile: phone,
    fetchesAhead: false,
    isNew: false,
    ...options,
  });
  // Renders and first loads are slow on a busy machine. The only cost is that failures are reported later.
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

/**
 * Pages of earlier tests, by browser and options. Loading the Studio in a page that has shown it costs half as much as
 * in a new one, because its process and compiled scripts remain.
 */
const free = new WeakMap<Browser, Map<string, Page[]>>();

/** Options that an open page can change to, see isEmptied. */
const changeable = { colorScheme: undefined, reducedMotion: undefined, permissions: undefined };

type ContextOptions = BrowserContextOptions & { baseURL: string; fetchesAhead: boolean; isNew: boolean };

async function newContext(
  browser: Browser,
  { fetchesAhead, isNew: _, ...options }: ContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  if (!fetchesAhead) {
    await context.addInitScript(() => {
      Object.defineProperty(Reflect.get(navigator, 'connection'), 'saveData', { value: true });
    });
  }
  return context;
}

async function emptyPage(browser: Browser, options: ContextOptions): Promise<Page> {
  const ofBrowser = free.get(browser) ?? new Map<string, Page[]>();
  free.set(browser, ofBrowser);
  const key = JSON.stringify({ ...options, ...changeable });
  const pages = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, pages);
  const former = options.isNew ? undefined : pages.pop();
  const page =
    former && (await isEmptied(former, options)) ? former : await (await newContext(browser, options)).newPage();
  const removeInitScripts = collectInitScripts(page);
  const release = async (isPassed: boolean) => {
    const context = page.context();
    if (!browser.isConnected() || context.isClosed()) return;
    const isReusable = !options.isNew && !page.isClosed() && isPassed;
    // A page with a beforeunload handler is closed all the same.
    const others = context.pages().filter((one) => one !== page || !isReusable);
    await Promise.all(others.map((one) => one.close({ runBeforeUnload: false })));
    if (!isReusable) return context.close();
    page.removeAllListeners();
    await Promise.all([removeInitScripts(), page.unrouteAll(), context.unrouteAll()]);
    if (await leave(page)) pages.push(page);
    else await context.close();
  };
  if (TestRunner.getCurrentTest()) onTestFinished(({ task }) => release(task.result?.state === 'pass'));
  else afterFile(() => release(true));
  return page;
}

/**
 * Leaves the page of a test, which could still store something, and would paint and poll during all later tests.
 * @returns false if the test ended its service.
 */
function leave(page: Page): Promise<boolean> {
  // This page stores nothing.
  return page.goto('/api/v1/health').then(
    () => true,
    () => false,
  );
}

/** Makes a page of an earlier test like a new one. @returns false, after closing it, if a test changed it for good. */
async function isEmptied(page: Page, options: ContextOptions): Promise<boolean> {
  const context = page.context();
  const isChanged = await page.evaluate(() => {
    sessionStorage.clear();
    return '__pwClock' in globalThis;
  });
  if (isChanged) {
    await context.close();
    return false;
  }
  const { colorScheme = 'light', reducedMotion = 'no-preference', viewport } = options;
  const session = await context.newCDPSession(page);
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin: options.baseURL, storageTypes: 'all' }),
    session.send('Page.resetNavigationHistory'),
    context.clearCookies(),
    page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null }),
    viewport && page.setViewportSize(viewport),
  ]);
  await session.detach();
  await context.clearPermissions();
  await context.grantPermissions(options.permissions ?? []);
  return true;
}

/** Collects the scripts that a test adds to a page. @returns a function that removes them. */
function collectInitScripts(page: Page): () => Promise<unknown> {
  const added: { dispose(): Promise<void> }[] = [];
  const add = page.addInitScript;
  page.addInitScript = async (script, argument, settings) => {
    const one = await add.call(page, script as string, argument, settings);
    added.push(one);
    return one;
  };
  return () => {
    page.addInitScript = add;
    return Promise.all(added.map((script) => script.dispose()));
  };
}

/** A file to drop or choose. */
export interface DroppedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function projectFile(name: string, project: unknown): DroppedFile {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(project)) };
}

/** A sample media file. */
export async function mediaFile(name: string, mimeType: string): Promise<DroppedFile> {
  return { name, mimeType, buffer: await readFile(join(samplesDir, 'media', name)) };
}

/** Drops files on the window, with the same events as a real drop. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  await page.locator('#main').waitFor();
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, mimeType, data: text } of given) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
    }
    return data;
  }, plain);
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', event, { dataTransfer: transfer });
  }
}

/** Presses Tab until a control has the focus, like a user without a pointer. @throws if Tab does not lead there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Tab stays on the target, so many presses need only one look.
  const stop = await target.evaluateHandle((element) => {
    const ending = new AbortController();
    const stay = (event: KeyboardEvent) =>
      event.key === 'Tab' && document.activeElement === element && event.preventDefault();
    addEventListener('keydown', stay, { capture: true, signal: ending.signal });
    return ending;
  });
  for (let count = 0; count < 200; count += 1) {
    if (count % 10 === 0 && (await target.evaluate((element) => element === document.activeElement))) {
      await stop.evaluate((ending) => ending.abort());
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there.');
}

/**
 * Violations found by axe against WCAG 2.2 A and AA and its best practices, with rule and element.
 * @param rules limits the check, for example to color rules after a change of colors.
 * @param within selects a part of the page, if the rest has been checked; default: the whole page.
 */
export async function violationsOf(page: Page, rules?: readonly string[], within?: string): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async ([only, part]) => {
      // Elements that are still animating do not have their final colors.
      const moving = document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      const { axe } = window as unknown as {
        axe: {
          run(
            context: Document | string,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[] }>;
        };
      };
      const { violations } = await axe.run(part ?? document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: only } : {}),
      });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
    },
    [rules, within] as const,
  );
}

/** Loads axe from the site. It is sent to pages of other servers, which takes a quarter of a second. */
async function loadAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate((src) => {
    if ('axe' in window) return true;
    if (!document.querySelector('script[src^="/assets/"]')) return false;
    return new Promise<boolean>((resolve) => {
      const script = Object.assign(document.createElement('script'), { src });
      script.addEventListener('load', () => resolve(true));
      script.addEventListener('error', () => resolve(false));
      document.head.append(script);
    });
  }, AXE_PATH);
  if (!isLoaded) await page.evaluate(await readFile(axeFile, 'utf8'));
}

/** Pixels by which a page is wider than the screen. A phone's viewport would grow with it, so that is not measured. */
export async function overflowOf(page: Page): Promise<number> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  return Math.max(0, wide - (page.viewportSize()?.width ?? 0));
}

/** Visible fields that are narrower than their text. */
export function cutFieldsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.querySelectorAll('input')].filter(
      (field) => field.checkVisibility() && field.scrollWidth > field.clientWidth + 1,
    );
    return cut.map((field) => `${field.labels?.[0]?.textContent ?? field.ariaLabel}: ${field.value}`);
  });
}

/**
 * Unexpected layout shift of a page, as a fraction of the window.
 * @param since start by the page's clock; default: page load.
 */
export function jumpsOf(page: Page, since = 0): Promise<number> {
  return page.evaluate(
    (start) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const all = list.getEntries() as (PerformanceEntry & { value: number })[];
          const shifts = all.filter(({ startTime }) => startTime >= start);
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 100, 0);
      }),
    since,
  );
}

/** Visible controls smaller than 44 px for touch or 24 px for a mouse (WCAG 2.2, 2.5.8), with their sizes. */
export function smallTargetsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const size = matchMedia('(pointer: coarse)').matches ? 44 : 24;
    const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input:not([hidden])')];
    return controls.flatMap((control) => {
      // A press anywhere on the label of a choice chooses it.
      const target = (control.matches('[type="radio"], [type="checkbox"]') && control.closest('label')) || control;
      const { bottom, ...box } = target.getBoundingClientRect().toJSON();
      // Browsers may compute 44 px as 43.99997 after scaling.
      const [width, height] = [box.width, box.height].map((side) => Math.round(side * 100) / 100) as [number, number];
      // A link within a sentence has the height of its line (WCAG 2.2, 2.5.8, "Inline").
      const isInText = getComputedStyle(control).display === 'inline' && control.matches('p > a, li > a, p code > a');
      if (isInText && control.parentElement?.textContent?.trim() !== control.textContent?.trim()) return [];
      const small = width > 0 && bottom > 0 && (width < size || height < size);
      return small ? [`${control.outerHTML.slice(0, 80)} ${width}×${height}`] : [];
    });
  });
}

/** Whether a canvas shows an image: more than one color, and opaque. */
export function isPainted(picture: Locator): Promise<boolean> {
  return picture.evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!pixels) return false;
    const seen = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4 * 97) {
      if (pixels[at + 3] !== 255) return false;
      seen.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0));
    }
    return seen.size > 8;
  });
}
