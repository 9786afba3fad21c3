import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Project } from '../../../engine/project/project.ts';
import { mediaFile } from '../support/page.ts';
import { layerButton, seeker, selection, stage } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { clickAt, coloredUntil, layerIn, placedUntil, rectangle, routeIs, still } from '../support/stage.ts';
import {
  collapseTimeline,
  layersOf,
  openStudio,
  type StoredState,
  storedState,
  storedUntil,
} from '../support/studio.ts';

const site = openSite();

const { open } = site;
const front = { ...rectangle(60, 60), id: 'front', background: '#e25959' };
const ids = (state: StoredState) => layersOf(state).map(({ id }) => id);

/** Opens an image with a selected rectangle behind another one. */
async function openSelected(page: Page): Promise<void> {
  await openStudio(page, still([front, rectangle(10, 10)]), 'layer/r');
  await selection(page).waitFor();
}

describe('arrow keys', () => {
  it('move by 1 %, or 10 % with Shift; holding a key is one step', async () => {
    const { page } = await open();
    await openSelected(page);
    await page.keyboard.press('ArrowRight');
    await placedUntil(page, 'r', [11, 10, 20, 20, 0], 0);
    await page.keyboard.press('Shift+ArrowDown');
    await placedUntil(page, 'r', [11, 20, 20, 20, 0], 0);
    // A second keydown without a keyup in between is a repeat.
    for (let i = 0; i < 4; i += 1) await page.keyboard.down('ArrowLeft');
    await page.keyboard.up('ArrowLeft');
    await placedUntil(page, 'r', [7, 20, 20, 20, 0], 0);
    await page.keyboard.press('Control+z');
    await placedUntil(page, 'r', [11, 20, 20, 20, 0], 0);
    await page.keyboard.press('Control+z');
    await placedUntil(page, 'r', [11, 10, 20, 20, 0], 0);
    await page.keyboard.press('Control+Shift+z');
    await placedUntil(page, 'r', [11, 20, 20, 20, 0], 0);
    await page.keyboard.press('Control+y');
    await placedUntil(page, 'r', [7, 20, 20, 20, 0], 0);
    // Undo steps survive a reload, in both directions.
    await page.keyboard.press('Control+z');
    await placedUntil(page, 'r', [11, 20, 20, 20, 0], 0);
    await page.reload();
    await selection(page).waitFor();
    await page.keyboard.press('Control+z');
    await placedUntil(page, 'r', [11, 10, 20, 20, 0], 0);
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+y');
    await placedUntil(page, 'r', [7, 20, 20, 20, 0], 0);
  });
});

