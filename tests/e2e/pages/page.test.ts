import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { tools } from '../../../engine/tools/index.ts';
import { dropFiles, isPainted, mediaFile, projectFile, violationsOf } from '../support/page.ts';
import {
  canvasOf,
  facts,
  paintedPictures,
  projectPicture,
  renderRow,
  resultVideo,
  sampleCard,
  samples,
} from '../support/parts.ts';
import { openSite } from '../support/site.ts';

const site = openSite();

const { open } = site;

describe('a sample', () => {
  it('is painted, rendered by keyboard, played, downloaded, listed, deleted and restored', async () => {
    // Few samples are visible on a phone, and only those are painted.
    const { page, complaints } = await open({ width: 390 });
    await page.goto('/');
    await samples(page).getByRole('button').first().scrollIntoViewIfNeeded();
    const picture = paintedPictures(samples(page)).first();
    await picture.waitFor();
    expect(await isPainted(picture)).toBe(true);

    // With the keyboard only.
    await sampleCard(page, 'Frame counter').press('Enter');
    await page.getByRole('heading', { name: 'Frame counter', level: 1 }).waitFor();
    // From the heading, Tab reaches Close and then Render.
    await page.waitForFunction(() => document.activeElement?.id === 'open-title');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/videos\/[\w-]+$/);
    await page.getByRole('progressbar').waitFor();
    const player = resultVideo(page);
    await player.waitFor();
    await player.evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
    });
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
    const { duration, readyState, width } = await player.evaluate((video: HTMLVideoElement) => ({
      duration: video.duration,
      readyState: video.readyState,
      width: video.videoWidth,
    }));
    expect(duration).toBeCloseTo(2, 1);
    expect(readyState).toBeGreaterThanOrEqual(2);
    expect(width).toBe(640);
    expect(await facts(page).textContent()).toMatch(/MP4[\s\S]*640 × 360[\s\S]*2 s[\s\S]*(kB|MB)/);

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download').click()]);
    expect(download.suggestedFilename()).toBe('Frame counter.mp4');
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect(bytes.length).toBeGreaterThan(10_000);

    await page.getByRole('link', { name: 'Cutroom, home' }).click();
    const row = renderRow(page, 'Frame counter');
    await row.waitFor();
    expect(await row.textContent()).toContain('MP4 · 2 s');
    await row.getByRole('button', { name: 'Delete Frame counter' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await row.getByRole('button', { name: 'Delete Frame counter' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    await page.getByText('Nothing rendered yet').waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('navigation', () => {
  it('leads from the header to the tools, and from a sample and a file to their editor', async () => {
    const { page, complaints } = await open();
    await page.goto('/');
    const grid = page.getByRole('button', { name: 'Quick Nav' });
    const panel = page.getByRole('heading', { name: 'Quick Nav' });
    const isOnGrid = () => grid.evaluate((button) => button === document.activeElement);
    await grid.click();
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await isOnGrid()).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Studio');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Trim video', level: 1 }).waitFor();
    expect(await panel.count()).toBe(0);
    await grid.click();
    await page.getByRole('heading', { level: 1 }).click();
    await panel.waitFor({ state: 'detached' });
    await grid.click();
    await page.getByRole('link', { name: 'View all products' }).click();
    for (const { title } of tools) await page.getByRole('link', { name: new RegExp(`^${title}`) }).waitFor();
    expect(await coveredOnTheWayBack(page, new RegExp(`^${tools.at(-1)?.title}`))).toEqual([]);
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('backwards');
    await page.getByText('1 tool found').waitFor();
    await page.getByRole('link', { name: /^Reverse video/ }).click();
    await page.goBack();
    await page.getByRole('link', { name: 'Cutroom, home' }).click();

    await dropFiles(page, [await mediaFile('lake.jpg', 'image/jpeg')]);
    await page.getByRole('heading', { name: 'What do you want to do with “lake.jpg”?' }).waitFor();
    expect(await page.getByRole('button', { name: 'Trim video' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Rotate video' }).click();
    await page.waitForURL(/\/rotate-video$/);
    await page.getByRole('img', { name: 'Preview' }).waitFor();

    await page.getByRole('link', { name: 'Cutroom, home' }).click();
    await samples(page).getByRole('link', { name: 'Classic meme: open in the Studio' }).click();
    await canvasOf(page).waitFor();
    await page.waitForURL(/\/studio\/editor$/);
    expect(complaints).toEqual([]);
  });
});

/**
 * Goes back from a list link with the keyboard in a low window. @returns elements that were hidden below the header
 * while focused.
 */
async function coveredOnTheWayBack(page: Page, link: RegExp): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 1000, height: 420 });
  await page.getByRole('link', { name: link }).focus();
  const covered: string[] = [];
  for (let i = 0; i < 15; i += 1) {
    await page.keyboard.press('Shift+Tab');
    const name = await page.evaluate(() => {
      const header = document.querySelector('header') as HTMLElement;
      const now = document.activeElement as HTMLElement;
      const isCovered = now.getBoundingClientRect().top < header.getBoundingClientRect().bottom;
      return isCovered && !header.contains(now) ? (now.textContent ?? '') : '';
    });
    if (name) covered.push(name);
  }
  await page.setViewportSize(size);
  return covered;
}

describe('a dropped project', () => {
  const project = {
    width: 320,
    height: 240,
    scenes: [
      {
        id: 's',
        duration: 1,
        layers: [
          { id: 't', type: 'text', text: 'Holiday', position: { x: '5%', y: '5%', width: '90%', height: '20%' } },
          { id: 'i', type: 'image', url: 'pictures/lake.jpg' },
        ],
      },
    ],
  };

  it('is uploaded again after a brief connection failure, and not if it is already on the server', async () => {
    const { page } = await open();
    let puts = 0;
    await page.route(/upload_id=/, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      puts += 1;
      if (puts === 1) return route.fulfill({ status: 503, body: '' });
      return puts === 2 ? route.abort('connectionreset') : route.continue();
    });
    await page.goto('/');
    await dropFiles(page, [projectFile('holiday.json', project), await mediaFile('lake.jpg', 'image/jpeg')]);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.waitForURL(/\/videos\//);
    // Two status queries come before the file is sent again.
    expect(puts).toBe(4);
    await page.goBack();
    await page.getByText('Sent', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.waitForURL(/\/videos\//);
    expect(puts).toBe(4);
  });

  it('reports problems and missing or unreadable media, and is rendered once it is fixed and complete', async () => {
    const { page } = await open();
    await page.goto('/');
    const broken = { ...project, width: 5, scenes: [{ ...project.scenes[0], background: 'nocolor' }] };
    await dropFiles(page, [projectFile('holiday.json', broken)]);
    await page.getByText('2 problems found').waitFor();
    const list = await page.getByRole('list', { name: 'Problems' }).textContent();
    expect(list).toContain('"width" must be at least 16.');
    expect(list).toContain('/scenes/0/background');
    expect(list).toContain('"nocolor"');
    expect(await violationsOf(page)).toEqual([]);
    await dropFiles(page, [projectFile('holiday.json', project)]);
    await page.getByText('1 missing').waitFor();
    await page.getByText('Waits for the missing file.').waitFor();

    // Media that cannot be decoded are reported at the file.
    const junk = { name: 'lake.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5000, 7) };
    await dropFiles(page, [junk]);
    await page.getByText('All files are here').waitFor();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const file = page.getByRole('listitem').filter({ hasText: 'lake.jpg' });
    await file.getByText(/^\p{Lu}.*\.$/su).waitFor();
    await page.getByRole('alert').waitFor();
    await dropFiles(page, [await mediaFile('lake.jpg', 'image/jpeg')]);
    await projectPicture(page).and(page.locator('[data-painted]')).waitFor();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.waitForURL(/\/videos\//);
    await resultVideo(page).waitFor();
    await page.getByRole('heading', { name: 'holiday' }).waitFor();
  });
});
