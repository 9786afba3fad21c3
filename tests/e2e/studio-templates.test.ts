import { expect, it } from 'vitest';
import { openWith } from './support/footer.ts';
import { mediaFile, overflowOf } from './support/page.ts';
import { fileInput, sheet } from './support/parts.ts';
import { openSite } from './support/site.ts';
import { layersOf, storedUntil } from './support/studio.ts';

const site = openSite();

it('a project becomes a template by the names of its fields, and makes other projects at 390 pixels', async () => {
  const layers = [
    { type: 'text', text: 'Ada' },
    { type: 'placeholder', fieldNames: { content: 'Photo' } },
  ];
  const { page, complaints } = await openWith({ site, width: 390 }, layers, 'layer/l0', { name: 'Card' });
  await page.goto('/studio/editor/arrange');
  const field = page.getByRole('textbox', { name: 'Field for: words' });
  await field.fill('Name');
  await field.press('Enter');
  await storedUntil(page, (now) => expect(layersOf(now)[0]?.fieldNames).toEqual({ content: 'Name' }));
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(layersOf(now)[0]?.fieldNames).toBeUndefined());
  await page.keyboard.press('Control+Shift+z');
  await storedUntil(page, (now) => expect(layersOf(now)[0]?.fieldNames).toEqual({ content: 'Name' }));

  await page.goto('/studio/editor/templates');
  await page.getByRole('button', { name: 'Save this project as a template' }).click();
  const templates = page.getByRole('list', { name: 'My templates' });
  await templates.getByRole('button', { name: /^Card/ }).waitFor();
  const before = await storedUntil(page, () => {});
  await page.goto('/studio/editor/templates');
  await templates.getByRole('button', { name: /^Card/ }).click();
  const form = sheet(page, 'Templates');
  await form.getByRole('textbox', { name: 'Name' }).fill('Grace');
  await fileInput(form).setInputFiles([await mediaFile('logo.png', 'image/png')]);
  await form.getByText('logo.png').waitFor();
  expect(await overflowOf(page)).toBe(0);
  await form.getByRole('textbox', { name: 'Name' }).focus();
  await form.getByRole('button', { name: 'Make a new project' }).press('Enter');
  const made = await storedUntil(page, (now) => expect(layersOf(now)[0]).toMatchObject({ text: 'Grace' }));
  expect(layersOf(made)[1]).toMatchObject({ type: 'image' });
  expect(made.projectId).not.toBe(before.projectId);

  await page.goto('/studio/editor/templates');
  await templates.getByRole('button', { name: /^Card/ }).click();
  await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada');
  expect(complaints).toEqual([]);
});
