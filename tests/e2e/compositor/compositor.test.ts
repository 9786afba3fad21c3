import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';

const modes = ['canvas2d', 'webgl'] as const;
let lab: CompositorLab;
let page: CompositorLab['page'];

beforeAll(async () => {
  lab = await openLab({ args: ['--js-flags=--expose-gc'] });
  page = lab.page;
});

afterAll(() => lab?.close());

describe('choosing a compositor', () => {
  it('uses Canvas 2D if WebGL2 is emulated, and otherwise the requested mode', async () => {
    const found = await page.evaluate(() =>
      (['auto', 'webgl', 'canvas2d'] as const).map((mode) => {
        const stand = globalThis.lab.open({ mode, width: 10, height: 10 });
        const { mode: chosen } = stand.preview;
        stand.close();
        return chosen;
      }),
    );
    expect(found).toEqual(['canvas2d', 'webgl', 'canvas2d']);
  });
});

describe.each(modes)('a preview with %s', (mode) => {
  it('draws nothing and requests no frames when nothing changed', async () => {
    const found = await page.evaluate(async (way) => {
      const { open, made: make, frames } = globalThis.lab;
      const stand = open({ mode: way, width: 100, height: 100 });
      const text = { id: 't', type: 'text', text: 'Still' };
      const picture = { id: 'i', type: 'image', url: '/media/forest.jpg' };
      const project = make({ scenes: [{ id: 's', layers: [text, picture] }] });
      stand.preview.show({ project, sceneIndex: 0, time: 0 });
      await stand.preview.painted();
      await frames(5);
      const before = stand.preview.counts.drawings;
      const real = globalThis.requestAnimationFrame;
      let asked = 0;
      globalThis.requestAnimationFrame = (callback) => {
        asked += 1;
        return real(callback);
      };
      stand.preview.show({ project, sceneIndex: 0, time: 1 });
      stand.preview.show({ project: { ...project, audio: null, name: 'Other' }, sceneIndex: 0, time: 1 });
      stand.preview.draw();
      for (let i = 0; i < 20; i += 1) await new Promise((done) => real(done));
      globalThis.requestAnimationFrame = real;
      const still = stand.preview.counts.drawings - before;
      stand.preview.hide('t');
      await stand.preview.painted();
      const changed = stand.preview.counts.drawings - before;
      stand.close();
      return { asked, still, changed };
    }, mode);
    expect(found).toEqual({ asked: 0, still: 0, changed: 1 });
  });

  it('moves a placed layer at once and resets it', async () => {
    const found = await page.evaluate(async (way) => {
      const stand = globalThis.lab.open({ mode: way, width: 100, height: 100 });
      const position = { x: '0%', y: '0%', width: '20%', height: '20%' };
      const layer = { id: 'r', type: 'shape', shapeType: 'rectangle', background: '#ff0000', position };
      const project = globalThis.lab.made({ width: 100, height: 100, scenes: [{ id: 's', layers: [layer] }] });
      const isRed = (x: number, y: number) => {
        const [r, g] = globalThis.lab.pixelsOf(stand.canvas).subarray((y * 100 + x) * 4);
        return (r as number) > 200 && (g as number) < 60;
      };
      const look = () => [isRed(10, 10), isRed(75, 75), isRed(50, 75), isRed(75, 62)];
      stand.preview.show({ project, sceneIndex: 0, time: 0 });
      await stand.preview.painted();
      const looks = [look()];
      stand.preview.place('r', { x: 65, y: 65, width: 20, height: 20, rotation: 0 });
      stand.preview.draw();
      looks.push(look());
      stand.preview.place('r', { x: 45, y: 65, width: 60, height: 20, rotation: 90 });
      stand.preview.draw();
      looks.push(look());
      stand.preview.place('r', undefined);
      stand.preview.draw();
      looks.push(look());
      stand.close();
      return looks;
    }, mode);
    expect(found).toEqual([
      [true, false, false, false],
      [false, true, false, false],
      [false, true, false, true],
      [true, false, false, false],
    ]);
  });

  it('paints a huge layer only up to the size of the canvas, wherever it moves', async () => {
    const found = await page.evaluate(async (way) => {
      const real = globalThis.OffscreenCanvas;
      let largest = 0;
      globalThis.OffscreenCanvas = class extends real {
        constructor(width: number, height: number) {
          super(width, height);
          largest = Math.max(largest, width * height);
        }
      };
      const stand = globalThis.lab.open({ mode: way, width: 200, height: 200 });
      const position = { x: '-450%', y: '-450%', width: '1000%', height: '1000%' };
      const layer = { id: 'e', type: 'shape', shapeType: 'rectangle', background: '#008000', position };
      const project = globalThis.lab.made({ width: 200, height: 200, scenes: [{ id: 's', layers: [layer] }] });
      stand.preview.show({ project, sceneIndex: 0, time: 0 });
      await stand.preview.painted();
      const isGreen = () => {
        const pixels = globalThis.lab.pixelsOf(stand.canvas);
        return [0, 199, 199 * 200, 200 * 200 - 1].every((i) => pixels[i * 4] === 0 && pixels[i * 4 + 1] === 128);
      };
      const covers = [isGreen()];
      for (const [x, rotation] of [
        [-1500, 0],
        [-900, 30],
        [-300, 0],
      ] as const) {
        stand.preview.place('e', { x, y: -900, width: 2000, height: 2000, rotation });
        stand.preview.draw();
        covers.push(isGreen());
      }
      stand.close();
      globalThis.OffscreenCanvas = real;
      return { covers, largest };
    }, mode);
    expect(found.covers).toEqual([true, true, true, true]);
    expect(found.largest).toBeLessThan(10 * 200 * 200);
  });

  it('shares one painted image between equal layers, and frees unused ones', async () => {
    const counts = await page.evaluate(async (way) => {
      const stand = globalThis.lab.open({ mode: way, width: 400, height: 400 });
      const layerAt = (i: number) => {
        const position = { x: `${(i % 10) * 10}%`, y: `${Math.floor(i / 10) * 5}%`, width: '10%', height: '5%' };
        return { id: `i${i}`, type: 'image', url: '/media/forest.jpg', position };
      };
      const layers = Array.from({ length: 200 }, (_, i) => layerAt(i));
      const show = async (shown: unknown[]) => {
        const project = globalThis.lab.made({ width: 400, height: 400, scenes: [{ id: 's', layers: shown }] });
        stand.preview.show({ project, sceneIndex: 0, time: 0 });
        await stand.preview.painted();
        const { layers: count, pictures, textures } = stand.preview.counts;
        return [count, pictures, textures, stand.media.size];
      };
      const found = [await show(layers), await show([])];
      stand.close();
      return found;
    }, mode);
    expect(counts).toEqual([
      [200, 1, mode === 'webgl' ? 1 : 0, 1],
      [0, 0, 0, 0],
    ]);
  });

  it('uses constant memory over thousands of frames', async () => {
    // An emulated graphics card is slow.
    const frames = mode === 'webgl' && !process.env.CUTROOM_LONG ? 4000 : 10_000;
    const found = await page.evaluate(
      async ([way, most]) => {
        const stand = globalThis.lab.open({ mode: way, width: 64, height: 64 });
        const boxAt = (i: number) => ({
          id: `p${i}`,
          type: 'image',
          url: '/media/forest.jpg',
          position: { x: `${i}%`, y: '5%', width: '25%', height: '20%' },
        });
        const text = {
          id: 't',
          type: 'text',
          text: 'Words',
          position: { x: '0%', y: '60%', width: '90%', height: '30%' },
        };
        const layers = [text, ...Array.from({ length: 10 }, (_, i) => boxAt(i))];
        const project = globalThis.lab.made({ width: 640, height: 640, scenes: [{ id: 's', layers }] });
        stand.preview.show({ project, sceneIndex: 0, time: 0 });
        await stand.preview.painted();
        const box = { x: 0, y: 0, width: 160, height: 128, rotation: 0 };
        let frame = 0;
        const run = async (count: number) => {
          for (let i = 0; i < count; i += 1) {
            frame += 1;
            for (let k = 0; k < 10; k += 1) {
              box.x = (frame * 7 + k * 31) % 500;
              box.y = (frame * 3 + k * 17) % 500;
              box.rotation = (frame + k) % 360;
              stand.preview.place(`p${k}`, box);
            }
            stand.preview.draw();
            if (i % 100 === 0) await globalThis.lab.frames(1);
          }
          (globalThis as unknown as { gc(): void }).gc();
          const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
          const { pictures, textures } = stand.preview.counts;
          return { heap: memory.usedJSHeapSize, pictures, textures, drawings: stand.preview.counts.drawings };
        };
        const before = await run(300);
        const after = await run(most);
        stand.close();
        return { before, after };
      },
      [mode, frames] as const,
    );
    expect(found.after.drawings - found.before.drawings).toBeGreaterThanOrEqual(frames);
    expect(found.after.pictures).toBe(found.before.pictures);
    expect(found.after.textures).toBe(found.before.textures);
    // Less than 50 bytes per frame, so no frame allocates lasting objects.
    expect(found.after.heap - found.before.heap).toBeLessThan(50 * frames);
  });
});

