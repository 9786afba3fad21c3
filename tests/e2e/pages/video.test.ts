import { readFile } from 'node:fs/promises';
import { loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import { doneButton, header, renderRow, resultPicture, resultVideo } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();
const full = { x: '0%', y: '0%', width: '100%', height: '100%' };
const video = { type: 'video' as const, url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 10 };
const trim = { isTrimmed: true, startTime: 0, endTime: 2 };
const project = {
  projectId: 'counted',
  name: 'Counted',
  ...{ width: 160, height: 90, ratio: '16:9' },
  scenes: [{ id: 's', layers: [{ id: 'v', ...video, ...trim, position: full }] }],
};

const done = (on: Page) => doneButton(on).click();
const atVideo = (on: Page) => on.waitForURL(/\/videos\/[\w-]+$/);
const idOf = (on: Page) => new URL(on.url()).pathname.split('/').at(-1) ?? '';
const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });

it('a finished video leads back to its project, saves a frame, becomes a GIF, and fits a phone', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page, project as ProjectInput);
  const before = await storedUntil(page, (state) => expect(state.name).toBe('Counted'));
  await done(page);
  await atVideo(page);
  const videoId = idOf(page);
  await resultVideo(page).waitFor();
  // Another project is open, so the way back has to restore the first one.
  await page.goto('/studio/editor');
  await button(page, 'Projects').click();
  await button(page, 'New project').click();
  await storedUntil(page, (state) => expect(state.projectId).not.toBe(before.projectId));
  await page.goto('/');
  await renderRow(page, 'Counted').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit again' }).click();
  await page.waitForURL((url) => url.pathname === '/studio/editor' && url.search === '');
  const after = await storedUntil(page, (state) => expect(state.projectId).toBe(before.projectId));
  expect(after.scenes).toMatchObject(before.scenes);

  await page.goto(`/videos/${videoId}`);
  const player = resultVideo(page);
  await player.waitFor();
  expect([await violationsOf(page), await overflowOf(page)]).toEqual([[], 0]);
  const still = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save a frame as an image').click(),
    ]);
    expect(download.suggestedFilename()).toBe('Counted.png');
    const image = await loadImage(await readFile(await download.path()));
    return `${image.width} × ${image.height}`;
  };
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 1;
  });
  expect(await still()).toBe('160 × 90');

  // A GIF of its project.
  await button(page, 'Create a GIF').click();
  await page.waitForURL((url) => /\/videos\//.test(url.pathname) && !url.pathname.endsWith(videoId));
  const gifOf = async () => {
    await resultPicture(page).waitFor();
    const gif = await site.service.client().getVideo(idOf(page));
    expect(gif).toMatchObject({ mime: 'image/gif', width: 160, height: 90, name: 'Counted' });
    expect(gif.duration).toBeCloseTo(2, 1);
    return gif._id;
  };
  const first = await gifOf();
  expect(await button(page, 'Create a GIF').count()).toBe(0);

  // A GIF of the video itself, because the project has changed.
  await page.getByRole('link', { name: 'Edit again' }).click();
  await header(page).waitFor();
  await storedUntil(page, (state) => expect(state.name).toBe('Counted'));
  await page.getByRole('textbox', { name: 'Name of the project' }).fill('Otherwise');
  await page.keyboard.press('Enter');
  await storedUntil(page, (state) => expect(state.name).toBe('Otherwise'));
  await page.goto(`/videos/${videoId}`);
  await button(page, 'Create a GIF').click();
  await page.waitForURL((url) => !url.pathname.endsWith(videoId) && !url.pathname.endsWith(first));
  await gifOf();
  expect(complaints).toEqual([]);

  const { page: phone } = await site.open({ colorScheme: 'dark', width: 390 });
  await phone.goto(`/videos/${videoId}`);
  await resultVideo(phone).waitFor();
  expect(await violationsOf(phone)).toEqual([]);
  expect([await overflowOf(phone), await smallTargetsOf(phone)]).toEqual([0, []]);
});
