import { afterAll, expect, it } from 'vitest';
import { shrunk } from '../../api/renderer/paint/shrink.ts';
import { createSurface, pixelsOf } from '../../api/renderer/paint/skia.ts';
import { framesOf, openRenderLab } from '../support/renderLab.ts';

const lab = openRenderLab('shrinking');
afterAll(lab.close);
/** Waves of five pixels, which average to an even gray at one eighth of the size. */
const waves = "color=gray:s=1024x512:r=10:d=0.5,format=gray,geq=lum='127.5+110*sin(2*PI*X/5)',format=yuv444p";
const picture = lab.made('waves.png', '-f', 'lavfi', '-i', waves, '-frames:v', '1');
const clip = lab.made('waves.mp4', '-f', 'lavfi', '-i', waves, '-qp', '0');
const place = (share: number) => ({ x: '25%', y: '25%', width: `${share}%`, height: `${share}%` });
const far = [
  { time: 0, ...place(50) },
  { time: 0.1, ...place(6.25), easing: 'hold' },
];

/** Range of brightness in a row through a layer. @param side of the layer in pixels. */
function contrast(frame: Uint8ClampedArray, side: number): number {
  const row = Array.from(
    { length: side - 4 },
    (_, x) => frame[4 * (256 * (32 + Math.round(side / 4)) + 64 + 2 + x)] as number,
  );
  return Math.max(...row) - Math.min(...row);
}

it.each<[string, object, string, number]>([
  ['an image in a PNG', { type: 'image', url: picture, position: place(50) }, 'image', 128],
  ['an image in a video', { type: 'image', url: picture, position: place(50) }, 'video', 128],
  ['a filtered image', { type: 'image', url: picture, position: place(50), brightness: 110 }, 'image', 128],
  ['a video', { type: 'video', url: clip, position: place(50) }, 'video', 128],
  ['a video in a PNG', { type: 'video', url: clip, position: place(50) }, 'image', 128],
  ['a video far away', { type: 'video', url: clip, position: place(100), keyframes: far }, 'video', 16],
  ['an image far away', { type: 'image', url: picture, position: place(100), keyframes: far }, 'video', 16],
])('scales fine waves down without aliasing: %s', async (_, layer, type, side) => {
  const scene = { id: 's', background: '#808080', duration: 0.5, layers: [{ id: 'l', to: 0.5, ...layer }] };
  const output = type === 'image' ? { type, format: 'png' } : { type };
  const path = await lab.render({ width: 256, height: 128, scenes: [scene], quality: 'high', output });
  expect(contrast(framesOf(path, 256, 128).at(-1) as Uint8ClampedArray, side)).toBeLessThan(12);
});

it('ignores the colors of clear pixels in a smaller image', () => {
  const { canvas, ctx } = createSurface(64, 64);
  ctx.fillStyle = '#c02040';
  ctx.fillRect(0, 0, 30, 64);
  const small = shrunk({ source: canvas, width: 64, height: 64 }, { width: 8, height: 8 });
  const shown = createSurface(8, 8);
  shown.ctx.drawImage(small.source, 0, 0, 8, 8, 0, 0, 8, 8);
  const row = Array.from({ length: 8 }, (_, x) => [...pixelsOf(shown).subarray(4 * (32 + x), 4 * (32 + x) + 4)]);
  expect(row[1]).toEqual([192, 32, 64, 255]);
  expect(row[3]?.slice(0, 3)).toEqual([192, 32, 64].map((value) => expect.closeTo(value, -0.7)));
  expect(row[6]?.[3]).toBe(0);
});
