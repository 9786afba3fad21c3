import { it } from 'vitest';
import { startService } from '../api/support/service.ts';
import { launchChromium } from '../support/chromium.ts';
import { buildWeb, openPage, samplesDir } from './support/page.ts';
import { place } from './support/stage.ts';
import { openStudio } from './support/studio.ts';
it('shots', async () => {
  const webDir = await buildWeb();
  const browser = await launchChromium();
  const service = await startService({ webDir, samplesDir });
  const film = (id: string, url: string) => ({ id, type: 'video' as const, url, width: 640, height: 360, duration: 8, objectFit: 'cover' as const, position: place(0, 0, 100, 100) });
  for (const [width, colorScheme] of [[1440, 'light'], [390, 'dark']] as const) {
    const { page, complaints } = await openPage(browser, service.origin, { width, colorScheme });
    await openStudio(page, { scenes: [{ id: 's', layers: [film('v', '/samples/media/party.mp4')] }, { id: 't', layers: [film('w', '/samples/media/ocean.mp4')] }] });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForTimeout(3000);
    await page.screenshot({ path: `/tmp/shot-${width}.png` });
    console.log(width, await page.locator('.play-time').textContent(), complaints);
  }
  await browser.close();
}, 120000);
