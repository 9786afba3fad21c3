import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedChromium } from '../../support/chromium.ts';
import type { GestureReport } from '../../support/gesturePage.ts';
import { pageScript } from '../../support/pageScript.ts';

/** The stage starts at 50, 50 and shows a canvas of 1000 × 1000 at half size; the layer is at 200, 200. */
let page: Page;
let script: string;

beforeAll(async () => {
  script = await pageScript('tests/support/gesturePage.ts');
  page = await (await sharedChromium()).newPage({ hasTouch: true, viewport: { width: 800, height: 700 } });
});

beforeEach(async () => {
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
});

afterAll(() => page?.close());

const report = (): Promise<GestureReport> => page.evaluate(() => globalThis.report());
const reached = (x: number, y: number) =>
  page.waitForFunction(
    ([a, b]) => {
      const { box } = globalThis.report();
      return box.x === a && box.y === b;
    },
    [x, y] as const,
  );

async function press(x: number, y: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
}

describe('a real mouse', () => {
  it('clicks and double-clicks', async () => {
    await page.mouse.click(300, 200);
    await page.mouse.click(300, 200);
    await page.mouse.click(500, 500);
    expect((await report()).events).toEqual(['select a', 'click a', 'double a', 'select null']);
  });

  it('drags outside the stage and the window until it is released', async () => {
    await press(300, 200);
    await page.mouse.move(350, 230, { steps: 5 });
    await reached(300, 260);
    await page.mouse.move(-20, 230);
    await page.mouse.move(780, 650);
    await page.mouse.up();
    expect(await report()).toMatchObject({ box: { x: 970, y: 970 }, events: ['select a', 'commit'], state: 'idle' });
  });

  it('resizes with a handle, and shows cursors', async () => {
    await page.mouse.click(300, 200);
    await page.mouse.move(350, 250);
    await page.waitForFunction(() => document.querySelector('div')?.style.cursor === 'nwse-resize');
    await page.mouse.down();
    await page.mouse.move(400, 300, { steps: 3 });
    await page.mouse.up();
    expect((await report()).box).toEqual({ x: 200, y: 200, width: 500, height: 300, rotation: 0 });
  });

  it('ignores fields on the stage and the right button', async () => {
    await page.mouse.click(180, 170);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.mouse.click(300, 200, { button: 'right' });
    expect((await report()).events).toEqual([]);
  });

  it('is processed once per frame', async () => {
    await press(300, 200);
    await page.mouse.move(310, 200);
    await reached(220, 200);
    const { changes } = await report();
    await page.evaluate(() =>
      globalThis.moveInOneFrame([
        [320, 200],
        [330, 210],
        [340, 220],
        [350, 230],
      ]),
    );
    await reached(300, 260);
    expect((await report()).changes).toBe(changes + 1);
    await page.mouse.up();
  });
});

describe('interruptions of a drag', () => {
  it('Escape cancels only the drag; the next Escape reaches the page', async () => {
    await press(300, 200);
    await page.mouse.move(350, 230);
    await reached(300, 260);
    await page.keyboard.press('Escape');
    await page.mouse.move(400, 300);
    await page.mouse.up();
    expect(await report()).toMatchObject({ box: { x: 200, y: 200 }, events: ['select a', 'cancel'], keys: [] });
    await page.keyboard.press('Escape');
    expect((await report()).keys).toEqual(['Escape']);
  });

  it('Shift takes effect at once', async () => {
    await press(300, 200);
    await page.mouse.move(350, 230);
    await reached(300, 260);
    await page.keyboard.down('Shift');
    await reached(300, 200);
    await page.keyboard.up('Shift');
    await reached(300, 260);
    await page.mouse.up();
  });

  it('a resize of the window cancels a running drag, because the canvas moved below the pointer', async () => {
    await press(300, 200);
    await page.mouse.move(350, 230);
    await reached(300, 260);
    await page.setViewportSize({ width: 810, height: 700 });
    await reached(200, 200);
    await page.mouse.move(400, 300);
    await page.mouse.up();
    expect(await report()).toMatchObject({ box: { x: 200, y: 200 }, events: ['select a', 'cancel'] });
  });

  it('a press that has not moved stays a click after a resize, and starts no drag', async () => {
    await press(300, 200);
    await page.setViewportSize({ width: 820, height: 700 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.mouse.up();
    expect((await report()).events).toEqual(['select a', 'click a']);
    await press(300, 200);
    await page.setViewportSize({ width: 810, height: 700 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.mouse.move(400, 300, { steps: 4 });
    await page.mouse.up();
    expect(await report()).toMatchObject({ box: { x: 200, y: 200 }, state: 'idle' });
    expect((await report()).events).not.toContain('commit');
  });

  it('unbinding cancels a running drag', async () => {
    expect((await report()).touchAction).toBe('none');
    await press(300, 200);
    await page.mouse.move(350, 230);
    await reached(300, 260);
    await page.evaluate(() => globalThis.unbind());
    await page.mouse.move(400, 300);
    await page.mouse.up();
    expect(await report()).toMatchObject({ box: { x: 200, y: 200 }, state: 'idle', touchAction: '' });
  });
});

describe('real touches', () => {
  let session: CDPSession;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

  beforeEach(async () => {
    session = await page.context().newCDPSession(page);
  });

  it('tap to select', async () => {
    await page.touchscreen.tap(300, 200);
    expect((await report()).events).toEqual(['select a', 'click a']);
  });

  it('drag a layer', async () => {
    await touch('touchStart', [300, 200]);
    await touch('touchMove', [330, 210]);
    await touch('touchMove', [350, 230]);
    await reached(300, 260);
    await touch('touchEnd');
    expect((await report()).events).toEqual(['select a', 'commit']);
  });

  it('pinch to zoom, or to resize the selected layer', async () => {
    await touch('touchStart', [250, 200]);
    await touch('touchStart', [250, 200], [300, 200]);
    await touch('touchMove', [225, 200], [325, 200]);
    await page.waitForFunction(() => globalThis.report().events.includes('zoom'));
    await touch('touchEnd');
    await page.touchscreen.tap(300, 200);
    await touch('touchStart', [250, 200]);
    await touch('touchStart', [250, 200], [300, 200]);
    await touch('touchMove', [225, 200], [325, 200]);
    await page.waitForFunction(() => globalThis.report().box.width === 800);
    await touch('touchEnd');
    const told = (await report()).events.filter((what) => what !== 'zoom' && what !== 'pan');
    expect(told).toEqual(['select a', 'click a', 'commit']);
  });

  it('cancel the drag when the system takes them over', async () => {
    await touch('touchStart', [300, 200]);
    await touch('touchMove', [350, 230]);
    await reached(300, 260);
    await touch('touchCancel');
    await reached(200, 200);
    expect((await report()).events).toEqual(['select a', 'cancel']);
  });
});
