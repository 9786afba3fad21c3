import { describe, expect, it } from 'vitest';
import { defaultChromaKey, setChromaKey } from '../../../engine/edit/chromaKey.ts';
import { keyOf, keyPixels } from '../../../engine/effects/chromaKey.ts';
import { likeliestScreen } from '../../../engine/effects/screenColor.ts';
import type { ImageLayer } from '../../../engine/project/layers.ts';
import { image, makeProject, scene } from '../make.ts';

describe('keyOf and keyPixels', () => {
  it('convert the color to the color differences of video', () => {
    // BT.709, limited range: ffmpeg's values for pure green.
    expect(keyOf({ ...defaultChromaKey, color: '#00ff00' })).toMatchObject({
      u: 42,
      v: 26,
      screen: 'green',
      spill: 0.5,
    });
    expect(keyOf({ ...defaultChromaKey, color: '#0000ff' })).toMatchObject({ u: 240, v: 118, screen: 'blue' });
    expect(keyOf({ ...defaultChromaKey, color: 'red' }).spill).toBe(0);
  });

  it('clear pixels similar to the key color gradually and remove spill from the rest', () => {
    const key = keyOf({ color: '#00ff00', similarity: 0.2, smoothness: 0.1, spill: 1 });
    const colors = [
      [0, 255, 0, 255],
      [0, 200, 40, 255],
      [120, 220, 120, 255],
      [200, 210, 190, 128],
      [200, 50, 60, 255],
      [10, 20, 30, 0],
    ];
    const pixels = new Uint8ClampedArray(colors.flat());
    keyPixels(pixels, colors.length, key, 0);
    const alpha = colors.map((_, i) => pixels[4 * i + 3] as number);
    expect(alpha[0]).toBe(0);
    expect(alpha[1]).toBe(0);
    expect(alpha[2]).toBeGreaterThan(0);
    expect(alpha[2]).toBeLessThan(255);
    expect(alpha.slice(3)).toEqual([128, 255, 0]);
    // Green is at most the mean of red and blue.
    expect([...pixels.slice(12, 15)]).toEqual([200, 195, 190]);
    expect([...pixels.slice(16, 19)]).toEqual([200, 50, 60]);
  });

  it('compare the eight neighbors of a pixel and extend the edges', () => {
    const [width, height] = [5, 5];
    const pixels = new Uint8ClampedArray(width * height * 4).map((_, i) => [0, 255, 0, 255][i % 4] as number);
    const red = 4 * (2 * width + 2);
    pixels.set([255, 0, 0, 255], red);
    keyPixels(pixels, width, keyOf({ color: '#00ff00', similarity: 0.01, smoothness: 0, spill: 0 }), 1);
    const solid = Array.from({ length: width * height }, (_, i) => pixels[4 * i + 3] === 255);
    expect(solid.filter(Boolean)).toHaveLength(9);
    expect(solid[0]).toBe(false);
  });
});

describe('setChromaKey', () => {
  const project = makeProject([scene('s', [image('p')])]);
  const keyIn = (now: typeof project) => (now.scenes[0]?.layers[0] as ImageLayer | undefined)?.chromaKey;

  it('sets a key within its limits and removes it', () => {
    const keyed = setChromaKey(project, 'p', { color: '#3344ff', similarity: 7, spill: -1 });
    expect(keyIn(keyed)).toEqual({ ...defaultChromaKey, color: '#3344ff', similarity: 1, spill: 0 });
    expect(setChromaKey(keyed, 'p', { color: 'no color', smoothness: Number.NaN })).toBe(keyed);
    expect(keyIn(setChromaKey(keyed, 'p', { color: 'no color', smoothness: 0.5 }))).toMatchObject({
      color: '#3344ff',
      smoothness: 0.5,
    });
    expect(setChromaKey(keyed, 'p', { similarity: 1 })).toBe(keyed);
    expect(setChromaKey(keyed, 'p', undefined)).toEqual(project);
    expect(setChromaKey(project, 'p', undefined)).toBe(project);
  });
});

describe('likeliestScreen', () => {
  it('returns the color that is common along the edges of the image', () => {
    const green = ['#12b848', '#10a040', '#20c858', '#18b04c'];
    expect(green).toContain(likeliestScreen([...green, '#302820', '#ffe0d0']));
    expect(likeliestScreen(['#ffffff', '#eeeeee', '#808080', '#20c858'])).toBeUndefined();
    expect(likeliestScreen([])).toBeUndefined();
  });
});
