import { expect, it } from 'vitest';
import { floatingMenu, handle, handles, selection, snapGuides } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import {
  clickAt,
  coloredUntil,
  dragOver,
  handleAt,
  place,
  placedUntil,
  pointAt,
  pressAndMove,
  rectangle,
  routeIs,
  sheetBox,
  still,
  swipe,
  undoButton,
} from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const { open } = openSite();

it('a click selects the front layer and opens its route, deselects on the empty stage, and then opens the background', async () => {
  const { page, complaints } = await open();
  const back = { ...rectangle(30, 30, 40, 40), id: 'back' };
  const front = { ...rectangle(40, 40, 20, 20, 45), id: 'front', background: '#e25959' };
  const empty = { id: 'p', type: 'placeholder' as const, position: place(70, 2, 28, 24) };
  await openStudio(page, still([front, back, empty]));
  await coloredUntil(page, [50, 50], '#e25959');
  const isSelected = (id: string | null) =>
    storedUntil(page, ({ selectedLayerId }) => expect(selectedLayerId).toBe(id));
  await clickAt(page, [50, 50]);
  await routeIs(page, 'layer/front');
  await isSelected('front');
  expect(await handles(page).count()).toBe(9);
  // The buttons of the browser deselect and select it too.
  await page.goBack();
  await isSelected(null);
  await routeIs(page, '');
  await page.goForward();
  await routeIs(page, 'layer/front');
  await isSelected('front');
  await clickAt(page, [10, 90]);
  await routeIs(page, '');
  await isSelected(null);
  // A corner of the box of the rotated layer, which does not cover it.
  await clickAt(page, [41, 41]);
  await routeIs(page, 'layer/back');
  await clickAt(page, [10, 90]);
  await routeIs(page, '');
  await clickAt(page, [10, 90]);
  await routeIs(page, 'background');
  await page.getByTestId('background-border').waitFor();
  expect(await handles(page).count()).toBe(0);
  const { x, y } = await sheetBox(page);
  await page.mouse.click(x - 40, y + 40);
  await routeIs(page, '');
  await clickAt(page, [73, 5]);
  await routeIs(page, 'layer/p');
  await selection(page).waitFor();
  expect(await handle(page, 'rotate').count()).toBe(0);
  await page.getByRole('button', { name: 'REPLACE', exact: true }).click();
  await routeIs(page, 'replace');
  await page.getByRole('dialog', { name: 'Replace' }).waitFor();
  expect(complaints).toEqual([]);
});

it('a drag with the mouse moves, resizes and rotates a layer as shown, with red guides where it snaps, until Escape', async () => {
  const { page, complaints } = await open();
  await openStudio(page, still([rectangle(10, 10)]));
  await coloredUntil(page, [20, 20], '#5969e2');
  await dragOver(page, [20, 20], [55.3, 44.7]);
  await placedUntil(page, 'r', [45.3, 34.7, 20, 20, 0]);
  await coloredUntil(page, [60, 50], '#5969e2');
  await coloredUntil(page, [20, 20], '#ffffff');
  await undoButton(page).click();
  await placedUntil(page, 'r', [10, 10, 20, 20, 0], 0);
  expect(await undoButton(page).isDisabled()).toBe(true);

  await pressAndMove(page, [20, 20], [48.6, 11.2]);
  const guides = snapGuides(page);
  await expect.poll(() => guides.count()).toBe(2);
  const widths = await guides.evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-width')));
  expect(widths.sort()).toEqual(['1.5', '2']);
  expect(await guides.first().evaluate((line) => getComputedStyle(line).stroke)).toBe('rgb(255, 0, 0)');
  await page.mouse.up();
  await placedUntil(page, 'r', [40, 0, 20, 20, 0], 0.001);
  await expect.poll(() => guides.count()).toBe(0);
  await pressAndMove(page, [50, 10], [70, 70]);
  await coloredUntil(page, [70, 70], '#5969e2');
  await page.keyboard.press('Escape');
  await coloredUntil(page, [50, 10], '#5969e2');
  await page.mouse.up();
  await placedUntil(page, 'r', [40, 0, 20, 20, 0], 0.001);
  await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('r'));
  await undoButton(page).click();
  await placedUntil(page, 'r', [10, 10, 20, 20, 0], 0);

  await dragOver(page, await handleAt(page, 'se'), [60, 58]);
  await placedUntil(page, 'r', [10, 10, 50, 48, 0]);
  await dragOver(page, await handleAt(page, 'e'), [51, 30]);
  await placedUntil(page, 'r', [10, 10, 40, 48, 0]);
  await dragOver(page, await handleAt(page, 'nw'), [1, 20]);
  await placedUntil(page, 'r', [0, 20, 50, 38, 0]);
  await dragOver(page, await handleAt(page, 'rotate'), [10, 54]);
  await placedUntil(page, 'r', [0, 20, 50, 38, 45], 4);
  await dragOver(page, await handleAt(page, 'rotate'), [5, 39.5]);
  await placedUntil(page, 'r', [0, 20, 50, 38, 90], 0.35);
  expect(complaints).toEqual([]);
});

it('a finger drags a layer on a phone, where handles are large enough and the floating menu is hidden', async () => {
  const { page, complaints } = await open({ width: 390 });
  await openStudio(page, still([rectangle(10, 10, 60, 60)], { snapToGrid: false }), 'layer/r');
  await selection(page).waitFor();
  const sizes = await handles(page).evaluateAll((marks) =>
    marks.map((mark) => Math.round(mark.getBoundingClientRect().width)),
  );
  expect(sizes).toHaveLength(9);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  expect(await floatingMenu(page).isVisible()).toBe(false);
  const points = [
    [40, 40],
    [45, 45],
    [55, 50],
    [65, 55],
  ] as const;
  await swipe(page, await Promise.all(points.map((one) => pointAt(page, one))));
  await placedUntil(page, 'r', [35, 25, 60, 60, 0], 0.6);
  expect(complaints).toEqual([]);
});
