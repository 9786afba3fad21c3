import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderPlan } from '../../../api/renderer/plan/plan.ts';
import { printTransitions } from '../../../api/renderer/print/printTransition.ts';
import {
  type TransitionDirection,
  type TransitionType,
  transitionDirections,
  transitionTypes,
} from '../../../engine/project/videoEffects.ts';
import { transitionEffect } from '../../../engine/transitions/index.ts';
import { temporaryFolder } from '../../api/support/files.ts';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';
import { ssim } from '../../support/ssim.ts';

type Kind = Exclude<TransitionType, 'cut'>;

const size = { width: 320, height: 180 };
const frames = 10;
/** Frames to compare; frame i of n is at the progress i / n. */
const compared = [0, 2, 5, 8];
/** Minimum similarity between a browser and ffmpeg before encoding. */
const floor = 0.985;
const modes = ['canvas2d', 'webgl'] as const;
/** Each transition and each of its directions in one of the modes, both axes in each; CUTROOM_LONG=1: in both modes. */
const tableOf = (mode: (typeof modes)[number]) =>
  transitionTypes
    .filter((type) => type !== 'cut')
    .flatMap((type, i) => {
      if (!transitionEffect(type).isDirected) return [[type, 'left'] as [Kind, TransitionDirection]];
      const isHere = (at: number) => (at + i + modes.indexOf(mode)) % 2 === 0;
      const directions = transitionDirections.filter((_, at) => process.env.CUTROOM_LONG || isHere(at));
      return directions.map((direction) => [type, direction] as [Kind, TransitionDirection]);
    });

let lab: CompositorLab;
let folder: string;
const rows: string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  lab = await openLab();
});

afterAll(async () => {
  console.log(['Similarity of Canvas 2D and WebGL to ffmpeg, by frame', ...rows].join('\n'));
  await lab?.close();
});

/** Draws moments of a project of two images, with a transition of 1 s after 1 s. @param times seconds. */
async function shotsOf(
  mode: (typeof modes)[number],
  times: readonly number[],
  transition?: { type: Kind; direction: TransitionDirection },
): Promise<Uint8ClampedArray[]> {
  const texts = await lab.page.evaluate(
    async ([way, canvas, moments, how]) => {
      const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
      const sceneOf = (id: string, url: string) => ({
        ...{ id, duration: 2, isImageVideo: true },
        layers: [{ id: `${id}-i`, type: 'image', url: `/media/${url}`, position, objectFit: 'cover' }],
      });
      const scenes = [sceneOf('a', 'lake.jpg'), sceneOf('b', 'forest.jpg')];
      const [first, second] = scenes;
      const given = how ? [first, { ...second, transition: { ...how, duration: 1 } }] : scenes;
      const project = globalThis.lab.made({ ...canvas, scenes: given } as never);
      const stand = globalThis.lab.open({ mode: way, ...canvas });
      const shots: string[] = [];
      for (const time of moments) {
        stand.preview.show({ project, sceneIndex: time < 2 ? 0 : 1, time });
        await stand.preview.painted();
        shots.push(globalThis.lab.bytesOf(stand.canvas));
      }
      stand.close();
      return shots;
    },
    [mode, size, times, transition] as const,
  );
  return texts.map((text) => new Uint8ClampedArray(Buffer.from(text, 'base64')));
}

/** Mixes both scenes as the renderer does. @param scenes PNG files. */
function renderedFrames(
  scenes: readonly string[],
  transition: { type: Kind; direction: TransitionDirection },
): Uint8ClampedArray[] {
  const scene = { start: 0, moving: false, parts: [] };
  const plan = {
    output: { ...size, rate: [30, 1], pixels: 'yuv420p' },
    scenes: [
      { ...scene, id: 'a', frames: 1, tail: 1 },
      { ...scene, id: 'b', frames, transition: { ...transition, frames } },
    ],
  };
  const { lines, pads } = printTransitions(plan as unknown as RenderPlan);
  const flags = 'flags=bicubic+accurate_rnd+full_chroma_int';
  const toYuv = `scale=${flags}:out_color_matrix=bt709:out_range=tv,format=yuv444p`;
  const repeated = (count: number) => `${toYuv},loop=loop=${count - 1}:size=1,setpts=N,trim=end_frame=${count}`;
  const graph = [
    `[0:v]${repeated(2)}[s0]`,
    `[1:v]${repeated(frames)}[s1]`,
    ...lines,
    `[${pads[0]}]nullsink`,
    `[${pads[1]}]scale=${flags}:in_color_matrix=bt709,format=rgba[video]`,
  ].join(';\n');
  const out = ['-map', '[video]', '-vsync', '0', '-frames:v', String(frames), '-f', 'rawvideo', '-'];
  const args = ['-v', 'error', '-i', scenes[0] as string, '-i', scenes[1] as string, '-filter_complex', graph, ...out];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 26, timeout: 60_000 });
  const length = size.width * size.height * 4;
  return Array.from(
    { length: bytes.length / length },
    (_, i) => new Uint8ClampedArray(bytes.subarray(i * length, (i + 1) * length)),
  );
}

describe.each(modes)('a transition with %s', (mode) => {
  let scenes: string[];

  beforeAll(async () => {
    const shots = await shotsOf(mode, [1, 3]);
    scenes = shots.map((pixels, i) => {
      const canvas = createCanvas(size.width, size.height);
      canvas.getContext('2d').putImageData(new ImageData(pixels, size.width, size.height), 0, 0);
      const path = join(folder, `${mode}-${i}.png`);
      writeFileSync(path, canvas.toBuffer('image/png'));
      return path;
    });
  });

  it.each(tableOf(mode))('looks as in the renderer: %s %s', async (type, direction) => {
    const transition = { type, direction };
    const shown = await shotsOf(
      mode,
      compared.map((i) => 2 + i / frames),
      transition,
    );
    const made = renderedFrames(scenes, transition);
    expect(made).toHaveLength(frames);
    const found = compared.map((i, at) =>
      ssim(shown[at] as Uint8ClampedArray, made[i] as Uint8ClampedArray, size.width, size.height),
    );
    rows.push(`${mode}\t${type} ${direction}\t${found.map((value) => value.toFixed(4)).join('\t')}`);
    for (const [at, value] of found.entries())
      expect.soft(value, `frame ${compared[at]}`).toBeGreaterThanOrEqual(floor);
  });
});
