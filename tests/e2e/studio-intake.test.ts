import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../api/support/files.ts';
import { mediaFile } from './support/page.ts';
import { openSite } from './support/site.ts';
import { openStudio, storedUntil } from './support/studio.ts';

const site = openSite();

it('files that come together lie in one scene, or in one each; the first gives an empty canvas its shape', async () => {
  const { page } = await site.open();
  await openStudio(page);
  const files = [await mediaFile('lake.jpg', 'image/jpeg'), await mediaFile('forest.jpg', 'image/jpeg')];
  await page.getByLabel('Files of this device').first().setInputFiles(files);
  await page.getByText('All 2 files are in this scene.').waitFor();
  await page.getByRole('button', { name: 'One scene each' }).click();
  const state = await storedUntil(page, ({ scenes }) =>
    expect(scenes.map(({ layers }) => layers.length)).toEqual([1, 1]),
  );
  const [first] = state.scenes[0]?.layers ?? [];
  if (first?.type !== 'image' || !first.width || !first.height) throw new Error('The first file was not measured.');
  expect(state.width / state.height).toBeCloseTo(first.width / first.height, 2);
  await page.getByRole('button', { name: 'Resize' }).click();
  await page.getByRole('button', { name: /^1:1/ }).click();
  await storedUntil(page, ({ width, height }) => expect(width).toBe(height));
  await page.getByRole('button', { name: 'Match the picture' }).click();
  await storedUntil(page, ({ width, height }) => expect([width, height]).toEqual([state.width, state.height]));
});

it('says of a video what this browser cannot show, and of a broken one what is wrong', async () => {
  const { page } = await site.open();
  await openStudio(page);
  const file = join(await temporaryFolder(), 'old.mpeg');
  const source = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:d=2'];
  execFileSync('ffmpeg', ['-loglevel', 'error', ...source, '-c:v', 'mpeg2video', '-f', 'mpeg', file]);
  const add = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Files of this device').first().setInputFiles({ name, mimeType, buffer });
  await add('holiday.mp4', 'video/mp4', randomBytes(5000));
  await page.getByText('“holiday.mp4” cannot be read: it is damaged, or not what its name says.').waitFor();
  await add('old.mpeg', 'video/mpeg', await readFile(file));
  await page.getByText(/This browser cannot show “old.mpeg”/).waitFor();
  await page.getByText('This browser cannot show it; the result will').waitFor();
  await storedUntil(page, ({ width, height }) => expect(width / height).toBeCloseTo(4 / 3, 2));
});
