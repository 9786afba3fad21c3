import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../api/support/service.ts';
import { launchChromium } from '../support/chromium.ts';
import { buildWeb, openPage, samplesDir } from './support/page.ts';
import { dragOver, layerIn, place, placedUntil, pointAt, rectangle, routeIs } from './support/stage.ts';
import { keptUntil, openStudio } from './support/studio.ts';

let browser: Browser;
let service: TestService;

beforeAll(async () => {
  const webDir = await buildWeb();
  browser = await launchChromium();
  service = await startService({ webDir, samplesDir });
});
afterAll(() => browser.close());

const words = { id: 't', type: 'text' as const, text: 'Words', position: place(10, 60, 80, 20) };

/** Two scenes, the first of some seconds, with a text and a rectangle. */
const two = (seconds: number) => ({
  snapToGrid: false,
  scenes: [
    { id: 'a', duration: seconds, layers: [words, rectangle(10, 10)] },
    { id: 'b', duration: 60, background: '#00ff00', layers: [] },
  ],
});

async function openPlaying() {
  const opened = await openPage(browser, service.origin);
  await openStudio(opened.page, two(60));
  await button(opened.page, 'Play').click();
  await button(opened.page, 'Pause').waitFor();
  return opened;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('while it plays', () => {
  it('a layer that is dragged pauses it, so that no next scene takes it away', async () => {
    const { page, complaints } = await openPlaying();
    await dragOver(page, [20, 20], [60, 40]);
    await placedUntil(page, 'r', [50, 30, 20, 20, 0]);
    await button(page, 'Play').waitFor();
    expect(complaints).toEqual([]);
  });

  it('a text that is written pauses it', async () => {
    const { page, complaints } = await openPlaying();
    const { x, y } = await pointAt(page, [50, 70]);
    await page.mouse.dblclick(x, y);
    await routeIs(page, 'text');
    await button(page, 'Play').waitFor();
    await page.keyboard.type(' and more');
    await keptUntil(page, (state) => expect(layerIn(state, 't')).toMatchObject({ text: 'Words and more' }));
    expect(complaints).toEqual([]);
  });

  it('the scene whose layer a sheet changes is played again', async () => {
    const { page, complaints } = await openPage(browser, service.origin);
    await openStudio(page, two(1.5), 'layer/r');
    await button(page, 'Fill').waitFor();
    // At once, so that the scene cannot end between the two.
    await page.evaluate(() => {
      const press = (place: string) => document.querySelector<HTMLElement>(place)?.click();
      press('.play-bar button');
      press('.studio-footer button:has(.swatch)');
    });
    await routeIs(page, 'colors');
    const wrapped = page.evaluate(() => {
      const place = document.querySelector('.play-time');
      const time = () => Number.parseInt(place?.textContent?.slice(2, 4) ?? '', 10);
      return new Promise<number>((done) => {
        let last = time();
        const observer = new MutationObserver(() => {
          if (time() !== 1 && last === 1) done(time());
          last = time();
        });
        if (place) observer.observe(place, { subtree: true, characterData: true, childList: true });
      });
    });
    expect(await wrapped).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/studio/editor/colors');
    await button(page, 'Close').click();
    await page.waitForFunction(() => document.querySelector('.play-time')?.textContent?.startsWith('0:02'));
    await keptUntil(page, (state) => expect(state.selectedSceneId).toBe('b'));
    expect(complaints).toEqual([]);
  });

  it('a scene that is moved takes the time with it', async () => {
    const { page, complaints } = await openPlaying();
    await page.getByRole('button', { name: /^Scene 1/ }).focus();
    const said = page.locator('[id^="rfd-announcement"]');
    await page.keyboard.press('Space');
    await expect.poll(() => said.textContent()).toBe('Scene 1 lifted.');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => said.textContent()).toBe('Place 2 of 2.');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => document.querySelector('.play-time')?.textContent?.startsWith('1:0'));
    await button(page, 'Pause').click();
    const { studioTime } = await keptUntil(page, (state) => expect(state.studioTime).toBeGreaterThan(60));
    expect(studioTime).toBeLessThan(120);
    expect(complaints).toEqual([]);
  });
});
