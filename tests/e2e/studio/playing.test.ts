import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { announcement, clock, playBar, sceneButton, seeker, seekerTrack, stage } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { dragOver, layerIn, place, placedUntil, pointAt, rectangle, routeIs } from '../support/stage.ts';
import { collapseTimeline, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const words = { id: 't', type: 'text' as const, text: 'Words', position: place(10, 60, 80, 20) };

/** Two scenes, the first with a text and a rectangle and the given duration. */
const two = (seconds: number) => ({
  snapToGrid: false,
  scenes: [
    { id: 'a', duration: seconds, layers: [words, rectangle(10, 10)] },
    { id: 'b', duration: 60, background: '#00ff00', layers: [] },
  ],
});

async function openPlaying() {
  const opened = await site.open();
  await openStudio(opened.page, two(60));
  await button(opened.page, 'Play').click();
  await button(opened.page, 'Pause').waitFor();
  return opened;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('playback pauses for a drag and for text editing, follows a moved scene, and reduces the resolution of a slow canvas', async () => {
  const { page, complaints } = await openPlaying();
  await dragOver(page, [20, 20], [60, 40]);
  await placedUntil(page, 'r', [50, 30, 20, 20, 0]);
  await button(page, 'Play').waitFor();
  await button(page, 'Play').click();
  await button(page, 'Pause').waitFor();
  const { x, y } = await pointAt(page, [50, 70]);
  await page.mouse.dblclick(x, y);
  await routeIs(page, 'text');
  await button(page, 'Play').waitFor();
  await page.keyboard.type(' and more');
  await storedUntil(page, (state) => expect(layerIn(state, 't')).toMatchObject({ text: 'Words and more' }));
  await page.keyboard.press('Escape');
  await seeker(page).press('Home');
  await button(page, 'Play').click();
  await sceneButton(page, 0).focus();
  const said = announcement(page);
  await page.keyboard.press('Space');
  await expect.poll(() => said.textContent()).toBe('Scene 1 picked up.');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => said.textContent()).toBe('Position 2 of 2.');
  await page.keyboard.press('Space');
  await expect.poll(() => clock(page).textContent()).toMatch(/^01:0/);
  await button(page, 'Pause').click();
  const { studioTime } = await storedUntil(page, (state) => expect(state.studioTime).toBeGreaterThan(60));
  expect(studioTime).toBeLessThan(120);
  const canvas = page.locator('canvas[data-renderer]');
  const width = () => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.width);
  await expect.poll(width).toBeGreaterThan(300);
  const whole = await width();
  // Simulates a cost per pixel.
  await canvas.evaluate((drawn: HTMLCanvasElement) => {
    const took = 160 / (drawn.width * drawn.height);
    const draw = () => {
      if (drawn.dataset.slow === 'false') return;
      const until = performance.now() + took * drawn.width * drawn.height;
      while (performance.now() < until);
      requestAnimationFrame(draw);
    };
    draw();
  });
  await button(page, 'Play').click();
  await page.getByText(/^Preview \d\d %$/).waitFor();
  await expect.poll(width).toBeLessThan(whole);
  await page.getByText(/^The preview plays at \d\d% resolution/).waitFor({ state: 'attached' });
  await canvas.evaluate((drawn) => drawn.setAttribute('data-slow', 'false'));
  await button(page, 'Pause').click();
  await expect.poll(width).toBe(whole);
  expect(await page.getByText(/^Preview \d\d %$/).count()).toBe(0);
  expect(complaints).toEqual([]);
});

/** A longer video from this server that fills the canvas. */
const video = (id: string, url: string) => ({
  ...{ id, type: 'video' as const, url, width: 640, height: 360, duration: 8, objectFit: 'cover' as const },
  position: place(0, 0, 100, 100),
});

const shown = (page: Page) => seeker(page).getAttribute('aria-valuenow').then(Number);

