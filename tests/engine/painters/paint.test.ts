import { describe, expect, it } from 'vitest';
import { registerFonts } from '../../../api/renderer/paint/registerFonts.ts';
import { createSurface, type SkiaSurface, skiaSide } from '../../../api/renderer/paint/skia.ts';
import { stillState } from '../../../engine/kinds/animation.ts';
import { paintBackground } from '../../../engine/painters/background.ts';
import type { PaintEnv } from '../../../engine/painters/canvas.ts';
import { paintLayer } from '../../../engine/painters/index.ts';
import { layoutText } from '../../../engine/painters/text.ts';
import { layer as layerSchema, textLayer } from '../../../engine/project/layers.ts';

const box = { x: 50, y: 50, width: 100, height: 60, rotation: 0 };

function paint(layer: object, env: Partial<PaintEnv> = {}): SkiaSurface {
  const made = layerSchema.parse({ id: 'x', ...layer });
  registerFonts([made]);
  const surface = createSurface(200, 160);
  paintLayer(surface.ctx, made, { box, animation: stillState, ...skiaSide, ...env });
  return surface;
}

function at({ canvas }: SkiaSurface, x: number, y: number): number[] {
  return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data];
}

/** Amount of paint: the sum of all alpha, in pixels. */
function ink({ canvas }: SkiaSurface): number {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? value / 255 : 0), 0);
}

describe('shapes', () => {
  it('have uniform opacity where fill and outline overlap', () => {
    const surface = paint({
      type: 'shape',
      shapeType: 'rectangle',
      background: '#ff0000',
      stroke: '#0000ff',
      lineWidth: 20,
      globalAlpha: 0.5,
    });
    expect(at(surface, 100, 80)).toEqual([255, 0, 0, 128]);
    expect(at(surface, 55, 80)).toEqual([0, 0, 255, 128]);
    expect(at(surface, 45, 80)).toEqual([0, 0, 255, 128]);
  });

  it('have uniform opacity when rotated and on a moved canvas', () => {
    const made = layerSchema.parse({
      id: 'x',
      type: 'shape',
      shapeType: 'ellipse',
      background: 'red',
      stroke: 'blue',
      lineWidth: 20,
      globalAlpha: 0.5,
    });
    const surface = createSurface(80, 80);
    surface.ctx.translate(-60, -40);
    paintLayer(surface.ctx, made, { box: { ...box, rotation: 90 }, animation: stillState, ...skiaSide });
    expect(at(surface, 40, 40)).toEqual([255, 0, 0, 128]);
    expect(at(surface, 15, 40)).toEqual([0, 0, 255, 128]);
  });

  it('have uniform opacity along an arrow with a translucent color', () => {
    const surface = paint({ type: 'shape', shapeType: 'arrow', stroke: '#ff000080', pointerAtBeginning: true });
    for (const x of [60, 75, 90, 100, 110, 125, 140]) expect(at(surface, x, 80)).toEqual([255, 0, 0, 128]);
  });

  it.each([
    ['line', 20],
    ['arrow', 20],
    ['rectangle', 0],
  ])('draw a %s with lines of %i pixels by default', (shapeType, width) => {
    const surface = paint({ type: 'shape', shapeType, background: 'none', stroke: '#000000' });
    const column = Array.from({ length: 160 }, (_, y) => at(surface, 90, y)[3] ?? 0).filter((alpha) => alpha > 0);
    expect(column).toHaveLength(width);
  });

  it('end an arrow in a point inside its box', () => {
    const surface = paint({ type: 'shape', shapeType: 'arrow' });
    expect(at(surface, 151, 80)[3]).toBe(0);
    expect(at(surface, 148, 72)[3]).toBe(0);
    expect(at(surface, 148, 80)[3]).toBeGreaterThan(100);
    expect(at(surface, 103, 53)[3]).toBeGreaterThan(200);
    expect(at(surface, 97, 64)[3]).toBe(0);
  });

  it('have round caps for a line and flat ones for an arrow', () => {
    expect(at(paint({ type: 'shape', shapeType: 'line' }), 42, 80)[3]).toBe(255);
    expect(at(paint({ type: 'shape', shapeType: 'line' }), 42, 72)[3]).toBe(0);
    expect(at(paint({ type: 'shape', shapeType: 'line', lineCap: 'square' }), 42, 72)[3]).toBe(255);
    expect(at(paint({ type: 'shape', shapeType: 'arrow' }), 48, 80)[3]).toBe(0);
  });

  it('stretch an SVG path with a size to the box, and others from a square of 100', () => {
    const path = { type: 'shape', shapeType: 'svg', background: 'lime', svgData: 'M0 0H10V10H0Z' };
    const own = paint({ ...path, position: { svg_width: 10, svg_height: 10, scaleX: 7 } });
    expect(ink(own)).toBeCloseTo(6000, 0);
    expect(ink(paint(path))).toBeCloseTo(60, 0);
    expect(ink(paint({ ...path, position: { scaleX: 3, scaleY: 2 } }))).toBeCloseTo(360, 0);
  });

  it('paint nothing without color, line or opacity', () => {
    expect(ink(paint({ type: 'shape', shapeType: 'rectangle', background: 'none' }))).toBe(0);
    expect(ink(paint({ type: 'shape', shapeType: 'rectangle', globalAlpha: 0 }))).toBe(0);
    expect(ink(paint({ type: 'shape', shapeType: 'line', lineWidth: 0 }))).toBe(0);
    expect(ink(paint({ type: 'shape', shapeType: 'svg' }))).toBe(0);
  });
});

