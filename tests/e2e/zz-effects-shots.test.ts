import type { Browser } from 'playwright';
import { afterAll, beforeAll, it } from 'vitest';
import { startService, type TestService } from '../api/support/service.ts';
import { launchChromium } from '../support/chromium.ts';
import { buildWeb, openPage, samplesDir } from './support/page.ts';
import { openStudio } from './support/studio.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  const webDir = await buildWeb();
  browser = await launchChromium();
  service = await startService({ webDir, samplesDir });
}, 200_000);
afterAll(() => browser.close());
const film = (id: string, url: string, more: object = {}) => ({
  id,
  type: 'video' as const,
  url: `/samples/media/${url}`,
  duration: 6,
  position: { x: '10%', y: '20%', width: '80%', height: '60%' },
  ...more,
});
const project: any = {
  scenes: [
    { id: 'a', layers: [film('v', 'party.mp4', { speed: 2, brightness: 120, filterName: 'Vivid' })] },
    {
      id: 'b',
      background: '#204060',
      layers: [film('w', 'mountains.mp4')],
      transition: { type: 'slide', duration: 1 },
    },
    { id: 'c', background: '#ffcc00', layers: [film('x', 'ocean.mp4')] },
  ],
};
it('shots', async () => {
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await openPage(browser, service.origin, { width, colorScheme });
      await openStudio(page, project, 'layer/v');
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/fx/shots/${width}-${colorScheme}-layer.png` });
      for (const route of ['Speed: 2×', 'Filters', 'Volume']) {
        await page.locator('.studio-footer').getByRole('button', { name: route, exact: true }).click();
        await page.waitForTimeout(1600);
        await page.screenshot({ path: `/tmp/fx/shots/${width}-${colorScheme}-${route.slice(0, 5)}.png` });
        await page.keyboard.press('Escape');
        await page.waitForTimeout(300);
      }
      if (width > 1000) await page.getByRole('button', { name: 'Transition into Scene 2: Slide' }).click();
      else {
        await page.locator('.studio-footer').getByRole('button', { name: 'Back', exact: true }).click();
        await page.locator('.studio-footer').getByRole('button', { name: 'Scenes' }).click();
        await page.waitForTimeout(900);
        await page.screenshot({ path: `/tmp/fx/shots/${width}-${colorScheme}-scenes.png` });
        await page.getByRole('button', { name: 'Transition into Scene 2: Slide' }).click();
      }
      const t0 = Date.now();
      await page
        .locator('.looks[data-painted]')
        .waitFor({ timeout: 20000 })
        .catch(() => console.log('never painted'));
      console.log('painted after', Date.now() - t0);
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/fx/shots/${width}-${colorScheme}-transition.png` });
      console.log(width, colorScheme, complaints, page.url());
      await page.context().close();
    }
}, 200_000);
