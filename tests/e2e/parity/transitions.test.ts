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
const report: string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  lab = await openLab();
});

afterAll(async () => {
  console.log(['Similarity of Canvas 2D and WebGL to ffmpeg, by frame', ...report].join('\n'));
  await lab?.close();
});

type Row = readonly [type: Kind, direction: TransitionDirection];

/** Seconds of two scenes of one image each, with a transition of 1 s into the second. */
const pair = 4;

/**
 * Draws a project in which each transition has two scenes of its own.
 * @returns both scenes without a transition, and the compared frames of each row.
 */
async function shotsOf(mode: (typeof modes)[number], rows: readonly Row[]) {
  const ofRow = compared.map((i) => 2 + i / frames);
  const times = [1, 3.5, ...rows.flatMap((_, k) => ofRow.map((time) => pair * k + time))];
  const texts = await lab.page.evaluate(
    async ([way, canvas, moments, transitions]) => {
      const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
      const sceneOf = (id: string, url: string) => ({
        ...{ id, duration: 2, isImageVideo: true },
        layers: [{ id: `${id}-i`, type: 'image', url: `/media/${url}`, position, objectFit: 'cover' }],
      });
      const scenes = transitions.flatMap(([type, direction], k) => [
        sceneOf(`a${k}`, 'lake.jpg'),
        { ...sceneOf(`b${k}`, 'forest.jpg'), transition: { type, direction, duration: 1 } },
      ]);
      const project = globalThis.lab.made({ ...canvas, scenes } as never);
      const stand = globalThis.lab.open({ mode: way, ...canvas });
      const shots: string[] = [];
      for (const time of moments) {
        stand.preview.show({ project, sceneIndex: Math.floor(time / 2), time });
        await stand.preview.painted();
        shots.push(globalThis.lab.bytesOf(stand.canvas));
      }
      stand.close();
      return shots;
    },
    [mode, size, times, rows] as const,
  );
  const [before, after, ...shots] = texts.map((text) => new Uint8ClampedArray(Buffer.from(text, 'base64')));
  const mixed = rows.map((_, k) => shots.slice(k * compared.length, (k + 1) * compared.length));
  return { scenes: [before, after] as [Uint8ClampedArray, Uint8ClampedArray], mixed };
}

/** Mixes both scenes as the renderer does, with each transition. @param scenes PNG files. @returns frames of each row. */
function renderedFrames(scenes: readonly string[], rows: readonly Row[]): Uint8ClampedArray[][] {
  const scene = { start: 0, moving: false, parts: [] };
  const plan = {
    output: { ...size, rate: [30, 1], pixels: 'yuv420p' },
    scenes: rows.flatMap(([type, direction], k) => [
      { ...scene, id: `a${k}`, frames: 1, tail: 1 },
      { ...scene, id: `b${k}`, frames, transition: { type, direction, frames } },
    ]),
  };
  const { lines, pads } = printTransitions(plan as unknown as RenderPlan);
  const flags = 'flags=bicubic+accurate_rnd+full_chroma_int';
  const toYuv = `scale=${flags}:out_color_matrix=bt709:out_range=tv,format=yuv444p`;
  const repeated = (count: number) => `${toYuv},loop=loop=${count - 1}:size=1,setpts=N,trim=end_frame=${count}`;
  const copies = (first: number) => rows.map((_, k) => `[s${2 * k + first}]`).join('');
  const graph = [
    `[0:v]${repeated(2)},split=${rows.length}${copies(0)}`,
    `[1:v]${repeated(frames)},split=${rows.length}${copies(1)}`,
    ...lines,
    ...rows.map((_, k) => `[${pads[2 * k]}]nullsink`),
    `${rows.map((_, k) => `[${pads[2 * k + 1]}]`).join('')}concat=n=${rows.length},scale=${flags}:in_color_matrix=bt709,format=rgba[video]`,
  ].join(';\n');
  const out = ['-map', '[video]', '-vsync', '0', '-f', 'rawvideo', '-'];
  const args = ['-v', 'error', '-i', scenes[0] as string, '-i', scenes[1] as string, '-filter_complex', graph, ...out];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 28, timeout: 60_000 });
  const length = size.width * size.height * 4;
  const found = Array.from(
    { length: bytes.length / length },
    (_, i) => new Uint8ClampedArray(bytes.subarray(i * length, (i + 1) * length)),
  );
  expect(found).toHaveLength(rows.length * frames);
  return rows.map((_, k) => found.slice(k * frames, (k + 1) * frames));
}

describe.each(modes)('a transition with %s', (mode) => {
  const rows = tableOf(mode);
  let shown: Uint8ClampedArray[][];
  let made: Uint8ClampedArray[][];

  beforeAll(async () => {
    const { scenes, mixed } = await shotsOf(mode, rows);
    const files = scenes.map((pixels, i) => {
      const canvas = createCanvas(size.width, size.height);
      canvas.getContext('2d').putImageData(new ImageData(pixels, size.width, size.height), 0, 0);
      const path = join(folder, `${mode}-${i}.png`);
      writeFileSync(path, canvas.toBuffer('image/png'));
      return path;
    });
    shown = mixed;
    made = renderedFrames(files, rows);
  });

  it.each(rows.map(([type, direction], k) => [type, direction, k] as const))(
    'looks as in the renderer: %s %s',
    (type, direction, k) => {
      const found = compared.map((i, at) =>
        ssim(shown[k]?.[at] as Uint8ClampedArray, made[k]?.[i] as Uint8ClampedArray, size.width, size.height),
      );
      report.push(`${mode}\t${type} ${direction}\t${found.map((value) => value.toFixed(4)).join('\t')}`);
      for (const [at, value] of found.entries())
        expect.soft(value, `frame ${compared[at]}`).toBeGreaterThanOrEqual(floor);
    },
  );
});
