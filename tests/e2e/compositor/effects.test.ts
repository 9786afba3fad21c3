import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustmentMatrix } from '../../../engine/effects/adjustment.ts';
import { adjustmentOf, thenAdjustment } from '../../../engine/effects/index.ts';
import { applyEffects, effectsOf, layerEffects } from '../../../engine/effects/layerEffects.ts';
import { filterPresets } from '../../../engine/effects/presets.ts';
import { vignetteAngle, vignetteLight } from '../../../engine/effects/vignette.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { filterNames } from '../../../engine/project/videoEffects.ts';
import { colorDifference } from '../../support/colorDifference.ts';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';
import { ssim } from '../../support/ssim.ts';

const modes = ['canvas2d', 'webgl'] as const;
const size = { width: 320, height: 180 };
const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
let lab: CompositorLab;
let page: CompositorLab['page'];

beforeAll(async () => {
  lab = await openLab({ args: ['--autoplay-policy=no-user-gesture-required'] });
  page = lab.page;
});

afterAll(() => lab?.close());

type Pixels = Uint8ClampedArray;
const pixelsOf = (text: string): Pixels => new Uint8ClampedArray(Buffer.from(text, 'base64'));

/** Renderings at 2 s of scenes with one video, one for each set of its fields. */
async function drawn(mode: (typeof modes)[number], layers: readonly object[], where = page): Promise<Pixels[]> {
  const texts = await where.evaluate(
    async ([way, given, canvas, position]) => {
      const stand = globalThis.lab.open({ mode: way, ...canvas });
      const found: string[] = [];
      for (const fields of given) {
        const video = { id: 'v', type: 'video', url: '/media/party.mp4', duration: 6, objectFit: 'fill' };
        const layer = { ...video, position, ...fields };
        const project = globalThis.lab.made({
          ...canvas,
          scenes: [{ id: 's', background: '#203040', layers: [layer] }],
        });
        stand.preview.show({ project, sceneIndex: 0, time: 2 });
        await stand.preview.painted();
        found.push(globalThis.lab.bytesOf(stand.canvas));
      }
      stand.close();
      return found;
    },
    [mode, layers, size, whole] as const,
  );
  return texts.map(pixelsOf);
}

/** The expected effect on each pixel of a plain video, computed with the engine's numbers. */
function computed(plain: Pixels, fields: Partial<VideoLayer>): Pixels {
  const usual = { filterName: 'Original', brightness: 100, contrast: 100, saturation: 100, fadeOpacity: 0 };
  const matrix = adjustmentMatrix(adjustmentOf({ ...usual, ...fields } as VideoLayer));
  const angle = vignetteAngle(fields.vignette ?? 0);
  const { width, height } = size;
  const found = new Uint8ClampedArray(plain.length);
  for (let at = 0; at < plain.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    const from = fields.flipped ? width - 1 - x : x;
    const fromY = fields.flippedVertical ? height - 1 - y : y;
    const source = plain.subarray((fromY * width + from) * 4);
    const apart = Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) / Math.hypot(width / 2, height / 2);
    for (let row = 0; row < 3; row += 1) {
      const [r = 0, g = 0, b = 0, one = 0] = matrix.slice(row * 4);
      const toned = r * (source[0] ?? 0) + g * (source[1] ?? 0) + b * (source[2] ?? 0) + one * 255;
      found[at + row] = Math.min(255, Math.max(0, toned)) * vignetteLight(angle, apart);
    }
    found[at + 3] = 255;
  }
  return found;
}

/** The mean and largest difference of all values, 0 to 255. */
function distance(a: Pixels, b: Pixels): { mean: number; most: number } {
  let sum = 0;
  let most = 0;
  for (let i = 0; i < a.length; i += 1) {
    const apart = Math.abs((a[i] as number) - (b[i] as number));
    sum += apart;
    if (apart > most) most = apart;
  }
  return { mean: sum / a.length, most };
}

