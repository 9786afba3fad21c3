import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openWith, storedLayer } from '../support/footer.ts';
import { violationsOf } from '../support/page.ts';
import { canvasOf, sceneList } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { coloredUntil, partsAt, routeIs } from '../support/stage.ts';
import { openStudio, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

const video = { type: 'video', url: '/samples/media/party.mp4', duration: 6, width: 640, height: 480 };
const openVideo = (width?: number) =>
  openWith({ site, ...(width ? { width } : {}) }, [video], 'layer/l0', {
    isImage: false,
  });

const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const inSheet = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

/** The images of the looks. */
const looks = (page: Page) => page.getByRole('group', { name: 'Look', exact: true }).locator('canvas');
/** The transitions, once their images are painted. */
const transitions = (page: Page) =>
  page.getByRole('group', { name: 'Transition', exact: true }).and(page.locator('[data-painted]'));

/**
 * Presses Stop as soon as the canvas shows the previous scene on the left and the next on the right. Runs in the page,
 * because that moment is short. Resolves afterwards.
 */
function stopsMidway(page: Page): Promise<void> {
  return canvasOf(page).evaluate(async (element) => {
    const copy = Object.assign(document.createElement('canvas'), { width: 20, height: 1 });
    const ctx = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    const isMidway = () => {
      ctx.drawImage(element as HTMLCanvasElement, 0, 0, 20, 1);
      const [left, right] = [ctx.getImageData(1, 0, 1, 1).data, ctx.getImageData(18, 0, 1, 1).data];
      return left[0] === 255 && left[2] === 0 && right[0] === 0 && right[2] === 255;
    };
    while (!isMidway()) await new Promise(requestAnimationFrame);
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog button')];
    buttons.find(({ textContent }) => textContent?.trim() === 'Stop')?.click();
  });
}

/** Number of different images among the looks. */
function lookColors(page: Page): Promise<number> {
  return looks(page).evaluateAll(
    (pictures) => new Set(pictures.map((canvas) => (canvas as HTMLCanvasElement).toDataURL())).size,
  );
}

const two = {
  scenes: [
    { id: 'a', duration: 8, background: '#ff0000', layers: [] },
    { id: 'b', duration: 8, background: '#0000ff', layers: [] },
  ],
};
const transitionOf = (state: { scenes: { transition?: unknown }[] }) => state.scenes[1]?.transition;

it('looks and filters of a video show on the canvas at once and can be reset', async () => {
  const { page, complaints } = await openVideo();
  await visit(page, 'filters');
  await expect.poll(() => looks(page).and(page.locator('[data-painted]')).count()).toBe(10);
  expect(await lookColors(page)).toBeGreaterThan(7);
  const colored = await partsAt(page, [50, 50]);
  expect(Math.max(...colored) - Math.min(...colored)).toBeGreaterThan(20);
  await page.getByRole('radio', { name: 'Mono' }).check({ force: true });
  await expect
    .poll(async () => Math.max(...(await partsAt(page, [50, 50]))) - Math.min(...(await partsAt(page, [50, 50]))))
    .toBeLessThan(3);
  await slider(page, 'Brightness').focus();
  await page.keyboard.press('End');
  await slider(page, 'Fade to white').focus();
  await page.keyboard.press('PageUp');
  await slider(page, 'Vignette').focus();
  await page.keyboard.press('End');
  await storedLayer(page, { filterName: 'Mono', brightness: 200, fadeOpacity: 10, vignette: 100 });
  // In a corner of the video, which covers the middle half of the canvas, hardly any light is left.
  await expect.poll(async () => Math.max(...(await partsAt(page, [28, 28])))).toBeLessThan(30);
  await inSheet(page, 'Reset Brightness').click();
  await storedLayer(page, { filterName: 'Mono', brightness: 100, vignette: 100 });
  expect(await violationsOf(page)).toEqual([]);
  await inSheet(page, 'Reset all').click();
  await storedLayer(page, { filterName: 'Original', fadeOpacity: 0, vignette: 0 });
  await expect.poll(() => partsAt(page, [50, 50])).toEqual(colored);
  expect(complaints).toEqual([]);
});

it('the transition of a scene is chosen among moving images and previewed until it ends or is stopped', async () => {
  const { page, complaints } = await site.open({ reducedMotion: 'no-preference' });
  await openStudio(page, two);
  await sceneList(page).getByRole('button', { name: 'Transition into Scene 2: Cut' }).click();
  await routeIs(page, 'transition');
  await transitions(page).waitFor();
  expect(await slider(page, 'Length').isDisabled()).toBe(true);
  await page.getByRole('radio', { name: 'Wipe' }).check({ force: true });
  await storedUntil(page, (state) => expect(transitionOf(state)).toEqual({ type: 'wipe', duration: 0.5 }));
  await slider(page, 'Length').focus();
  await page.keyboard.press('ArrowRight');
  await storedUntil(page, (state) => expect(transitionOf(state)).toEqual({ type: 'wipe', duration: 0.6 }));
  await page.keyboard.press('End');
  // While paused, only the scene itself is shown.
  await coloredUntil(page, [5, 50], '#0000ff');
  expect(await violationsOf(page)).toEqual([]);
  const stopped = stopsMidway(page);
  await inSheet(page, 'Play preview').click();
  await stopped;
  await routeIs(page, 'transition');
  await coloredUntil(page, [5, 50], '#0000ff');
  await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'b', studioTime: 8 }));
  const picture = page.locator('label', { hasText: 'Crossfade' });
  const shown = () => picture.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const still = await shown();
  await picture.hover();
  await expect.poll(shown).not.toBe(still);
  await page.getByRole('heading', { name: 'Transition' }).hover();
  await expect.poll(shown).toBe(still);
  await slider(page, 'Length').press('Home');
  await inSheet(page, 'Play preview').click();
  await inSheet(page, 'Stop').waitFor();
  await inSheet(page, 'Play preview').waitFor();
  await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'b', studioTime: 8 }));
  await routeIs(page, 'transition');
  await page.getByRole('radio', { name: 'Cut' }).check({ force: true });
  await storedUntil(page, (state) => expect(transitionOf(state)).toBeUndefined());
  expect(complaints).toEqual([]);
});
