import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { handle, handles, playBar, selection, snapGuides } from '../support/parts.ts';
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
import { collapseTimeline, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const { open } = site;

const free = { snapToGrid: false };

describe('a click on the canvas', () => {
  it('selects a layer and opens its route; on the empty stage it deselects, and then opens the background', async () => {
    const { page, complaints } = await open();
    await openStudio(page, still([rectangle(40, 40)]));
    await coloredUntil(page, [50, 50], '#5969e2');
    await clickAt(page, [50, 50]);
    await routeIs(page, 'layer/r');
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('r'));
    expect(await handles(page).count()).toBe(9);
    await clickAt(page, [10, 10]);
    await routeIs(page, '');
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBeNull());
    await clickAt(page, [10, 10]);
    await routeIs(page, 'background');
    await page.getByTestId('background-border').waitFor();
    expect(await handles(page).count()).toBe(0);
    const { x, y } = await sheetBox(page);
    await page.mouse.click(x - 40, y + 40);
    await routeIs(page, '');
    expect(complaints).toEqual([]);
  });

  it('can be undone with the Back button of the browser, which deselects the layer', async () => {
    const { page, complaints } = await open();
    await openStudio(page, still([rectangle(40, 40)]));
    await coloredUntil(page, [50, 50], '#5969e2');
    await clickAt(page, [50, 50]);
    await routeIs(page, 'layer/r');
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('r'));
    await page.goBack();
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBeNull());
    await routeIs(page, '');
    await page.goForward();
    await routeIs(page, 'layer/r');
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('r'));
    expect(complaints).toEqual([]);
  });

  it('hits the front layer, and respects rotation', async () => {
    const { page } = await open();
    const back = { ...rectangle(30, 30, 40, 40), id: 'back' };
    const front = { ...rectangle(40, 40, 20, 20, 45), id: 'front', background: '#e25959' };
    await openStudio(page, still([front, back]));
    await coloredUntil(page, [50, 50], '#e25959');
    await clickAt(page, [50, 50]);
    await routeIs(page, 'layer/front');
    // Deselects it, since its handles are near.
    await clickAt(page, [5, 5]);
    await routeIs(page, '');
    await clickAt(page, [41, 41]);
    await routeIs(page, 'layer/back');
  });

  it('on REPLACE opens the replace sheet for that placeholder, which has no rotate handle', async () => {
    const { page } = await open();
    await openStudio(page, still([{ id: 'p', type: 'placeholder', position: place(30, 30, 40, 40) }]));
    await clickAt(page, [35, 35]);
    await routeIs(page, 'layer/p');
    await selection(page).waitFor();
    expect(await handle(page, 'rotate').count()).toBe(0);
    await page.getByRole('button', { name: 'REPLACE', exact: true }).click();
    await routeIs(page, 'replace');
    await page.getByRole('dialog', { name: 'Replace' }).waitFor();
  });
});

