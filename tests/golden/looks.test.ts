import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { VideoPart } from '../../api/renderer/plan/plan.ts';
import { printFrameWork } from '../../api/renderer/print/printFrame.ts';
import { layerEffects } from '../../engine/effects/layerEffects.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { framesOf, h264, locally, openRenderLab, projectOf } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const lab = openRenderLab('looks');
afterAll(lab.close);
const [width, height] = [320, 180];
const media = (name: string) => resolve('fixtures/media', name);

const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
const card = { globalAlpha: 0.6, radius: 24 };
const shadow = { shadowColor: '#000000c0', shadowBlur: 16, shadowOffsetX: 8, shadowOffsetY: 10 };
const strong = { filterName: 'Warm', saturation: 160, contrast: 90, vignette: 80, flipped: true };
const overbright = { brightness: 190, globalAlpha: 0.5 };

/** A butterfly in front of an unevenly lit green screen. */
const screen = lab.made(
  'screen.mp4',
  ...[
    '-f',
    'lavfi',
    '-i',
    'gradients=s=480x270:c0=0x08a83c:c1=0x20c858:x0=0:y0=0:x1=480:y1=270:nb_colors=2:d=2:r=25:speed=0.00001',
  ],
  ...[
    '-c:v',
    'libvpx-vp9',
    '-i',
    media('sprite-alpha.webm'),
    '-filter_complex',
    '[1:v]scale=240:-2[a];[0:v][a]overlay=120:15:shortest=1,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
  ],
  ...['-colorspace', 'bt709', '-color_range', 'tv', ...h264],
);
const keyed = { url: screen, chromaKey: { color: '#12b848' } };

const color = {
  ...{ exposure: 0.4, temperature: 45, tint: -20, highlights: -60, shadows: 70, contrast: 35, saturation: 40 },
  curve: {
    master: [
      [0, 0.06],
      [0.5, 0.56],
      [1, 1],
    ],
  },
  lut: { name: 'golden-hour', intensity: 70 },
};
const tenBit = lab.made(
  'ten-bit.mp4',
  ...[
    '-i',
    media('numbers.mp4'),
    '-t',
    '2',
    '-an',
    '-c:v',
    'libx265',
    '-pix_fmt',
    'yuv420p10le',
    '-preset',
    'ultrafast',
  ],
);

