import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { dropFiles, mediaFile, projectFile } from '../support/page.ts';
import { canvasOf, doneButton, header, projectCard } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const { open } = openSite();

const hello = {
  name: 'Greeting',
  isImage: true,
  scenes: [{ id: 's', layers: [{ id: 't', type: 'text' as const, text: 'Hello', color: '#5969e2' }] }],
};

it('the start screen offers a blank canvas, which enables DONE, and leads to the home page', async () => {
  const { page, complaints } = await open();
  await page.goto('/studio');
  await page.waitForURL('**/studio/editor');
  await page.getByRole('heading', { name: 'Create something' }).waitFor();
  expect(await doneButton(page).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Start with a blank canvas' }).click();
  await canvasOf(page).waitFor();
  expect(await doneButton(page).isEnabled()).toBe(true);
  await page.getByRole('link', { name: 'Studio, to the home page' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await visit(page, 'nowhere');
  await page.waitForURL('**/404');
  expect(complaints).toEqual([]);
});

it('routes of the editor open over it and select their layer, and lead elsewhere if that is missing', async () => {
  const { page, complaints } = await open();
  await openStudio(page, hello, 'layers');
  const sheet = (title: string) => page.getByRole('dialog', { name: title });
  await sheet('Layers').getByRole('button', { name: /Hello/ }).first().click();
  await page.waitForURL('**/studio/editor/layer/t');
  await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('t'));
  await page.goto('/studio/editor/shape');
  await page.waitForURL('**/studio/editor/layer/t');
  // The route of the selected layer replaces the editor's own.
  await page.goto('/studio/editor/layer/none');
  await page.waitForURL(/\/studio\/editor(\/layer\/t)?$/);
  await visit(page, 'layer/t');
  await visit(page, 'fonts');
  await sheet('Fonts').getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/studio/editor/layer/t');
  await visit(page, '');
  await visit(page, 'background/color');
  await sheet('Background color').getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/studio/editor/background');
  await visit(page, 'settings');
  await sheet('Settings').waitFor();
  await page.mouse.click(4, 4);
  await sheet('Settings').waitFor({ state: 'detached' });
  await page.waitForURL('**/studio/editor');
  expect(complaints).toEqual([]);
});

it('the open project is restored in the middle of typing, and can be named, listed, copied, deleted and restored', async () => {
  const { page, complaints } = await open();
  await openStudio(page, hello, 'layer/t');
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const field = page.getByRole('textbox', { name: 'Text of the layer' });
  await field.fill('Hello there');
  await page.reload();
  await header(page).waitFor();
  await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ text: 'Hello there' }));
  const name = page.getByRole('textbox', { name: 'Name of the project' });
  await name.fill('Postcard');
  await name.press('Enter');
  await storedUntil(page, (state) => expect(state.name).toBe('Postcard'));
  await page.getByRole('button', { name: 'Projects' }).click();
  const sheet = page.getByRole('dialog', { name: 'Projects' });
  await sheet.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('heading', { name: 'Create something' }).waitFor();
  await page.getByRole('button', { name: 'Projects', exact: true }).click();
  await projectCard(page, 'Postcard').waitFor();
  await sheet.getByRole('button', { name: 'Duplicate Postcard', exact: true }).click();
  await projectCard(page, 'Postcard copy').waitFor();
  // The dialog renames with a button, or with F2 on the card.
  await projectCard(page, 'Postcard copy').getByRole('button').first().press('F2');
  const newName = sheet.getByRole('textbox', { name: 'New name of Postcard copy' });
  await newName.fill('Second draft');
  await newName.press('Enter');
  await projectCard(page, 'Second draft').waitFor();
  await sheet.getByRole('button', { name: 'Delete Second draft' }).click();
  await projectCard(page, 'Second draft').waitFor({ state: 'detached' });
  await projectCard(page, 'Postcard').getByRole('button').first().click();
  await storedUntil(page, (state) => expect(state.name).toBe('Postcard'));
  expect(complaints).toEqual([]);
});