const changed: Partial<VideoLayer>[] = [
  ...filterNames.map((filterName) => ({ filterName })),
  { brightness: 160 },
  { brightness: 0 },
  { contrast: 40 },
  { contrast: 200 },
  { saturation: 0 },
  { saturation: 200 },
  { fadeOpacity: 35 },
  { vignette: 60 },
  { vignette: 100, filterName: 'Sepia', brightness: 120, contrast: 130, saturation: 70, fadeOpacity: 10 },
  { flipped: true },
  { flippedVertical: true, vignette: 30 },
  { flipped: true, flippedVertical: true, filterName: 'Teal' },
];

describe.each(modes)('effects of a video with %s', (mode) => {
  it('match the values the engine computes for each pixel', async () => {
    const [plain, ...shown] = (await drawn(mode, [{}, ...changed])) as [Pixels, ...Pixels[]];
    for (const [i, fields] of changed.entries()) {
      const { mean, most } = distance(shown[i] as Pixels, computed(plain, fields));
      // The computed values start from rounded pixels, and strong contrast doubles rounding errors.
      expect.soft(mean, JSON.stringify(fields)).toBeLessThan(0.6);
      expect.soft(most, JSON.stringify(fields)).toBeLessThanOrEqual(4);
    }
  });

  it('are the same on an image, even if it does not fill its box', async () => {
    const picture = { type: 'image', url: '/media/forest.jpg' };
    const chosen = changed.slice(-6);
    const [plain, ...shown] = (await drawn(
      mode,
      [{}, ...chosen].map((fields) => ({ ...picture, ...fields })),
    )) as [Pixels, ...Pixels[]];
    for (const [i, fields] of chosen.entries()) {
      const { mean, most } = distance(shown[i] as Pixels, computed(plain, fields));
      expect.soft(mean, JSON.stringify(fields)).toBeLessThan(0.6);
      expect.soft(most, JSON.stringify(fields)).toBeLessThanOrEqual(6);
    }
    const beside = { ...picture, objectFit: 'contain', position: { x: '0%', y: '0%', width: '100%', height: '30%' } };
    const [, room] = (await drawn(mode, [
      beside,
      { ...beside, vignette: 100, flipped: true, filterName: 'Noir' },
    ])) as Pixels[];
    expect([...(room as Pixels).subarray((20 * size.width + 4) * 4).slice(0, 4)]).toEqual([32, 48, 64, 255]);
  });

  it('disappear when they are removed, and do not change neighbors', async () => {
    const beside = { position: { x: '0%', y: '0%', width: '50%', height: '100%' } };
    const [plain, , again] = (await drawn(mode, [beside, { ...beside, ...changed.at(-4) }, beside])) as Pixels[];
    expect(distance(plain as Pixels, again as Pixels)).toEqual({ mean: 0, most: 0 });
    const [right] = (await drawn(mode, [
      { ...beside, vignette: 100, filterName: 'Noir', fadeOpacity: 50 },
    ])) as Pixels[];
    // Right of the video is the background color of the scene.
    expect([...(right as Pixels).subarray((90 * size.width + 240) * 4).slice(0, 4)]).toEqual([32, 48, 64, 255]);
  });

  it('keep transparent pixels of a video transparent', async () => {
    const text = await page.evaluate(
      async ([way, canvas]) => {
        const stand = globalThis.lab.open({ mode: way, ...canvas });
        const layer = { id: 'v', type: 'video', url: '/media/sprite-alpha.webm', vignette: 100, fadeOpacity: 60 };
        const project = globalThis.lab.made({
          ...canvas,
          scenes: [{ id: 's', background: '#203040', layers: [layer] }],
        });
        stand.preview.show({ project, sceneIndex: 0, time: 0.5 });
        await stand.preview.painted();
        const bytes = globalThis.lab.bytesOf(stand.canvas);
        stand.close();
        return bytes;
      },
      [mode, size] as const,
    );
    const pixels = pixelsOf(text);
    const colors = new Map<string, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const color = pixels.subarray(at, at + 3).join(' ');
      colors.set(color, (colors.get(color) ?? 0) + 1);
    }
    expect(colors.get('32 48 64')).toBeGreaterThan(1000);
    expect(colors.size).toBeGreaterThan(20);
  });
});