describe('a rendered frame', () => {
  const looks: [string, object][] = [
    // Filters differ only in numbers: these three represent all, and filters-row.json shows the others.
    ...(['Original', 'Warm', 'Noir'] as const).map((filterName): [string, object] => [
      `with the look ${filterName}`,
      { filterName },
    ]),
    ['with every filter', { brightness: 80, contrast: 140, saturation: 30, fadeOpacity: 25, vignette: 40 }],
    ['brighter', { brightness: 150 }],
    ['brighter than white, then darkened', { brightness: 150, vignette: 60 }],
    [
      'brighter than white, then half-transparent, at an odd place',
      { ...overbright, position: box(7.2, 11.3, 61, 71) },
    ],
    ['with the strongest vignette', { vignette: 100 }],
    ['upside down', { flippedVertical: true }],
    ['at an odd place', { ...strong, position: box(7.2, 11.3, 61, 71) }],
    ['cropped to a tall box', { ...strong, position: box(30, 0, 25, 100) }],
    ['stretched', { ...strong, objectFit: 'fill', position: box(10, 30, 80, 40) }],
    ['turned', { ...strong, position: box(20, 20, 60, 60, 25) }],
    ['turned by a quarter', { ...strong, flippedVertical: true, position: box(30, 20, 40, 60, 90) }],
    ['far larger than the canvas', { ...strong, position: box(-60, -300, 400, 500) }],
    ['far larger than the canvas and turned', { ...strong, position: box(-120, -200, 400, 500, 33) }],
    ['clear where it is clear', { ...strong, url: media('sprite-alpha.webm'), objectFit: 'contain' }],
    [
      'clear and turned',
      { ...strong, url: media('sprite-alpha.webm'), objectFit: 'contain', position: box(10, 10, 80, 80, -20) },
    ],
    ['half-transparent with round corners', { ...strong, ...card, position: box(10, 20, 70, 60) }],
    ['in a frame with a shadow, at an odd place', { ...card, ...shadow, position: box(7.2, 11.3, 61, 61) }],
    ['in a turned frame with a shadow', { ...card, ...shadow, globalAlpha: 1, position: box(20, 20, 60, 60, 25) }],
    ['in a frame far larger than the canvas', { ...card, position: box(10, -5, 500, 500) }],
    [
      'clear where it is clear, in a frame',
      { ...card, radius: 60, url: media('sprite-alpha.webm'), objectFit: 'contain', position: box(10, 10, 80, 80) },
    ],
    ['from full-range BT.601', { ...strong, url: media('full-range.mp4') }],
    ['of which a part is shown', { crop: { x: 0.55, y: 0.1, width: 0.4, height: 0.7 } }],
    [
      'of which a part is shown, mirrored, at an odd place',
      { ...strong, crop: { x: 0.1, y: 0.5, width: 0.3, height: 0.4 }, position: box(7.2, 11.3, 61, 71) },
    ],
    [
      'of which a part is shown, far larger than the canvas and turned',
      { ...strong, crop: { x: 0, y: 0, width: 0.5, height: 0.5 }, position: box(-120, -200, 400, 500, 33) },
    ],
    ['without its screen', { ...keyed }],
    ['without its screen, filtered, at an odd place', { ...keyed, ...strong, position: box(7.2, 11.3, 61, 71) }],
    [
      'without its screen, with the shadow of the rest',
      { ...keyed, ...card, ...shadow, position: box(20, 10, 60, 80, 25) },
    ],
    ['without its screen and blended', { ...keyed, ...shadow, blendMode: 'multiply', position: box(10, 20, 61, 60) }],
    ['with corrected colors', { color }],
    ['with corrected colors after a filter, at an odd place', { ...strong, color, position: box(7.2, 11.3, 61, 71) }],
    ['with corrected colors, of which a part is shown', { color, crop: { x: 0.55, y: 0.1, width: 0.4, height: 0.7 } }],
    ['with corrected colors, turned, in a frame', { ...card, color, position: box(20, 20, 60, 60, 25) }],
    [
      'with corrected colors, clear where it is clear',
      { color, url: media('sprite-alpha.webm'), objectFit: 'contain' },
    ],
    ['with corrected colors, without its screen', { ...keyed, color }],
    ['with corrected colors, from 10 bits', { color, url: tenBit }],
    ['with corrected colors, backwards', { color, isReversed: true }],
    [
      'clear where it is clear, and without a color',
      { ...keyed, chromaKey: { color: '#f7ae4b' }, url: media('sprite-alpha.webm') },
    ],
  ];
  looks.push(...layerEffects.flatMap(({ id }) => looksOf(id)));
  const film = filmOf(looks.map(([, fields]) => fields));
  it.each(looks.map(([name], i) => [name, i] as const))('equals the painted frame, %s', async (_name, i) => {
    expectAlike(await film.bothWays(i), 3);
  });

  const gifLooks: [string, object][] = [
    ['as it is', strong],
    ['with corrected colors', { color }],
    ['turned', { ...strong, position: box(20, 20, 60, 60, 25) }],
    ['clear where it is clear', { ...strong, url: media('sprite-alpha.webm'), objectFit: 'contain' }],
    ['in a frame with a shadow', { ...card, ...shadow, position: box(10, 20, 70, 60) }],
  ];
  const gif = filmOf(
    gifLooks.map(([, fields]) => fields),
    { videoType: 'gif', quality: 'standard' },
  );
  it.each(gifLooks.map(([name], i) => [name, i] as const))(
    'equals the painted frame in a GIF, %s',
    async (_name, i) => {
      // A GIF has 256 colors.
      expectAlike(await gif.bothWays(i), 6, 0.75);
    },
  );
});

it('crossfades colors that are brighter than white as white', async () => {
  const { scenes, ...body } = bodyOf({ brightness: 180, playLength: 1 });
  const second = { ...scenes[0], id: 'next', transition: { type: 'dissolve', duration: 1 } };
  const dark = { id: 's', background: '#000000', isImageVideo: true, duration: 1, layers: [] };
  const project = { ...body, scenes: [dark, second] };
  const [painted] = await paintFrames(projectOf(project), [1.5], locally);
  const rendered = framesOf(await lab.render(project), width, height)[45] as Uint8ClampedArray;
  expectAlike([rendered, pixelsOf(painted as NonNullable<typeof painted>)], 3);
});

