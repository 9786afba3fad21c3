import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { control, openWith, press } from '../support/footer.ts';
import { fileInput, header, notices, sheet } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layersOf, storedUntil } from '../support/studio.ts';

const site = openSite();
const { resolve } = createRequire(import.meta.url);

/** One family in several files, as designers deliver it. */
const faces = [
  ['Lora-Regular.woff2', resolve('@fontsource/lora/files/lora-latin-400-normal.woff2')],
  ['Lora-Bold.woff2', resolve('@fontsource/lora/files/lora-latin-700-normal.woff2')],
  ['Lora-Italic.woff2', resolve('@fontsource/lora/files/lora-latin-400-italic.woff2')],
] as const;

it('custom font files are added as one family with bold and italic faces, saved, and offered until they are removed', async () => {
  const { page, complaints } = await openWith({ site }, [{ type: 'text', text: 'Hamburg' }]);
  await press(page, 'Arial Font');
  const fonts = sheet(page, 'Fonts');
  await fileInput(fonts).setInputFiles({ name: 'Broken.ttf', mimeType: 'font/ttf', buffer: Buffer.from('no font') });
  await notices(page).getByText('This file cannot be read as a font.').waitFor();
  const several = { name: 'Several.ttc', mimeType: 'font/collection', buffer: Buffer.from('ttcf\0\x01\0\0') };
  await fileInput(fonts).setInputFiles(several);
  await notices(page).getByText('This file is a collection of several fonts.').waitFor();
  const files = await Promise.all(
    faces.map(async ([name, path]) => ({ name, mimeType: 'font/woff2', buffer: await readFile(path) })),
  );
  await fileInput(fonts).setInputFiles(files);
  const yours = fonts.getByRole('group', { name: 'Yours' });
  await expect.poll(() => yours.getByRole('option', { selected: true }).allTextContents()).toEqual(['Lora']);
  await fonts.getByRole('button', { name: 'Close' }).first().click();
  const written = (file: RegExp, fields: object) =>
    storedUntil(page, (state) =>
      expect(layersOf(state)[0]).toMatchObject({ fontFamily: expect.stringMatching(file), ...fields }),
    );
  await written(/Lora_Regular/, {});
  await press(page, 'Bold');
  await written(/Lora_Bold/, { fontWeight: 'bold' });
  await press(page, 'Bold');
  // A style without a family keeps the custom one, with the file for its weight.
  const looks = page.getByRole('region', { name: 'Inspector' });
  const openLooks = () => looks.getByRole('tab', { name: 'Text style' }).click();
  await openLooks();
  await looks.getByRole('radio', { name: 'Highlight', exact: true }).click();
  await written(/Lora_Bold/, { fontWeight: 'bold', backgroundStyle: 'wrap' });
  await expect.poll(() => looks.getByRole('radio', { name: 'Highlight', exact: true }).isChecked()).toBe(true);
  await header(page).getByRole('button', { name: 'Undo' }).click();
  await looks.getByRole('switch', { name: 'Italic' }).click();
  await written(/Lora_Italic/, { fontWeight: 'normal', fontStyle: 'italic' });
  await header(page).getByRole('button', { name: 'Undo' }).click();
  await written(/Lora_Regular/, { fontStyle: 'normal' });
  // The saved font is available after a reload, loaded as a font of the page.
  await page.reload();
  const isLoaded = () =>
    page.evaluate(() => [...document.fonts].some(({ family, status }) => /Lora/.test(family) && status === 'loaded'));
  await expect.poll(isLoaded).toBe(true);
  await openLooks();
  await looks.getByRole('switch', { name: 'Italic' }).click();
  await written(/Lora_Italic/, { fontStyle: 'italic' });
  await control(page, 'Lora Font').click();
  await page.getByRole('button', { name: 'Remove Lora' }).click();
  await expect.poll(() => yours.count()).toBe(0);
  expect(complaints).toEqual([]);
});
