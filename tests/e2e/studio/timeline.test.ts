import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { toneWav } from '../../support/toneWav.ts';
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import {
  board,
  boardContent,
  clock,
  filmstrip,
  preview,
  seeker,
  trims,
  trimTrack,
  waveform,
} from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layerIn, place, routeIs, swipe, undoButton } from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';
import { boxOf, isTaken, playheadShare, shownFrame, stripErrors, tallness } from '../support/timeline.ts';

const site = openSite();

const video = (id: string, name: string, duration: number) =>
  ({ id, type: 'video', url: `/samples/media/${name}`, duration, isMuted: true }) as const;

const words = { id: 't', type: 'text', text: 'Words', position: place(10, 60, 80, 20) } as const;

/** Three scenes of 10, 3 and 6 s: numbered frames, empty, and another video; audio of 4 s, half of it silent. */
const three: ProjectInput = {
  width: 640,
  height: 360,
  ratio: '16:9',
  audio: { url: '/tone.wav', duration: 4 },
  scenes: [
    { id: 'a', layers: [words, video('v', 'numbers.mp4', 10)] },
    { id: 'b', duration: 3, background: '#00ff00', layers: [] },
    { id: 'c', layers: [video('o', 'ocean.mp4', 6)] },
  ],
};

async function open(project: ProjectInput, route = 'timeline', width = 1440) {
  const opened = await site.open({ width });
  const body = toneWav([0, 0.8], 2);
  await opened.page.route('**/tone.wav', (answer) => answer.fulfill({ contentType: 'audio/wav', body }));
  await openStudio(opened.page, project, route);
  return opened;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const now = (page: Page) => clock(page).getByRole('button');
const timeIs = (page: Page, time: string | RegExp) => expect.poll(() => now(page).textContent()).toMatch(time);

it('the timeline shows scenes at their times, seeks, plays and zooms, and leads to a transition and back', async () => {
  const { page, complaints } = await open(three, '');
  await button(page, 'Timeline').click();
  await routeIs(page, 'timeline');
  await expect.poll(() => clock(page).textContent()).toBe('00:00.00 / 00:19.00');
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await page.getByRole('link', { name: /Studio/ }).count()).toBe(0);
  // The canvas has no margins.
  const [shown, room] = [await boxOf(preview(page).locator('canvas').first()), await boxOf(preview(page))];
  expect(Math.min(room.width - shown.width, room.height - shown.height)).toBeLessThan(2);
  expect(await button(page, 'DONE').count()).toBe(0);
  await button(page, 'Video ocean.mp4').click();
  await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('o'));
  await button(page, 'Done').click();
  await routeIs(page, '');
  await storedUntil(page, (state) => expect(state).toMatchObject({ selectedLayerId: null, selectedSceneId: 'c' }));
  await button(page, 'Timeline of Scene 2').click();
  await routeIs(page, 'timeline');
  await timeIs(page, '00:10.00');
  // Its shortcuts work at once, because it has the focus.
  await page.keyboard.press('ArrowRight');
  await timeIs(page, '00:10.10');
  // They also work when nothing has the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('ArrowLeft');
  await timeIs(page, '00:10.00');
  const widths: number[] = [];
  for (const name of [
    'Scene 1 , starts at 0:00 , lasting 10 s',
    'Scene 2 , starts at 0:10 , lasting 3 s',
    'Scene 3 , starts at 0:13 , lasting 6 s',
  ]) {
    const block = page.getByRole('button', { name: new RegExp(name.replaceAll(' ,', ' ?,')) });
    widths.push((await boxOf(block)).width + 2);
  }
  expect((widths[0] as number) / (widths[1] as number)).toBeCloseTo(10 / 3, 1);
  expect((widths[2] as number) / (widths[1] as number)).toBeCloseTo(2, 1);
  const seen = () => board(page).evaluate((element) => [element.scrollWidth, element.scrollLeft]);
  for (let i = 0; i < 2; i += 1) await button(page, 'Zoom in').click();
  const transition = button(page, 'Transition into Scene 3: Cut');
  await transition.scrollIntoViewIfNeeded();
  const view = await seen();
  await transition.click();
  await routeIs(page, 'transition');
  await storedUntil(page, (state) => expect(state.selectedSceneId).toBe('c'));
  await page.keyboard.press('Escape');
  await routeIs(page, 'timeline');
  await expect.poll(seen).toEqual(view);
  await button(page, 'Show all').press('Enter');
  // The button is inactive now, but keeps the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Show all');
  const all = await boxOf(boardContent(page));
  const at = (seconds: number) => [all.x + (all.width * seconds) / 19, all.y + 12] as const;
  await page.mouse.move(...at(11.5));
  await page.mouse.down();
  await timeIs(page, /^00:11\.(4[5-9]|5[0-5])/);
  await page.mouse.move(...at(4), { steps: 4 });
  await page.mouse.up();
  await timeIs(page, /^00:0(3\.9[5-9]|4\.0[0-5])/);
  expect(await playheadShare(page)).toBeCloseTo(4 / 19, 2);
  await storedUntil(page, (state) => expect(state.selectedSceneId).toBe('a'));
  for (const [key, time] of [
    ['Home', '00:00.00'],
    ['PageUp', '00:05.00'],
    ['ArrowUp', '00:05.03'],
  ] as const) {
    await seeker(page).press(key);
    await timeIs(page, time);
    expect(await seeker(page).getAttribute('aria-valuetext')).toBe(time);
  }
  await button(page, '+5 s').click();
  await timeIs(page, '00:10.03');
  await button(page, 'Restart').click();
  await timeIs(page, '00:00.00');
  await button(page, 'Play').click();
  await expect.poll(async () => ((await now(page).textContent()) ?? '') > '00:00.50').toBe(true);
  await button(page, 'Pause').click();
  const time = (await now(page).textContent()) ?? '';
  const seconds = Number(time.slice(3));
  expect(await playheadShare(page)).toBeCloseTo(seconds / 19, 2);
  await storedUntil(page, (state) => expect(state.studioTime).toBeCloseTo(seconds, 1));
  expect(await now(page).textContent()).toBe(time);
  const width = async () => (await boxOf(boardContent(page))).width;
  const fits = await width();
  await button(page, 'Zoom in').click();
  await expect.poll(width).toBeCloseTo(fits * 1.5, 0);
  await button(page, 'Zoom out').click();
  await expect.poll(width).toBeCloseTo(fits, 0);
  const second = board(page).getByRole('button', { name: /^Scene 2/ });
  const before = await boxOf(second);
  await page.mouse.move(before.x, before.middle.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await expect.poll(width).toBeGreaterThan(fits * 2);
  expect(Math.abs((await boxOf(second)).x - before.x)).toBeLessThan(8);
  await button(page, 'Show all').click();
  await expect.poll(width).toBeCloseTo(fits, 0);
  expect(complaints).toEqual([]);
});

