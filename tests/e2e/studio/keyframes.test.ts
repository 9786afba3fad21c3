import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import type { Keyframe } from '../../../engine/project/keyframes.ts';
import { mp4Output } from '../../../engine/project/output.ts';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { ssim } from '../../support/ssim.ts';
import { control } from '../support/footer.ts';
import { layerButton, seeker } from '../support/parts.ts';
import { composedFrame, shownPixels } from '../support/pictures.ts';
import { openSite } from '../support/site.ts';
import { dragOver, layerIn, rectangle, sheetBox } from '../support/stage.ts';
import { openStudio, type StoredState, storedUntil, visit } from '../support/studio.ts';

const site = openSite();
const temp = mkdtempSync(join(tmpdir(), 'cutroom-keyframes-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));
const [width, height] = [320, 180];

const keyframesIn = (state: StoredState) => (layerIn(state, 'r') as { keyframes?: Keyframe[] }).keyframes ?? [];
const places = (state: StoredState) => keyframesIn(state).map(({ time, x, y }) => [time, x, y]);
const marks = (page: Page) => page.getByRole('button', { name: /^Keyframe \d of / });

it('keyframes are set on the canvas, shown on the timeline, moved, undone, saved and rendered as shown', async () => {
  const { page } = await site.open();
  // Too low for the docked parts, which have the same controls.
  await page.setViewportSize({ width: 1280, height: 550 });
  const scene = { id: 's', duration: 4, isImageVideo: true, layers: [rectangle(10, 40)] };
  const project = { output: mp4Output, width, height, snapToGrid: false, scenes: [scene], selectedLayerId: 'r' };
  await openStudio(page, project as unknown as ProjectInput, 'layer/r');
  await layerButton(page, 'r').waitFor();
  await page.keyboard.press('Shift+K');
  await storedUntil(page, (now) => expect(places(now)).toEqual([[0, '10%', '40%']]));

  // Two seconds later, reached by keys, the layer is dragged and nudged.
  await seeker(page).focus();
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => seeker(page).getAttribute('aria-valuenow')).toBe('2');
  await dragOver(page, [20, 50], [70, 50]);
  await storedUntil(page, (now) => {
    expect(layerIn(now, 'r').position).toMatchObject({ x: '10%', y: '40%' });
    const [, [time, x] = []] = places(now);
    expect(time).toBe(2);
    expect(Number.parseFloat(String(x))).toBeCloseTo(60, 0);
  });
  await page.keyboard.press('Shift+ArrowUp');
  const nudged = await storedUntil(page, (now) => expect(places(now)[1]?.[2]).not.toBe('40%'));
  await page.keyboard.press('Control+z');
  const back = await storedUntil(page, (now) => expect(places(now)[1]?.[2]).not.toBe(places(nudged)[1]?.[2]));
  await page.keyboard.press('Control+Shift+z');
  await storedUntil(page, (now) => expect(places(now)).toEqual(places(nudged)));
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(places(now)).toEqual(places(back)));

  // The outline is at the interpolated position, which the panel shows.
  await seeker(page).press('Shift+ArrowLeft');
  const sheet = await sheetBox(page);
  await expect
    .poll(async () => {
      const box = await layerButton(page, 'r').boundingBox();
      return box && Math.round((100 * (box.x + box.width / 2 - sheet.x)) / sheet.width);
    })
    .toBe(45);
  const shown = await shownPixels(page, width, height);
  await control(page, 'Keyframes, changed').click();
  await page.getByRole('status').getByText('No keyframe at 00:01.00').waitFor();
  await page.getByRole('button', { name: 'Next keyframe' }).click();
  await page.getByText('Keyframe 2 of 2, at 00:02.00').waitFor();
  await page.getByRole('radio', { name: 'Jump' }).check();
  await storedUntil(page, (now) => expect(keyframesIn(now)[1]?.easing).toBe('hold'));

  await visit(page, 'timeline');
  await marks(page).nth(1).waitFor();
  expect(await marks(page).count()).toBe(2);
  await marks(page).nth(1).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await storedUntil(page, (now) => expect(places(now)[1]?.[0]).toBe(3));
  await page.keyboard.press('Delete');
  await storedUntil(page, (now) => expect(places(now)).toHaveLength(1));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(places(now)).toEqual(places(back)));

  // One is dragged with the mouse, and undone.
  const [first, second] = [await marks(page).nth(0).boundingBox(), await marks(page).nth(1).boundingBox()];
  if (!first || !second) throw new Error('There are no keyframes on the bar.');
  const aSecond = (second.x - first.x) / 2;
  const at = { x: second.x + second.width / 2, y: second.y + second.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + aSecond, at.y, { steps: 6 });
  await page.mouse.up();
  await storedUntil(page, (now) => expect(Number(places(now)[1]?.[0])).toBeCloseTo(3, 1));
  await page.keyboard.press('Control+z');
  const state = await storedUntil(page, (now) => expect(places(now)).toEqual(places(back)));

  const rendered = await composedFrame(state, 30, join(temp, 'out.mp4'));
  expect(ssim(shown, rendered, width, height)).toBeGreaterThanOrEqual(0.985);
});