it('the open project merges changes of another tab with its own, and can undo its own', async () => {
  const { page: first, complaints } = await open();
  const second = await first.context().newPage();
  await openStudio(first, hello);
  await canvasOf(first).click();
  await first.keyboard.press('ArrowRight');
  await storedUntil(first, (state) => expect(layersOf(state)[0]).toMatchObject({ position: { x: '1%' } }));
  await openStudio(second);
  await canvasOf(second).click();
  await second.waitForURL(/\/layer\//);
  for (const count of [2, 3, 4]) {
    await second.keyboard.press('Control+d');
    await storedUntil(second, (state) => expect(layersOf(state)).toHaveLength(count));
  }
  // The order of this change and the update from the other tab does not matter.
  await first.keyboard.press('ArrowRight');
  await Promise.all(
    [first, second].map((page) =>
      storedUntil(page, (state) => {
        expect(layersOf(state)).toHaveLength(4);
        expect(layersOf(state).at(-1)).toMatchObject({ id: 't', position: { x: '2%' } });
      }),
    ),
  );
  await first.getByRole('button', { name: 'Projects' }).click();
  const sheet = first.getByRole('dialog', { name: 'Projects' });
  await sheet.getByRole('button', { name: 'Earlier versions of Greeting' }).click();
  await sheet.getByRole('checkbox', { name: 'Every step' }).check();
  await sheet.getByRole('listitem').last().getByRole('button').first().click();
  await storedUntil(second, (state) => expect(layersOf(state)).toHaveLength(1));
  await first.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await storedUntil(second, (state) => expect(layersOf(state)).toHaveLength(4));
  expect(complaints).toEqual([]);
});

it('a project file with problems is reported, and the open project is saved and opened in another browser with its media', async () => {
  const { page } = await open();
  await openStudio(page, hello);
  await dropFiles(page, [projectFile('odd.json', { scenes: [{ id: 's', layers: [{ id: 'x', type: 'cube' }] }] })]);
  await page.getByRole('heading', { name: /odd\.json has problems/ }).waitFor();
  await page.getByRole('button', { name: 'Continue without it' }).click();
  await canvasOf(page).waitFor();
  await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ text: 'Hello' }));
  await dropFiles(page, [await mediaFile('lake.jpg', 'image/jpeg')]);
  await page.waitForURL(/\/layer\//);
  const before = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(2));
  await page.getByRole('button', { name: 'Projects' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const buffer = await readFile(await download.path());

  const elsewhere = await open();
  await openStudio(elsewhere.page);
  await dropFiles(elsewhere.page, [{ name: 'work.zip', mimeType: 'application/zip', buffer }]);
  const after = await storedUntil(elsewhere.page, (state) => expect(layersOf(state)).toHaveLength(2));
  expect(after.scenes).toEqual(before.scenes);
  expect(after.projectId).not.toBe(before.projectId);
});

it('a stored project that cannot be read is reported and can be downloaded', async () => {
  const { page } = await open();
  await openStudio(page, hello);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const { projectId } = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(2));
  await expect.poll(() => damage(page, projectId)).toBe(true);
  await page.addInitScript((id) => {
    sessionStorage.removeItem('state');
    localStorage.setItem('state', JSON.stringify({ projectId: id, savedAt: 1, stateVersion: 1 }));
  }, projectId);
  await page.goto('/studio/editor');
  await page.getByText('The saved project is damaged.').waitFor();
  await page.getByRole('button', { name: 'Download it' }).waitFor();
  await page.addInitScript(() => localStorage.setItem('state', '{"scenes": [{"id": "s", "duration": "long"}]}'));
  await page.goto('/studio/editor');
  await page.getByRole('heading', { name: /has problems/ }).waitFor();
  await page.getByText('/scenes/0/duration').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download it' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('"long"');
  await page.getByRole('button', { name: 'Continue without it' }).click();
  await page.getByRole('heading', { name: 'Create something' }).waitFor();
});

/** Damages a project in the browser's database. @returns whether it existed. */
function damage(page: Page, id: string): Promise<boolean> {
  return page.evaluate(
    (key) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('cutroom-studio');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('bodies', 'readwrite');
          const bodies = change.objectStore('bodies');
          let isThere = false;
          bodies.count(key).onsuccess = (event) => {
            isThere = (event.target as IDBRequest<number>).result > 0;
            if (isThere) bodies.put('{"scenes":[', key);
          };
          change.oncomplete = () => resolve(isThere);
        };
      }),
    id,
  );
}
