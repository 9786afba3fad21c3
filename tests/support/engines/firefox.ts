// puppeteer-core drives an installed Firefox by WebDriver BiDi; Playwright only drives builds of its own. Its release 24
// is the last that runs on Node 20.
import { type ElementHandle, launch } from 'puppeteer-core';
import { type Control, type EnginePage, enginePage, findControl, findFileField } from './enginePage.ts';

/** What Firefox says of a picture whose page was left before it had come. */
const leftPicture = 'Image corrupt or truncated.';

/** Starts Firefox with an empty page of 1440 × 900. */
export async function openFirefox(executablePath: string): Promise<{ page: EnginePage; close(): Promise<void> }> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'media.autoplay.default': 0 },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type()) && message.text() !== leftPicture) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error instanceof Error ? error.message : String(error)));
  const driver = {
    complaints,
    open: async (address: string) => void (await page.goto(address)),
    run: (work: (...given: never[]) => unknown, ...given: unknown[]) =>
      page.evaluate(work as () => unknown, ...(given as [])),
    async click(wanted: Control) {
      const found = (await page.evaluateHandle(findControl, wanted)).asElement() as ElementHandle<HTMLElement> | null;
      await found?.click();
    },
    async choose(...files: string[]) {
      const found = (await page.evaluateHandle(findFileField)).asElement() as ElementHandle<HTMLInputElement> | null;
      await found?.uploadFile(...files);
    },
    type: (text: string) => page.keyboard.type(text),
    press: (key: string) => page.keyboard.press(key as 'Escape'),
    picture: () => page.screenshot(),
  };
  return { page: enginePage(driver as EnginePage), close: () => browser.close() };
}
