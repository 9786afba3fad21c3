import { describe, expect, it } from 'vitest';
import { dropFiles, mediaFile, violationsOf } from '../support/page.ts';
import { canvasOf, floatingMenu, layerButton, layerButtons, seeker, selection } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { clickAt, coloredUntil, layerIn, place, rectangle, routeIs, sheetBox, still } from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const { open } = site;

describe('the floating menu', () => {
  it('offers the actions for a text, a shape, a placeholder and a video', async () => {
    const kinds: [layer: object, head: string, labels: string[]][] = [
      [{ id: 'text', type: 'text', text: 'A' }, 'Text Layer', ['Edit', 'Duplicate', 'Delete']],
      [{ ...rectangle(0, 0), id: 'shape' }, 'Shape Layer', ['Delete']],
      [{ id: 'room', type: 'placeholder' }, 'Placeholder Layer', ['Replace', 'Delete']],
      [{ id: 'video', type: 'video', url: 'https://videos.invalid/a.mp4' }, 'Video Layer', ['Trim', 'Mute', 'Delete']],
    ];
    const { page } = await open();
    const layers = kinds.map(([layer], i) => ({ ...layer, position: place(10 + 20 * i, 10 + 20 * i, 19, 19) }));
    await openStudio(page, still(layers as never));
    for (const [i, [, head, labels]] of kinds.entries()) {
      await clickAt(page, [18 + 20 * i, 18 + 20 * i]);
      await expect.poll(() => floatingMenu(page).locator('p').allTextContents()).toEqual([head]);
      expect(await floatingMenu(page).getByRole('button').allTextContents(), head).toEqual(labels);
    }
  });

  it('is 30 px right of the canvas, at the height of the layer, and within the canvas', async () => {
    const { page } = await open();
    await openStudio(
      page,
      still([
        { ...rectangle(10, 50), id: 'low' },
        { ...rectangle(10, 0), id: 'high' },
      ]),
      'layer/low',
    );
    await floatingMenu(page).waitFor();
    const sheet = await sheetBox(page);
    const top = async () => Math.round((await floatingMenu(page).boundingBox())?.y ?? 0);
    expect((await floatingMenu(page).boundingBox())?.x).toBeCloseTo(sheet.x + sheet.width + 30, 0);
    await expect.poll(top).toBe(Math.round(sheet.y + sheet.height / 2 - 60));
    await clickAt(page, [20, 5]);
    await expect.poll(top).toBe(Math.round(sheet.y + 60));
  });

  it('mutes and deletes a video', async () => {
    const { page } = await open();
    const video = { id: 'x', type: 'video' as const, url: 'https://videos.invalid/a.mp4', duration: 2 };
    await openStudio(page, { scenes: [{ id: 's', layers: [video] }] }, 'layer/x');
    await floatingMenu(page).getByRole('button', { name: 'Mute', exact: true }).click();
    await storedUntil(page, (state) => expect(layerIn(state, 'x')).toMatchObject({ isMuted: true }));
    await floatingMenu(page).getByRole('button', { name: 'Unmute' }).waitFor();
    await floatingMenu(page).getByRole('button', { name: 'Delete' }).click();
    await routeIs(page, '');
    await storedUntil(page, (state) => expect(state.scenes[0]?.layers).toEqual([]));
  });

  it('is hidden on a phone', async () => {
    const { page } = await open({ width: 390 });
    await openStudio(page, still([rectangle(10, 10)]), 'layer/r');
    await selection(page).waitFor();
    expect(await floatingMenu(page).isVisible()).toBe(false);
  });
});

