// puppeteer-core drives an installed Firefox by WebDriver BiDi; Playwright only drives its own builds. Release 24 is
// the last that runs on Node 20.
import { type ElementHandle, launch } from 'puppeteer-core';
import {
  type Control,
  type EngineLook,
  type EnginePage,
  enginePage,
  findControl,
  findFileField,
  TIMEOUT_MS,
} from './enginePage.ts';

/** Firefox's messages about files whose page was left before they loaded. */
const LEFT =
  /^Image corrupt or truncated\.$|A ServiceWorker intercepted the request and encountered an unexpected error/;

/** Starts Firefox with an empty page of 1440 × 900. */
export async function openFirefox(
  executablePath: string,
  { isDark = false }: EngineLook,
): Promise<{ page: EnginePage; close(): Promise<void> }> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: TIMEOUT_MS,
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'ui.systemUsesDarkTheme': isDark ? 1 : 0 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewport({ width: 1440, height: 900 });
  const complaints: string[] = [];
  const tell = (line: string) => {
    if (!LEFT.test(line)) complaints.push(line);
  };
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) tell(message.text());
  });
  page.on('pageerror', (error) => tell(error instanceof Error ? error.message : String(error)));
  const driver = {
    complaints,
    open: async (address: string) => void (await page.goto(address)),
    run: (work: (...args: never[]) => unknown, ...given: unknown[]) =>
      page.evaluate(work as () => unknown, ...(given as [])),
    async click(control: Control) {
      const found = (await page.evaluateHandle(findControl, control)).asElement() as ElementHandle<HTMLElement> | null;
      await found?.click();
    },
    async choose(...files: string[]) {
      const found = (await page.evaluateHandle(findFileField)).asElement() as ElementHandle<HTMLInputElement> | null;
      await found?.uploadFile(...files);
    },
    type: (text: string) => page.keyboard.type(text),
    press: (key: string) => page.keyboard.press(key as 'Escape'),
    size: (width: number, height: number) => page.setViewport({ width, height }),
    picture: () => page.screenshot(),
  };
  return { page: enginePage(driver as EnginePage), close: () => browser.close() };
}