it('draws again after the graphics context was lost', async () => {
  const found = await page.evaluate(async () => {
    const stand = globalThis.lab.open({ mode: 'webgl', width: 200, height: 200 });
    const video = { id: 'v', type: 'video', url: '/media/numbers.mp4', position: { height: '50%' } };
    const text = { id: 't', type: 'text', text: 'Reset', position: { y: '50%', height: '50%' } };
    const project = globalThis.lab.made({ scenes: [{ id: 's', layers: [text, video] }] });
    stand.preview.show({ project, sceneIndex: 0, time: 1 });
    await stand.preview.painted();
    const before = globalThis.lab.bytesOf(stand.canvas);
    const card = stand.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const lost = new Promise((done) => stand.canvas.addEventListener('webglcontextlost', done, { once: true }));
    card?.loseContext();
    await lost;
    // Changes in between must not throw, and must be visible afterwards.
    stand.preview.place('t', { x: 0, y: 0, width: 100, height: 100, rotation: 0 });
    stand.preview.draw();
    stand.preview.place('t', undefined);
    const restored = new Promise((done) => stand.canvas.addEventListener('webglcontextrestored', done, { once: true }));
    // Restoring the context in the same task as losing it fails.
    await globalThis.lab.frames(2);
    card?.restoreContext();
    await restored;
    await stand.preview.painted();
    const after = globalThis.lab.bytesOf(stand.canvas);
    stand.close();
    return { same: before === after, empty: new Set(atob(before)).size < 10 };
  });
  expect(found).toEqual({ same: true, empty: false });
});

it('the clock ticks at the canvas refresh rate on average, and stops when it is not needed', async () => {
  const found = await page.evaluate(async () => {
    const times: number[] = [];
    let ended = () => {};
    const end = new Promise<void>((done) => {
      ended = done;
    });
    const clock = globalThis.lab.createClock({
      tick: (now) => {
        times.push(now);
        if (times.length === 25) ended();
        return times.length < 25;
      },
    });
    clock.wake();
    clock.wake();
    await end;
    await globalThis.lab.frames(10);
    const count = times.length;
    clock.wake();
    clock.stop();
    await globalThis.lab.frames(10);
    return { count, afterStop: times.length, span: (times[24] as number) - (times[0] as number) };
  });
  expect(found.count).toBe(25);
  expect(found.afterStop).toBe(25);
  // It may be slower on a busy machine, but never faster.
  expect(found.span).toBeGreaterThan(24 * 42 - 20);
});
