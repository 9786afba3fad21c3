import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { board, seeker } from '../support/parts.ts';
import { rendersOf, watchRenders } from '../support/renders.ts';
import { openSite } from '../support/site.ts';
import { layerIn, place, press, undoButton } from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';
import { boxOf, isTaken } from '../support/timeline.ts';

const site = openSite();

/** A scene of one minute with 200 texts in sequence. */
const many: ProjectInput = {
  width: 640,
  height: 360,
  ratio: '16:9',
  scenes: [
    {
      id: 's',
      duration: 60,
      layers: Array.from({ length: 200 }, (_, index) => ({
        id: `t${index}`,
        type: 'text' as const,
        text: `Line ${index + 1}`,
        from: (index * 3) / 10,
        to: (index * 3) / 10 + 2,
        position: place(10, 40, 80, 20),
      })),
    },
  ],
};

const bar = (page: Page, text: string) => page.getByRole('button', { name: `Text ${text}`, exact: true });
const scrolled = (page: Page) => board(page).evaluate(({ scrollLeft }) => scrollLeft);

it('a timeline of 200 layers renders only the dragged one, selects with a marquee, and scrolls with a drag to its edge', async () => {
  const { page, complaints } = await site.open();
  await watchRenders(page);
  await openStudio(page, many, 'timeline');
  await bar(page, 'Line 1').waitFor();
  for (const part of ['middle', 'end']) {
    const { x, width, middle } = await boxOf(bar(page, 'Line 1'));
    const from = part === 'end' ? x + width - 2 : middle.x;
    await page.mouse.move(from, middle.y);
    await page.mouse.down();
    await page.mouse.move(from + 10, middle.y);
    const renders = await rendersOf(page, async () => {
      await page.mouse.move(from + 200, middle.y, { steps: 8 });
    });
    await page.mouse.up();
    expect(renders.t0).toBeGreaterThan(5);
    // The layer with its parts, and the lists that contain it.
    const of = [
      'board',
      'lanes',
      'lane-head',
      'tracks',
      't0',
      'track-words',
      'bar-end is-start',
      'bar-end is-end',
      'board-snap',
    ];
    expect(Object.keys(renders).filter((name) => !of.includes(name) && name !== 'saved-sign soft')).toEqual([]);
  }
  await undoButton(page).click();
  await undoButton(page).click();
  const chosen = () => board(page).locator('[aria-pressed="true"][data-type="text"]').count();
  const frame = async (from: string, to: string) => {
    const [first, last] = [await boxOf(bar(page, from)), await boxOf(bar(page, to))];
    // The row is empty left of the first layer.
    await page.mouse.move(first.x - 4, first.middle.y);
    await page.mouse.down();
    await page.mouse.move(last.middle.x, last.middle.y, { steps: 4 });
  };
  await frame('Line 3', 'Line 1');
  await expect.poll(chosen).toBe(3);
  await page.mouse.up();
  await page.getByText('3 layers selected', { exact: true }).waitFor({ state: 'attached' });
  expect(await chosen()).toBe(3);
  await page.keyboard.down('Shift');
  await frame('Line 4', 'Line 3');
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(chosen).toBe(4);
  await frame('Line 4', 'Line 4');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await chosen()).toBe(4);
  const fourth = await boxOf(bar(page, 'Line 4'));
  await page.mouse.click(fourth.x - 4, fourth.middle.y);
  await expect.poll(chosen).toBe(0);
  await zoomIn(page);
  const { x, width } = await boxOf(board(page));
  const edge = x + width - 4;
  // A layer: the closer to the edge, the faster.
  const first = (await boxOf(bar(page, 'Line 1'))).middle;
  await dragTo(page, first, edge - 30);
  const slow = await speedOf(page);
  await page.mouse.move(edge, first.y);
  expect(await speedOf(page)).toBeGreaterThan(2 * slow);
  expect(slow).toBeGreaterThan(0);
  await page.mouse.move(edge - 300, first.y);
  expect(await speedOf(page)).toBe(0);
  const times = bar(page, 'Line 1').locator('xpath=..').getByText(' – ');
  const shown = await times.textContent();
  await page.mouse.up();
  await storedUntil(page, (state) => expect(shown).toContain(layerIn(state, 't0').from?.toFixed(2)));
  if (process.env.CUTROOM_LONG) await dragOthersToEdges(page);
  const isInSight = async (name: string) => {
    const [one, all] = [await boxOf(bar(page, name)), await boxOf(board(page))];
    return (
      one.x >= all.x &&
      one.x + one.width <= all.x + all.width &&
      one.y >= all.y &&
      one.y + one.height <= all.y + all.height
    );
  };
  // Only layers near the visible part are rendered.
  await board(page).evaluate((element) => element.scrollTo(element.scrollWidth / 2, 0));
  await bar(page, 'Line 100').focus();
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => isInSight('Line 100')).toBe(true);
  await page.keyboard.press('ArrowDown');
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.slice('Text '.length));
  expect(focused).not.toBe('Line 100');
  await expect.poll(() => isInSight(focused ?? '')).toBe(true);
  // The playhead was elsewhere; moving it scrolls to it.
  await page.getByRole('button', { name: '+5 s', exact: true }).click();
  await expect.poll(() => scrolled(page)).toBeLessThan(600);
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  // Coming back from the editor, the scroll position is restored.
  await page.getByRole('button', { name: '+5 s', exact: true }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('button', { name: 'Timeline of Scene 1' }).click();
  const time = page.getByRole('slider', { name: 'Time', exact: true });
  await expect.poll(() => time.getAttribute('aria-valuetext')).toBe('00:05.00');
  expect(complaints).toEqual([]);
});

