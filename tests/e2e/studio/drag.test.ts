import { expect, it } from 'vitest';
import { canvasOf } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { coloredUntil, pointAt, pressAndMove, rectangle, still } from '../support/stage.ts';
import { openStudio } from '../support/studio.ts';

const { open } = openSite();

it('a drag is drawn in the same display frame as the pointer move', async () => {
  const { page } = await open();
  await openStudio(page, still([rectangle(10, 10)], { snapToGrid: false }));
  await coloredUntil(page, [20, 20], '#5969e2');
  await pressAndMove(page, [20, 20], [30, 30]);
  await canvasOf(page).evaluate((canvas: HTMLCanvasElement) => {
    const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;
    const real = ctx.fillRect;
    const notes = { isDrawn: false, frames: [] as boolean[] };
    Object.assign(window, { notes });
    ctx.fillRect = (...place) => {
      notes.isDrawn = true;
      real.apply(ctx, place);
    };
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => notes.frames.push(notes.isDrawn);
      port2.postMessage(0);
    };
    const onMove = () => {
      notes.isDrawn = false;
      requestAnimationFrame(afterFrame);
    };
    window.addEventListener('pointermove', onMove, { capture: true });
  });
  const framesUntil = (count: number) =>
    expect.poll(() => page.evaluate(() => Reflect.get(window, 'notes').frames)).toEqual(Array(count).fill(true));
  for (const [i, at] of [40, 50, 60, 70].entries()) {
    const { x, y } = await pointAt(page, [at, 30]);
    await page.mouse.move(x, y);
    await framesUntil(i + 1);
  }
  await page.mouse.up();
});