describe('the first key on the start screen', () => {
  it('takes effect although it is what loads the shortcuts', async () => {
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
});

describe('arrow keys with modifiers', () => {
  it('resize with Ctrl and rotate with Alt, more with Shift, as the list of shortcuts says', async () => {
    const { page } = await open();
    await openSelected(page);
    await page.keyboard.press('Control+ArrowRight');
    await placedUntil(page, 'r', [10, 10, 21, 20, 0], 0);
    await page.keyboard.press('Control+Shift+ArrowDown');
    await placedUntil(page, 'r', [10, 10, 21, 30, 0], 0);
    await page.keyboard.press('Alt+ArrowRight');
    await placedUntil(page, 'r', [10, 10, 21, 30, 1], 0);
    // Holding a key is one undo step, and the browser does not navigate back.
    const held = ['Alt', 'Shift', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'];
    for (const key of held) await page.keyboard.down(key);
    for (const key of new Set(held)) await page.keyboard.up(key);
    await placedUntil(page, 'r', [10, 10, 21, 30, 316], 0);
    await page.keyboard.press('Control+z');
    await placedUntil(page, 'r', [10, 10, 21, 30, 1], 0);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Wider by 10%').waitFor();
    await sheet.getByText('Rotate left by 15°').waitFor();
  });
});

describe('keys for layers', () => {
  it('delete, duplicate, select, reorder and add layers', async () => {
    const { page, complaints } = await open();
    await openSelected(page);
    await page.keyboard.press('Control+]');
    await storedUntil(page, (state) => expect(ids(state)).toEqual(['r', 'front']));
    await page.keyboard.press('Control+[');
    await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r']));
    await page.keyboard.press('Control+Alt+c');
    await page.keyboard.press(']');
    await routeIs(page, 'layer/front');
    for (const [keys, given] of [
      ['Control+Alt+v', { background: '#5969e2' }],
      ['Control+Shift+l', { isLocked: true }],
      ['Control+Shift+h', { isHidden: true }],
    ] as const) {
      await page.keyboard.press(keys);
      await storedUntil(page, (state) => expect(layerIn(state, 'front')).toMatchObject(given));
      await page.keyboard.press('Control+z');
      await storedUntil(page, (state) => expect(layerIn(state, 'front')).not.toMatchObject(given));
    }
    await page.keyboard.press('Shift+Delete');
    await storedUntil(page, (state) => expect(ids(state)).toEqual(['r']));
    await page.keyboard.press('Control+z');
    await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r']));
    await clickAt(page, [70, 70]);
    await page.keyboard.press(']');
    await routeIs(page, 'layer/r');
    await page.keyboard.press('[');
    await routeIs(page, 'layer/front');
    await page.keyboard.press('Control+d');
    const copied = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(3));
    await placedUntil(page, copied.selectedLayerId ?? '', [63, 63, 20, 20, 0], 0);
    await page.keyboard.press('Delete');
    await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r']));
    await routeIs(page, '');
    await page.keyboard.press('t');
    const added = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(3));
    expect(layersOf(added)[0]).toMatchObject({ type: 'text', text: 'Sample text' });
    await page.getByRole('textbox', { name: 'Text of the layer' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/layer\//);
    await page.keyboard.press('Escape');
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBeNull());
    expect(complaints).toEqual([]);
  });

  it('type text in a field, and do nothing while a sheet is open', async () => {
    const { page } = await open();
    await openSelected(page);
    const name = page.getByRole('textbox', { name: 'Name of the project' });
    await name.fill('');
    await name.pressSequentially('t[]?');
    await name.press('Backspace');
    await name.press('Enter');
    await storedUntil(page, (state) => expect(state.name).toBe('t[]'));
    expect(layersOf((await storedState(page)) as StoredState)).toHaveLength(2);
    await stage(page).focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Show this list').waitFor();
    await page.keyboard.press('Delete');
    await page.keyboard.press('t');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r']));
    expect((await storedState(page))?.selectedLayerId).toBe('r');
  });

  it('reach every layer on the canvas with Tab and Enter', async () => {
    const { page } = await open();
    await openStudio(page, still([front, rectangle(10, 10)]));
    await stage(page).focus();
    await page.keyboard.press('Tab');
    expect(await layerButton(page, 'front').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await routeIs(page, 'layer/r');
    await page.keyboard.press('ArrowRight');
    await placedUntil(page, 'r', [11, 10, 20, 20, 0], 0);
  });
});

describe('undo', () => {
  it('goes ten steps back and forward to exactly the same projects', async () => {
    const { page } = await open();
    await openSelected(page);
    const projectOf = ({ scenes, width, height }: Project) => JSON.stringify({ scenes, width, height });
    const start = projectOf(await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('r')));
    const keys = ['ArrowRight', 'ArrowDown', 'Control+]', 'Shift+ArrowRight', 'Control+['];
    for (let i = 0; i < 10; i += 1) await page.keyboard.press(keys[i % keys.length] as string);
    const [x, y] = [10 + 2 + 20, 10 + 2];
    await placedUntil(page, 'r', [x, y, 20, 20, 0], 0);
    // Saving is delayed, and the last step changes the order.
    const end = projectOf(await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r'])));
    for (let i = 0; i < 10; i += 1) await page.keyboard.press('Control+z');
    await storedUntil(page, (state) => expect(projectOf(state)).toBe(start));
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
    for (let i = 0; i < 10; i += 1) await page.keyboard.press('Control+y');
    await storedUntil(page, (state) => expect(projectOf(state)).toBe(end));
    expect(await page.getByRole('button', { name: 'Redo', exact: true }).isDisabled()).toBe(true);
  });
});

describe('the clipboard', () => {
  it('copies a layer and pastes it 3 % aside, and cuts and pastes it', async () => {
    const { page, complaints } = await open();
    await openSelected(page);
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    const pasted = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(3));
    expect(layersOf(pasted)[0]?.id).toBe(pasted.selectedLayerId);
    await placedUntil(page, pasted.selectedLayerId ?? '', [13, 13, 20, 20, 0], 0);
    await page.keyboard.press('Control+x');
    await storedUntil(page, (state) => expect(ids(state)).toEqual(['front', 'r']));
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+v');
        return layersOf((await storedState(page)) as StoredState).length;
      })
      .toBeGreaterThan(2);
    expect(complaints).toEqual([]);
  });

  it('copies a scene if no layer is selected', async () => {
    const { page } = await open();
    await openStudio(page, still([rectangle(10, 10)]));
    await stage(page).focus();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    const state = await storedUntil(page, ({ scenes }) => expect(scenes).toHaveLength(2));
    expect(state.selectedSceneId).toBe(state.scenes[1]?.id);
    expect(state.scenes[1]?.layers[0]).toMatchObject({ type: 'shape', position: { x: '10%' } });
    expect(state.scenes[1]?.layers[0]?.id).not.toBe('r');
  });

  it('pastes an external image as a layer and text as a text layer; a second paste at once is ignored', async () => {
    const { page, complaints } = await open();
    await openStudio(page, still([]));
    const { buffer } = await mediaFile('lake.jpg', 'image/jpeg');
    const paste = (data: string | null, words: string) =>
      page.evaluate(
        ([picture, text]) => {
          const clipboardData = new DataTransfer();
          if (picture) {
            const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
            clipboardData.items.add(new File([bytes], 'image.jpg', { type: 'image/jpeg' }));
          } else clipboardData.setData('text/plain', text ?? '');
          const send = () => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
          send();
          send();
        },
        [data, words] as const,
      );
    await paste(buffer.toString('base64'), '');
    const state = await storedUntil(page, (kept) => expect(layersOf(kept)).toHaveLength(1));
    expect(layersOf(state)[0]).toMatchObject({ type: 'image', url: expect.stringMatching(/^media\//) });
    await expect
      .poll(async () => {
        await paste(null, 'Words from elsewhere');
        return layersOf((await storedState(page)) as StoredState)[0]?.type;
      })
      .toBe('text');
    expect(
      layerIn((await storedState(page)) as StoredState, ids((await storedState(page)) as StoredState)[0] as string),
    ).toMatchObject({
      text: 'Words from elsewhere',
    });
    expect(complaints).toEqual([]);
  });
});

describe('Space', () => {
  it('plays and pauses, but presses a focused button', async () => {
    const { page } = await open();
    const scene = { id: 's', duration: 60, isImageVideo: true, layers: [rectangle(10, 10)] };
    await collapseTimeline(page);
    await openStudio(page, { scenes: [scene] });
    await coloredUntil(page, [20, 20], '#5969e2');
    await stage(page).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    for (const [key, time] of [
      ['Home', '00:00.00'],
      ['.', '00:00.03'],
      ['.', '00:00.06'],
      [',', '00:00.03'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => seeker(page).getAttribute('aria-valuetext')).toBe(`${time} of 01:00.00`);
    }
    await layerButton(page, 'r').focus();
    await page.keyboard.press('Space');
    await routeIs(page, 'layer/r');
    expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1);
  });
});