it('the timeline trims videos and audio by keyboard and with a previewed drag, along filmstrip and waveform', async () => {
  const { page, complaints } = await open(three);
  const [strip, wave] = [filmstrip(trims(page)).locator('canvas'), waveform(trims(page)).locator('canvas')];
  await expect
    .poll(() => stripErrors(strip), { interval: 250 })
    .toSatisfy((errors: number[]) => errors.length > 4 && errors.every((error) => error < 0.5));
  await expect.poll(() => tallness(wave, 0.55, 0.95)).toBeGreaterThan(35);
  expect(await tallness(wave, 0.05, 0.45)).toBeLessThan(3);
  const press = async (end: 'start' | 'end', ...keys: string[]) => {
    await slider(page, `Trim numbers.mp4: ${end}`).focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  const keeps = (startTime: number, endTime: number) =>
    storedUntil(page, (state) => expect(layerIn(state, 'v')).toMatchObject({ isTrimmed: true, startTime, endTime }));
  await press('start', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowUp');
  await keeps(0.23, 10);
  expect(await slider(page, 'Trim numbers.mp4: start').getAttribute('aria-valuetext')).toBe('00:00.23');
  await press('end', 'PageDown', 'ArrowLeft', 'ArrowDown');
  await keeps(0.23, 8.87);
  await trims(page).getByText('Trimmed: 8.64 s', { exact: true }).waitFor();
  // The end of the trim is shown while it moves.
  await timeIs(page, '00:08.63');
  await press('start', 'End');
  await press('start', 'ArrowRight');
  await press('end', 'Home', 'ArrowLeft');
  await keeps(7.87, 8.87);
  await button(page, 'Use the full length of numbers.mp4').click();
  await storedUntil(page, (state) => expect(layerIn(state, 'v')).toMatchObject({ isTrimmed: false }));
  const track = await boxOf(trimTrack(page).first());
  const { middle } = await boxOf(slider(page, 'Trim numbers.mp4: start'));
  const dragTo = async (seconds: number) => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + (track.width * seconds) / 10, middle.y, { steps: 6 });
  };
  await dragTo(6);
  // The first visible frame is now 6 s into the video.
  await expect.poll(() => shownFrame(page)).toBeCloseTo(180, -1);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await storedUntil(page, (state) => expect(layerIn(state, 'v')).toMatchObject({ isTrimmed: false, startTime: 0 }));
  await dragTo(2.5);
  await page.mouse.up();
  await storedUntil(page, (state) =>
    expect((layerIn(state, 'v') as { startTime: number }).startTime).toBeCloseTo(2.5, 1),
  );
  await undoButton(page).click();
  await storedUntil(page, (state) => expect(layerIn(state, 'v')).toMatchObject({ isTrimmed: false, startTime: 0 }));
  await slider(page, 'Trim audio: start').press('PageUp');
  await storedUntil(page, ({ audio }) => expect(audio).toMatchObject({ isTrimmed: true, trimStartTime: 1 }));
  const bar = slider(page, 'Audio will start at');
  await bar.press('ArrowRight');
  await bar.press('ArrowUp');
  await storedUntil(page, ({ audio }) => expect(audio).toMatchObject({ startTime: 0.13 }));
  await bar.press('End');
  await storedUntil(page, ({ audio }) => expect(audio?.startTime).toBe(18.79));
  expect(complaints).toEqual([]);
});