describe('the canvas', () => {
  it('resizes with the window, which pauses playback', async () => {
    const { page } = await open();
    const scene = (id: string) => ({ id, duration: 60, isImageVideo: true, layers: [rectangle(40, 40)] });
    await openStudio(page, { scenes: [scene('a')] });
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.getByRole('button', { name: 'Play' }).waitFor();
    // The specified margins leave 1024 − 240 − 2 × 51 px; the height is smaller.
    await expect.poll(async () => Math.round((await sheetBox(page)).height)).toBeLessThanOrEqual(700 - 160);
    await coloredUntil(page, [50, 50], '#5969e2');
    const pixels = await canvasOf(page).evaluate((canvas: HTMLCanvasElement) => canvas.width);
    expect(pixels).toBe(Math.round((await sheetBox(page)).width));
  });

  it('is drawn with WebGL if the URL says so, with the same pixels', async () => {
    const { page } = await open();
    await page.addInitScript(
      (text) => localStorage.setItem('state', text),
      JSON.stringify({ showCanvas: true, ...still([rectangle(40, 40)]) }),
    );
    for (const renderer of ['webgl', 'canvas2d']) {
      await page.goto(`/studio/editor?renderer=${renderer}`);
      const canvas = canvasOf(page);
      await canvas.waitFor();
      expect(await canvas.getAttribute('data-renderer')).toBe(renderer);
      await expect
        .poll(async () => {
          const shot = await canvas.screenshot();
          return page.evaluate(async (data) => {
            const image = new Image();
            image.src = `data:image/png;base64,${data}`;
            await image.decode();
            const copy = new OffscreenCanvas(image.width, image.height).getContext('2d');
            copy?.drawImage(image, 0, 0);
            return [...(copy?.getImageData(image.width / 2, image.height / 2, 1, 1).data ?? [])].slice(0, 3);
          }, shot.toString('base64'));
        })
        .toEqual([0x59, 0x69, 0xe2]);
    }
  });

  it('shows a fading text completely while paused', async () => {
    const { page } = await open();
    const fading = {
      ...{ id: 't', type: 'text' as const, text: '■', color: '#5969e2', textShadow: 'none' },
      ...{ position: place(20, 20, 60, 60), animation: { id: 'text-focus-in' as const } },
    };
    await openStudio(page, { scenes: [{ id: 's', duration: 3, layers: [fading] }] });
    await coloredUntil(page, [50, 50], '#5969e2');
  });

  it('shows a timed layer, and lets it be clicked, only within its time', async () => {
    const { page } = await open();
    const timed = { ...rectangle(40, 40), from: 1, to: 2 };
    await openStudio(page, { scenes: [{ id: 's', duration: 3, background: '#ff0000', layers: [timed] }] });
    await coloredUntil(page, [50, 50], '#ff0000');
    const layers = layerButtons(page);
    await expect.poll(() => layers.count()).toBe(0);
    const time = seeker(page);
    await time.focus();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
    await coloredUntil(page, [50, 50], '#5969e2');
    await expect.poll(() => layers.count()).toBe(1);
    await clickAt(page, [50, 50]);
    await routeIs(page, 'layer/r');
    await time.focus();
    await page.keyboard.press('End');
    await coloredUntil(page, [50, 50], '#ff0000');
    // The selected layer keeps its handles.
    expect(await layers.count()).toBe(1);
  });

  it('shows the progress of an upload', async () => {
    const { page } = await open();
    let letGo = () => {};
    const arrived = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v1/upload/**', async (route) => {
      await arrived;
      await route.continue();
    });
    await openStudio(page, still([]));
    await dropFiles(page, [await mediaFile('lake.jpg', 'image/jpeg')]);
    await page.getByRole('progressbar', { name: 'Uploading lake.jpg' }).waitFor();
    letGo();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  it('has a button for each layer, front to back, and no accessibility violations', async () => {
    const { page } = await open();
    await openStudio(page, still([{ id: 't', type: 'text', text: 'Hello' }, rectangle(10, 10)]));
    const buttons = layerButtons(page);
    await expect.poll(() => buttons.count()).toBe(2);
    expect(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Text: Hello',
      'Rectangle, middle at 20% from the left, 20% from the top',
    ]);
    await layerButton(page, 'r').focus();
    await page.keyboard.press('Enter');
    await routeIs(page, 'layer/r');
    expect(await layerButton(page, 'r').getAttribute('aria-pressed')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
  });
});
