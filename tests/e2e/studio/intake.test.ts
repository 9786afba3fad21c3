import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../api/support/files.ts';
import { animatedAvifOf, bmpOf } from '../../support/oddMedia.ts';
import { mediaFile } from '../support/page.ts';
import { canvasOf, fileInput, filmstrip, footer, paintedPictures, preview, sheet } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { undoButton } from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

it('several files and dropped folders become scenes, uploaded in one session; the first sets the shape of an empty canvas', async () => {
  const { page, complaints } = await site.open();
  const uploads: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'PUT') uploads.push(answer.status());
  });
  await openStudio(page);
  const [lake, forest] = [await mediaFile('lake.jpg', 'image/jpeg'), await mediaFile('forest.jpg', 'image/jpeg')];
  const files = [lake, forest, { ...lake, name: 'three.jpg' }, { ...forest, name: 'four.jpg' }];
  await page.getByLabel('Files from this device').first().setInputFiles(files);
  const state = await storedUntil(page, ({ scenes }) =>
    expect(scenes.map(({ layers }) => layers.length)).toEqual([1, 1, 1, 1]),
  );
  await expect.poll(() => uploads).toEqual([200, 200, 200, 200]);
  const [first] = state.scenes[0]?.layers ?? [];
  if (first?.type !== 'image' || !first.width || !first.height) throw new Error('The first file was not measured.');
  expect(state.width / state.height).toBeCloseTo(first.width / first.height, 2);
  await page.getByRole('button', { name: 'Resize' }).click();
  await page.getByRole('button', { name: /^1:1/ }).click();
  await storedUntil(page, ({ width, height }) => expect(width).toBe(height));
  await page.getByRole('button', { name: 'Match the image' }).click();
  await storedUntil(page, ({ width, height }) => expect([width, height]).toEqual([state.width, state.height]));
  const folder = await temporaryFolder();
  const inner = join(folder, 'inner');
  await mkdir(inner);
  const { buffer } = await mediaFile('lake.jpg', 'image/jpeg');
  for (const path of [join(folder, 'outer.jpg'), join(inner, 'inner.jpg')]) await writeFile(path, buffer);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
  await storedUntil(page, ({ scenes }) => expect(scenes.flatMap(({ layers }) => layers)).toHaveLength(6));
  expect(complaints).toEqual([]);
});

it('a file of the desktop replaces the placeholder that it is dropped on', async () => {
  const { page } = await site.open();
  const box = { x: '10%', y: '10%', width: '30%', height: '80%', rotation: 0 };
  await openStudio(page, {
    scenes: [{ id: 's', duration: 3, layers: [{ id: 'p', type: 'placeholder', position: box }] }],
  });
  const canvas = await canvasOf(page).boundingBox();
  if (!canvas) throw new Error('There is no canvas.');
  const at = { x: canvas.x + canvas.width / 4, y: canvas.y + canvas.height / 2 };
  const path = join(await temporaryFolder(), 'lake.jpg');
  await writeFile(path, (await mediaFile('lake.jpg', 'image/jpeg')).buffer);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', by = 0) =>
    session.send('Input.dispatchDragEvent', { type, x: at.x + by, y: at.y, data });
  await drag('dragEnter');
  await page.getByText('Drag here to upload').waitFor();
  // The first move enters the panel.
  for (const by of [1, 2]) await drag('dragOver', by);
  await page.getByText('Drop to replace the placeholder').waitFor();
  await drag('drop');
  const { scenes } = await storedUntil(page, ({ scenes: [one] }) => expect(one?.layers[0]?.type).toBe('image'));
  expect(scenes[0]?.layers.map(({ position }) => position)).toEqual([box]);
});

it('a video that the browser cannot show is reported, and so is a broken one', async () => {
  const { page } = await site.open();
  await openStudio(page);
  const file = join(await temporaryFolder(), 'old.mpeg');
  const source = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:d=2'];
  execFileSync('ffmpeg', ['-loglevel', 'error', ...source, '-c:v', 'mpeg2video', '-f', 'mpeg', file]);
  const moving = join(await temporaryFolder(), 'moving.png');
  execFileSync('ffmpeg', ['-loglevel', 'error', ...source, '-r', '2', '-f', 'apng', '-plays', '0', moving]);
  const add = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.getByLabel('Files from this device').first().setInputFiles(files);
  await add({ name: 'holiday.mp4', mimeType: 'video/mp4', buffer: randomBytes(5000) });
  const unreadable = 'An error occurred during upload. Please make sure your media is a compatible format.';
  await page.getByText(unreadable, { exact: true }).waitFor();
  await add({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: randomBytes(500) });
  const notRedrawn = 'Something went wrong. Please make sure your media is a compatible format.';
  await page.getByText(notRedrawn, { exact: true }).waitFor();
  const broken = ['one', 'two', 'three', 'four'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png' }));
  await add(...broken.map((one) => ({ ...one, buffer: randomBytes(500) })));
  await page.getByText(`${unreadable} (one.png, two.png, three.png and 1 more)`, { exact: true }).waitFor();
  await add({ name: 'photo.heic', mimeType: 'image/heic', buffer: randomBytes(500) });
  await page.getByText(/^HEIC files are not currently supported\./).waitFor();
  await add(
    { name: 'old.mpeg', mimeType: 'video/mpeg', buffer: await readFile(file) },
    { name: 'photo.avif', mimeType: 'image/avif', buffer: animatedAvifOf() },
    { name: 'photo.bmp', mimeType: 'image/bmp', buffer: bmpOf([40, 24]) },
    { name: 'moving.png', mimeType: 'image/png', buffer: await readFile(moving) },
  );
  await page.getByText(/This browser cannot show “old.mpeg”/).waitFor();
  await page.getByText('only the first frame of “photo.avif” is used.').waitFor();
  await page.getByText('Light preview; the result has the original').waitFor();
  const state = await storedUntil(page, ({ scenes }) => expect(scenes).toHaveLength(4));
  expect(state.width / state.height).toBeCloseTo(4 / 3, 2);
  const kinds = state.scenes
    .flatMap(({ layers }) => layers)
    .map((one) => [one.type, 'converted_gif' in one && one.converted_gif]);
  expect(kinds.sort()).toEqual([
    ['image', false],
    ['image', false],
    ['video', false],
    ['video', true],
  ]);
});

/** Two seconds of HEVC as from a phone, red and then blue. This browser has no decoder for it. */
async function phoneVideo(): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'phone.mp4');
  const colors = ['red', 'blue'].map((color) => `color=${color}:s=320x180:d=1`);
  const input = [...colors.flatMap((color) => ['-f', 'lavfi', '-i', color]), '-f', 'lavfi', '-i', 'sine=duration=2'];
  const graph = ['-filter_complex', '[0][1]concat=n=2,format=yuv420p[v]', '-map', '[v]', '-map', '2:a'];
  const codec = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'];
  execFileSync('ffmpeg', ['-loglevel', 'error', ...input, ...graph, ...codec, file]);
  return readFile(file);
}

