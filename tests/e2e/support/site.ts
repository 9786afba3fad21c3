import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { beforeAll, inject } from 'vitest';
import { wholeProgram } from '../../../cli/main.ts';
import { commandReference } from '../../../cli/reference.ts';
import { openService, type TestService } from '../../api/support/service.ts';
import { sharedChromium } from '../../support/chromium.ts';
import { startWebsite, type Website } from '../../support/website.ts';
import { buildWeb, openPage, type PageOptions, type WatchedPage } from './page.ts';
import { smallSamples } from './smallVideo.ts';

/** The whole product for tests: a real browser and a real service. Available from beforeAll. */
export interface Site {
  readonly browser: Browser;
  readonly service: TestService;
  /** Another website for pasted links. */
  readonly website: Website;
  /** Folder of the built pages. */
  readonly webDir: string;
  /**
   * Opens an empty page with a new session, without motion unless `reducedMotion` is 'no-preference': an animated page
   * costs as much as a render. It closes with the test, or with the file if it was opened before the tests.
   */
  open(this: void, options?: PageOptions): Promise<WatchedPage>;
}

type Parts = Omit<Site, 'open'>;

/** The service and the browser that all test files of a process share. */
let started: Promise<Parts> | undefined;

/** Starts the product before the tests of a file, or reuses a running one. */
export function openSite(): Site {
  let parts: Parts | undefined;
  const there = () => {
    if (!parts) throw new Error('The product is not started yet.');
    return parts;
  };
  beforeAll(async () => {
    parts = await startSite();
  });
  return {
    get browser() {
      return there().browser;
    },
    get service() {
      return there().service;
    },
    get website() {
      return there().website;
    },
    get webDir() {
      return there().webDir;
    },
    open: (options) => openPage(there().browser, there().service.origin, { reducedMotion: 'reduce', ...options }),
  };
}

/** Starts the product, or reuses a running one. Browser and service end with the process, because later files reuse them. */
export function startSite(): Promise<Parts> {
  started ??= start();
  return started;
}

async function start(): Promise<Parts> {
  const folder = mkdtempSync(join(inject('suiteFolder'), 'site-'));
  const webDir = await buildWeb(folder);
  const [website, samplesDir] = await Promise.all([startWebsite(), smallSamples()]);
  const [browser, service] = await Promise.all([
    sharedChromium(),
    openService({
      ...{ webDir, samplesDir, dataDir: join(folder, 'data'), links: { hosts: [website.host] } },
      commands: async () => commandReference(await wholeProgram()),
      // The files of a process share this service, and tests of limits start their own.
      rateLimit: { all: 6000, creates: 600, signIns: 600 },
    }),
  ]);
  return { browser, service, website, webDir };
}
