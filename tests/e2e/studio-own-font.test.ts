import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { openWith, press } from './support/footer.ts';
import { fileInput, notices, sheet } from './support/parts.ts';
import { openSite } from './support/site.ts';
import { layersOf, storedUntil } from './support/studio.ts';

const site = openSite();
const monoton = createRequire(import.meta.url).resolve('@fontsource/monoton/files/monoton-latin-400-normal.woff2');

it('a font file of one’s own is taken in the list of fonts, kept, and offered until it is taken out', async () => {
  const { page, complaints } = await openWith({ site }, [{ type: 'text', text: 'Hamburg' }]);
  await press(page, 'Arial Font');
  const fonts = sheet(page, 'Fonts');
  await fileInput(fonts).setInputFiles({ name: 'Broken.ttf', mimeType: 'font/ttf', buffer: Buffer.from('no font') });
  await notices(page).getByText('This file cannot be read as a font.').waitFor();
  const several = { name: 'Several.ttc', mimeType: 'font/collection', buffer: Buffer.from('ttcf\0\x01\0\0') };
  await fileInput(fonts).setInputFiles(several);
  await notices(page).getByText('This file is a collection of several fonts.').waitFor();
  const buffer = await readFile(monoton);
  await fileInput(fonts).setInputFiles({ name: 'Our Brand.woff2', mimeType: 'font/woff2', buffer });
  const row = fonts.getByRole('group', { name: 'Yours' }).getByRole('option');
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true');
  const state = await storedUntil(page, (now) =>
    expect(layersOf(now)[0]).toMatchObject({ fontFamily: expect.stringMatching(/^media\/.+\.woff2$/) }),
  );
  const [{ fontFamily } = { fontFamily: '' }] = layersOf(state) as { fontFamily: string }[];

  // What was kept is there after a reload, in its own letters: it has been loaded as a font of the page.
  await page.goto('/studio/editor/fonts');
  const isLoaded = () =>
    page.evaluate(
      (id) => [...document.fonts].some(({ family, status }) => family.includes(id) && status === 'loaded'),
      fontFamily.split('/')[1]?.replaceAll(/[^a-z\d]+/gi, ' ') ?? '',
    );
  await expect.poll(isLoaded).toBe(true);
  await page.getByRole('button', { name: /^Take out / }).click();
  await expect.poll(() => fonts.getByRole('group', { name: 'Yours' }).count()).toBe(0);
  await storedUntil(page, (now) => expect(layersOf(now)[0]).toMatchObject({ fontFamily }));
  expect(complaints).toEqual([]);
});