/** The dominant color of the video or canvas in an element: red, blue or both; otherwise its mean color. */
function middleOf(element: Locator): Promise<string> {
  return element.evaluate((within) => {
    const source = within.matches('canvas, video') ? within : within.querySelector('canvas, video');
    const { data } = (() => {
      const ctx = new OffscreenCanvas(9, 9).getContext('2d', { willReadFrequently: true });
      if (!ctx || !source) return { data: [] };
      ctx.drawImage(source as HTMLCanvasElement | HTMLVideoElement, 0, 0, 9, 9);
      return ctx.getImageData(1, 3, 7, 1);
    })();
    const names = new Set<string>();
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      if (green < 90 && Math.max(red, blue) > 180) names.add(red > blue ? 'red' : 'blue');
    }
    return [...names].sort().reverse().join(' or ') || 'another';
  });
}

it('a phone video without a local decoder plays as the proxy from the server', async () => {
  const { page } = await site.open();
  await openStudio(page);
  const file = { name: 'phone.mp4', mimeType: 'video/mp4', buffer: await phoneVideo() };
  const choose = () => fileInput(page).first().setInputFiles(file);
  const becomes = (element: Locator, color: string) => expect.poll(() => middleOf(element)).toBe(color);
  await choose();
  await page.getByText(/^This browser cannot show it; /).waitFor();
  await becomes(canvasOf(page), 'red');
  await page.getByText('Light preview; the result has the original').waitFor();
  await footer(page).getByRole('button', { name: 'Trim', exact: true }).click();
  await page.getByRole('textbox', { name: 'End', exact: true }).fill('1.5');
  await page.getByRole('textbox', { name: 'End', exact: true }).press('Enter');
  await becomes(page.getByLabel('The video', { exact: true }), 'blue');
  await becomes(filmstrip(page), 'red or blue');
  await page.goto('/studio/editor/layers');
  await becomes(paintedPictures(sheet(page, 'Layers')).first(), 'red');
  await page.goto('/trim-video');
  await choose();
  await becomes(preview(page), 'red');
});

it('a GIF plays as the converted video from the server if the browser shows only its first frame', async () => {
  const { page, complaints } = await site.open();
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'ImageDecoder'));
  const record = { _id: 'x', output_url: null, input_name: 'dance.gif' };
  const conversions = '**/api/v1/conversions/*';
  // The server may convert the GIF before the page deletes it.
  await page.route(conversions, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { ...record, status: 'RUNNING' } }).catch(() => undefined)
      : route.continue(),
  );
  await openStudio(page);
  const gif = await mediaFile('dance.gif', 'image/gif');
  const processing = page.getByText('Processing GIF');
  // There is nothing to cancel before the GIF is uploaded.
  const requested = page.waitForResponse('**/api/v1/conversions');
  await fileInput(page).first().setInputFiles(gif);
  await requested;
  await processing.first().waitFor();
  const cancelled = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.keyboard.press('Delete');
  expect(new URL((await cancelled).url()).pathname).toMatch(/^\/api\/v1\/conversions\/\w+$/);
  await page.unroute(conversions);
  const complete = page.waitForResponse(
    async (answer) => answer.url().includes('/conversions/') && (await answer.json()).status === 'COMPLETE',
  );
  await undoButton(page).click();
  await complete;
  await processing.first().waitFor({ state: 'detached' });
  const shown = () => canvasOf(page).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL('image/webp', 0.1));
  const first = await shown();
  await page.keyboard.press('Space');
  await expect.poll(shown).not.toBe(first);
  expect(complaints).toEqual([]);

  await page.goto('/loop-video');
  let status = 'RUNNING';
  const asked: string[] = [];
  await page.route(conversions, (route) => {
    asked.push(route.request().method());
    return route.fulfill({ json: { ...record, status } });
  });
  await fileInput(page).first().setInputFiles(gif);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await processing.first().waitFor({ state: 'detached' });
  await expect.poll(() => asked).toContain('DELETE');
  status = 'FAILED';
  await fileInput(page).first().setInputFiles(gif);
  await page.getByText('GIF conversion failed', { exact: true }).waitFor();
  expect(await processing.count()).toBe(0);
});