it('rotated, cropped and overlapping videos look the same in both modes', async () => {
  const videos = [
    { ...changed[18], position: { x: '20%', y: '10%', width: '55%', height: '80%', rotation: 25 } },
    {
      vignette: 80,
      flipped: true,
      objectFit: 'cover',
      position: { x: '30%', y: '-20%', width: '30%', height: '130%' },
    },
    {
      ...{ globalAlpha: 0.7, radius: 30, shadowColor: '#000000', shadowBlur: 12, shadowOffsetX: 5, vignette: 40 },
      position: { x: '20%', y: '20%', width: '60%', height: '60%', rotation: -15 },
    },
    { filterName: 'Vivid', flippedVertical: true, position: { x: '10.3%', y: '5.2%', width: '71%', height: '77%' } },
    {
      ...{ url: '/media/long.mp4', chromaKey: { color: '#5b9fdc', similarity: 0.09 }, filterName: 'Warm', radius: 20 },
      ...{ shadowColor: '#000000', shadowBlur: 6, blendMode: 'multiply' },
      position: { x: '10%', y: '10%', width: '80%', height: '80%', rotation: -8 },
    },
  ];
  const [flat, card] = [await drawn('canvas2d', videos), await drawn('webgl', videos)];
  for (const i of videos.keys()) {
    const [a, b] = [flat[i] as Pixels, card[i] as Pixels];
    expect.soft(ssim(a, b, size.width, size.height), `likeness of ${i}`).toBeGreaterThan(0.985);
    expect.soft(colorDifference(a, b, size.width, size.height), `colors of ${i}`).toBeLessThan(4);
  }
});

describe.each(layerEffects.map(({ id }) => id))('the effect %s', (effect) => {
  const amounts = [10, 40, 100];

  it.each(modes)('equals the pixels that the engine computes, on a video and an image, with %s', async (mode) => {
    for (const kind of [{}, { type: 'image', url: '/media/forest.jpg', filterName: 'Warm' }]) {
      const looks = [0, ...amounts].map((amount) => ({ ...kind, [effect]: amount }));
      const [plain, ...shown] = (await drawn(mode, looks)) as [Pixels, ...Pixels[]];
      for (const [i, amount] of amounts.entries()) {
        const expected = new Uint8ClampedArray(plain);
        const shorter = { x: size.height, y: size.height };
        applyEffects({ data: expected, ...size }, effectsOf({ [effect]: amount }), shorter);
        const found = shown[i] as Pixels;
        expect.soft(ssim(found, expected, size.width, size.height), `${amount}`).toBeGreaterThan(0.985);
        expect.soft(distance(found, expected).mean, `${amount}`).toBeLessThan(1.5);
        expect.soft(distance(found, plain).mean, `${amount} changes the picture`).toBeGreaterThan(0.5);
      }
    }
  });

  it('looks the same in both modes, whatever else changes the picture', async () => {
    const at = (amount: number, fields: object) => ({ [effect]: amount, ...fields });
    const looks = [
      at(40, { ...changed[18], position: { x: '20%', y: '10%', width: '55%', height: '80%', rotation: 25 } }),
      at(30, { flipped: true, crop: { x: 0.1, y: 0.5, width: 0.3, height: 0.4 }, objectFit: 'cover' }),
      at(60, {
        ...{ globalAlpha: 0.7, radius: 30, shadowColor: '#000000', shadowBlur: 12, shadowOffsetX: 5, vignette: 40 },
        position: { x: '20%', y: '20%', width: '60%', height: '60%', rotation: -15 },
      }),
      at(80, { url: '/media/sprite-alpha.webm', objectFit: 'contain', blendMode: 'multiply' }),
      at(50, { type: 'text', text: 'Blurred', fontSize: '60px', color: '#ffffff' }),
      at(50, { type: 'shape', shapeType: 'ellipse', position: { x: '30%', y: '20%', width: '31%', height: '47%' } }),
      at(40, {
        keyframes: [
          { time: 0, x: '0%', y: '0%', width: '60%', height: '60%' },
          { time: 4, x: '40%', y: '40%', width: '90%', height: '90%' },
        ],
      }),
    ];
    const [flat, card] = [await drawn('canvas2d', looks), await drawn('webgl', looks)];
    for (const i of looks.keys()) {
      const [a, b] = [flat[i] as Pixels, card[i] as Pixels];
      expect.soft(ssim(a, b, size.width, size.height), `likeness of ${i}`).toBeGreaterThan(0.985);
    }
  });
});