describe('texts', () => {
  const words = { type: 'text', text: 'Hm', color: '#ff0000', textShadow: 'none' };

  it('fade together with their outline', () => {
    const layer = { ...words, text: 'H', textShadow: 'black', fontWeight: 'bold' };
    const full = paint(layer);
    const faded = paint(layer, { animation: { ...stillState, opacity: 0.5 } });
    expect(ink(faded) / ink(full)).toBeCloseTo(0.5, 1);
    const solid = Array.from({ length: 200 }, (_, x) => x).filter((x) => at(full, x, 80).join() === '255,0,0,255');
    expect(solid.length).toBeGreaterThan(5);
    for (const x of solid) expect(at(faded, x, 80)).toEqual([255, 0, 0, 128]);
  });

  it('are invisible at opacity 0 and when blank', () => {
    expect(ink(paint(words, { animation: { ...stillState, opacity: 0 } }))).toBe(0);
    expect(ink(paint({ ...words, text: ' \n ' }))).toBe(0);
  });

  it('cover more with an outline, in bold and with a glow', () => {
    const thin = ink(paint(words));
    expect(ink(paint({ ...words, textShadow: 'black' }))).toBeGreaterThan(thin * 1.2);
    expect(ink(paint({ ...words, textShadow: 'transparent' }))).toBe(thin);
    expect(ink(paint({ ...words, fontWeight: 'bold' }))).toBeGreaterThan(thin * 1.05);
    expect(ink(paint({ ...words, fontWeight: 'default' }))).toBe(thin);
    const glowing = { ...words, animation: { id: 'text-flicker-in-glow' } };
    expect(ink(paint(glowing, { animation: { ...stillState, glow: 1 } }))).toBeGreaterThan(thin * 1.2);
  });

  it('appear letter by letter, each at its final position', () => {
    const lines = { ...words, text: 'HH HH', fitText: false, fontSize: '30px' };
    const whole = paint(lines);
    const half = paint(lines, { animation: { ...stillState, shown: 0.5 } });
    expect(ink(paint(lines, { animation: { ...stillState, shown: 0 } }))).toBe(0);
    expect(ink(half) / ink(whole)).toBeCloseTo(0.5, 1);
    const columns = (surface: typeof whole) =>
      Array.from({ length: 200 }, (_, x) => x).filter((x) => at(surface, x, 80)[3] === 255);
    expect(columns(half).length).toBeGreaterThan(5);
    expect(columns(whole).slice(0, columns(half).length)).toEqual(columns(half));
  });

  it.each(['Impact', 'Arial Black'])('are bolder in %s, which has no bold face', (fontFamily) => {
    expect(ink(paint({ ...words, fontFamily, fontWeight: 'bold' }))).toBeGreaterThan(
      1.02 * ink(paint({ ...words, fontFamily })),
    );
  });

  it('rotate their hue', () => {
    const red = (degrees: number): number[] => {
      const surface = paint(
        { ...words, text: 'I', fontWeight: 'bold' },
        { animation: { ...stillState, hue: degrees } },
      );
      return at(surface, 100, 80);
    };
    expect(red(0)).toEqual([255, 0, 0, 255]);
    expect(red(120)[1]).toBeGreaterThan(red(120)[0] ?? 255);
  });

  it('are laid out at their own size if they are not fitted', () => {
    const { ctx } = createSurface(10, 10);
    const layer = textLayer.parse({ id: 'x', type: 'text', text: 'one two three', fitText: false, fontSize: '20px' });
    registerFonts([layer]);
    expect(layoutText(ctx, layer, { width: 80, height: 10 })).toEqual({ fontSize: 20, lines: ['one two', 'three'] });
  });
});

describe('backgrounds, placeholders and images', () => {
  it('paints a background, or none', () => {
    const surface = createSurface(4, 4);
    paintBackground(surface.ctx, 'none', { width: 4, height: 4 });
    expect(ink(surface)).toBe(0);
    paintBackground(surface.ctx, '#123456', { width: 4, height: 4 });
    expect(at(surface, 3, 3)).toEqual([0x12, 0x34, 0x56, 255]);
  });

  it('paints a placeholder at its opacity', () => {
    expect(at(paint({ type: 'placeholder', background: 'lime', globalAlpha: 0.5 }), 100, 80)).toEqual([0, 255, 0, 128]);
    expect(at(paint({ type: 'placeholder' }), 100, 80)).toEqual([0xee, 0xee, 0xee, 255]);
    expect(ink(paint({ type: 'placeholder' }))).toBe(6000);
  });

  it('fits an image into its box: cover cuts, contain leaves room, fill stretches', () => {
    const source = createSurface(40, 10);
    source.ctx.fillStyle = 'red';
    source.ctx.fillRect(0, 0, 40, 10);
    const picture = { source: source.canvas, width: 40, height: 10 };
    const image = { type: 'image', url: 'x.png' };
    expect(ink(paint(image, { picture }))).toBeCloseTo(6000, -1);
    expect(ink(paint({ ...image, objectFit: 'contain' }, { picture }))).toBeCloseTo(2500, -1);
    expect(ink(paint({ ...image, objectFit: 'fill' }, { picture }))).toBeCloseTo(6000, -1);
    expect(ink(paint(image))).toBe(0);
  });

  it('restores the canvas state', () => {
    const { ctx } = paint({ type: 'text', text: 'a', textShadow: 'red' }, { box: { ...box, rotation: 20 } });
    expect(ctx.getTransform()).toMatchObject({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
    expect(ctx.globalAlpha).toBe(1);
  });
});
