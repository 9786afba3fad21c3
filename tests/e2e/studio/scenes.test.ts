import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { announcement, sceneButton, sceneCards, sceneList } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { clickAt, coloredUntil, place, rectangle, routeIs, still, swipe, undoButton } from '../support/stage.ts';
import { openStudio, type StoredState, storedUntil } from '../support/studio.ts';

const site = openSite();

const { open } = site;

const scene = (id: string, background: string, duration = 3) => ({
  ...{ id, background, duration, isImageVideo: true },
  layers: [{ ...rectangle(10, 10), id: `layer-${id}` }],
});
const three = { scenes: [scene('a', '#ff0000', 3), scene('b', '#00ff00', 61.5), scene('c', '#0000ff', 3)] };
const order = (state: StoredState) => state.scenes.map(({ id }) => id).join('');
const card = (page: Page, index: number) => sceneCards(page).nth(index);
/** Names of the scenes in the list, with their start times. */
const names = (page: Page) =>
  sceneCards(page)
    .getByRole('button', { name: /^Scene/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

/** Color in the middle of a scene's thumbnail as red, green, blue; empty until it is painted. */
const thumbColor = (page: Page, index: number) =>
  card(page, index)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const middle = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
      return canvas.dataset.painted === undefined ? '' : [...(middle ?? [])].slice(0, 3).join(' ');
    });

describe('the list of scenes', () => {
  it('shows the start of each scene, outlines the selected one, and selects on click', async () => {
    const { page, complaints } = await open();
    await openStudio(page, three);
    await sceneButton(page, 2).waitFor();
    expect(await names(page)).toEqual(['0:00', '0:03', '1:04'].map((start, i) => `Scene ${i + 1}, starts at ${start}`));
    const outline = (index: number) =>
      card(page, index)
        .locator('canvas')
        .evaluate((canvas) => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(canvas);
          return `${outlineStyle} ${outlineWidth} ${outlineColor}`;
        });
    expect(await outline(0)).toBe('solid 5px rgb(89, 105, 226)');
    await sceneButton(page, 1).click();
    await coloredUntil(page, [50, 50], '#00ff00');
    expect(await outline(0)).toMatch(/^none/);
    expect(await outline(1)).toBe('solid 5px rgb(89, 105, 226)');
    await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'b', studioTime: 3 }));
    const length = page.getByRole('textbox', { name: 'Length of Scene 1' });
    await length.fill('5');
    await length.press('Enter');
    await storedUntil(page, (state) => expect(state.scenes[0]?.duration).toBe(5));
    await expect.poll(async () => (await names(page))[2]).toBe('Scene 3, starts at 1:06');
    expect(complaints).toEqual([]);
  });

  it('shows no start, outline or Delete for a single scene', async () => {
    const { page } = await open();
    await openStudio(page, still([rectangle(10, 10)]));
    await sceneButton(page, 0).waitFor();
    expect(await names(page)).toEqual(['Scene 1']);
    expect(await page.locator('[data-selected]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete Scene 1' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add Scene' }).click();
    await page.getByRole('button', { name: 'Delete Scene 1' }).waitFor();
    expect(await names(page)).toEqual(['Scene 1, starts at 0:00', 'Scene 2, starts at 0:03']);
  });

  it('adds, copies with new ids, deletes, and undoes all of it', async () => {
    const { page, complaints } = await open();
    await openStudio(page, three);
    await page.getByRole('button', { name: 'Duplicate Scene 1' }).click();
    const copied = await storedUntil(page, (state) => expect(state.scenes).toHaveLength(4));
    expect(copied.selectedSceneId).toBe(copied.scenes[1]?.id);
    expect(copied.scenes[1]?.layers[0]?.id).not.toBe('layer-a');
    expect(copied.scenes[1]).toMatchObject({ background: '#ff0000', duration: 3 });
    await page.getByRole('button', { name: 'Delete Scene 1' }).click();
    await storedUntil(page, (state) => expect(state.scenes.map(({ id }) => id)).not.toContain('a'));
    await page.getByRole('button', { name: 'Add Scene' }).click();
    await storedUntil(page, (state) => expect(state.selectedSceneId).toBe(state.scenes[3]?.id));
    for (let i = 0; i < 3; i += 1) await undoButton(page).click();
    await storedUntil(page, (state) => expect(order(state)).toBe('abc'));
    expect(complaints).toEqual([]);
  });

  it('paints each scene, and again when it changes', async () => {
    const { page } = await open();
    await openStudio(page, three);
    await expect.poll(() => thumbColor(page, 0)).toBe('255 0 0');
    await expect.poll(() => thumbColor(page, 1)).toBe('0 255 0');
    await clickAt(page, [50, 90]);
    await routeIs(page, 'background');
    await page.getByRole('button', { name: 'Black', exact: true }).click();
    await expect.poll(() => thumbColor(page, 0)).toBe('0 0 0');
  });
});

