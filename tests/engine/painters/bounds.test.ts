import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registerFonts } from '../../../api/renderer/paint/registerFonts.ts';
import { createSurface, pixelsOf, skiaSide } from '../../../api/renderer/paint/skia.ts';
import { type AnimationState, stillState } from '../../../engine/kinds/animation.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Box } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { defaultFamilies } from '../../../engine/painters/fonts.ts';
import { inkBounds, paintedBounds, paintLayer } from '../../../engine/painters/index.ts';
import { type Layer, layer as layerSchema } from '../../../engine/project/layers.ts';

const side = 240;

const box = fc.record({
  x: fc.integer({ min: -40, max: 160 }),
  y: fc.integer({ min: -40, max: 160 }),
  width: fc.integer({ min: 0, max: 160 }),
  height: fc.integer({ min: 0, max: 120 }),
  rotation: fc.oneof(fc.constantFrom(0, 90, 180), fc.integer({ min: -400, max: 400 })),
});

const words = [
  'fjord',
  'Ärgernis',
  'Ǻ',
  'مرحبا',
  'שָׁלוֹם',
  '👩‍🚒',
  'W',
  'jgqy',
  'ﷺ',
  'Ź̧̛̆̈̋',
  '字',
  'averylongwordthatmustbreak',
  ' ',
  '\n',
];

const textLayer = fc.record({
  type: fc.constant('text'),
  text: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((found) => found.join(' ')),
  textAlign: fc.constantFrom('left', 'center', 'right'),
  verticalAlign: fc.constantFrom('top', 'middle', 'bottom'),
  fontFamily: fc.constantFrom(...defaultFamilies),
  fontWeight: fc.constantFrom('normal', 'bold'),
  fontStyle: fc.constantFrom('normal', 'italic'),
  fontSize: fc.integer({ min: 1, max: 90 }).map((size) => `${size}px`),
  fitText: fc.boolean(),
  blur: fc.constantFrom(0, 0, 20, 100),
  lineHeight: fc.constantFrom(0.5, 0.8, 1.2, 2),
  textShadow: fc.constantFrom('none', 'black'),
  letterSpacing: fc.constantFrom(-0.2, 0, 0.6),
  outlineWidth: fc.constantFrom(0, 5, 30),
  globalAlpha: fc.constantFrom(0.4, 1),
  shadowColor: fc.constantFrom('none', '#00000080'),
  shadowOffsetX: fc.constantFrom(-30, 0, 12),
  animation: fc.constantFrom({ id: 'none' }, { id: 'text-flicker-in-glow' }),
});

const shapeLayer = fc.record({
  type: fc.constant('shape'),
  shapeType: fc.constantFrom('line', 'arrow', 'rectangle', 'ellipse', 'triangle', 'svg'),
  background: fc.constantFrom('none', '#ff0000'),
  lineWidth: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 60 })),
  lineCap: fc.constantFrom(undefined, 'round', 'square', 'butt'),
  globalAlpha: fc.constantFrom(0.3, 1),
  pointerLength: fc.integer({ min: 0, max: 90 }),
  pointerWidth: fc.integer({ min: 0, max: 90 }),
  pointerAtBeginning: fc.boolean(),
  svgData: fc.constantFrom(
    'M10 10 90 10 50 90z',
    'm-20 50c40-90 60 90 100 0s50 50 60 10q20-70 30 20t10 40',
    'M20 50A10 40 30 1 1 80 60a5 5 0 00-70 30zM0 0',
    'M0 0L1e30 0L5 5',
    'M10 10L 50',
  ),
  position: fc.record({
    scaleX: fc.constantFrom(-1, 0.4, 1.5),
    svg_width: fc.constantFrom(undefined, 100),
    svg_height: fc.constant(80),
  }),
});

const otherLayer = fc.constantFrom({ type: 'placeholder' }, { type: 'placeholder', globalAlpha: 0.5 });