const bright = { brightness: 200, fadeOpacity: 100 };
/** Looks with an effect on the picture, at three amounts and with everything that surrounds it. */
function looksOf(effect: string): [string, object][] {
  const at = (amount: number, fields: object = {}): object => ({ [effect]: amount, ...fields });
  const sprite = { url: media('sprite-alpha.webm'), objectFit: 'contain' };
  const looks: [string, object][] = [
    ['10', at(10)],
    ['40', at(40)],
    ['100', at(100)],
    ['50, filtered, at an odd place', at(50, { ...strong, position: box(7.2, 11.3, 61, 71) })],
    ['50, turned', at(50, { ...strong, position: box(20, 20, 60, 60, 25) })],
    ['30, of which a part is shown', at(30, { crop: { x: 0.55, y: 0.1, width: 0.4, height: 0.7 } })],
    ['30, far larger than the canvas', at(30, { position: box(-120, -200, 400, 500, 33) })],
    ['60, in a frame', at(60, { ...card, ...shadow, position: box(10, 20, 70, 60) })],
    ['60, clear where it is clear', at(60, sprite)],
    ['60, without its screen', at(60, { ...keyed, ...shadow, position: box(10, 20, 61, 60) })],
  ];
  return looks.map(([name, fields]) => [`with ${effect} ${name}`, fields]);
}

/** Frames with exact expectations. */
const exact = {
  plain: {},
  mirrored: { flipped: true, flippedVertical: true },
  round: { radius: 40, position: box(10, 10.3, 70, 71) },
  white: bright,
  dark: { ...bright, vignette: 100 },
  sprite: { url: media('sprite-alpha.webm'), objectFit: 'contain', position: box(7.2, 11.3, 61, 71) },
};
const exactFilm = filmOf(Object.values(exact));
const exactly = (name: keyof typeof exact) => exactFilm.rendered(Object.keys(exact).indexOf(name));

it('places a clear video at an odd position exact to the pixel', async () => {
  expectAlike(await exactFilm.bothWays(Object.keys(exact).indexOf('sprite')), 1.25, 0.988);
});

it('covers the canvas with a slightly wider video without a shift', async () => {
  const url = media('traffic.mp4');
  const project = projectOf({
    width: 640,
    height: 360,
    scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }],
  });
  const plan = compileRender(project, new Map([[url, await probeFile(url)]]));
  // Of 854 by 480 pixels, a third of one is cut off on each side: 641 by 360 would be off by three quarters on the
  // right.
  expect(printFrameWork(plan.scenes[0]?.parts.at(-1) as VideoPart, plan.output, 'v').join(',')).toContain(
    'scale=640:360:',
  );
});

it('composites only the part of a shape that is over a video in every frame', async () => {
  const above = { id: 'p', type: 'shape', shapeType: 'rectangle', background: '#d02050', globalAlpha: 0.5 };
  const body = bodyOf({ position: box(0, 20, 100, 50) }, {}, [{ ...above, position: box(20, 50, 40, 40, 3) }]);
  const url = media('mountains.mp4');
  const { bitmaps } = compileRender(projectOf(body), new Map([[url, await probeFile(url)]]));
  const ends = bitmaps.map(({ y, height }) => y + height);
  expect(ends).toEqual([height, 126]);
  const [painted] = await paintFrames(projectOf(body), [1 / 30], locally);
  const rendered = framesOf(await lab.render(body), width, height)[1] as Uint8ClampedArray;
  expectAlike([rendered, pixelsOf(painted as NonNullable<typeof painted>)], 2);
});

