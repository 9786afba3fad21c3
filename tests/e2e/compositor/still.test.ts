import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';

let lab: CompositorLab;

beforeAll(async () => {
  lab = await openLab({ webgl: false });
});

afterAll(() => lab?.close());

describe('a stack with few moving layers in Canvas 2D', () => {
  it('draws three images during a drag, however many layers there are', async () => {
    const found = await lab.page.evaluate(async () => {
      const drawn = async (count: number) => {
        const stand = globalThis.lab.open({ mode: 'canvas2d', width: 200, height: 200 });
        const position = { x: '10%', y: '10%', width: '60%', height: '60%' };
        const layers = Array.from({ length: count }, (_, i) => {
          return {
            id: `l${i}`,
            type: 'shape',
            shapeType: 'ellipse',
            background: `#${1000 + i}80`.slice(0, 7),
            position,
          };
        });
        const project = globalThis.lab.made({ scenes: [{ id: 's', layers }] });
        stand.preview.show({ project, sceneIndex: 0, time: 0 });
        await stand.preview.painted();
        const ctx = stand.canvas.getContext('2d') as CanvasRenderingContext2D;
        const real = ctx.drawImage;
        let calls = 0;
        ctx.drawImage = (...args: unknown[]) => {
          calls += 1;
          return Reflect.apply(real, ctx, args);
        };
        const perMove: number[] = [];
        for (let i = 0; i < 6; i += 1) {
          calls = 0;
          stand.preview.place(`l${count / 2}`, { x: 10 * i, y: 20, width: 500, height: 500, rotation: 0 });
          stand.preview.draw();
          perMove.push(calls);
        }
        stand.close();
        return perMove.slice(-3);
      };
      return { forty: await drawn(40), twoHundred: await drawn(200), few: await drawn(4) };
    });
    expect(found).toEqual({ forty: [3, 3, 3], twoHundred: [3, 3, 3], few: [4, 4, 4] });
  });

  it.each([
    ['all of its layers', 'l12', 0],
    ['all layers but the one at the back, which was dragged', 'l0', 1],
  ])('retains nothing of a stack after it lost %s', async (_what, dragged, left) => {
    const off = await lab.page.evaluate(
      async ([id, rest]) => {
        const position = { x: '10%', y: '10%', width: '60%', height: '60%' };
        const layers = Array.from({ length: 24 }, (_, i) => {
          return { id: `l${i}`, type: 'shape', shapeType: 'rectangle', background: `#${100 + 30 * i}`, position };
        });
        const shown = (count: number) => {
          // The last one is at the back.
          const scenes = [{ id: 's', background: '#ffffff', layers: layers.slice(0, count).reverse() }];
          return { project: globalThis.lab.made({ scenes }), sceneIndex: 0, time: 0 };
        };
        const open = () => globalThis.lab.open({ mode: 'canvas2d', width: 120, height: 120 });
        const [stand, fresh] = [open(), open()];
        stand.preview.show(shown(24));
        await stand.preview.painted();
        for (let i = 0; i < 4; i += 1) {
          stand.preview.place(id, { x: 10 * i, y: 20, width: 500, height: 500, rotation: 0 });
          stand.preview.draw();
        }
        for (const { preview } of [stand, fresh]) {
          preview.show(shown(rest));
          await preview.painted();
        }
        const [a, b] = [globalThis.lab.pixelsOf(stand.canvas), globalThis.lab.pixelsOf(fresh.canvas)];
        stand.close();
        fresh.close();
        return a.reduce((most, one, i) => Math.max(most, Math.abs(one - (b[i] as number))), 0);
      },
      [dragged, left] as const,
    );
    expect(off).toBe(0);
  });

  it.each([1, 2, 3])('shows the same as a new canvas after any changes (seed %i)', async (seed) => {
    const differences = await lab.page.evaluate(async (start) => {
      let state = start * 7919;
      const random = () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
      };
      const below = (most: number) => Math.floor(random() * most);
      const size = 120;
      const stand = globalThis.lab.open({ mode: 'canvas2d', width: size, height: size });
      const layerOf = (i: number) => ({
        id: `l${i}`,
        type: 'shape',
        shapeType: i % 2 ? 'rectangle' : 'ellipse',
        background: `#${(0x100000 + below(0xefffff)).toString(16)}`,
        globalAlpha: i % 3 ? 1 : 0.6,
        position: { x: `${below(60)}%`, y: `${below(60)}%`, width: '45%', height: '45%', rotation: below(4) * 15 },
      });
      const picture = {
        id: 'm',
        type: 'image',
        url: '/media/forest.jpg',
        blendMode: 'multiply',
        width: 1440,
        height: 1080,
      };
      let layers: object[] = Array.from({ length: 24 }, (_, i) => layerOf(i));
      let background = '#ffffff';
      let boxes = new Map<string, { x: number; y: number; width: number; height: number; rotation: number }>();
      let hidden: string | undefined;
      const shown = () => ({
        project: globalThis.lab.made({ width: size, height: size, scenes: [{ id: 's', background, layers }] }),
        sceneIndex: 0,
        time: 0,
      });
      const bring = async (preview: typeof stand.preview) => {
        preview.hide(hidden);
        for (const [id, box] of boxes) preview.place(id, box);
        preview.draw();
        await preview.painted();
      };
      const most: number[] = [];
      const check = async () => {
        const other = globalThis.lab.open({ mode: 'canvas2d', width: size, height: size });
        other.preview.show(shown());
        await other.preview.painted();
        await bring(other.preview);
        await stand.preview.painted();
        const [a, b] = [globalThis.lab.pixelsOf(stand.canvas), globalThis.lab.pixelsOf(other.canvas)];
        let off = 0;
        for (let i = 0; i < a.length; i += 1) off = Math.max(off, Math.abs((a[i] as number) - (b[i] as number)));
        other.close();
        most.push(off);
      };
      const renew = () => {
        boxes = new Map();
        stand.preview.show(shown());
      };
      renew();
      await stand.preview.painted();
      for (let round = 0; round < 10; round += 1) {
        const dragged = `l${below(24)}`;
        for (let step = 0; step < 4; step += 1) {
          const box = { x: below(80), y: below(80), width: 54, height: 54, rotation: 0 };
          boxes.set(dragged, box);
          stand.preview.place(dragged, box);
          stand.preview.draw();
        }
        await check();
        const deed = below(5);
        if (deed === 0) background = `#${(0x100000 + below(0xefffff)).toString(16)}`;
        if (deed === 1) {
          const other = layerOf(below(24));
          layers = layers.map((one) => (Reflect.get(one, 'id') === other.id ? other : one));
        }
        if (deed === 2) hidden = hidden ? undefined : `l${below(24)}`;
        if (deed === 3)
          layers = layers.includes(picture) ? layers.filter((one) => one !== picture) : [picture, ...layers];
        stand.preview.hide(hidden);
        renew();
        await check();
      }
      stand.close();
      return most;
    }, seed);
    expect(differences).toHaveLength(20);
    // Flattened colors are rounded one more time.
    expect(Math.max(...differences)).toBeLessThanOrEqual(3);
  });
});