describe('paintedBounds', () => {
  it('contains every pixel that a painter touches', () => {
    let painted = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 3, arbitrary: textLayer }, { weight: 3, arbitrary: shapeLayer }, otherLayer),
        box,
        (made, at) => {
          const layer = layerSchema.parse({ id: 'x', ...made });
          const touched = touchedPixels(layer, at);
          if (!touched) return;
          painted += 1;
          expectInside(touched, paintedBounds(layer, at));
        },
      ),
      { seed: 20240, numRuns: 600 },
    );
    expect(painted).toBeGreaterThan(300);
  });

  it('is tight around a shape', () => {
    const at: Box = { x: 10, y: 20, width: 100, height: 50, rotation: 0 };
    const rectangle = layerSchema.parse({ id: 'x', type: 'shape', shapeType: 'rectangle', lineWidth: 8 });
    expect(paintedBounds(rectangle, at)).toEqual({ x: 5, y: 15, width: 110, height: 60 });
    expect(paintedBounds(rectangle, { ...at, rotation: 90 })).toEqual({
      x: expect.closeTo(30),
      y: expect.closeTo(-10),
      width: expect.closeTo(60),
      height: expect.closeTo(110),
    });
  });

  it('is empty for a shape without a path', () => {
    const empty = layerSchema.parse({ id: 'x', type: 'shape', shapeType: 'svg' });
    expect(paintedBounds(empty, { x: 0, y: 0, width: 10, height: 10, rotation: 0 })).toMatchObject({
      width: 0,
      height: 0,
    });
  });

  it('adds at most a third of a fitted line to its box', () => {
    const line = layerSchema.parse({ id: 'x', type: 'text', text: 'Hello' });
    const { width, height } = paintedBounds(line, { x: 0, y: 0, width: 600, height: 120, rotation: 0 });
    expect(width).toBeLessThan(600 + 2 * 40);
    expect(height).toBeLessThan(120 + 2 * 40);
  });
});

describe('inkBounds', () => {
  const { ctx } = createSurface(1, 1);

  it('contains every pixel of an upright layer, within its painted bounds', () => {
    let painted = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 5, arbitrary: textLayer }, shapeLayer, otherLayer), box, (made, at) => {
        const layer = layerSchema.parse({ id: 'x', ...made });
        const upright = { ...at, rotation: 0 };
        const touched = touchedPixels(layer, upright);
        if (!touched) return;
        painted += 1;
        const ink = inkBounds(ctx, layer, at, stillState);
        expectInside(touched, ink);
        expectInside(ink, paintedBounds(layer, upright));
      }),
      { seed: 20241, numRuns: 600 },
    );
    expect(painted).toBeGreaterThan(300);
  });

  it.each([
    ['a word', {}, { width: 160, height: 80 }],
    ['a word on the ground of its box', { backgroundStyle: 'box', background: '#000000' }, { width: 601, height: 121 }],
    ['a word with a shadow', { shadowColor: '#000000', shadowOffsetX: 100 }, { width: 500, height: 320 }],
  ])('is as large as %s in a wide box', (_, look, most) => {
    const layer = layerSchema.parse({ id: 'x', type: 'text', text: 'Hi', fitText: false, fontSize: '60px', ...look });
    const { width, height } = inkBounds(ctx, layer, { x: 0, y: 0, width: 600, height: 120, rotation: 30 }, stillState);
    expect(width).toBeGreaterThan(50);
    expect(width).toBeLessThan(most.width);
    expect(height).toBeGreaterThan(40);
    expect(height).toBeLessThan(most.height);
  });

  it('is the box of an image, and empty for a text of spaces', () => {
    const at = { x: 3.5, y: 4, width: 60, height: 20, rotation: 0 };
    const image = layerSchema.parse({ id: 'x', type: 'image', url: 'a' });
    expect(inkBounds(ctx, image, at, stillState)).toEqual({ x: 3.5, y: 4, width: 60, height: 20 });
    const text = layerSchema.parse({ id: 'x', type: 'text', text: ' \n ' });
    expect(inkBounds(ctx, text, at, stillState)).toMatchObject({ width: 0, height: 0 });
  });
});