it('blends colors as if every pixel were computed', async () => {
  const { layers } = JSON.parse(readFileSync('fixtures/projects/blended-light.json', 'utf8')).scenes[0];
  // A video layer and one in time are blended from 0.5 s on.
  const placed = layers.map((layer: { url: string; endTime?: number }) => ({
    ...{ ...layer, url: media(basename(layer.url)) },
    ...(layer.endTime === undefined ? {} : { playLength: 0.7 }),
  }));
  const body = { width: 640, height: 360, scenes: [{ id: 's', layers: placed }] };
  const [painted] = await paintFrames(projectOf(body), [0.6], locally);
  const rendered = framesOf(await lab.render(body), 640, 360)[18] as Uint8ClampedArray;
  const expected = pixelsOf(painted as NonNullable<typeof painted>);
  expect(meanDifference(rendered, expected)).toBeLessThan(3);
  expect(ssim(rendered, expected, 640, 360)).toBeGreaterThan(0.95);
});

it('shows a blended video unchanged over a clear background', async () => {
  const fields = { position: box(10, 20, 70, 60), globalAlpha: 0.9, radius: 24 };
  const shownWith = async (blendMode: string) => {
    const { scenes, ...body } = bodyOf({ ...fields, blendMode }, { videoType: 'gif' });
    const clear = scenes.map((scene) => ({ ...scene, background: 'transparent' }));
    return framesOf(await lab.render({ ...body, scenes: clear }), width, height)[1] as Uint8ClampedArray;
  };
  const [plain, blended] = [await shownWith('normal'), await shownWith('multiply')];
  expect(plain[(90 * width + 150) * 4 + 3]).toBe(255);
  expect(meanDifference(blended, plain)).toBeLessThan(2);
});

it('renders a framed video alike with and without intermediate files', async () => {
  const body = bodyOf({ ...card, blendMode: 'multiply', isReversed: true, position: box(10, 20, 70, 60) });
  const [one, other] = await Promise.all(
    [{}, { memory: 1_000_000 }].map(async (given) => framesOf(await lab.render(body, given), width, height)),
  );
  for (const [i, frame] of (one ?? []).entries())
    expect(meanDifference(frame, other?.[i] as Uint8ClampedArray)).toBeLessThan(2);
});

it('neither reads, paints, composites nor plays hidden layers', async () => {
  const music = { id: 'a', type: 'audio', url: media('music.mp3') };
  const mark = { id: 'm', type: 'shape', shapeType: 'rectangle', background: '#d02050' };
  const film = { id: 'f', type: 'video', url: media('mountains.mp4'), globalAlpha: 0.5 };
  const hidden = [music, mark, film].map((layer) => ({ ...layer, to: 0.1, isHidden: true }));
  const probes = new Map(await Promise.all([music, film].map(async ({ url }) => [url, await probeFile(url)] as const)));
  const [one, other] = [hidden, []].map((above) =>
    compileRender(projectOf(bodyOf({ isMuted: false }, {}, above)), probes),
  );
  expect(one).toEqual(other);
  expect(one?.sounds).toHaveLength(1);
  // A missing file of a hidden layer does not matter.
  const gone = { id: 'g', type: 'image', url: media('nowhere.png'), isHidden: true };
  expect(framesOf(await lab.render(bodyOf({}, {}, [gone])), width, height)).toHaveLength(6);
});

it('rounds corners at the edge of the image, between pixels too', async () => {
  const shown = await exactly('round');
  const bottom = Math.round(0.813 * height);
  for (let y = bottom - 12; y < bottom + 3; y += 1) {
    const at = (y * width + Math.round(0.1 * width) + 2) * 4;
    for (const [i, value] of [0x77, 0x88, 0xaa].entries())
      expect(Math.abs((shown[at + i] as number) - value), `${y}`).toBeLessThan(8);
  }
});

it('flips the image in both directions', async () => {
  const [plain, mirrored] = [await exactly('plain'), await exactly('mirrored')];
  const turned = new Uint8ClampedArray(plain.length);
  for (let at = 0; at < plain.length; at += 4) turned.set(plain.subarray(at, at + 4), plain.length - 4 - at);
  expect(meanDifference(mirrored, turned)).toBeLessThan(2);
});

