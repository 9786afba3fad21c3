import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dropFiles, mediaFile, projectFile } from '../support/page.ts';
import { canvasOf, doneButton, header, projectCard, resultPicture } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();
const { open } = site;

const hello = {
  name: 'Greeting',
  isImage: true,
  scenes: [{ id: 's', layers: [{ id: 't', type: 'text' as const, text: 'Hello', color: '#5969e2' }] }],
};

describe('the start screen', () => {
  it('offers a blank canvas, which enables DONE', async () => {
    const { page, complaints } = await open();
    await page.goto('/studio');
    await page.waitForURL('**/studio/editor');
    await page.getByRole('heading', { name: 'Create something' }).waitFor();
    expect(await doneButton(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Start with a blank canvas' }).click();
    await canvasOf(page).waitFor();
    expect(await doneButton(page).isEnabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('leads to the home page with the Studio link', async () => {
    const { page } = await open();
    await openStudio(page);
    await page.getByRole('link', { name: 'Studio, to the home page' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });
});

describe('a route of the editor', () => {
  const overs: [string, string][] = [
    ['upload', 'Upload'],
    ['replace', 'Replace'],
    ['background/color', 'Background color'],
    ['colors', 'Color'],
    ['fonts', 'Fonts'],
    ['search', 'Images'],
    ['layers', 'Layers'],
    ['scenes', 'Scenes'],
    ['more-options', 'More'],
    ['settings', 'Settings'],
    ['projects', 'Projects'],
    ['shortcuts', 'Keyboard shortcuts'],
  ];

  const needLayer = ['replace', 'colors', 'fonts'];
  const ways: Record<string, string> = { 'background/color': '/background' };

  it.each([
    ['without a layer selected', overs.filter(([route]) => !needLayer.includes(route)), null, ''],
    ['with one', overs.filter(([route]) => needLayer.includes(route)), 't', '/layer/t'],
  ] as const)('opens over the editor and closes, %s', async (_name, routes, selectedLayerId, home) => {
    const { page, complaints } = await open();
    await openStudio(page, { ...hello, selectedLayerId } as never, routes[0]?.[0]);
    // Like a link in the page. screens.test.ts opens each of them by URL.
    for (const [index, [route, title]] of routes.entries()) {
      // A click outside does the same.
      const isByClick = index === routes.length - 1;
      await page.evaluate((path) => history.pushState(null, '', path), `/studio/editor/${route}`);
      const sheet = page.getByRole('dialog', { name: title });
      if (isByClick) await page.mouse.click(4, 4);
      else await sheet.getByRole('button', { name: 'Close' }).click();
      await sheet.waitFor({ state: 'detached' });
      await page.waitForURL(`**/studio/editor${ways[route] ?? home}`);
    }
    expect(complaints).toEqual([]);
  });

  it('for a layer selects it; for a missing layer it leads to the editor', async () => {
    const { page } = await open();
    await openStudio(page, hello, 'layer/t');
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('t'));
    await page.goto('/studio/editor/layer/none');
    // The route of the selected layer replaces the editor's own.
    await page.waitForURL(/\/studio\/editor(\/layer\/t)?$/);
  });

  it('for a footer leads to the selected layer, and back in the history leaves it', async () => {
    const { page } = await open();
    await openStudio(page, hello);
    await page.goto('/studio/editor/layers');
    await page.getByRole('dialog', { name: 'Layers' }).getByRole('button', { name: /Hello/ }).first().click();
    await page.waitForURL('**/studio/editor/layer/t');
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('t'));
    await page.goto('/studio/editor/shape');
    await page.waitForURL('**/studio/editor/layer/t');
  });

  it('that does not exist leads to the not-found page', async () => {
    const { page } = await open();
    await page.goto('/studio/editor/nowhere');
    await page.waitForURL('**/404');
  });
});

describe('DONE', () => {
  it('renders an image, and the way back restores the project unchanged', async () => {
    const { page, complaints } = await open();
    await openStudio(page, hello);
    const before = await storedUntil(page, (state) => expect(state.scenes[0]?.layers).toHaveLength(1));
    await doneButton(page).click();
    await page.waitForURL(/\/videos\/[\w-]+$/);
    await resultPicture(page).waitFor();
    await page.getByRole('link', { name: 'Edit again' }).click();
    await page.waitForURL('**/studio/editor');
    const after = await storedUntil(page, (state) => expect(state.projectId).toBe(before.projectId));
    expect(after.scenes).toEqual(before.scenes);
    expect(complaints).toEqual([]);
  });
});

describe('the open project', () => {
  it('is restored after a reload in the middle of typing', async () => {
    const { page } = await open();
    await openStudio(page, hello, 'layer/t');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    const field = page.getByRole('textbox', { name: 'Text of the layer' });
    await field.fill('Hello there');
    await page.reload();
    await header(page).waitFor();
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ text: 'Hello there' }));
  });

  it('can be named, listed, copied, deleted and restored', async () => {
    const { page, complaints } = await open();
    await openStudio(page, hello);
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

  it('merges changes of another tab with its own, and can undo its own', async () => {
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

  it('can be saved as one file and opened in another browser with its media', async () => {
    const { page } = await open();
    await openStudio(page);
    await dropFiles(page, [await mediaFile('lake.jpg', 'image/jpeg')]);
    await page.waitForURL(/\/layer\//);
    const before = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(1));
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
    const after = await storedUntil(elsewhere.page, (state) => expect(layersOf(state)).toHaveLength(1));
    expect(after.scenes).toEqual(before.scenes);
    expect(after.projectId).not.toBe(before.projectId);
  });

  it('is reported if it cannot be read, and can be downloaded', async () => {
    const { page } = await open();
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

  it('stays open when a dropped project file has problems, which are reported', async () => {
    const { page } = await open();
    await openStudio(page, hello);
    await dropFiles(page, [projectFile('odd.json', { scenes: [{ id: 's', layers: [{ id: 'x', type: 'cube' }] }] })]);
    await page.getByRole('heading', { name: /odd\.json has problems/ }).waitFor();
    await page.getByRole('button', { name: 'Continue without it' }).click();
    await canvasOf(page).waitFor();
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ text: 'Hello' }));
  });
});