/** Expects a rectangle inside the whole pixels of another. */
function expectInside(inner: Rect, outer: Rect): void {
  expect(Math.floor(inner.x)).toBeGreaterThanOrEqual(Math.floor(outer.x));
  expect(Math.floor(inner.y)).toBeGreaterThanOrEqual(Math.floor(outer.y));
  expect(Math.ceil(inner.x + inner.width)).toBeLessThanOrEqual(Math.ceil(outer.x + outer.width));
  expect(Math.ceil(inner.y + inner.height)).toBeLessThanOrEqual(Math.ceil(outer.y + outer.height));
}

describe('paintText', () => {
  const ordinary = ['ÄÅjgqy(|)Éf', 'fÀ ẤỆ', 'Йщф', 'مِرْحَبًا', 'שָׁלוֹם', '👩‍🚒🇩🇪'];

  it.each(defaultFamilies.flatMap((family) => ordinary.map((text) => [family, text] as const)))(
    'cuts nothing off: %s %s',
    (fontFamily, text) => {
      for (const fontStyle of ['normal', 'italic']) {
        const layer = layerSchema.parse({
          id: 'x',
          type: 'text',
          text,
          fontFamily,
          fontStyle,
          fontWeight: 'bold',
          textShadow: 'black',
        });
        const at = { x: 60, y: 80, width: 120, height: 60, rotation: 0 };
        const touched = touchedPixels(layer, at) as Rect;
        const bounds = paintedBounds(layer, at);
        expect(touched.x).toBeGreaterThan(bounds.x + 2);
        expect(touched.y).toBeGreaterThan(bounds.y + 2);
        expect(touched.x + touched.width).toBeLessThan(bounds.x + bounds.width - 2);
        expect(touched.y + touched.height).toBeLessThan(bounds.y + bounds.height - 2);
      }
    },
  );

  it.each([
    ['close lines', { lineHeight: 0.5 }],
    ['lines that are a little close', { lineHeight: 0.8 }],
    ['letters wide apart', { letterSpacing: 1 }],
    ['letters close together', { letterSpacing: -0.2 }],
    ['a thick outline', { outlineWidth: 30 }],
    ['a shadow aside', { shadowColor: 'black', shadowOffsetX: -25, shadowOffsetY: 20, shadowBlur: 0 }],
    ['a soft shadow', { shadowColor: 'black', shadowBlur: 20, shadowOffsetY: 0 }],
  ])('cuts nothing off with %s', (_, look) => {
    const words = { fitText: false, fontSize: '30px', textShadow: 'black', ...look };
    const at = { x: 70, y: 100, width: 100, height: 36, rotation: 0 };
    for (const made of [
      { ...words, type: 'text', text: 'ÅgjÉ' },
      { ...words, type: 'text', text: 'ÅgjÉ', textAlign: 'right', verticalAlign: 'top' },
      { ...words, type: 'subtitles', cues: [{ id: 'c', text: 'ÅgjÉ', startTime: 0, endTime: 1 }] },
    ]) {
      const layer = layerSchema.parse({ id: 'x', ...made });
      const touched = touchedPixels(layer, at) as Rect;
      const bounds = paintedBounds(layer, at);
      // Cut-off pixels would touch the bounds.
      expect(touched.x).toBeGreaterThan(bounds.x);
      expect(touched.y).toBeGreaterThan(bounds.y);
      expect(touched.x + touched.width).toBeLessThan(bounds.x + bounds.width);
      expect(touched.y + touched.height).toBeLessThan(bounds.y + bounds.height);
    }
  });
});

/** Bounding box of all pixels that painting changes on a small canvas; undefined for none. */
function touchedPixels(layer: Layer, at: Box): Rect | undefined {
  registerFonts([layer]);
  const surface = createSurface(side, side);
  const glowing = layer.type === 'text' && layer.animation?.id === 'text-flicker-in-glow';
  const animation: AnimationState = glowing ? { ...stillState, glow: 1 } : kindOf(layer).stateAt(layer, 0.5);
  paintLayer(surface.ctx, layer, { box: at, animation, ...skiaSide });
  const pixels = pixelsOf(surface);
  let [left, top, right, bottom] = [side, side, -1, -1];
  for (let i = 3; i < pixels.length; i += 4) {
    if (pixels[i] === 0) continue;
    const [x, y] = [((i - 3) / 4) % side, Math.floor((i - 3) / 4 / side)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
