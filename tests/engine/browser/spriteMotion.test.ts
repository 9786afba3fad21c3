import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Sprite } from '../../../engine/browser/preview/sprite.ts';
import { updateSprite } from '../../../engine/browser/preview/updateSprite.ts';
import { viewAt } from '../../../engine/kinds/pictureMotion.ts';
import { fitMedia } from '../../../engine/layout/fit.ts';
import { fitView } from '../../../engine/layout/fitView.ts';
import type { ImageLayer } from '../../../engine/project/layers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { ImageMotion } from '../../../engine/project/videoEffects.ts';

const box = { x: 0, y: 0, width: 640, height: 360, rotation: 0 };

function spriteOf(fields: object) {
  const made = parseProject({
    width: 640,
    height: 360,
    scenes: [
      { id: 's', layers: [{ id: 'i', type: 'image', url: 'a.png', width: 800, height: 800, position: {}, ...fields }] },
    ],
  });
  if (!made.ok) throw new Error('no project');
  const layer = made.value.scenes[0]?.layers[0] as ImageLayer;
  const sprite = new Sprite(layer);
  sprite.setLayer(layer, { width: 640, height: 360 });
  sprite.setFile({ state: 'ready', source: {}, version: 1, width: 800, height: 800 } as never);
  return { sprite, motion: layer.motion as ImageMotion };
}
/** Positions at which images were drawn onto offscreen canvases. */
let drawn: number[][] = [];

class Canvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext = () => ({ drawImage: (_: unknown, ...place: number[]) => drawn.push(place) });
}

beforeEach(() => {
  drawn = [];
  vi.stubGlobal('OffscreenCanvas', Canvas);
});
afterEach(() => vi.unstubAllGlobals());

const stage = { canvas: { width: 640, height: 360 }, scale: 1, pictures: {} as never, shiftsHue: true };

it('shows the visible part of a moving image in the preview', () => {
  const { sprite, motion } = spriteOf({ motion: { type: 'zoom-in', duration: 2 } });
  sprite.motion.view = viewAt(motion, 2);
  updateSprite(sprite, stage);
  const { quad } = sprite.drawn;
  const n = 1 / 1.15;
  expect([quad.x, quad.y, quad.width, quad.height]).toEqual([320, 180, 640, 360]);
  expect(quad.cropWidth).toBeCloseTo(n, 9);
  expect(quad.cropHeight).toBeCloseTo((n * 360) / 640, 9);
  expect(quad.cropX).toBeCloseTo((1 - n) / 2, 9);
  expect(quad.cropY).toBeCloseTo(0.5 - (n * 360) / 640 / 2, 9);
});

it('paints a moving image once at its largest size, and again in another box', () => {
  const { sprite, motion } = spriteOf({ motion: { type: 'zoom-in', duration: 2 } });
  sprite.setFile({ state: 'ready', source: {}, version: 1, width: 1600, height: 1067 } as never);
  const show = (t: number) => {
    sprite.motion.view = viewAt(motion, t);
    sprite.makeStale();
    updateSprite(sprite, stage);
  };
  for (const t of [0, 1, 2]) show(t);
  expect(drawn).toEqual([[0, (1067 - 900) / 2, 1600, 900, 0, 0, 736, 414]]);
  const { quad, video } = sprite.drawn;
  expect([video.width, video.height, video.shrinks]).toEqual([736, 414, false]);
  expect([quad.cropWidth, quad.cropHeight]).toEqual([expect.closeTo(1 / 1.15, 9), expect.closeTo(1 / 1.15, 9)]);
  sprite.setBox({ ...box, height: 180 });
  const { version } = video;
  show(2);
  expect(drawn).toHaveLength(2);
  expect(video.version).not.toBe(version);
});

it('keeps a fully visible moving image inside its box', () => {
  const { sprite, motion } = spriteOf({ objectFit: 'contain', motion: { type: 'pan-left', duration: 2 } });
  for (const t of [0, 0.7, 2]) {
    sprite.motion.view = viewAt(motion, t);
    sprite.makeStale();
    updateSprite(sprite, stage);
    const { target } = fitView(fitMedia({ width: 800, height: 800 }, box, 'contain'), box, sprite.motion.view);
    expect(sprite.drawn.quad.x).toBeCloseTo(target.x + target.width / 2, 6);
    expect(sprite.drawn.quad.width).toBeCloseTo(360 * 1.15, 6);
    expect(sprite.drawn.quad.height).toBe(360);
  }
});

it('changes nothing for a view of the whole image', () => {
  for (const objectFit of ['cover', 'contain', 'fill'] as const) {
    const whole = fitMedia({ width: 801, height: 455 }, box, objectFit);
    const seen = fitView(whole, box, { x: 0, y: 0, width: 1, height: 1 });
    for (const part of ['crop', 'target'] as const)
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(seen[part][side]).toBeCloseTo(whole[part][side], 6);
  }
});

it('paints a layer with keyframes once for many frames, and again at twice the size', () => {
  const painted: (number | undefined)[] = [];
  const picture = { drawable: {}, width: 64, height: 36, offsetX: 0, offsetY: 0, region: { isCut: false }, reach: {} };
  const pictures = {
    acquire: ({ fineness }: { fineness?: number }) => {
      painted.push(fineness);
      return { ...picture };
    },
    release: () => {},
  };
  const { sprite } = spriteOf({ position: { x: '0%', y: '0%', width: '10%', height: '10%' } });
  for (const width of [10, 10, 9.5, 15, 18, 20, 30, 40]) {
    sprite.motion.move = {
      away: { x: 0, y: 0 },
      scale: 1,
      keyed: { x: width, y: 5, width, height: width, rotation: width },
    };
    sprite.makeStale();
    updateSprite(sprite, { ...stage, pictures: pictures as never });
    expect(sprite.drawn.quad.width).toBeCloseTo((64 * width) / 10, 6);
    expect(sprite.drawn.quad.cos).toBeCloseTo(Math.cos((width * Math.PI) / 180), 9);
  }
  expect(painted).toEqual([1, 2, 4]);
});

it('moves a keyed image with the pointer while it is dragged, and back afterwards', () => {
  const { sprite } = spriteOf({ position: { x: '0%', y: '0%', width: '50%', height: '50%' } });
  const canvas = { width: 640, height: 360 };
  sprite.motion.move = { away: { x: 0, y: 0 }, scale: 1, keyed: { x: 50 } };
  expect(sprite.shownBox(canvas)).toMatchObject({ x: 320, width: 320 });
  sprite.place({ x: 10, y: 20, width: 100, height: 100, rotation: 30 }, canvas);
  expect(sprite.shownBox(canvas)).toEqual({ x: 10, y: 20, width: 100, height: 100, rotation: 30 });
  expect(sprite.box).toMatchObject({ x: 0, width: 320 });
  sprite.place(undefined, canvas);
  expect(sprite.shownBox(canvas)).toMatchObject({ x: 320, width: 320 });
});