it('the timeline explains why a file has no filmstrip or waveform', async () => {
  const audio = { url: '/samples/media/party.mp4', duration: 3 };
  const { page } = await open({ audio, scenes: [{ id: 'a', layers: [video('gone', 'gone.mp4', 5)] }] });
  await expect.poll(() => filmstrip(trims(page)).textContent()).toBe('No thumbnails for this file');
  await expect.poll(() => waveform(trims(page)).textContent()).toBe('No audio in this file');
});

it('the timeline trims by touch on a phone, with large enough targets and no accessibility violations', async () => {
  const { page, complaints } = await open(three, 'timeline', 390);
  const thumb: Locator = slider(page, 'Trim numbers.mp4: end');
  await thumb.scrollIntoViewIfNeeded();
  const kept = await boxOf(page.getByTestId('trim-window').first());
  // Scrolling does not start a drag.
  await swipe(
    page,
    [0, 10, 30, 60].map((by) => ({ x: kept.middle.x, y: kept.middle.y - by })),
  );
  expect(await undoButton(page).isDisabled()).toBe(true);
  await thumb.scrollIntoViewIfNeeded();
  const { middle } = await boxOf(thumb);
  const track = await boxOf(trimTrack(page).first());
  await swipe(page, [middle, { x: middle.x - 20, y: middle.y }, { x: middle.x - track.width / 2, y: middle.y }]);
  await storedUntil(page, (state) => expect((layerIn(state, 'v') as { endTime: number }).endTime).toBeCloseTo(5, 1));
  // A long press on a layer moves it; a quick swipe scrolls.
  const bar = await boxOf(button(page, 'Video ocean.mp4'));
  const way = [0, 10, 20, 40].map((by) => ({ x: bar.middle.x + by, y: bar.middle.y }));
  await button(page, 'Video ocean.mp4').scrollIntoViewIfNeeded();
  await swipe(page, way, () => isTaken(page, 'o'));
  await storedUntil(page, (state) => expect(layerIn(state, 'o').from).toBeGreaterThan(1));
  expect(await overflowOf(page)).toBe(0);
  expect(await smallTargetsOf(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
