import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { Curve } from '../../api/renderer/plan/curve.ts';
import type { Output } from '../../api/renderer/plan/plan.ts';
import { printTrack } from '../../api/renderer/print/printTrack.ts';
import { type LabOptions, openRenderLab, projectOf } from '../support/renderLab.ts';
import { openMotionLab } from '../support/similarity.ts';

const lab = openRenderLab('keyframes');
afterAll(lab.close);
const [width, height] = [320, 180];
const media = (name: string) => resolve('fixtures/media', name);
const place = (x: number, y: number, wide: number, high: number) => ({
  ...{ x: `${x}%`, y: `${y}%`, width: `${wide}%`, height: `${high}%` },
});
const numbers = { type: 'video', url: media('numbers.mp4'), isTrimmed: true, startTime: 1, endTime: 3 };
const text = { type: 'text', text: 'Good evening', fontFamily: 'Georgia', fontWeight: 'bold', color: '#123456' };
const picture = { type: 'image', url: media('lake.jpg') };
const base = place(20, 20, 40, 40);
const across = {
  position: base,
  keyframes: [
    { time: 0, ...base, easing: 'ease-in-out' },
    { time: 0.8, ...place(50, 45, 40, 40) },
  ],
};
const growing = {
  position: { ...base, rotation: 10 },
  keyframes: [
    { time: 0.1, ...base, rotation: 10, opacity: 0.4, easing: 'ease-out' },
    { time: 0.9, ...place(5, 5, 90, 90), rotation: -20, opacity: 1 },
  ],
};
const stretched = {
  position: base,
  keyframes: [
    { time: 0, ...place(10, 10, 20, 70), easing: 'ease-in' },
    { time: 1, ...place(40, 30, 60, 30) },
  ],
};
/** Rests most of the time, then jumps. */
const jumping = {
  position: base,
  keyframes: [
    { time: 0, ...base, easing: 'hold' },
    { time: 0.5, ...place(40, 30, 55, 55) },
  ],
};
const shown = [0.1, 0.5, 0.87];
const { projectWith, projectOfEach, likeness, composed } = openMotionLab(lab, { width, height, shown });

/** A scene of a second each. */
const rows: [string, object][] = [
  ['a text moves', { ...text, ...across }],
  ['a text grows, turns and appears', { ...text, ...growing }],
  ['a shape is stretched', { type: 'shape', shapeType: 'ellipse', ...stretched }],
  ['a picture with a shadow grows and turns', { ...picture, radius: 12, shadowColor: '#000000', ...growing }],
  ['a picture that moves in its box moves', { ...picture, motion: { type: 'zoom-in', duration: 1 }, ...across }],
  ['a text that is written grows', { ...text, animation: { id: 'typewriter', duration: 0.5 }, ...growing }],
  ['a text slides in while it moves', { ...text, ...across, animateIn: { type: 'slide', duration: 0.5 } }],
  ['a picture jumps', { ...picture, ...jumping }],
  ['a video moves', { ...numbers, ...across }],
  ['a video grows, turns and appears, with round corners', { ...numbers, radius: 10, ...growing }],
  ['a video is stretched and mirrored', { ...numbers, flipped: true, ...stretched }],
  ['a video jumps', { ...numbers, radius: 8, ...jumping }],
  [
    'a video is looked into',
    {
      ...numbers,
      // Larger than the canvas on all sides: a painted edge on that of the canvas would let the background through.
      position: place(-2, -2, 104, 104),
      keyframes: [
        { time: 0, ...place(-2, -2, 104, 104) },
        { time: 1, ...place(-2, -2, 260, 260) },
      ],
    },
  ],
  [
    'a looped video that is blended moves',
    { ...numbers, ...across, endTime: 2.3, loopMode: 'duration', blendMode: 'multiply' },
  ],
  ['a blended picture moves', { ...picture, ...across, blendMode: 'screen' }],
];
/** Similarities of each scene, of all rows in one project: composing them one by one would take most of the time. */
let film: Promise<number[][]> | undefined;
it.each(rows.map(([name], i) => [name, i] as const))(
  'renders keyframes as painted at each moment: %s',
  async (_name, i) => {
    film ??= composed(projectOfEach(rows.map(([, layer]) => layer)));
    const scores = (await film)[i] ?? [];
    expect(scores).toHaveLength(shown.length);
    for (const value of scores) expect.soft(value).toBeGreaterThan(0.985);
  },
);

it.each<[string, object, LabOptions]>([
  ['in segments', {}, { segmentLength: 0.3 }],
  ['in a GIF', { output: { type: 'gif', fps: 25 } }, {}],
])('renders keyframes alike %s', async (_name, more, options) => {
  const layers = [
    { ...text, ...growing },
    { ...numbers, ...across },
  ];
  const project = projectWith(layers, more);
  const out = await lab.render(project, options);
  for (const value of (await likeness(project, out, 'output' in more ? 25 : 30)).flat())
    expect.soft(value).toBeGreaterThan(0.96);
});

it.each([
  ['panned from so near that a sixteenth of it is seen', [place(-150, -150, 400, 400), place(-120, -150, 400, 400)]],
  ['come near to until a thirty-sixth of it is seen', [place(0, 0, 100, 100), place(-275, -225, 600, 600)]],
])('renders a video that is %s as sharp and in the same position as painted', async (_name, [from, to]) => {
  const keyframes = [
    { time: 0, ...from },
    { time: 1, ...to },
  ];
  const project = projectWith([{ ...numbers, position: place(0, 0, 100, 100), keyframes }]);
  for (const value of (await composed(project)).flat()) expect.soft(value).toBeGreaterThan(0.985);
});

it('paints an unchanged layer once, however long it moves', () => {
  const layer = {
    ...text,
    position: base,
    keyframes: [
      { time: 0, ...base },
      { time: 60, ...place(40, 40, 40, 40) },
    ],
  };
  const project = projectOf({ width, height, scenes: [{ id: 's', duration: 60, layers: [{ id: 't', ...layer }] }] });
  const { bitmaps } = compileRender(project, new Map());
  expect(bitmaps.map(({ times }) => times.length)).toEqual([1, 1]);
  // Smaller than the whole area that it touches.
  expect((bitmaps[1]?.width ?? 0) * (bitmaps[1]?.height ?? 0)).toBeLessThan(0.35 * width * height);
});

it('moves a video that always covers the canvas without alpha, which would be slow', () => {
  const constant = (value: number) => [{ from: 0, c: [value] }];
  const path = { x: constant(160), y: constant(90), turn: constant(0), window: { x: 0, y: 0, width, height } };
  const stepsOf = (scale: Curve, more: object = {}) => {
    const part = { width: 400, height: 240, alpha: false, track: { at: 0, path: { ...path, scale } }, ...more };
    return printTrack(part, { pixels: 'yuv420p', rate: [30, 1] } as Output, { frames: 11, name: 'v' }).join(',');
  };
  const growing = [{ from: 0, c: [0.8, 0.1] }];
  // The edges are extended, so that no background shines through at those of the canvas.
  expect(stepsOf(growing)).toMatch(/fillborders=left=2:top=2:right=2:bottom=2:mode=smear/);
  expect(stepsOf(growing)).not.toMatch(/yuva|multiply|black@0/);
  expect(stepsOf(growing)).toMatch(/perspective=.*crop=320:180/);
  // At its last frame, it does not reach the edge; or a part of it may be clear.
  for (const steps of [stepsOf([{ from: 0, c: [0.8, -0.01] }]), stepsOf(growing, { alpha: true })]) {
    expect(steps).toMatch(/yuva444p.*premultiply.*black@0/);
  }
});