it('keeps the center bright and leaves a hundredth of the light in the corners with a vignette', async () => {
  const [white, dark] = [await exactly('white'), await exactly('dark')];
  const at = (pixels: Uint8ClampedArray, x: number, y: number) => pixels[(y * width + x) * 4] as number;
  expect(at(white, 0, 0)).toBeGreaterThan(250);
  expect(at(dark, width / 2, height / 2)).toBeGreaterThan(248);
  expect(at(dark, 0, 0)).toBeLessThan(8);
  const half = 255 * Math.cos(0.4 * Math.PI * (width / 4 / Math.hypot(width / 2, height / 2))) ** 4;
  expect(Math.abs(at(dark, width / 4, height / 2) - half)).toBeLessThan(4);
});

function box(x: number, y: number, wide: number, high: number, rotation = 0): object {
  return { x: `${x}%`, y: `${y}%`, width: `${wide}%`, height: `${high}%`, rotation };
}

function bodyOf(fields: object, more: object = {}, above: readonly object[] = []) {
  const video = {
    id: 'v',
    type: 'video',
    url: media('mountains.mp4'),
    isTrimmed: true,
    startTime: 0.5,
    endTime: 1.5,
    isMuted: true,
  };
  const layers = [...above, { ...video, position: whole, playLength: 0.2, ...fields }];
  return { width, height, ...more, scenes: [{ id: 's', background: '#7788aa', layers }] };
}

/** A video with a scene of two frames for the fields of each layer. The second frame of each is compared. */
function filmOf(looks: readonly object[], more: { videoType?: string; quality?: string } = {}) {
  const fps = more.videoType === 'gif' ? 15 : 30;
  const scenes = looks.flatMap((fields, i) =>
    bodyOf({ id: `v${i}`, playLength: 2 / fps, ...fields }).scenes.map((scene) => ({ ...scene, id: `s${i}` })),
  );
  const body = { ...bodyOf({}, more), scenes };
  let frames: Promise<Uint8ClampedArray[]> | undefined;
  let painted: Promise<Uint8ClampedArray[]> | undefined;
  const rendered = async (scene: number) => {
    frames ??= lab.render(body).then((file) => framesOf(file, width, height));
    return (await frames)[2 * scene + 1] as Uint8ClampedArray;
  };
  return {
    rendered,
    async bothWays(scene: number): Promise<[Uint8ClampedArray, Uint8ClampedArray]> {
      const times = looks.map((_, i) => (2 * i + 1) / fps);
      painted ??= paintFrames(projectOf(body), times, locally).then((all) => all.map(pixelsOf));
      return [await rendered(scene), (await painted)[scene] as Uint8ClampedArray];
    },
  };
}

function expectAlike([a, b]: [Uint8ClampedArray, Uint8ClampedArray], most: number, least = 0.95): void {
  expect(meanDifference(a, b)).toBeLessThan(most);
  expect(ssim(a, b, width, height)).toBeGreaterThan(least);
}

describe('BT.601 to BT.709 without RGB', () => {
  const raw = (file: string, chain: string) =>
    execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-vf', chain, '-frames:v', '3', '-f', 'rawvideo', '-']);
  const chainOf = async (file: string, position: object) => {
    const project = projectOf({
      width,
      height,
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: file, objectFit: 'fill', position }] }],
    });
    const plan = compileRender(project, new Map([[file, await probeFile(file)]]));
    return printFrameWork(plan.scenes[0]?.parts.at(-1) as VideoPart, plan.output, 'v').join(',');
  };

  it.each([
    ['limited', 'sd601.mp4', 'tv'],
    ['full', 'full-range.mp4', 'pc'],
  ])('gives the same colors from %s range', async (_name, name, range) => {
    const file = media(name);
    const chain = await chainOf(file, whole);
    expect(chain).toContain('colormatrix');
    const colors = `in_color_matrix=smpte170m:in_range=${range}:out_color_matrix=bt709:out_range=tv`;
    const byRgb = `scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int:${colors},format=yuv420p`;
    const [one, other] = [raw(file, chain), raw(file, byRgb)];
    const differences = one.map((value, i) => Math.abs(value - (other[i] as number)));
    expect(Math.max(...new Set(differences))).toBeLessThan(5);
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(0.5);
  });

  it('is not used for odd sides, where the filter writes outside the image', async () => {
    expect(await chainOf(media('sd601.mp4'), box(0, 0, 100.3, 100))).not.toContain('colormatrix');
  });
});
