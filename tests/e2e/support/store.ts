import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { expect } from 'vitest';
import { findProgram } from '../../../cli/setup/programs.mjs';
import type { LocalMedia } from '../../../ui/client/media/mediaEntry.ts';
import { temporaryFolder } from '../../api/support/files.ts';
import type { TestService } from '../../api/support/service.ts';
import { makeClip, makeGif, makePicture } from '../../cli/media.ts';
import { afterEachTest } from '../../support/afterFile.ts';
import { chromiumArgs } from '../../support/chromium.ts';
import { pageScript } from '../../support/pageScript.ts';
import type {} from '../../support/storePage.ts';
import { samplesDir } from './page.ts';
import { startSite } from './site.ts';

/** Files that a user could add. */
export type FileName = 'picture' | 'gif' | 'clip' | 'upright' | 'mpeg' | 'broken' | 'brokenVideo' | 'text';

/** The Studio's store in real browsers, on a test page with the origin and policy of the service. */
export interface StoreBench {
  service: TestService;
  /** Folder for files of a test. */
  folder: string;
  /** Paths of the files. */
  files: Record<FileName, string>;
  /** A browser with separate storage. */
  openBrowser(): Promise<BrowserContext>;
  /** A browser with persistent storage in a folder. */
  openProfile(path: string): Promise<BrowserContext>;
  /** A tab with the store. */
  openTab(context: BrowserContext): Promise<Page>;
  /** A tab in a new browser. */
  openPage(): Promise<Page>;
}

/** Opens the store in the browser and service of the other tests. Errors on any page fail the test. */
export async function startBench(): Promise<StoreBench> {
  const folder = await temporaryFolder();
  const { service, browser, webDir } = await startSite();
  await addPage(webDir);
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  afterEachTest(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  const prepared = async (opening: Promise<BrowserContext>) => {
    const context = await opening;
    contexts.push(context);
    return context;
  };
  const openBrowser = () => prepared(newContext(browser, service));
  const openTab = async (context: BrowserContext) => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    const answer = await page.goto('/store.html');
    expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
    return page;
  };
  return {
    ...{ service, folder, files: makeFiles(folder), openBrowser, openTab },
    openPage: async () => openTab(await openBrowser()),
    openProfile: (path) => prepared(newProfile(path, service)),
  };
}

/** A tab with the last project in the Studio, opened like its page does. */
export async function openWork(bench: StoreBench, context: BrowserContext): Promise<Page> {
  const page = await bench.openTab(context);
  await page.evaluate(() => window.store.tab.open());
  return page;
}

function newContext(browser: Browser, service: TestService): Promise<BrowserContext> {
  return browser.newContext({ baseURL: service.origin });
}

async function newProfile(path: string, service: TestService): Promise<BrowserContext> {
  const executablePath = (await findProgram('chromium')) as string;
  return chromium.launchPersistentContext(path, { executablePath, baseURL: service.origin, args: [...chromiumArgs] });
}

/** Adds the test page to the site, so that browsers cache it and requests need no interception. */
async function addPage(webDir: string): Promise<void> {
  const script = await pageScript('tests/support/storePage.ts', {
    // Some modules of the store also have components; no page shows them here.
    jsx: 'automatic',
    loader: { '.css': 'empty' },
  });
  await writeFile(join(webDir, 'assets/store.js'), script);
  const html = '<!doctype html><input type="file" multiple><script src="/assets/store.js"></script>';
  await writeFile(join(webDir, 'store.html'), html);
}

function makeFiles(folder: string): Record<FileName, string> {
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const clip = makeClip(folder);
  const mpeg = join(folder, 'old.mpeg');
  execFileSync('ffmpeg', ['-v', 'error', '-i', clip, '-c:v', 'mpeg2video', '-f', 'mpeg', mpeg]);
  return {
    ...{ clip, mpeg, picture: makePicture(folder), gif: makeGif(folder) },
    upright: join(samplesDir, 'media/portrait.jpg'),
    broken: written('broken.png', 'no image'),
    brokenVideo: written('broken.mp4', 'no video'),
    text: written('notes.txt', 'words'),
  };
}

/** Adds files like a user. @returns their media, or the messages of rejections. */
export async function tryAdd(page: Page, ...paths: string[]): Promise<(LocalMedia | string)[]> {
  await page.setInputFiles('input', paths);
  return page.evaluate(() => window.store.addChosen());
}

/** Adds files that must be accepted. */
export async function add(page: Page, ...paths: string[]): Promise<LocalMedia[]> {
  return (await tryAdd(page, ...paths)).map((one) => {
    if (typeof one === 'string') throw new Error(one);
    return one;
  });
}

/** Waits until a file is on the server. */
export async function untilUploaded(page: Page, url: string): Promise<void> {
  await page.waitForFunction((path) => window.store.mediaTable.byUrl[path]?.state === 'uploaded', url);
}

/** SHA-256 of bytes, as hex. */
export function digest(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of a file on disk. */
export function digestOf(path: string): string {
  return digest(readFileSync(path));
}
