import { expect, it } from 'vitest';
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { rectangle, still } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

it('the command palette finds tools, actions and projects by keyboard and by touch at 390 pixels, recent ones first', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  await openStudio(page, still([rectangle(10, 10)]));
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('combobox');
  const chosen = palette.getByRole('option', { selected: true });
  await field.fill('add text');
  await expect.poll(() => chosen.textContent()).toContain('Add a text');
  await field.press('Enter');
  await storedUntil(page, (now) => expect(layersOf(now)).toHaveLength(2));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Add a text' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Quick Nav' });
  await menu.tap();
  await page.getByRole('button', { name: 'Search everything' }).tap();
  expect([await overflowOf(page), await smallTargetsOf(page)]).toEqual([0, []]);
  await field.fill('resize');
  await palette.getByRole('option', { name: /^Resize video/ }).tap();
  await page.waitForURL('**/resize-video');
  expect(complaints).toEqual([]);
});

it('the command palette opens once on the start screen, even for an early shortcut, and closes with the same keys', async () => {
  const { page } = await site.open();
  await openStudio(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('option', { name: /^Add a text/ }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.waitFor({ state: 'detached' });
});
