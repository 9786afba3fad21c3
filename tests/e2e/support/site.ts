import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { startService, type TestService } from '../../api/support/service.ts';
import { launchChromium } from '../../support/chromium.ts';
import { buildWeb, openPage, type PageOptions, samplesDir, type WatchedPage } from './page.ts';

/** The whole product for the tests of one file: pages in a real browser, on a real service. There from beforeAll on. */
export interface Site {
  readonly browser: Browser;
  readonly service: TestService;
  /** Folder of the built pages. */
  readonly webDir: string;
  /** Opens an empty page with a session of its own; a page that a test opens ends with the test. */
  open(this: void, options?: PageOptions): Promise<WatchedPage>;
}

/** Starts the product before the tests of a file and ends it after them. @param args of the browser. */
export function openSite(args: readonly string[] = []): Site {
  let parts: Omit<Site, 'open'> | undefined;
  const started = () => {
    if (!parts) throw new Error('The product is not started yet.');
    return parts;
  };
  beforeAll(async () => {
    const webDir = await buildWeb();
    const [browser, service] = await Promise.all([launchChromium(args), startService({ webDir, samplesDir })]);
    parts = { browser, service, webDir };
  });
  afterAll(() => parts?.browser.close());
  return {
    get browser() {
      return started().browser;
    },
    get service() {
      return started().service;
    },
    get webDir() {
      return started().webDir;
    },
    open: (options) => openPage(started().browser, started().service.origin, options),
  };
}
