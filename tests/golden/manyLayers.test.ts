import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { pixelsOf, type SkiaSurface } from '../../api/renderer/paint/skia.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { printCommands } from '../../api/renderer/runs/commands.ts';
import { frameNumberOf } from '../../fixtures/makers/numbers.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { paintFrames } from '../support/paintFrames.ts';
import {
  framesOf,
  hertz,
  locally,
  loudestOf,
  onsetsOf,
  openRenderLab,
  projectOf,
  samplesOf,
} from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('many-layers');
afterAll(lab.close);

const size = { width: 320, height: 180 };
const full = { x: '0%', y: '0%', width: '100%', height: '100%' };
const card = { globalAlpha: 0.8, radius: 30, blendMode: 'screen' };
const video = (id: string, more: object) => ({
  id,
  type: 'video',
  url: numbers,
  objectFit: 'fill',
  isMuted: true,
  isTrimmed: true,
  startTime: 0,
  endTime: 1,
  ...more,
});

/** Number of inputs of each run of ffmpeg for a project. */
async function inputsOf(body: object): Promise<number[]> {
  const project = projectOf(body);
  const plan = compileRender(project, new Map([[numbers, await probeFile(numbers)]]));
  const files = { media: () => numbers, channels: () => 1, work: 'work', out: 'out', memory: 1e9 };
  return printCommands(plan, files).map(({ args }) => args.filter((arg) => arg === '-i').length);
}

describe('a scene of hundreds of layers', () => {
  // Each video has a shape above it that overlaps the next video too, so that no two shapes can share an image. Of the
  // source, few frames are decoded for the paintings.
  const layers = Array.from({ length: 100 }, (_, i) => {
    const x = `${(i % 10) * 8}%`;
    const y = `${Math.floor(i / 10) * 8}%`;
    return [
      {
        id: `t${i}`,
        type: 'shape',
        shapeType: 'rectangle',
        background: '#ff0000',
        globalAlpha: 0.5,
        position: { x, y, width: '6%', height: '6%' },
      },
      video(`v${i}`, {
        startTime: (i % 4) / 30,
        endTime: 1 + (i % 4) / 30,
        position: { x, y, width: '20%', height: '20%' },
      }),
    ];
  }).flat();

  it('has a bounded number of inputs with alternating shapes and videos, and renders correctly', async () => {
    const front = {
      id: 'front',
      type: 'shape',
      shapeType: 'rectangle',
      background: '#00ff00',
      position: full,
      from: 0.5,
    };
    const whole = [front, ...layers.slice(0, 40), video('base', { startTime: 2, endTime: 3, position: full, ...card })];
    const body = { ...size, scenes: [{ id: 's', background: '#7788aa', layers: whole }] };
    const counts = await inputsOf(body);
    expect([counts.length > 2, Math.max(...counts)]).toEqual([true, 16]);
    const frames = framesOf(await lab.render(body), size.width, size.height);
    expect(frames).toHaveLength(30);
    const green = frames.map((frame) => (frame[1] as number) > 200 && (frame[0] as number) < 60);
    expect(green.indexOf(true)).toBe(15);
    const [painted] = await paintFrames(projectOf(body), [0.2], locally);
    const difference = meanDifference(pixelsOf(painted as SkiaSurface), frames[6] as Uint8ClampedArray);
    expect(difference).toBeLessThan(4);
  });

  it('has no more inputs for more layers', async () => {
    const many = Array.from({ length: 2 }, (_, n) =>
      layers.map((layer) => ({ ...layer, id: `${layer.id}-${n}` })),
    ).flat();
    expect(Math.max(...(await inputsOf({ ...size, scenes: [{ id: 's', layers: many }] })))).toBe(16);
  });

  it.each([
    ['in front of a transition', 3, 16],
    ['on both sides of it', 20, 20],
  ])('keeps many layers of the whole project %s', async (_, own, over) => {
    const position = { x: '60%', y: '60%', width: '40%', height: '40%' };
    const within = (id: string, to: number) =>
      layers.slice(0, own).map((layer) => ({ ...layer, id: `${id}-${layer.id}`, position, to }));
    const body = {
      ...size,
      scenes: [
        { id: 'a', background: '#776655', duration: 0.4, layers: within('a', 0.4) },
        {
          id: 'b',
          background: '#0000ff',
          duration: 0.5,
          transition: { type: 'wipe', duration: 0.4 },
          layers: within('b', 0.5),
        },
      ],
      layers: layers.slice(0, over).map((layer) => ({ ...layer, to: 0.9 })),
    };
    const counts = await inputsOf(body);
    expect(Math.max(...counts)).toBeLessThanOrEqual(48);
    const frames = framesOf(await lab.render(body), size.width, size.height);
    expect(frames).toHaveLength(27);
    const times = [6, 21, 25];
    const painted = await paintFrames(
      projectOf(body),
      times.map((frame) => frame / 30),
      locally,
    );
    for (const [i, frame] of times.entries()) {
      const difference = meanDifference(pixelsOf(painted[i] as SkiaSurface), frames[frame] as Uint8ClampedArray);
      expect.soft(difference, `frame ${frame}`).toBeLessThan(4);
    }
  });

  it('has one input for all texts that follow each other', async () => {
    const texts = Array.from({ length: 100 }, (_, i) => ({
      id: `t${i}`,
      type: 'text',
      text: `Line ${i}`,
      position: { x: '10%', y: '70%', width: '80%', height: '20%' },
      from: i / 30,
      to: (i + 1) / 30,
    }));
    const base = video('base', { startTime: 0, endTime: 100 / 30, position: full });
    const body = { ...size, scenes: [{ id: 's', layers: [...texts, base] }] };
    expect(await inputsOf(body)).toEqual([2]);
    const frames = framesOf(await lab.render(body), size.width, size.height);
    expect(frames.map((frame) => frameNumberOf(frame, size.width))).toEqual(frames.map((_, n) => n));
    const changed = frames.filter((frame, n) => n === 0 || differs(frame, frames[n - 1] as Uint8ClampedArray));
    expect(changed.length).toBe(100);
  });
});

it('mixes many audio layers in groups at the right times and levels', async () => {
  const sounds = Array.from({ length: 40 }, (_, i) => ({
    id: `a${i}`,
    type: 'audio',
    url: numbers,
    isTrimmed: true,
    // Each whole second of the file has a beep.
    startTime: 1,
    endTime: 2,
    from: i * 0.2,
    to: i * 0.2 + 0.1,
  }));
  const body = {
    ...size,
    output: { type: 'audio', format: 'wav' },
    scenes: [{ id: 's', duration: 8.2, layers: sounds }],
  };
  expect(await inputsOf(body)).toEqual([16, 16, 10]);
  const heard = samplesOf(await lab.render(body));
  const onsets = onsetsOf(heard);
  expect(onsets.length).toBe(40);
  onsets.forEach((at, i) => {
    expect(Math.abs(at - i * 0.2)).toBeLessThan(0.01);
  });
  const alone = samplesOf(numbers).subarray(hertz, 1.1 * hertz);
  expect(Math.max(...loudestOf(heard)) / Math.max(...loudestOf(alone))).toBeCloseTo(1, 1);
});

/** Whether the lower third of two frames differs. */
function differs(a: Uint8ClampedArray, b: Uint8ClampedArray): boolean {
  let sum = 0;
  for (let at = size.width * 126 * 4; at < size.width * 162 * 4; at += 4)
    sum += Math.abs((a[at] as number) - (b[at] as number));
  return sum > 500;
}