describe('the order of scenes', () => {
  it('changes by keyboard: Space lifts, arrows move, Space drops, with announcements', async () => {
    const { page, complaints } = await open();
    await openStudio(page, three);
    await sceneButton(page, 0).focus();
    await page.keyboard.press('Space');
    const said = announcement(page);
    await expect.poll(() => said.textContent()).toBe('Scene 1 picked up.');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => said.textContent()).toBe('Position 2 of 3.');
    await page.keyboard.press('Space');
    await storedUntil(page, (state) => expect(order(state)).toBe('bac'));
    expect(await said.textContent()).toBe('Scene dropped at position 2.');
    await undoButton(page).click();
    await storedUntil(page, (state) => expect(order(state)).toBe('abc'));
    expect(complaints).toEqual([]);
  });

  it('moves the current time along: the selected scene is shown at its new start', async () => {
    const { page, complaints } = await open();
    const animation = { id: 'text-focus-in', duration: 0.5, speed: 'default' } as const;
    const look = { text: '\u25a0', color: '#ff0000', textShadow: 'none', fontSize: '400px', fitText: false } as const;
    const red = { id: 'red', type: 'text', ...look, animation, position: place(0, 0, 100, 100) } as const;
    const scenes = [{ id: 'a', duration: 3, layers: [red] }, ...three.scenes.slice(1)];
    await openStudio(page, { scenes });
    await coloredUntil(page, [50, 50], '#ff0000');
    await sceneButton(page, 0).focus();
    await page.keyboard.press('Space');
    const said = announcement(page);
    await expect.poll(() => said.textContent()).toBe('Scene 1 picked up.');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => said.textContent()).toBe('Position 2 of 3.');
    await page.keyboard.press('Space');
    await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'a', studioTime: 61.5 }));
    await coloredUntil(page, [50, 50], '#ff0000');
    await page.getByRole('button', { name: 'Delete Scene 1' }).click();
    await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'a', studioTime: 0 }));
    await undoButton(page).click();
    await storedUntil(page, (state) => expect(state.studioTime).toBe(61.5));
    await undoButton(page).click();
    await storedUntil(page, (state) => expect(state.studioTime).toBe(0));
    expect(complaints).toEqual([]);
  });

  it('is restored by Escape', async () => {
    const { page } = await open();
    await openStudio(page, three);
    await sceneButton(page, 0).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    const said = announcement(page);
    await expect.poll(() => said.textContent()).toBe('Position 2 of 3.');
    await page.keyboard.press('Escape');
    await expect.poll(() => said.textContent()).toBe('Back at position 1.');
    expect(await undoButton(page).isDisabled()).toBe(true);
    await storedUntil(page, (state) => expect(order(state)).toBe('abc'));
  });

  it('changes with the mouse', async () => {
    const { page } = await open();
    await openStudio(page, three);
    await expect.poll(() => thumbColor(page, 1)).toBe('0 255 0');
    const [from, to] = [await sceneButton(page, 0).boundingBox(), await sceneButton(page, 1).boundingBox()];
    if (!from || !to) throw new Error('There are no scenes.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + 20, { steps: 12 });
    const dragged = page.locator('li[data-dragging]');
    await dragged.waitFor();
    expect(await dragged.evaluate((element) => getComputedStyle(element).zIndex)).toBe('5000');
    await page.mouse.up();
    await storedUntil(page, (state) => expect(order(state)).toBe('bac'));
  });

  it('changes by touch after a long press, in the sheet on a phone', async () => {
    const { page, complaints } = await open({ width: 390 });
    await openStudio(page, three);
    expect(await sceneList(page).count()).toBe(0);
    await page.getByRole('button', { name: '3 Scenes' }).click();
    await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
    await expect.poll(() => thumbColor(page, 0)).toBe('255 0 0');
    const box = await sceneButton(page, 0).boundingBox();
    if (!box) throw new Error('There are no scenes.');
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const way = [0, 40, 100, 180, box.height * 1.3].map((down) => ({ x: from.x, y: from.y + down }));
    await swipe(page, way, () => page.locator('li[data-dragging]').waitFor());
    await storedUntil(page, (state) => expect(order(state)).toBe('bac'));
    await sceneButton(page, 2).click();
    await storedUntil(page, (state) => expect(state.selectedSceneId).toBe('c'));
    await page.getByRole('button', { name: '3 Scenes' }).click();
    const length = page.getByRole('textbox', { name: 'Length of Scene 1' });
    await length.fill('7:59.99');
    await length.press('Enter');
    // The whole length is in sight.
    await expect.poll(() => length.inputValue()).toBe('7:59.99');
    expect(await length.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
