import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../api/support/files.ts';
import { projectFile, samplesDir, violationsOf } from '../support/page.ts';
import { fileInput } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { coloredUntil, place } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const sample = (name: string) => readFileSync(join(samplesDir, 'media', name));
const field = (page: Page) => page.getByRole('textbox', { name: 'Paste a link' });
/** Pastes a text into the focused element, like the keyboard. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

it('a link pasted on the page of a tool is loaded once and sent with its address', async () => {
  const { website } = site;
  // Earlier test files in this process requested pages too.
  website.asked.length = 0;
  website.file('/clips/mountains.mp4', sample('mountains.mp4'), 'video/mp4');
  const { page, complaints } = await site.open();
  // The request is not answered: other tests render what bodies describe.
  await page.route('**/createVideo', () => {});
  const sent = page.waitForRequest('**/createVideo');
  await page.goto('/loop-video');
  await field(page).focus();
  await paste(page, `${website.origin}/clips/mountains.mp4?from=here`);
  await page.getByRole('button', { name: 'Create' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    pastedUrl: `${website.origin}/clips/mountains.mp4`,
    sourceVideo: expect.stringMatching(/^\/api\/v1\/uploads\/\w+\/mountains_\w+\.mp4$/),
  });
  expect(website.asked).toEqual(['/clips/mountains.mp4']);
  expect(complaints).toEqual([]);
});

it('the separate audio of a silent video is used if the tool accepts audio; otherwise a notice says that it is skipped', async () => {
  const { website } = site;
  const silent = join(await temporaryFolder(), 'silent.mp4');
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=96x64:d=2', '-pix_fmt', 'yuv420p', silent]);
  website.file('/silent.mp4', readFileSync(silent), 'video/mp4');
  website.file('/apart.mp3', sample('music.mp3'), 'audio/mpeg');
  const [pictures, sound] = ['og:video" content="/silent.mp4', 'og:audio" content="/apart.mp3'];
  website.page('/apart', `<meta property="${pictures}"><meta property="${sound}">`);
  const { page, complaints } = await site.open();
  const pasteOn = async (route: string) => {
    await page.goto(route);
    await field(page).focus();
    await paste(page, `${website.origin}/apart`);
    await page
      .getByText(/^silent_\w+\.mp4$/)
      .first()
      .waitFor();
  };
  const leftOut = page.getByText(/^The audio of this video is a separate file, which is not included here\./);
  await pasteOn('/loop-video');
  await leftOut.waitFor();
  await pasteOn('/add-music-to-video');
  await page
    .getByText(/^apart_\w+\.mp3$/)
    .first()
    .waitFor();
  expect(await leftOut.count()).toBe(0);
  const video = { id: 'v', type: 'video', url: `${website.origin}/apart`, from: 1 };
  await openStudio(page);
  await fileInput(page)
    .first()
    .setInputFiles(projectFile('apart.json', { scenes: [{ id: 's', layers: [video] }] }));
  await page.getByRole('button', { name: 'Add its audio' }).click();
  const heard = { type: 'audio', from: 1, source: 'pastedLink', duration: expect.any(Number) };
  await storedUntil(page, (state) => expect(layersOf(state)).toContainEqual(expect.objectContaining(heard)));
  expect(complaints).toEqual([]);
});

it('the links of an opened project are loaded and measured; a dead one is reported and stays', async () => {
  const { website } = site;
  const canvas = createCanvas(40, 40);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ff0000';
  ctx.fillRect(0, 0, 40, 40);
  website.file('/red.png', canvas.toBuffer('image/png'), 'image/png');
  website.file('/named.mp4', sample('mountains.mp4'), 'video/mp4');
  const named = (path: string) => website.origin + path;
  const layers = [
    { id: 'lost', type: 'image', url: named('/lost.png'), position: place(0, 0, 10, 10) },
    { id: 'red', type: 'image', url: named('/red.png?key=1'), position: place(0, 0, 100, 100) },
    { id: 'video', type: 'video', url: named('/named.mp4') },
  ];
  const { page } = await site.open();
  await openStudio(page);
  await fileInput(page)
    .first()
    .setInputFiles(projectFile('linked.json', { scenes: [{ id: 's', layers }] }));
  const sentence = `Sorry, that pasted URL (${named('/lost.png')}) didn't work. No content found for this URL.`;
  await page.getByText(sentence, { exact: true }).waitFor();
  await coloredUntil(page, [50, 50], '#ff0000');
  const measured = { width: 1280, height: 720, duration: expect.closeTo(6, 0) };
  const state = await storedUntil(page, (found) => expect(layersOf(found)[2]).toMatchObject(measured));
  expect(layersOf(state).map((layer) => 'url' in layer && layer.url)).toEqual(layers.map(({ url }) => url));
  expect(website.asked).toContain('/red.png?key=1');
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
});

it('a link pasted on the start screen or the canvas of the Studio becomes a layer, and a dead one is reported', async () => {
  const { website } = site;
  website.file('/lake.jpg', sample('lake.jpg'), 'image/jpeg');
  website.page('/page', `<meta property="og:image" content="/lake.jpg">`);
  const { page } = await site.open({ width: 390 });
  await openStudio(page);
  await page.getByRole('button', { name: 'Start with a blank canvas' }).waitFor();
  await paste(page, ` ${website.origin}/page\n`);
  const pasted = { type: 'image', source: 'pastedLink', width: expect.any(Number) };
  await storedUntil(page, (state) => expect(layersOf(state)).toMatchObject([pasted]));
  await paste(page, `${website.origin}/lake.jpg`);
  await storedUntil(page, (state) => expect(layersOf(state)).toMatchObject([pasted, pasted]));

  await page.goto('/studio/editor/upload');
  await field(page).fill('not a link');
  await field(page).press('Enter');
  expect(await field(page).inputValue()).toBe('not a link');
  expect(await violationsOf(page)).toEqual([]);
  const dead = `${website.origin}/gone/${'a'.repeat(40)}`;
  await field(page).fill(dead);
  await field(page).press('Enter');
  const sentence = `Sorry, that pasted URL (${dead.slice(0, 50)}...) didn't work. No content found for this URL.`;
  await page.getByText(sentence, { exact: true }).waitFor();

  website.on('/slow', (reply) => void reply.writeHead(200, { 'content-type': 'video/mp4' }).write('...'));
  await page.goto('/studio/editor/upload');
  await field(page).fill(`${website.origin}/slow`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Fetching content...').first().waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await field(page).waitFor();
  await expect.poll(() => page.getByText(/Sorry, that pasted/).count()).toBe(0);
});
