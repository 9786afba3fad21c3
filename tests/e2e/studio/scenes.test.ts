import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { announcement, sceneButton, sceneCards, sceneList } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { clickAt, coloredUntil, rectangle, routeIs, swipe, undoButton } from '../support/stage.ts';
import { openStudio, type StoredState, storedUntil } from '../support/studio.ts';

const { open } = openSite();

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
      if (canvas.dataset.painted === undefined) return '';
      // Chrome complains about a canvas that is read several times.
      const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
      return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).join(' ');
    });

it('the list of scenes shows starts and images, outlines the selected scene, and adds, copies, deletes and undoes', async () => {
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
  await expect.poll(() => thumbColor(page, 0)).toBe('255 0 0');
  await expect.poll(() => thumbColor(page, 1)).toBe('0 255 0');
  await sceneButton(page, 1).click();
  await coloredUntil(page, [50, 50], '#00ff00');
  expect(await outline(0)).toMatch(/^none/);
  expect(await outline(1)).toBe('solid 5px rgb(89, 105, 226)');
  await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'b', studioTime: 3 }));

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

  await sceneButton(page, 0).click();
  await clickAt(page, [50, 90]);
  await routeIs(page, 'background');
  await page.getByRole('button', { name: 'Black', exact: true }).click();
  await expect.poll(() => thumbColor(page, 0)).toBe('0 0 0');
  for (const last of [3, 2]) await page.getByRole('button', { name: `Delete Scene ${last}` }).click();
  await expect.poll(() => names(page)).toEqual(['Scene 1']);
  expect(await page.locator('[data-selected]').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Delete Scene 1' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('the order of scenes changes by keyboard with announcements and by mouse, and the current time moves along', async () => {
  const { page, complaints } = await open();
  await openStudio(page, three);
  const said = announcement(page);
  const lift = async () => {
    await sceneButton(page, 0).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => said.textContent()).toBe('Scene 1 picked up.');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => said.textContent()).toBe('Position 2 of 3.');
  };
  await lift();
  await page.keyboard.press('Escape');
  await expect.poll(() => said.textContent()).toBe('Back at position 1.');
  expect(await undoButton(page).isDisabled()).toBe(true);
  await storedUntil(page, (state) => expect(order(state)).toBe('abc'));
  await lift();
  await page.keyboard.press('Space');
  await storedUntil(page, (state) =>
    expect([order(state), state.selectedSceneId, state.studioTime]).toEqual(['bac', 'a', 61.5]),
  );
  expect(await said.textContent()).toBe('Scene dropped at position 2.');
  await coloredUntil(page, [50, 50], '#ff0000');
  await page.getByRole('button', { name: 'Delete Scene 1' }).click();
  await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'a', studioTime: 0 }));
  await undoButton(page).click();
  await storedUntil(page, (state) => expect(state.studioTime).toBe(61.5));
  await undoButton(page).click();
  await storedUntil(page, (state) => expect([order(state), state.studioTime]).toEqual(['abc', 0]));

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
  expect(complaints).toEqual([]);
});

it('the order of scenes changes by touch after a long press, in the sheet on a phone', async () => {
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