/** Drags the end of a layer, the playhead and the end of the scene to an edge of the timeline, which scrolls as well. */
async function dragOthersToEdges(page: Page): Promise<void> {
  const { x, width } = await boxOf(board(page));
  const edge = x + width - 4;
  const end = (await boxOf(page.getByRole('slider', { name: 'End of Line 1' }))).middle;
  const before = await scrolled(page);
  await dragTo(page, end, edge);
  await expect.poll(() => scrolled(page), { interval: 20 }).toBeGreaterThan(before + 200);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  // The playhead, back to the start.
  const ruler = seeker(page);
  await dragTo(page, { x: edge - 300, y: (await boxOf(ruler)).middle.y }, x + 2);
  await expect.poll(() => scrolled(page), { interval: 20 }).toBe(0);
  await expect.poll(() => ruler.getAttribute('aria-valuetext')).toBe('00:00.00');
  await page.mouse.up();
  // The end of the scene, which grows while it is held at the edge.
  await board(page).evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  const last = page.getByRole('slider', { name: 'End of Scene 1' });
  await dragTo(page, (await boxOf(last)).middle, edge + 3);
  await expect.poll(async () => Number(await last.getAttribute('aria-valuenow')), { interval: 20 }).toBeGreaterThan(62);
  await page.mouse.up();
  await storedUntil(page, (state) => expect(state.scenes[0]?.duration).toBeGreaterThan(62));
}

/** Presses at a position and moves the pointer to another. */
async function dragTo(page: Page, from: { x: number; y: number }, to: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to, from.y, { steps: 5 });
}

it.runIf(process.env.CUTROOM_LONG)('scrolls during a touch drag to the edge of a phone', async () => {
  const { page } = await site.open({ width: 390 });
  await openStudio(page, many, 'timeline');
  await zoomIn(page);
  const { x, width } = await boxOf(board(page));
  const { middle } = await boxOf(bar(page, 'Line 1'));
  const edge = { x: x + width - 3, y: middle.y };
  const finger = await press(page, middle);
  // A long press picks the layer up.
  await isTaken(page, 't0');
  await finger.moveTo({ x: edge.x - 100, y: edge.y });
  await finger.moveTo(edge);
  await expect.poll(() => scrolled(page), { interval: 20 }).toBeGreaterThan(300);
  await finger.lift();
  await storedUntil(page, (state) => expect(layerIn(state, 't0').from).toBeGreaterThan(10));
});

/** Zooms in about five times. */
async function zoomIn(page: Page): Promise<void> {
  for (let i = 0; i < 4; i += 1) await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
}

/** Scroll speed of the timeline over some frames, CSS pixels per second. A late frame counts as 50 ms, too. */
function speedOf(page: Page): Promise<number> {
  return board(page).evaluate(async (scroller) => {
    const frame = () => new Promise(requestAnimationFrame);
    let [time, seconds] = [await frame(), 0];
    const from = scroller.scrollLeft;
    for (let count = 0; count < 10; count += 1) {
      const now = await frame();
      seconds += Math.min(0.05, (now - time) / 1000);
      time = now;
    }
    return (scroller.scrollLeft - from) / seconds;
  });
}
