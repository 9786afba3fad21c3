import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { control, openWith, press } from '../support/footer.ts';
import { type DroppedFile, dropFiles, mediaFile, violationsOf } from '../support/page.ts';
import { doneButton, fileInput, notices, seeker, waveform } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { routeIs, undoButton } from '../support/stage.ts';
import { storedUntil } from '../support/studio.ts';

const site = openSite();

/** A video of 10 s. */
const video = { type: 'video', url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 10 };
/** Audio of 20 s. */
const music = { url: '/samples/media/music.mp3', duration: 20 };
const openIn = (more: object, route = 'audio', width = 1440) =>
  openWith({ site, width }, [video], route, { isImage: false, ...more });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const loopSwitch = (page: Page) => page.getByRole('switch', { name: 'Loop audio' });
const startField = (page: Page) => page.getByRole('textbox', { name: 'Start time' });
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const storedAudio = (page: Page, fields: object | null) =>
  storedUntil(page, ({ audio }) => (fields ? expect(audio).toMatchObject(fields) : expect(audio).toBeNull()));

async function type(page: Page, text: string): Promise<void> {
  await startField(page).fill(text);
  await startField(page).press('Enter');
}

const waveIsReady = (page: Page) => waveform(page).and(page.locator('[data-state="ready"]')).waitFor();

async function upload(page: Page, file: DroppedFile): Promise<void> {
  await fileInput(page.getByRole('main')).setInputFiles([file]);
}