it('playback repeats the scene that is edited in a sheet, and the play bar seeks by keyboard and with the mouse', async () => {
  const scenes = [
    { id: 'a', duration: 1.5, layers: [rectangle(10, 10)] },
    { id: 'b', duration: 5, background: '#00ff00', layers: [] },
    { id: 'c', duration: 5.5, background: '#0000ff', layers: [] },
  ];
  const { page, complaints } = await site.open();
  await collapseTimeline(page);
  await openStudio(page, { scenes }, 'layer/r');
  await button(page, 'Fill').waitFor();
  // Both clicks at once, so the scene cannot end between them.
  const [play, fill] = await Promise.all(['Play', 'Fill'].map((name) => button(page, name).elementHandle()));
  await page.evaluate(
    (both) => {
      for (const one of both) (one as HTMLElement).click();
    },
    [play, fill],
  );
  await routeIs(page, 'colors');
  const wrapped = clock(page).evaluate((place) => {
    const time = () => Number.parseInt(place.textContent?.slice(3, 5) ?? '', 10);
    return new Promise<number>((done) => {
      let last = time();
      const observer = new MutationObserver(() => {
        if (time() !== 1 && last === 1) done(time());
        last = time();
      });
      observer.observe(place, { subtree: true, characterData: true, childList: true });
    });
  });
  expect(await wrapped).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/studio/editor/colors');
  await button(page, 'Close').click();
  await expect.poll(() => clock(page).textContent()).toMatch(/^0[01]:(0[2-9]|[1-5])/);
  await storedUntil(page, (state) => expect(state.selectedSceneId).not.toBe('a'));
  await button(page, 'Pause').click();
  await seeker(page).press('Home');
  await seeker(page).focus();
  for (const key of ['PageUp', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  expect(await seeker(page).getAttribute('aria-valuetext')).toBe('00:05.13 of 00:12.00');
  await storedUntil(page, (state) => expect([state.selectedSceneId, state.studioTime]).toEqual(['b', 5.13]));
  await page.keyboard.press('End');
  expect(await shown(page)).toBe(12);
  await storedUntil(page, (state) => expect(state.selectedSceneId).toBe('c'));
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+L');
  expect(await shown(page)).toBe(7);
  await stage(page).focus();
  await page.keyboard.press('Home');
  expect(await shown(page)).toBe(0);
  expect(await page.getByTestId('scene-mark').count()).toBe(2);
  await button(page, 'Play').click();
  const line = await seekerTrack(page).boundingBox();
  if (!line) throw new Error('There is no seeker.');
  const at = (part: number) => [line.x + line.width * part, line.y + line.height / 2] as const;
  await page.mouse.move(...at(0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.5), { steps: 5 });
  await button(page, 'Play').waitFor();
  const rested = await shown(page);
  expect(Math.abs(rested - 6)).toBeLessThan(0.2);
  await page.mouse.up();
  await button(page, 'Pause').waitFor();
  await expect.poll(() => shown(page)).toBeGreaterThan(rested);
  await button(page, 'Restart').click();
  expect(await shown(page)).toBeLessThan(rested);
  await button(page, 'Pause').click();
  expect(complaints).toEqual([]);
});

it('the play bar works by touch on a phone without layout shifts', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  await openStudio(page, {
    scenes: [3, 4, 5].map((duration, i) => ({ id: `s${i}`, duration, background: '#00ff00', layers: [] })),
  });
  await seeker(page).waitFor();
  const before = await playBar(page)
    .locator('> *')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  const line = await seekerTrack(page).boundingBox();
  if (!line) throw new Error('There is no seeker.');
  await page.touchscreen.tap(line.x + line.width / 2, line.y + line.height / 2);
  await expect.poll(() => clock(page).textContent()).toMatch(/^00:0[56]\.\d\d \/ 00:12\.00$/);
  await button(page, 'Play').tap();
  await expect.poll(() => shown(page)).toBeGreaterThan(6.5);
  const after = await playBar(page)
    .locator('> *')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  expect(after).toEqual(before);
  const bar = await playBar(page).boundingBox();
  expect((bar?.x ?? -1) >= 0 && (bar?.x ?? 0) + (bar?.width ?? 999) <= 390).toBe(true);
  expect(complaints).toEqual([]);
});

it('videos that are slow are waited for with a message, and a missing one is reported and stops nothing', async () => {
  const { page } = await site.open();
  // Its strips would take the remaining connections to the server, which the held file does not release.
  await collapseTimeline(page);
  let go = (): void => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/samples/media/numbers.mp4', async (route) => {
    await held;
    await route.continue();
  });
  await openStudio(page, {
    scenes: [{ id: 's', layers: [video('w', '/none.mp4'), video('v', '/samples/media/numbers.mp4')] }],
  });
  await button(page, 'Play').click();
  await page.getByText('“none.mp4” cannot be played').waitFor();
  await button(page, 'Pause').and(page.locator('[aria-busy="true"]')).waitFor();
  await page.getByText('“numbers.mp4” is slow to load. Playback continues as soon as it has loaded.').waitFor();
  expect(await shown(page)).toBe(0);
  go();
  await button(page, 'Pause').and(page.locator('[aria-busy="false"]')).waitFor();
  await expect.poll(() => shown(page)).toBeGreaterThan(0.5);
});
