import { expect, it } from 'vitest';
import { mediaFile } from '../support/page.ts';
import { fileInput } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { still } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const { open } = openSite();

it('brand colors and logos are available in the pickers, later and in another tab too, until they are removed', async () => {
  const { page, complaints } = await open();
  // Too low for the docked parts, which have the same controls.
  await page.setViewportSize({ width: 1280, height: 550 });
  await openStudio(page, still([]), 'background/color');
  await page.getByRole('textbox', { name: 'Hex' }).fill('12ab34');
  await page.getByRole('button', { name: 'Add this color' }).click();
  const inPicker = page.getByRole('dialog', { name: 'Background color' }).getByRole('group', { name: 'Brand' });
  await inPicker.getByRole('button', { name: '#12AB34' }).waitFor();
  await page.getByRole('textbox', { name: 'Hex' }).fill('ffffff');
  await page.goto('/studio/editor/background');
  await page.getByRole('group', { name: 'Brand' }).getByRole('button', { name: '#12AB34' }).click();
  await storedUntil(page, (state) => expect(state.scenes[0]?.background).toBe('#12ab34'));
  await visit(page, 'background/color');
  await page.getByRole('button', { name: 'Remove this color' }).click();
  await expect.poll(() => page.getByRole('group', { name: 'Brand' }).count()).toBe(0);

  await visit(page, 'search');
  const logos = page.getByRole('region', { name: 'Your logos' });
  await fileInput(logos).setInputFiles([await mediaFile('logo.png', 'image/png')]);
  const logo = logos.getByRole('button', { name: 'logo.png', exact: true });
  await logo.waitFor();
  const other = await page.context().newPage();
  await other.goto('/studio/editor/search');
  const others = other.getByRole('region', { name: 'Your logos' });
  await fileInput(others).setInputFiles([await mediaFile('logo.png', 'image/png')]);
  await expect.poll(() => logo.count()).toBe(2);
  await others.getByRole('button', { name: 'Remove the logo logo.png' }).last().click();
  await expect.poll(() => logo.count()).toBe(1);
  await other.close();
  await visit(page, 'search');
  await logo.click();
  await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ type: 'image' }));

  await visit(page, 'search');
  await page.getByRole('button', { name: 'Remove the logo logo.png' }).click();
  await expect.poll(() => logo.count()).toBe(0);
  expect(complaints).toEqual([]);
});