it('the project audio is uploaded, also of a video or as a sample, or rejected with a clear message', async () => {
  const gone = { url: 'media/none/gone.mp3', duration: 4 };
  const { page } = await openWith({ site }, [], 'audio', { isImage: false, audio: gone });
  await page.getByText('This browser no longer has the file for this audio.').waitFor();
  await button(page, 'Add Audio').click();
  await alert(page, messages.audioMissing).waitFor();
  await button(page, 'Trim audio').click();
  await page.getByText('Add it again.').waitFor();
  await button(page, 'Back').click();
  await routeIs(page, 'audio');
  await button(page, 'Remove').click();
  await button(page, 'Click to upload audio').waitFor();
  await page.getByText('or, drag and drop').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await button(page, 'Add Audio').click();
  await alert(page, messages.audioMissing).waitFor();
  await upload(page, await mediaFile('ocean.mp4', 'video/mp4'));
  await alert(page, messages.audioMissing).waitFor();
  await upload(page, { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound at all') });
  await alert(page, messages.uploadUnreadable).waitFor();
  await dropFiles(page, [{ name: 'song', mimeType: '', buffer: Buffer.from('no type') }]);
  await alert(page, messages.uploadNoType).waitFor();
  // The audio of a video is accepted.
  await upload(page, await mediaFile('traffic.mp4', 'video/mp4'));
  await page.getByRole('heading', { name: 'traffic.mp4' }).waitFor();
  await storedAudio(page, { startTime: 0, isTrimmed: false, loop: false });
  await button(page, 'Remove').click();
  await button(page, 'or try a sample!').click();
  await page.getByRole('heading', { name: 'music.mp3' }).waitFor();
  await storedAudio(page, { ...music, loop: false });
  await button(page, 'Remove').click();
  await storedAudio(page, null);
  await dropFiles(page, [await mediaFile('music.wav', 'audio/wav')]);
  await page.getByRole('heading', { name: 'music.wav' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/studio/editor/audio');
  const { scenes } = await storedAudio(page, { url: expect.stringMatching(/^media\/.*music\.wav$/) });
  expect(scenes[0]?.layers).toEqual([]);
  // Audio alone is enough for a video.
  expect(await doneButton(page).isEnabled()).toBe(true);
  await button(page, 'Play').click();
  await button(page, 'Pause').waitFor();
  await expect.poll(() => seeker(page).getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(0.2);
});

it('the project audio has a start, a loop, a volume and a trim by keyboard, which survive a reload and the project file', async () => {
  const { page, complaints } = await openIn({});
  await upload(page, await mediaFile('music.wav', 'audio/wav'));
  await page.getByText('Audio will start at 00:00.00').waitFor();
  await waveIsReady(page);
  await slider(page, 'Audio start').focus();
  for (const key of ['PageUp', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await page.getByText('Audio will start at 00:01.13').waitFor();
  await storedAudio(page, { startTime: 1.13 });
  // The video shows the moment where the audio starts.
  expect(await seeker(page).getAttribute('aria-valuenow')).toBe('1.13');
  await loopSwitch(page).click();
  await storedAudio(page, { loop: true, loopTouched: true });
  await type(page, '6');
  expect(await loopSwitch(page).isDisabled()).toBe(true);
  await page.getByText('The audio already lasts until the end of the video.').waitFor();
  await storedAudio(page, { startTime: 6, loop: false, loopTouched: false });
  await type(page, '9.9');
  await page.getByRole('status').getByText(messages.audioStartTooLate).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  for (const name of ['DONE', 'Add Audio']) {
    await button(page, name).click();
    await expect.poll(() => startField(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/studio/editor/audio');
  }
  await type(page, 'soon');
  await page.getByRole('status').getByText('Enter a time such as 00:05.00.').waitFor();
  await seeker(page).press('Home');
  await button(page, 'Start here').click();
  await storedAudio(page, { startTime: 0 });
  expect(await startField(page).getAttribute('aria-describedby')).toBeNull();
  expect(await startField(page).inputValue()).toBe('00:00.00');
  await slider(page, 'Volume').press('ArrowLeft');
  await slider(page, 'Fade in').press('PageUp');
  await slider(page, 'Fade out').press('ArrowRight');
  await page.getByRole('switch', { name: 'Mute' }).click();
  await storedAudio(page, { volume: 0.95, fadeIn: 1, fadeOut: 0.1, isMuted: true });
  await undoButton(page).click();
  await storedAudio(page, { isMuted: false });
  await page.getByRole('switch', { name: 'Duck under speech' }).press('Space');
  await storedAudio(page, { ducking: expect.any(Object) });
  await button(page, 'DONE').click();
  await routeIs(page, '');
  await control(page, 'Edit Audio').waitFor();

  await press(page, 'Edit Audio');
  await button(page, 'Trim audio').press('Enter');
  await routeIs(page, 'audio-trimmer');
  await waveIsReady(page);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('End').fill('0.5');
  await field('End').press('Enter');
  await page.getByText(messages.audioTrimTooShort).waitFor();
  await field('Start').fill('3');
  await field('Start').press('Enter');
  await page.getByText(messages.trimOrder).waitFor();
  await button(page, 'Entire audio').press('Enter');
  await slider(page, 'Trim audio: start').press('PageUp');
  await slider(page, 'Trim audio: end').press('ArrowDown');
  await button(page, 'Play the trimmed video').press('Enter');
  await button(page, 'Pause').press('Enter');
  expect(await violationsOf(page)).toEqual([]);
  await button(page, 'Trim audio').press('Enter');
  await routeIs(page, 'audio');
  const trimmed = button(page, 'Audio trimmed 1 s – 3.97 s');
  await expect.poll(() => trimmed.evaluate((element) => element === document.activeElement)).toBe(true);
  const trim = { isTrimmed: true, trimStartTime: 1, trimEndTime: 3.97 };
  await storedAudio(page, trim);
  await page.reload();
  await trimmed.waitFor();
  await waveIsReady(page);
  await button(page, 'DONE').click();
  await button(page, 'Projects').click();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as a file').click()]);
  const files = unzipSync(await readFile(await download.path()));
  const project = JSON.parse(new TextDecoder().decode(files['project.json']));
  expect(project.audio).toMatchObject(trim);
  const { buffer } = await mediaFile('music.wav', 'audio/wav');
  expect(Buffer.compare(Buffer.from(files[project.audio.url] ?? []), buffer)).toBe(0);
  expect(complaints).toEqual([]);
});

it('the trimmer outside the Studio adds audio to the open project in all tabs, and goes only to paths on this site', async () => {
  const { page, complaints } = await openIn({ selectedLayerId: 'l0', audio: music }, '');
  await storedAudio(page, music);
  const other = await page.context().newPage();
  await other.goto('/studio/editor');
  await press(other, 'Back');
  await press(other, 'Edit Audio');
  const shown = (tab: Page, name: string) => tab.getByRole('heading', { name, exact: true }).waitFor();
  await shown(other, 'music.mp3');
  await page.goto('/editor/trimmer?editorPath=%2Fstudio%2Feditor%2Faudio');
  await page.getByRole('heading', { name: 'Trim audio' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await upload(page, await mediaFile('music.wav', 'audio/wav'));
  await button(page, 'Choose another file').press('Enter');
  await expect
    .poll(() => button(page, 'Click to upload audio').evaluate((element) => element === document.activeElement))
    .toBe(true);
  await upload(page, await mediaFile('music.wav', 'audio/wav'));
  await slider(page, 'Trim audio: start').press('PageUp');
  expect(await violationsOf(page)).toEqual([]);
  // A double click acts only once.
  await button(page, 'Trim audio').evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await routeIs(page, 'audio');
  await button(page, /^Audio trimmed 1 s – 4/).waitFor();
  const { scenes } = await storedAudio(page, { isTrimmed: true, trimStartTime: 1 });
  expect(scenes[0]?.layers).toHaveLength(1);
  // A tab with the open project shows the new audio, and the old one after undo.
  await shown(other, 'music.wav');
  await page.getByText('The audio of your project was replaced.').waitFor();
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await storedAudio(page, music);
  for (const tab of [page, other]) await shown(tab, 'music.mp3');
  // So does the Studio that was open on this page before.
  await page.goBack();
  await upload(page, await mediaFile('music.wav', 'audio/wav'));
  await button(page, 'Trim audio').click();
  for (const tab of [page, other]) await shown(tab, 'music.wav');
  await page.goto('/editor/trimmer?editorPath=%2F');
  await button(page, 'or try a sample!').click();
  await button(page, 'Trim audio').click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByText('The audio of your project was replaced.').waitFor();
  await storedAudio(page, { url: music.url });
  // An undo outside the Studio is saved too.
  await button(page, 'Undo').click();
  await storedAudio(page, { url: expect.stringMatching(/music\.wav$/) });
  // tests/ui/pages/returnPath.test.ts tests all paths. A trailing slash leads to the same page.
  await page.goto(`/editor/trimmer/?editorPath=${encodeURIComponent('//example.com/')}`);
  await page.waitForURL((url) => url.pathname === '/' && url.origin === site.service.origin);
  await alert(page, messages.trimNowhere).waitFor();
  expect(complaints).toEqual([]);
});
