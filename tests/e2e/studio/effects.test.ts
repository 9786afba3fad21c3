import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { control, openWith, press, storedLayer } from '../support/footer.ts';
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import { canvasOf } from '../support/parts.ts';
import { colorAt, colorBecomes } from '../support/pixels.ts';
import { openSite } from '../support/site.ts';
import { routeIs } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const video = { type: 'video', url: '/samples/media/party.mp4', duration: 6, width: 640, height: 480 };
const openVideo = (width?: number) =>
  openWith({ site, ...(width ? { width } : {}) }, [video], 'layer/l0', {
    isImage: false,
  });

const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const inSheet = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const undo = (page: Page) => page.keyboard.press('Control+z');

/** Drags a slider's thumb to a fraction of its length, in many small moves. */
async function dragTo(page: Page, name: string, from: number, to: number): Promise<void> {
  const box = await slider(page, name).boundingBox();
  if (!box) throw new Error(`No slider ${name}.`);
  const x = (share: number) => box.x + 10 + (box.width - 20) * share;
  await page.mouse.move(x(from), box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x(to), box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
}

/** Red, green and blue of the canvas at a position. */
async function partsAt(page: Page, x: number, y: number): Promise<number[]> {
  const color = await colorAt(page, x, y);
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

describe('the effects of a video', () => {
  it('include speed, reverse and boomerang', async () => {
    const { page, complaints } = await openVideo();
    await control(page, 'Speed').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Plays for 6 s.').waitFor();
    await inSheet(page, '2×').click();
    await page.getByText('Plays for 3 s; the original lasts 6 s.').waitFor();
    await dragTo(page, 'Speed', (2 - 0.25) / 3.75, 1);
    await storedLayer(page, { speed: 4 });
    await page.keyboard.press('ArrowLeft');
    await storedLayer(page, { speed: 3.95 });
    await page.getByRole('switch', { name: 'Reverse' }).click();
    await page.getByRole('switch', { name: 'Boomerang' }).click();
    await storedLayer(page, { speed: 3.95, isReversed: true, isBoomeranged: true });
    // Undo and redo work next to the canvas.
    await page.keyboard.press('Control+z');
    await storedLayer(page, { isReversed: true, isBoomeranged: false });
    await page.keyboard.press('Control+Shift+z');
    await storedLayer(page, { isReversed: true, isBoomeranged: true });
    await page.keyboard.press('Escape');
    await control(page, 'Speed: 3.95×, changed').waitFor();
    // The focus returns to the control that opened the panel by keyboard.
    expect(await control(page, 'Speed: 3.95×, changed').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    // The two switches, the key, and the whole drag as one step.
    for (let i = 0; i < 4; i += 1) await undo(page);
    await storedLayer(page, { speed: 2, isReversed: false, isBoomeranged: false });
    expect(complaints).toEqual([]);
  });

  it('include looks and filters, which the canvas shows at once and which can be reset', async () => {
    const { page, complaints } = await openVideo();
    await press(page, 'Filters');
    await expect.poll(() => looks(page).and(page.locator('[data-painted]')).count()).toBe(10);
    expect(await lookColors(page)).toBeGreaterThan(7);
    const colored = await partsAt(page, 50, 50);
    expect(Math.max(...colored) - Math.min(...colored)).toBeGreaterThan(20);
    await page.getByRole('radio', { name: 'Mono' }).check({ force: true });
    await expect
      .poll(async () => Math.max(...(await partsAt(page, 50, 50))) - Math.min(...(await partsAt(page, 50, 50))))
      .toBeLessThan(3);
    await slider(page, 'Brightness').focus();
    await page.keyboard.press('End');
    await slider(page, 'Fade to white').focus();
    await page.keyboard.press('PageUp');
    await slider(page, 'Vignette').focus();
    await page.keyboard.press('End');
    await storedLayer(page, { filterName: 'Mono', brightness: 200, fadeOpacity: 10, vignette: 100 });
    // In a corner of the video, which covers the middle half of the canvas, hardly any light is left.
    await expect.poll(async () => Math.max(...(await partsAt(page, 28, 28)))).toBeLessThan(30);
    await inSheet(page, 'Reset brightness').click();
    await storedLayer(page, { filterName: 'Mono', brightness: 100, vignette: 100 });
    expect(await violationsOf(page)).toEqual([]);
    await inSheet(page, 'Reset all').click();
    await storedLayer(page, { filterName: 'Original', fadeOpacity: 0, vignette: 0 });
    await expect.poll(() => partsAt(page, 50, 50)).toEqual(colored);
    expect(complaints).toEqual([]);
  });

  it('include corner radius, shadow and opacity, by keyboard, with undo, redo and a reload', async () => {
    const { page, complaints } = await openVideo(390);
    await press(page, 'Style');
    await slider(page, 'Corner radius').focus();
    await page.keyboard.press('End');
    // The corner of the video, which covers the middle half of the canvas, shows the background.
    await colorBecomes(page, 26, 26, '#ffffff');
    await page.getByRole('switch', { name: 'Shadow' }).tap();
    const shadow = { radius: 360, shadowColor: '#00000099', shadowOffsetY: 6 };
    await storedLayer(page, shadow);
    await slider(page, 'Down').focus();
    await page.keyboard.press('End');
    // Below the video is only its shadow.
    await expect.poll(async () => Math.max(...(await partsAt(page, 42, 76.5)))).toBeLessThan(200);
    await slider(page, 'Opacity').focus();
    await page.keyboard.press('Home');
    await colorBecomes(page, 50, 50, '#ffffff');
    expect(await smallTargetsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await undo(page);
    await storedLayer(page, { ...shadow, shadowOffsetY: 60, globalAlpha: 1 });
    await page.keyboard.press('Control+Shift+z');
    await storedLayer(page, { globalAlpha: 0 });
    await undo(page);
    await storedLayer(page, { globalAlpha: 1 });
    await page.reload();
    await slider(page, 'Down').waitFor();
    await expect.poll(async () => Math.max(...(await partsAt(page, 42, 76.5)))).toBeLessThan(200);
    await inSheet(page, 'Reset all').tap();
    await storedLayer(page, { radius: 0, shadowColor: 'none', globalAlpha: 1 });
    expect(complaints).toEqual([]);
  });

  it('include detached audio and a freeze frame, each as one undo step', async () => {
    const numbers = { type: 'video', url: '/samples/media/numbers.mp4', duration: 10, width: 640, height: 360 };
    const { page, complaints } = await openWith({ site, width: 390 }, [numbers], 'layer/l0', { isImage: false });
    const kinds = (wanted: string[]) =>
      storedUntil(page, (state) => expect(layersOf(state).map(({ type }) => type)).toEqual(wanted));
    await control(page, 'Detach audio').tap();
    await kinds(['video', 'audio']);
    await storedLayer(page, { isMuted: true });
    await page.getByText('The audio is now its own layer').waitFor();
    await control(page, 'Freeze frame').focus();
    await page.keyboard.press('Enter');
    // At the start nothing is split: the freeze frame comes before the video.
    await kinds(['video', 'video', 'audio']);
    await storedLayer(page, { to: 2, startTime: 0, stopMotion: { stills: 60, hold: 2 } });
    await storedLayer(page, { id: 'l0', from: 2 }, 1);
    await undo(page);
    await kinds(['video', 'audio']);
    await undo(page);
    await kinds(['video']);
    await storedLayer(page, { isMuted: false });
    await page.keyboard.press('Control+Shift+z');
    await kinds(['video', 'audio']);
    await page.reload();
    await kinds(['video', 'audio']);
    expect(complaints).toEqual([]);
  });

  it('include both flips', async () => {
    const { page, complaints } = await openVideo();
    await expect.poll(() => partsAt(page, 30, 35)).not.toEqual([255, 255, 255]);
    const [left, right] = [await partsAt(page, 30, 35), await partsAt(page, 70, 35)];
    const apart = (one: number[], other: number[]) =>
      Math.max(...one.map((part, i) => Math.abs(part - (other[i] ?? 0))));
    expect(apart(left, right)).toBeGreaterThan(12);
    await press(page, 'Flip');
    await storedLayer(page, { flipped: true, flippedVertical: false });
    expect(await control(page, 'Flip').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(async () => apart(await partsAt(page, 30, 35), right)).toBeLessThan(9);
    await press(page, 'Flip vertically');
    await storedLayer(page, { flipped: true, flippedVertical: true });
    await expect.poll(async () => apart(await partsAt(page, 30, 65), right)).toBeLessThan(9);
    expect(complaints).toEqual([]);
  });

  it('include volume, mute and fades', async () => {
    const { page, complaints } = await openVideo(390);
    await press(page, 'Volume');
    await slider(page, 'Volume').focus();
    await page.keyboard.press('End');
    await page.getByText('Above 100% loud parts may be clipped.').waitFor();
    await slider(page, 'Fade in').focus();
    await page.keyboard.press('PageUp');
    await slider(page, 'Fade out').focus();
    await page.keyboard.press('End');
    await page.getByRole('switch', { name: 'Mute' }).tap();
    await storedLayer(page, { volume: 2, fadeIn: 1, fadeOut: 6, isMuted: true });
    expect(await smallTargetsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.keyboard.press('Escape');
    await control(page, 'Unmute').waitFor();
    expect(complaints).toEqual([]);
  });
});

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

describe('the transition of a scene', () => {
  const two = {
    scenes: [
      { id: 'a', duration: 8, background: '#ff0000', layers: [] },
      { id: 'b', duration: 8, background: '#0000ff', layers: [] },
    ],
  };
  const transitionOf = (state: { scenes: { transition?: unknown }[] }) => state.scenes[1]?.transition;

  it('can be chosen and previewed', async () => {
    const { page, complaints } = await site.open();
    await openStudio(page, two);
    await page.getByRole('button', { name: 'Transition into Scene 2: Cut' }).click();
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
    await colorBecomes(page, 5, 50, '#0000ff');
    expect(await violationsOf(page)).toEqual([]);
    const stopped = stopsMidway(page);
    await inSheet(page, 'Play preview').click();
    await stopped;
    await routeIs(page, 'transition');
    await colorBecomes(page, 5, 50, '#0000ff');
    await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'b', studioTime: 8 }));
    await page.getByRole('radio', { name: 'Cut' }).check({ force: true });
    await storedUntil(page, (state) => expect(transitionOf(state)).toBeUndefined());
    expect(complaints).toEqual([]);
  });

  it('animates in a choice under the pointer, and the preview stops by itself', async () => {
    const { page, complaints } = await site.open();
    const [a, b] = two.scenes;
    await openStudio(page, { scenes: [a, { ...b, transition: { type: 'slide', duration: 0.3 } }] } as typeof two);
    await page.getByRole('button', { name: 'Transition into Scene 2: Slide' }).click();
    await transitions(page).waitFor();
    const picture = page.locator('label', { hasText: 'Crossfade' });
    const shown = () => picture.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const still = await shown();
    await picture.hover();
    await expect.poll(shown).not.toBe(still);
    await page.getByRole('heading', { name: 'Transition' }).hover();
    await expect.poll(shown).toBe(still);
    await inSheet(page, 'Play preview').click();
    await inSheet(page, 'Stop').waitFor();
    await inSheet(page, 'Play preview').waitFor();
    await storedUntil(page, (state) => expect(state).toMatchObject({ selectedSceneId: 'b', studioTime: 8 }));
    await routeIs(page, 'transition');
    expect(complaints).toEqual([]);
  });

  it('is not available for the first scene, which is explained', async () => {
    const { page, complaints } = await site.open();
    await openStudio(page, two, 'transition');
    await page.getByText('The first scene cannot have a transition').waitFor();
    await page.keyboard.press('Escape');
    await routeIs(page, '');
    expect(complaints).toEqual([]);
  });
});
