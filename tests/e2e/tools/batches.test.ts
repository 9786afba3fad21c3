import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, inject, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { colorsOf, plain } from '../../support/colors.ts';
import { dropFiles, mediaFile, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { smallVideoFile } from '../support/smallVideo.ts';
import { openStudio } from '../support/studio.ts';

const site = openSite();

it('a tool processes many files with separate states, stops and resumes, and offers one zip of the results', async () => {
  const { page } = await site.open();
  await page.goto('/loop-video');
  // Names that are equal on some file systems, and one that can be cut only between characters.
  const signs = '\u{1f469}\u200d\u{1f680}'.repeat(23);
  const given = [
    ['numbers.mp4', 'video/mp4', `${signs}.mp4`],
    ['party.mp4', 'video/mp4', 'cafe\u0301.mp4'],
    ['lake.jpg', 'image/jpeg', 'lake.jpg'],
    ['party.mp4', 'video/mp4', 'Caf\u00e9.mp4'],
  ] as const;
  const files = await Promise.all(
    given.map(async ([file, type, name]) => ({
      ...(type === 'video/mp4' ? await smallVideoFile(file) : await mediaFile(file, type)),
      name,
    })),
  );
  const broken = { name: 'हिन्दी 🎬.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') };
  const list = page.getByRole('region', { name: 'Apply to many files' });
  let answer = () => {};
  const stopped = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/createVideo', async (route) => {
    await stopped;
    await route.continue();
  });
  // The first file is shown.
  await dropFiles(page, [...files, broken]);
  await page.getByRole('button', { name: 'Apply to all' }).click();
  // Nothing starts automatically.
  await list.getByText('Not started').first().waitFor();
  await Promise.all([
    page.waitForRequest('**/createVideo'),
    list.getByRole('button', { name: 'Start 5 files' }).click(),
  ]);
  await list.getByRole('button', { name: 'Stop all' }).click();
  await list.getByText('0 of 5 files done, 5 failed').waitFor();
  // A video whose request was already sent is canceled once the server has answered.
  answer();
  await list.getByRole('button', { name: 'Try 5 again' }).click();
  // Waiting files keep the settings they were added with.
  await page.getByRole('textbox', { name: 'Loops' }).fill('3');
  await page.getByRole('button', { name: 'Quick Nav' }).click();
  await page.getByRole('link', { name: 'Meme Generator' }).click();
  await page.getByText('Find them on the page “Loop video”.').waitFor();
  await page.goBack();
  await list.getByText('“lake.jpg” is not a video').or(list.getByText('"lake.jpg" is not a video')).waitFor();
  await list.getByText('3 of 5 files done, 2 failed').waitFor({ timeout: 60_000 });
  await list.getByText(messages.uploadUnreadable).or(list.getByText(messages.uploadFormat)).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Download all' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('loop.zip');
  const results = unzipSync(readFileSync(await saved.path()));
  const [one, other] = ['cafe\u0301.mp4', 'Caf\u00e9 2.mp4'];
  expect(Object.keys(results).sort()).toEqual([other, one, `${'\u{1f469}\u200d\u{1f680}'.repeat(18)}.mp4`]);
  expect(results[one]).toEqual(results[other]);
  const states = async () => {
    const { videos } = await (await page.request.get('/api/v1/videos')).json();
    return videos.map(({ status }: { status: string }) => status).filter((status: string) => status !== 'cancelled');
  };
  await expect.poll(states).toEqual(['done', 'done', 'done']);
});

it('the project of the Studio is created once for each of many files', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  const [one, other] = [plain('red'), plain('blue')];
  const layers = [
    { id: 'r', type: 'shape', shapeType: 'rectangle', background: 'rgb(245 220 60)', position: halfAt('0%') },
    { id: 'i', type: 'image', url: '/samples/media/lake.jpg', position: halfAt('50%') },
  ];
  await openStudio(page, { width: 320, height: 320, isImage: true, scenes: [{ id: 's', layers }] } as ProjectInput);
  await page.getByRole('button', { name: 'More export options' }).click();
  await page.getByRole('button', { name: 'Apply to many files' }).click();
  const sheet = page.getByRole('dialog', { name: 'Apply to many files' });
  expect(await sheet.getByLabel('Replaces').inputValue()).toBe('/samples/media/lake.jpg');
  await sheet.getByLabel('Files from this device').setInputFiles(one);
  await dropFiles(page, [other]);
  await sheet.getByRole('button', { name: 'Start 2 files' }).click();
  await sheet.getByText('2 of 2 files done').waitFor({ timeout: 60_000 });
  expect(await violationsOf(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Download all' }).click();
  const results = unzipSync(readFileSync(await (await saving).path()));
  const folder = mkdtempSync(join(inject('suiteFolder'), 'many-'));
  const seen = Object.entries(results).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return [name, colorsOf(join(folder, name), 2, 1)];
  });
  expect(Object.fromEntries(seen)).toEqual({ 'red.png': ['yellow', 'red'], 'blue.png': ['yellow', 'blue'] });
  expect(complaints).toEqual([]);
});

/** The left or right half of a canvas. */
function halfAt(x: string) {
  return { x, y: '0%', width: '50%', height: '100%', rotation: 0 };
}
