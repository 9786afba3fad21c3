import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, inject, it } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { colorsOf } from '../../support/colors.ts';
import { openWith } from '../support/footer.ts';
import { mediaFile, overflowOf, violationsOf } from '../support/page.ts';
import { fileInput, sheet } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

it('a project becomes a template through field names, and creates other projects at 390 pixels', async () => {
  const layers = [
    { type: 'text', text: 'Ada' },
    { type: 'placeholder', fieldNames: { content: 'Photo' } },
  ];
  const { page, complaints } = await openWith({ site, width: 390 }, layers, 'layer/l0', { name: 'Card' });
  await visit(page, 'arrange');
  const field = page.getByRole('textbox', { name: 'Field for: text' });
  await field.fill('Name');
  await field.press('Enter');
  await storedUntil(page, (now) => expect(layersOf(now)[0]?.fieldNames).toEqual({ content: 'Name' }));
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(layersOf(now)[0]?.fieldNames).toBeUndefined());
  await page.keyboard.press('Control+Shift+z');
  await storedUntil(page, (now) => expect(layersOf(now)[0]?.fieldNames).toEqual({ content: 'Name' }));

  await visit(page, 'templates');
  await page.getByRole('button', { name: 'Save this project as a template' }).tap();
  const templates = page.getByRole('list', { name: 'My templates' });
  await templates.getByRole('button', { name: /^Card/ }).waitFor();
  const before = await storedUntil(page, () => {});
  await page.goto('/studio/editor/templates');
  await templates.getByRole('button', { name: /^Card/ }).tap();
  const form = sheet(page, 'Templates');
  await form.getByRole('textbox', { name: 'Name' }).fill('Grace');
  await fileInput(form).setInputFiles([await mediaFile('logo.png', 'image/png')]);
  await form.getByText('logo.png').waitFor();
  expect(await overflowOf(page)).toBe(0);
  await form.getByRole('button', { name: 'Create a project' }).tap();
  const made = await storedUntil(page, (now) => expect(layersOf(now)[0]).toMatchObject({ text: 'Grace' }));
  expect(layersOf(made)[1]).toMatchObject({ type: 'image' });
  expect(made.projectId).not.toBe(before.projectId);

  await page.goto('/studio/editor/templates');
  await templates.getByRole('button', { name: /^Card/ }).tap();
  await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada');
  expect(complaints).toEqual([]);
});

it('a table fills a template many times: with a preview, a reported invalid row, and a second run for missing rows only', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  const whole = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
  const box = {
    id: 'b',
    type: 'shape',
    shapeType: 'rectangle',
    background: '#000000',
    position: whole,
    globalAlpha: 1,
  };
  const layers = [
    { id: 't', type: 'text', text: 'Hi {{Name}}' },
    { ...box, fieldNames: { color: 'Ink' } },
  ];
  const small = {
    projectId: 'card',
    width: 64,
    height: 64,
    isImage: true,
    name: 'Card',
    scenes: [{ id: 's', layers }],
  };
  await openStudio(page, small as ProjectInput, 'templates');
  await page.getByRole('button', { name: 'Fill in this project’s fields' }).click();
  await sheet(page, 'Templates').getByRole('button', { name: 'Batch' }).click();
  const many = sheet(page, 'Batch');
  const text = many.getByRole('textbox', { name: 'Table' });
  await expect.poll(() => text.inputValue()).toBe('Name,Ink\nName,#000000\n');
  const csv = {
    name: 'rows.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('who;ink\nAnn;#e62828\nBob;inky\n;\nCy;#2846dc\n'),
  };
  await many.getByLabel('Table file').setInputFiles(csv);
  await many.getByText('3 rows · 2 columns').waitFor();
  await many.getByRole('combobox', { name: 'Name text' }).selectOption('who');
  const cards = many.getByRole('list', { name: 'Rows' }).getByRole('listitem');
  await cards.nth(0).getByRole('img', { name: 'Ann, #e62828' }).and(page.locator('[data-painted]')).waitFor();
  await many.getByRole('status').getByText('Row 2, column "ink": "Ink" must be a color such as "#5969e2".').waitFor();
  await cards.nth(2).scrollIntoViewIfNeeded();
  await cards.nth(2).getByRole('img').and(page.locator('[data-painted]')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await many.getByRole('button', { name: 'Render 3 rows' }).click();
  await many.getByText('2 of 3 rows done, 1 failed').waitFor({ timeout: 60_000 });

  // After a reload, existing results are known; the corrected row is added to them.
  await page.reload();
  await text.fill('who;ink\nAnn;#e62828\nBob;#28aa46\nCy;#2846dc\n');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/createVideo') && asked.push(request.url()));
  await many.getByRole('button', { name: 'Render 3 rows' }).click();
  await many.getByText('3 of 3 rows done').waitFor({ timeout: 60_000 });
  expect(asked).toHaveLength(1);
  const saving = page.waitForEvent('download');
  await many.getByRole('button', { name: 'Download all' }).click();
  const results = unzipSync(readFileSync(await (await saving).path()));
  const folder = mkdtempSync(join(inject('suiteFolder'), 'rows-'));
  const seen = Object.entries(results).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return [name, colorsOf(join(folder, name), 1, 3)[0]];
  });
  expect(seen).toEqual([
    ['Card-1.png', 'red'],
    ['Card-2.png', 'green'],
    ['Card-3.png', 'blue'],
  ]);
  expect(complaints).toEqual([]);
});
