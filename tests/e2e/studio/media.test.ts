import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { Project } from '../../../engine/project/project.ts';
import { mediaFile, violationsOf } from '../support/page.ts';
import { board, boardContent, layerButtons, stage } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { undoButton } from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const lake = { type: 'image' as const, url: '/samples/media/lake.jpg', width: 1200, height: 800 };
const project = {
  scenes: [
    { id: 'a', duration: 4, layers: [{ id: 'words', type: 'text' as const, text: 'Words' }] },
    { id: 'b', duration: 4, layers: [{ id: 'lake', ...lake }] },
  ],
};

const files = (page: Page) => page.getByRole('region', { name: 'Files of this project' });
const card = (page: Page, name: RegExp) => files(page).getByRole('button', { name });

/** The middle of an element in the window. */
async function middleOf(one: ReturnType<Page['locator']>): Promise<[x: number, y: number]> {
  const box = await one.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The images of each scene with their start and end. */
const imagesIn = ({ scenes }: Pick<Project, 'scenes'>) =>
  scenes.map(({ layers }) =>
    layers.flatMap((one) => (one.type === 'image' ? [[one.url.split('/').at(-1), one.from, one.to] as const] : [])),
  );

it('files are dragged to the canvas and to the timeline, replaced everywhere, and all of it is undone', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page, project);
  await board(page).waitFor();
  await page.getByRole('tab', { name: 'Media' }).click();
  const file = card(page, /^lake\.jpg/);
  await card(page, /^lake\.jpg Image, used 1×/).waitFor();

  const [x, y] = await middleOf(file);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(stage(page))), { steps: 4 });
  await page.mouse.up();
  await storedUntil(page, (state) =>
    expect(imagesIn(state)).toEqual([[['lake.jpg', undefined, undefined]], [['lake.jpg', undefined, undefined]]]),
  );
  await expect.poll(() => layerButtons(page).count()).toBe(2);

  // At 5 s of 8: 1 s into the second scene. Its end, 3 s later, snaps to that of the scene.
  const row = await board(page)
    .getByRole('button', { name: /^Image lake/ })
    .last()
    .boundingBox();
  const content = await boardContent(page).boundingBox();
  if (!row || !content) throw new Error('The timeline is not shown.');
  const second = row.width / 4;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(row.x + second, row.y + row.height / 2, { steps: 4 });
  await expect
    .poll(() =>
      board(page)
        .getByRole('button', { name: /^Image lake/ })
        .count(),
    )
    .toBe(3);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect
    .poll(() =>
      board(page)
        .getByRole('button', { name: /^Image lake/ })
        .count(),
    )
    .toBe(2);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(row.x + second, row.y + row.height / 2, { steps: 4 });
  await page.mouse.up();
  const dropped = await storedUntil(page, (state) => expect(imagesIn(state)[1]).toHaveLength(2));
  expect(imagesIn(dropped)[1]?.[0]).toEqual(['lake.jpg', 1, undefined]);
  await card(page, /^lake\.jpg Image, used 3×/).waitFor();

  const choosing = page.waitForEvent('filechooser');
  await file.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Replace everywhere…' }).click();
  await (await choosing).setFiles(await mediaFile('forest.jpg', 'image/jpeg'));
  const replaced = await storedUntil(page, (state) =>
    expect(
      imagesIn(state)
        .flat()
        .every(([one]) => one === 'forest.jpg'),
    ).toBe(true),
  );
  expect(imagesIn(replaced).flat()).toHaveLength(3);
  await card(page, /^forest\.jpg Image, used 3×/).waitFor();
  await card(page, /^lake\.jpg Image, used 0×/).waitFor();

  expect(await violationsOf(page)).toEqual([]);

  await undoButton(page).click();
  await storedUntil(page, (state) => expect(imagesIn(state)).toEqual(imagesIn(dropped)));
  await undoButton(page).click();
  await undoButton(page).click();
  await storedUntil(page, (state) => expect(imagesIn(state)).toEqual([[], [['lake.jpg', undefined, undefined]]]));
  expect(complaints).toEqual([]);
});

it('on a phone, files are in a sheet next to the canvas, and a touch adds one', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  await openStudio(page, project, 'media');
  await card(page, /^lake\.jpg/).tap();
  await page.waitForURL(/layer\/[^/]+$/);
  await storedUntil(page, (state) => expect(imagesIn(state)[0]).toHaveLength(1));
  expect(complaints).toEqual([]);
});