describe('a drag', () => {
  it('without snapping follows the mouse exactly, as one step, and the canvas follows', async () => {
    const { page, complaints } = await open();
    await openStudio(page, still([rectangle(10, 10)], free));
    await coloredUntil(page, [20, 20], '#5969e2');
    await dragOver(page, [20, 20], [51.3, 41.7]);
    await placedUntil(page, 'r', [41.3, 31.7, 20, 20, 0]);
    await coloredUntil(page, [60, 50], '#5969e2');
    await coloredUntil(page, [20, 20], '#ffffff');
    await undoButton(page).click();
    await placedUntil(page, 'r', [10, 10, 20, 20, 0], 0);
    expect(await undoButton(page).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('snaps to edges and centers, with red guides until it ends', async () => {
    const { page } = await open();
    await openStudio(page, still([rectangle(10, 10)]));
    await coloredUntil(page, [20, 20], '#5969e2');
    await pressAndMove(page, [20, 20], [48.6, 11.2]);
    const guides = snapGuides(page);
    await expect.poll(() => guides.count()).toBe(2);
    const widths = await guides.evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-width')));
    expect(widths.sort()).toEqual(['1.5', '2']);
    expect(await guides.first().evaluate((line) => getComputedStyle(line).stroke)).toBe('rgb(255, 0, 0)');
    await page.mouse.up();
    await placedUntil(page, 'r', [40, 0, 20, 20, 0], 0.001);
    await expect.poll(() => guides.count()).toBe(0);
  });

  it('is canceled by Escape: the layer is back and stays selected', async () => {
    const { page } = await open();
    await openStudio(page, still([rectangle(10, 10)], free));
    await coloredUntil(page, [20, 20], '#5969e2');
    await pressAndMove(page, [20, 20], [60, 60]);
    await coloredUntil(page, [60, 60], '#5969e2');
    await page.keyboard.press('Escape');
    await coloredUntil(page, [20, 20], '#5969e2');
    await page.mouse.up();
    await storedUntil(page, (state) => expect(state.selectedLayerId).toBe('r'));
    await placedUntil(page, 'r', [10, 10, 20, 20, 0], 0);
    expect(await undoButton(page).isDisabled()).toBe(true);
  });

  it('works by touch on a phone', async () => {
    const { page, complaints } = await open({ width: 390 });
    await openStudio(page, still([rectangle(10, 10, 30, 30)], free));
    await coloredUntil(page, [25, 25], '#5969e2');
    const way = await Promise.all(
      (
        [
          [25, 25],
          [35, 30],
          [45, 45],
          [65, 55],
        ] as const
      ).map((one) => pointAt(page, one)),
    );
    await swipe(page, way);
    await placedUntil(page, 'r', [50, 40, 30, 30, 0], 0.6);
    await routeIs(page, 'layer/r').catch(() => null);
    expect(complaints).toEqual([]);
  });
});

describe('the handles', () => {
  it('resize freely from the opposite side, and snap at the edges if snapping is on', async () => {
    const { page } = await open();
    await openStudio(page, still([rectangle(20, 20)]), 'layer/r');
    await selection(page).waitFor();
    await dragOver(page, await handleAt(page, 'se'), [70, 58]);
    await placedUntil(page, 'r', [20, 20, 50, 38, 0]);
    await dragOver(page, await handleAt(page, 'e'), [51, 39]);
    await placedUntil(page, 'r', [20, 20, 30, 38, 0]);
    await dragOver(page, await handleAt(page, 'nw'), [1, 10]);
    await placedUntil(page, 'r', [0, 10, 50, 48, 0]);
  });

  it('keep a locked ratio, and never go below 15 px', async () => {
    const { page } = await open();
    await openStudio(page, still([{ ...rectangle(20, 20, 40, 20), lockAspectRatio: true }], free), 'layer/r');
    await selection(page).waitFor();
    await dragOver(page, await handleAt(page, 'e'), [80, 30]);
    await placedUntil(page, 'r', [20, 15, 60, 30, 0], 0.6);
    await dragOver(page, await handleAt(page, 'se'), [5, 5]);
    const { width } = await sheetBox(page);
    const least = (100 * 15) / width;
    await placedUntil(page, 'r', [20, 15, 2 * least, least, 0], 1.2);
  });

  it('rotate the layer, and snap to right angles', async () => {
    const { page } = await open();
    await openStudio(page, still([rectangle(40, 40)]), 'layer/r');
    await selection(page).waitFor();
    await dragOver(page, await handleAt(page, 'rotate'), [30, 60]);
    await placedUntil(page, 'r', [40, 40, 20, 20, 63.4], 4);
    await dragOver(page, await handleAt(page, 'rotate'), [20, 50.5]);
    await placedUntil(page, 'r', [40, 40, 20, 20, 90], 0);
  });

  it('do not cover the play bar: the rotate handle moves away', async () => {
    const { page } = await open();
    await collapseTimeline(page);
    await openStudio(page, { scenes: [{ id: 's', layers: [rectangle(20, 0, 60, 100)] }] }, 'layer/r');
    const bar = await playBar(page).boundingBox();
    const turn = await handle(page, 'rotate').boundingBox();
    if (!bar || !turn) throw new Error('There is no play bar, or nothing to turn the layer by.');
    expect(turn.y + turn.height).toBeLessThanOrEqual(bar.y);
  });

  it('are large enough for touch on a phone', async () => {
    const { page } = await open({ width: 390 });
    await openStudio(page, still([rectangle(20, 20, 60, 60)]), 'layer/r');
    await selection(page).waitFor();
    const sizes = await handles(page).evaluateAll((marks) =>
      marks.map((mark) => Math.round(mark.getBoundingClientRect().width)),
    );
    expect(sizes).toHaveLength(9);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  });
});

describe('files dragged over the editor', () => {
  const hold = (page: Page, event: string) =>
    page.evaluate((name) => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, event);

  it('open the drop screen; when they leave, the previous route returns', async () => {
    const { page } = await open();
    await openStudio(page, still([rectangle(10, 10)]), 'layers');
    await hold(page, 'dragenter');
    await routeIs(page, 'drag-upload');
    await page.getByText('Drag here to upload').waitFor();
    await hold(page, 'dragleave');
    await routeIs(page, 'layers');
  });

  it('do not change the upload route', async () => {
    const { page } = await open();
    await openStudio(page, still([]), 'upload');
    await hold(page, 'dragenter');
    await hold(page, 'dragover');
    expect(new URL(page.url()).pathname).toBe('/studio/editor/upload');
  });
});
