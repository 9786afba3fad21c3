import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { allLayers } from '../../../engine/project/allLayers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { control, openWith, press } from '../support/footer.ts';
import { smallTargetsOf, tabTo, violationsOf } from '../support/page.ts';
import { filmstrip, trimTrack, videoTrimmer } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layerIn, routeIs, swipe, undoButton } from '../support/stage.ts';
import { storedState, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

/** A video of 10 s. */
const video = { type: 'video', url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 10 };
const openIn = (layers: object[], route = 'layer/l0', width = 1440, more: object = {}) =>
  openWith({ site, width }, layers, route, {
    selectedLayerId: 'l0',
    isImage: false,
    ...more,
  });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const thumb = (page: Page, part: 'start' | 'end') => page.getByRole('slider', { name: `Trim video: ${part}` });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const words = (page: Page) => videoTrimmer(page).getByRole('status').last();

async function times(page: Page): Promise<string[]> {
  return Promise.all([field(page, 'Start').inputValue(), field(page, 'End').inputValue()]);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
}

/** Current time of the shown video, seconds. */
const shown = (page: Page) =>
  videoTrimmer(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentTime);

it('the trimmer is usable with the keyboard only, accepts typed times, reports invalid ones, and changes nothing if it is left', async () => {
  const { page, complaints } = await openIn([video]);
  await tabTo(page, control(page, 'Trim'));
  await page.keyboard.press('Enter');
  await routeIs(page, 'trimmer');
  await expect.poll(() => words(page).textContent()).toBe(messages.trimUntrimmed);
  await thumb(page, 'start').focus();
  for (let i = 0; i < 10; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('PageDown');
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
  expect(await times(page)).toEqual(['00:01.03', '00:08.50']);
  expect(await words(page).textContent()).toBe('7.47 s of 10 s selected.');
  await button(page, 'End: a little later').focus();
  await page.keyboard.press('Enter');
  expect(await times(page)).toEqual(['00:01.03', '00:08.53']);
  expect(layerIn((await storedState(page)) as never, 'l0')).not.toMatchObject({ isTrimmed: true });
  await tabTo(page, button(page, 'Trim'));
  await page.keyboard.press('Enter');
  await routeIs(page, 'layer/l0');
  const trimmed = control(page, 'Trimmed: 7.5 s');
  await expect.poll(() => trimmed.evaluate((element) => element === document.activeElement)).toBe(true);
  const trim = { isTrimmed: true, startTime: 1.03, endTime: 8.53 };
  await storedUntil(page, (state) => expect(layerIn(state, 'l0')).toMatchObject(trim));

  await page.getByRole('group', { name: 'Video Layer' }).getByRole('button', { name: 'Edit Trim' }).click();
  await routeIs(page, 'trimmer');
  expect(await times(page)).toEqual(['00:01.03', '00:08.53']);
  await expect.poll(() => shown(page)).toBeCloseTo(1.03, 1);
  await type(page, 'Start', '9');
  await expect.poll(() => words(page).textContent()).toBe(messages.trimOrder);
  await button(page, 'Trim').click();
  await routeIs(page, 'trimmer');
  expect(await field(page, 'Start').evaluate((element) => element === document.activeElement)).toBe(true);
  await type(page, 'Start', '0:08,0');
  await type(page, 'Start', 'soon');
  await expect.poll(() => words(page).textContent()).toBe(messages.trimOrder);
  expect(await violationsOf(page)).toEqual([]);
  // Escape restores an unreadable input.
  await field(page, 'Start').press('Escape');
  expect((await times(page))[0]).toBe('00:08.00');
  await type(page, 'Start', '00:03.25');
  await type(page, 'End', '99');
  expect(await times(page)).toEqual(['00:03.25', '00:10.00']);
  await expect.poll(() => shown(page)).toBeGreaterThan(9.9);
  await button(page, 'Entire video').click();
  await expect.poll(() => words(page).textContent()).toBe(messages.trimUntrimmed);
  // Shortcuts that would change the layer do nothing here.
  await words(page).click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await routeIs(page, 'layer/l0');
  await trimmed.waitFor();
  expect(layerIn((await storedState(page)) as never, 'l0')).toMatchObject(trim);
  await undoButton(page).click();
  await storedUntil(page, (state) => expect(layerIn(state, 'l0')).toMatchObject({ isTrimmed: false }));
  expect(complaints).toEqual([]);
});

it('the trimmer plays the trimmed part to its end, shows the edge that is moved, and requires a file of a second', async () => {
  const part = { ...video, isTrimmed: true, startTime: 4, endTime: 5.2 };
  const others = [{ url: 'media/none/gone.mp4' }, { duration: 0.6 }, { converted_gif: true }];
  const { page } = await openIn([part, ...others.map((one) => ({ ...video, ...one }))], 'trimmer');
  await button(page, 'Play the trimmed video').waitFor();
  await expect.poll(() => shown(page)).toBeCloseTo(4, 1);
  const farthest = videoTrimmer(page)
    .locator('video')
    .evaluate(
      (video: HTMLVideoElement) =>
        new Promise<number>((resolve) => {
          let most = 0;
          video.addEventListener('timeupdate', () => {
            most = Math.max(most, video.currentTime);
          });
          video.addEventListener('pause', () => resolve(Math.max(most, video.currentTime)), { once: true });
        }),
    );
  await button(page, 'Play the trimmed video').click();
  expect(await farthest).toBeGreaterThan(4.6);
  expect(await farthest).toBeLessThan(5.6);
  await button(page, 'Play the trimmed video').waitFor();
  await expect.poll(() => shown(page)).toBeCloseTo(4, 1);
  await thumb(page, 'end').press('PageUp');
  await expect.poll(() => shown(page)).toBeCloseTo(6.16, 1);

  const trimOf = async (layer: string) => {
    await visit(page, layer);
    await visit(page, 'trimmer');
  };
  await trimOf('layer/l1');
  await page.getByText('This browser no longer has the file for this video. Replace it.').waitFor();
  await button(page, 'Back').click();
  await routeIs(page, 'layer/l1');
  await trimOf('layer/l2');
  await page.getByText(messages.trimTooShort).waitFor();
  expect(await button(page, 'Trim').count()).toBe(0);
  await trimOf('layer/l3');
  await routeIs(page, 'layer/l3');
  await control(page, 'Replace').waitFor();
  expect(await control(page, 'Trim').count()).toBe(0);
  await trimOf('');
  await routeIs(page, '');
});

it('the trimmer fits a phone, where a finger trims a file of unknown duration and detaches its audio', async () => {
  const { page, complaints } = await openIn([{ ...video, duration: undefined }], 'trimmer', 390);
  await filmstrip(page).and(page.locator('[data-state="ready"]')).waitFor();
  await expect.poll(() => times(page)).toEqual(['00:00.00', '00:10.00']);
  const track = await trimTrack(page).boundingBox();
  const grip = await thumb(page, 'start').boundingBox();
  if (!track || !grip) throw new Error('There is no slider.');
  // screens.test.ts checks the rest of this screen.
  expect(await smallTargetsOf(page)).toEqual([]);
  const y = grip.y + grip.height / 2;
  const from = grip.x + grip.width / 2;
  await swipe(
    page,
    [0, 20, 60, track.width * 0.4].map((by) => ({ x: from + by, y })),
  );
  // Immediately: otherwise the browser would treat the drag as a fling, and this tap as its end.
  await button(page, 'Trim').tap();
  await routeIs(page, 'layer/l0');
  await storedUntil(page, (state) =>
    expect(layerIn(state, 'l0')).toMatchObject({ isTrimmed: true, endTime: 10, duration: 10 }),
  );
  await press(page, 'Detach audio');
  await page.getByText('The audio is now its own layer').waitFor();
  await storedUntil(page, (state) => expect(allLayers(state).map(({ type }) => type)).toEqual(['video', 'audio']));
  await press(page, 'Trimmed: 6 s');
  await routeIs(page, 'trimmer');
  await expect.poll(() => field(page, 'Start').inputValue()).toBe('00:04.00');
  expect(complaints).toEqual([]);
});
