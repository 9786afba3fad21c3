import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { mp4Output, stillOutput } from '../../../engine/project/output.ts';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { control } from '../support/footer.ts';
import type { PageOptions } from '../support/page.ts';
import { footer, stage } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { rectangle, routeIs, undoButton } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

const position = { x: '10%', y: '20%', width: '80%', height: '60%' };
const words = { id: 't', type: 'text' as const, text: 'Hello', color: '#000000', textShadow: 'none', position };
const picture = {
  output: stillOutput,
  width: 320,
  height: 320,
  selectedLayerId: 't',
  scenes: [{ id: 's', layers: [words] }],
};

const open = async (project: object, route: string, options: PageOptions = {}) => {
  const opened = await site.open({ reducedMotion: 'no-preference', ...options });
  await openStudio(opened.page, project as ProjectInput, route);
  return opened;
};

/** The canvas on which the animated text moves. */
const animation = (page: Page) =>
  page.getByRole('img', { name: /^(The scene|Scene with animated text)/ }).locator('canvas');

/** A number for the current animation preview that changes with any change of the image. */
const shown = (page: Page) =>
  animation(page).evaluate((canvas: HTMLCanvasElement) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [64, 64];
    const ctx = copy.getContext('2d', { willReadFrequently: true });
    ctx?.drawImage(canvas, 0, 0, 64, 64);
    return ctx?.getImageData(0, 0, 64, 64).data.reduce((sum, value, at) => (sum * 31 + value * (at + 1)) % 1e9, 7);
  });

/** Number of different images that the preview shows within half a second. */
async function picturesOf(page: Page): Promise<number> {
  const seen = new Set<unknown>();
  for (let look = 0; look < 6; look += 1) {
    seen.add(await shown(page));
    await page.waitForTimeout(80);
  }
  return seen.size;
}

/** Waits until the preview has shown several different images. */
async function playsOn(page: Page): Promise<void> {
  const seen = new Set<unknown>();
  const look = async () => seen.add(await shown(page)).size;
  await expect.poll(look, { interval: 80 }).toBeGreaterThan(3);
}

const choose = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();

it('text animations play while they are chosen by mouse and by keyboard, each as one undo step, and only for texts', async () => {
  const { page, complaints } = await open(
    { ...picture, scenes: [{ id: 's', layers: [words, rectangle(0, 80)] }] },
    'layer/t',
  );
  await control(page, 'Animate').click();
  await routeIs(page, 'animate');
  expect(await stage(page).count()).toBe(0);
  await animation(page).waitFor();
  await control(page, 'Done').waitFor();
  expect(await footer(page).getByRole('button').count()).toBe(1);
  expect(await page.getByRole('radio', { name: /^None/ }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: /^Typewriter/ }).count()).toBe(0);

  await choose(page, 'Flicker');
  const animated = await storedUntil(page, (state) =>
    expect(layersOf(state)[0]).toMatchObject({
      color: '#000000',
      animation: { id: 'text-flicker-in-glow', duration: 2, speed: 'default' },
    }),
  );
  expect(animated).toMatchObject({ output: { type: 'video' }, scenes: [{ duration: 5, isImageVideo: true }] });
  await page.getByText('This scene lasts 5 s.').waitFor();
  await playsOn(page);

  await choose(page, 'Hue Rotate');
  await choose(page, 'Slow');
  await storedUntil(page, (state) =>
    expect(layersOf(state)[0]).toMatchObject({
      color: '#3366ff',
      animation: { id: 'hue-rotate', duration: 1, speed: 'slow' },
    }),
  );
  await page.getByText('2 s a turn').waitFor();
  await playsOn(page);

  await undoButton(page).click();
  await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ animation: { speed: 'default' } }));
  await undoButton(page).click();
  await undoButton(page).click();
  await storedUntil(page, (state) => expect(layersOf(state)[0]).not.toHaveProperty('animation'));
  expect(await page.getByRole('radio', { name: /^None/ }).isChecked()).toBe(true);
  await page.getByText('An animation turns it into a video of 5 s.').waitFor();

  await control(page, 'Done').click();
  await routeIs(page, 'layer/t');
  await visit(page, 'animate');
  await page.getByRole('radio', { name: /^None/ }).focus();
  await page.keyboard.press('ArrowDown');
  await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ animation: { id: 'text-focus-in' } }));
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play the animation' }).waitFor();
  await expect.poll(() => picturesOf(page)).toBe(1);
  await page.keyboard.press('Escape');
  await routeIs(page, 'layer/t');
  await visit(page, 'layer/r');
  await visit(page, 'animate');
  await routeIs(page, 'layer/r');
  await control(page, 'Back').click();
  await routeIs(page, '');
  await visit(page, 'animate');
  await routeIs(page, '');
  expect(complaints).toEqual([]);
});

it('text animations wait for a click with reduced motion', async () => {
  const moving = { ...words, animation: { id: 'typewriter' as const, duration: 0.9 } };
  const project = { ...picture, output: mp4Output, scenes: [{ id: 's', duration: 3, layers: [moving] }] };
  const { page } = await open(project, 'animate', { reducedMotion: 'reduce' });
  await animation(page).waitFor();
  expect(await page.getByRole('radio', { name: /^Typewriter/ }).isChecked()).toBe(true);
  await page.getByText('1.8 s', { exact: true }).waitFor();
  await expect.poll(() => picturesOf(page)).toBe(1);
  await page.getByRole('button', { name: 'Play the animation' }).click();
  await playsOn(page);
});