it('many small and some large images look the same in both modes, even when they reuse freed space', async () => {
  const differences = await lab.page.evaluate(async () => {
    const size = { width: 320, height: 320 };
    const layerAt = (i: number) => {
      const [wide, high] = [4 + ((i * 7) % 23), 4 + ((i * 11) % 19)];
      const position = { x: `${(i * 29) % 85}%`, y: `${(i * 17) % 85}%`, width: `${wide}%`, height: `${high}%` };
      const background = `hsl(${i * 47} 80% ${30 + (i % 5) * 10}%)`;
      const shapeType = i % 2 ? 'ellipse' : 'rectangle';
      const large = { ...position, x: '-5%', width: '110%', height: '40%' };
      return { id: `s${i}`, type: 'shape', shapeType, background, position: i % 20 === 7 ? large : position };
    };
    const all = Array.from({ length: 120 }, (_, i) => layerAt(i));
    const stands = (['webgl', 'canvas2d'] as const).map((mode) => globalThis.lab.open({ mode, ...size }));
    const found: number[][] = [];
    for (const layers of [all.slice(0, 70), all.filter((_, i) => i % 3 > 0), all.slice(30, 60), all]) {
      const project = globalThis.lab.made({ ...size, scenes: [{ id: 's', layers }] });
      const pictures = [];
      for (const { preview, canvas } of stands) {
        preview.show({ project, sceneIndex: 0, time: 0 });
        await preview.painted();
        pictures.push(globalThis.lab.pixelsOf(canvas));
      }
      const [card = [], flat = []] = pictures;
      const off = Array.from(card, (value, i) => Math.abs(value - (flat[i] ?? 0)));
      const mean = off.reduce((sum, value) => sum + value, 0) / off.length;
      found.push([mean, off.filter((value) => value > 32).length / off.length]);
    }
    for (const stand of stands) stand.close();
    return found;
  });
  for (const [mean, share] of differences) {
    expect.soft(mean).toBeLessThan(0.5);
    expect.soft(share).toBeLessThan(0.005);
  }
});

it('effects are the same in a canvas without filters', async () => {
  const other = await openLab();
  await other.page.evaluate(() => Reflect.deleteProperty(CanvasRenderingContext2D.prototype, 'filter'));
  const fields = { filterName: 'Vivid', brightness: 80, vignette: 50 } as const;
  // Another browser may decode other colors, so both images come from it.
  const [plain, without] = (await drawn('canvas2d', [{}, fields], other.page)) as [Pixels, Pixels];
  await other.close();
  const { mean, most } = distance(without, computed(plain, fields));
  expect(mean).toBeLessThan(0.6);
  expect(most).toBeLessThanOrEqual(4);
});

it('two combined color filters equal one', () => {
  const [first, second] = [filterPresets.Sepia, filterPresets.Teal];
  const apply = (matrix: number[], [r = 0, g = 0, b = 0]: number[]) =>
    [0, 4, 8].map((at) => {
      const [byRed = 0, byGreen = 0, byBlue = 0, one = 0] = matrix.slice(at);
      return byRed * r + byGreen * g + byBlue * b + one;
    });
  for (const color of [
    [0.2, 0.5, 0.9],
    [1, 0.3, 0],
  ]) {
    const twice = apply(adjustmentMatrix(second), apply(adjustmentMatrix(first), color));
    for (const [i, value] of apply(adjustmentMatrix(thenAdjustment(first, second)), color).entries()) {
      expect(value).toBeCloseTo(twice[i] as number, 6);
    }
  }
});
