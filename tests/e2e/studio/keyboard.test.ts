import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { mediaFile } from '../support/page.ts';
import { layerButton, selection, stage } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { placedUntil, rectangle, routeIs, still } from '../support/stage.ts';
import { layersOf, openStudio, type StoredState, storedState, storedUntil } from '../support/studio.ts';

const site = openSite();

const { open } = site;
const front = { ...rectangle(60, 60), id: 'front', background: '#e25959' };
const ids = (state: StoredState) => layersOf(state).map(({ id }) => id);

/** Opens an image with a selected rectangle behind another one. */
async function openSelected(page: Page): Promise<void> {
  await openStudio(page, still([front, rectangle(10, 10)]), 'layer/r');
  await selection(page).waitFor();
}

it('the first key on the start screen takes effect although it is what loads the shortcuts', async () => {
  const { page } = await open({ isNew: true });
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  let isRequested = false;
  await page.route('**/assets/soon-*.js', async (route) => {
    isRequested = true;
    await coming;
    await route.continue();
  });
  await openStudio(page);
  await page.getByRole('heading', { name: 'Create something' }).waitFor();
  // The heading may be painted before the page listens to keys.
  const press = async () => {
    if (!isRequested) await page.keyboard.press('t');
    return isRequested;
  };
  await expect.poll(press, { interval: 500 }).toBe(true);
  come();
  await page.getByRole('textbox', { name: 'Text of the layer' }).waitFor();
  const state = await storedUntil(page, (stored) => expect(layersOf(stored)).toHaveLength(1));
  expect(layersOf(state)[0]?.type).toBe('text');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/layer\//);
  await page.keyboard.press('Escape');
  await routeIs(page, '');
});

it('keys reach, move and undo layers, also after a reload, and type into fields', async () => {
  const { page, complaints } = await open();
  await openStudio(page, still([front, rectangle(10, 10)]));
  await stage(page).focus();
  await page.keyboard.press('Tab');
  expect(await layerButton(page, 'front').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await routeIs(page, 'layer/r');
  expect(await layerButton(page, 'r').getAttribute('aria-pressed')).toBe('true');
  // A second keydown without a keyup in between is a repeat.
  for (let i = 0; i < 4; i += 1) await page.keyboard.down('ArrowRight');
  await page.keyboard.up('ArrowRight');
  await placedUntil(page, 'r', [14, 10, 20, 20, 0], 0);
  // The browser does not navigate back.
  const held = ['Alt', 'Shift', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'];
  for (const key of held) await page.keyboard.down(key);
  for (const key of new Set(held)) await page.keyboard.up(key);
  await placedUntil(page, 'r', [14, 10, 20, 20, 315], 0);
  await page.keyboard.press('Control+z');
  await placedUntil(page, 'r', [14, 10, 20, 20, 0], 0);
  await page.reload();
  await selection(page).waitFor();
  await page.keyboard.press('Control+z');
  await placedUntil(page, 'r', [10, 10, 20, 20, 0], 0);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await placedUntil(page, 'r', [14, 10, 20, 20, 315], 0);

  const name = page.getByRole('textbox', { name: 'Name of the project' });
  await name.fill('');
  await name.pressSequentially('t[]?');
  await name.press('Backspace');
  await name.press('Enter');
  await storedUntil(page, (state) => expect([state.name, ids(state)]).toEqual(['t[]', ['front', 'r']]));
  await stage(page).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Wider by 10%', { exact: true }).waitFor();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r']));
  expect((await storedState(page))?.selectedLayerId).toBe('r');
  expect(complaints).toEqual([]);
});

it('the clipboard copies and cuts layers and scenes, and takes external images and texts', async () => {
  const { page, complaints } = await open();
  await openSelected(page);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  const pasted = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(3));
  expect(layersOf(pasted)[0]?.id).toBe(pasted.selectedLayerId);
  await placedUntil(page, pasted.selectedLayerId ?? '', [13, 13, 20, 20, 0], 0);
  await page.keyboard.press('Control+x');
  await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r']));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  const { scenes, selectedSceneId } = await storedUntil(page, (state) => expect(state.scenes).toHaveLength(2));
  expect(selectedSceneId).toBe(scenes[1]?.id);
  expect(scenes[1]?.layers[1]).toMatchObject({ type: 'shape', position: { x: '10%' } });
  expect(scenes[1]?.layers[1]?.id).not.toBe('r');

  const { buffer } = await mediaFile('lake.jpg', 'image/jpeg');
  const paste = (data: string | null, words: string) =>
    page.evaluate(
      ([picture, text]) => {
        const clipboardData = new DataTransfer();
        if (picture) {
          const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
          clipboardData.items.add(new File([bytes], 'image.jpg', { type: 'image/jpeg' }));
        } else clipboardData.setData('text/plain', text ?? '');
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      [data, words] as const,
    );
  const layersHere = ({ scenes, selectedSceneId }: StoredState) =>
    scenes.find(({ id }) => id === selectedSceneId)?.layers ?? [];
  await paste(buffer.toString('base64'), '');
  await storedUntil(page, (state) =>
    expect(layersHere(state)[0]).toMatchObject({ type: 'image', url: expect.stringMatching(/^media\//) }),
  );
  await paste(null, 'Words from elsewhere');
  await storedUntil(page, (state) =>
    expect(layersHere(state)[0]).toMatchObject({ type: 'text', text: 'Words from elsewhere' }),
  );
  expect(complaints).toEqual([]);
});
