import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { blendModes } from '../../engine/project/pictureLook.ts';
import { openRenderLab } from '../support/renderLab.ts';

const lab = openRenderLab('blends');
afterAll(lab.close);
const side = 32;
const modes = blendModes.length;
const [width, height] = [side * modes, 64];
type Rgb = readonly [number, number, number];
/** Colors from 0 to 255, multiplied by alpha from 0 to 1. */
type Seen = readonly [...Rgb, number];
const above: Rgb = [200, 120, 40];
const opacity = 0.7;
const below: Rgb = [48, 96, 192];
const grounds = { opaque: 1, translucent: 0.5, transparent: 0 };
const outputs = {
  PNG: { type: 'image', format: 'png' },
  WebM: { type: 'video', container: 'webm' },
  MP4: { type: 'video', container: 'mp4' },
};

/** Blend formulas of the W3C's "Compositing and Blending", §10.1, for colors from 0 to 1. */
const hard = (b: number, s: number) => (s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s));
const formulas: Record<(typeof blendModes)[number], (b: number, s: number) => number> = {
  normal: (_, s) => s,
  multiply: (b, s) => b * s,
  screen: (b, s) => b + s - b * s,
  overlay: (b, s) => hard(s, b),
  darken: Math.min,
  lighten: Math.max,
  'hard-light': hard,
  difference: (b, s) => Math.abs(b - s),
  exclusion: (b, s) => b + s - 2 * b * s,
};

function blended(mode: (typeof blendModes)[number], groundAlpha: number): Seen {
  const channel = (i: 0 | 1 | 2) => {
    const [b, s] = [below[i] / 255, above[i] / 255];
    const mixed = (1 - groundAlpha) * s + groundAlpha * formulas[mode](b, s);
    return 255 * (opacity * mixed + (1 - opacity) * groundAlpha * b);
  };
  return [channel(0), channel(1), channel(2), opacity + groundAlpha * (1 - opacity)];
}

const css = ([r, g, b]: Rgb, alpha: number) => `rgba(${r}, ${g}, ${b}, ${alpha})`;

/** The center pixel of each column of some frames, with colors multiplied by alpha. @param columns number of columns. */
async function columnsOf(path: string, columns: number, frames: readonly number[] = [0]): Promise<Seen[][]> {
  const { videoCodec } = await probeFile(path);
  const decoder = videoCodec === 'vp9' ? ['-c:v', 'libvpx-vp9'] : [];
  const chosen = frames.map((frame) => `eq(n\\,${frame})`).join('+');
  const filter = `select=${chosen},scale=flags=bicubic+accurate_rnd+full_chroma_int,format=rgba`;
  const end = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  const data = execFileSync('ffmpeg', ['-v', 'error', ...decoder, '-i', path, '-vf', filter, ...end], {
    maxBuffer: 2 ** 24,
  });
  const bytes = data.length / frames.length;
  const across = bytes / height / 4;
  return frames.map((_, frame) =>
    Array.from({ length: columns }, (__, i) => {
      const at = frame * bytes + 4 * ((height / 2) * across + Math.floor(((i + 0.5) * across) / columns));
      const [r, g, b, a] = [...data.subarray(at, at + 4)].map((value) => value / 255) as [
        number,
        number,
        number,
        number,
      ];
      return [255 * r * a, 255 * g * a, 255 * b * a, a];
    }),
  );
}

function expectSeen(seen: Seen, wanted: Seen, isOnBlack: boolean, what: string): void {
  for (const i of [0, 1, 2] as const)
    expect.soft(Math.abs(seen[i] - wanted[i]), `${what} ${seen} ${wanted}`).toBeLessThan(5);
  expect.soft(seen[3], what).toBeCloseTo(isOnBlack ? 1 : wanted[3], 1);
}

it.each(Object.keys(outputs) as (keyof typeof outputs)[])(
  'renders all blend modes over any background in a %s as the W3C defines them',
  async (output) => {
    const color = `0x${above.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    const clip = lab.made('clip.mp4', '-f', 'lavfi', '-i', `color=${color}:s=32x64:d=0.2:r=10`, '-pix_fmt', 'yuv444p');
    const names = Object.keys(grounds) as (keyof typeof grounds)[];
    const scenes = names.map((ground) => ({
      ...{ id: ground, background: css(below, grounds[ground]), duration: 0.2 },
      layers: blendModes.map((blendMode, i) => ({
        ...{ id: `${ground}-${i}`, type: 'video', url: clip, blendMode, globalAlpha: opacity },
        position: { x: `${(100 * i * side) / width}%`, y: '0%', width: `${(100 * side) / width}%`, height: '100%' },
      })),
    }));
    const body = { width, height, quality: 'high', output: outputs[output] };
    const seen =
      output === 'PNG'
        ? await Promise.all(
            scenes.map(async (scene) => (await columnsOf(await lab.render({ ...body, scenes: [scene] }), modes))[0]),
          )
        : await columnsOf(await lab.render({ ...body, scenes }), modes, [0, 6, 12]);
    for (const [at, ground] of names.entries())
      for (const [i, mode] of blendModes.entries())
        expectSeen(seen[at]?.[i] as Seen, blended(mode, grounds[ground]), output === 'MP4', `${mode} over ${ground}`);
  },
);

const [first, second]: [Seen, Seen] = [
  [200 * 0.5, 40 * 0.5, 40 * 0.5, 0.5],
  [20 * 0.8, 220 * 0.8, 60 * 0.8, 0.8],
];
const mix = (share: number): Seen =>
  first.map((value, i) => value + ((second[i] as number) - value) * share) as unknown as Seen;
/** The left and right half of the canvas in the middle of a transition. */
const halfway: Record<string, readonly [Seen, Seen]> = {
  dissolve: [mix(0.5), mix(0.5)],
  zoom: [mix(0.5), mix(0.5)],
  wipe: [first, second],
  slide: [first, second],
  cover: [first, second],
  blur: [mix(0.5), mix(0.5)],
  spin: [mix(0.5), mix(0.5)],
  clock: [first, second],
};

it.each(Object.keys(outputs) as (keyof typeof outputs)[])(
  'mixes translucent scenes in the middle of a transition alike in a %s',
  async (output) => {
    const all = Object.keys(halfway);
    // A still has one moment: one transition of each kind, all with CUTROOM_LONG=1.
    const types = output === 'PNG' && !process.env.CUTROOM_LONG ? ['dissolve', 'slide', 'blur', 'clock'] : all;
    const scene = (id: string, background: string) => ({
      id,
      background,
      duration: 0.4,
      isImageVideo: true,
      layers: [],
    });
    const pairs = types.map((type) => [
      scene(`${type}-a`, css([200, 40, 40], 0.5)),
      { ...scene(`${type}-b`, css([20, 220, 60], 0.8)), transition: { type, duration: 0.4 } },
    ]);
    const body = { width, height, quality: 'high' };
    const still = { ...outputs.PNG, at: 0.6 };
    const seen =
      output === 'PNG'
        ? await Promise.all(
            pairs.map(async (scenes) => (await columnsOf(await lab.render({ ...body, scenes, output: still }), 2))[0]),
          )
        : await columnsOf(
            await lab.render({ ...body, scenes: pairs.flat(), output: outputs[output] }),
            2,
            types.map((_, k) => 24 * k + 18),
          );
    for (const [k, type] of types.entries())
      for (const [i, wanted] of (halfway[type] as readonly [Seen, Seen]).entries())
        expectSeen(seen[k]?.[i] as Seen, wanted, output === 'MP4', `${type} ${i}`);
  },
);
