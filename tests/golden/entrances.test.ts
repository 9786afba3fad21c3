import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { curveAt, curveOf } from '../../api/renderer/plan/curve.ts';
import { easeInOut } from '../../engine/motion/easing.ts';
import { type LabOptions, openRenderLab } from '../support/renderLab.ts';
import { openMotionLab } from '../support/similarity.ts';

const lab = openRenderLab('entrances');
afterAll(lab.close);
const [width, height] = [320, 180];
const media = (name: string) => resolve('fixtures/media', name);
const position = (x: number, y: number, wide: number, high: number, rotation = 0) => ({
  position: { x: `${x}%`, y: `${y}%`, width: `${wide}%`, height: `${high}%`, rotation },
});
const numbers = { type: 'video', url: media('numbers.mp4'), isTrimmed: true, startTime: 1, endTime: 3 };
const text = { type: 'text', text: 'Good evening', fontFamily: 'Georgia', fontWeight: 'bold', color: '#123456' };
const coming = (type: string, more: object = {}) => ({ animateIn: { type, duration: 0.4, ...more } });
const going = (type: string, more: object = {}) => ({ animateOut: { type, duration: 0.4, ...more } });
const inPlace = position(20, 20, 60, 60);
/** Moments of entering, resting and leaving, as shares of a second. */
const shown = [0.13, 0.5, 0.87];
const { projectWith, projectOfEach, likeness, composed } = openMotionLab(lab, { width, height, shown });

/** A scene of a second each. */
const rows: [string, object][] = [
  ['a text slides in and fades out', { ...text, ...inPlace, ...coming('slide'), ...going('fade') }],
  ['a text is written and wiped away', { ...text, ...inPlace, ...coming('typewriter'), ...going('wipe') }],
  [
    'a rotated shape pops up and slides out',
    { type: 'shape', shapeType: 'ellipse', ...position(30, 20, 40, 50, 25), ...coming('pop'), ...going('slide') },
  ],
  [
    'a picture zooms in and is wiped away',
    {
      ...{ type: 'image', url: media('lake.jpg'), ...inPlace, radius: 20, shadowColor: '#000000' },
      ...{ ...coming('zoom'), ...going('wipe', { side: 'bottom' }) },
    },
  ],
  [
    'a picture that moves in its box slides in',
    {
      ...{ type: 'image', url: media('lake.jpg'), ...position(0, 0, 100, 100) },
      ...{ motion: { type: 'zoom-in', duration: 1 }, ...coming('slide', { side: 'top' }), ...going('zoom') },
    },
  ],
  ['a video fades', { ...numbers, ...inPlace, ...coming('fade'), ...going('fade') }],
  ['a video slides', { ...numbers, ...inPlace, ...coming('slide'), ...going('slide', { side: 'bottom' }) }],
  [
    'a video at odd places is wiped',
    { ...numbers, ...position(20.4, 21, 41, 40), ...coming('wipe'), ...going('wipe') },
  ],
  [
    'a rotated video zooms and pops',
    { ...numbers, ...position(25, 20, 50, 55, 20), globalAlpha: 0.8, radius: 12, ...coming('pop'), ...going('zoom') },
  ],
  [
    'a clear video on its side is uncovered and slides away',
    {
      ...{ type: 'video', url: media('sprite-alpha.webm'), ...position(30, 20, 40, 60, 90) },
      ...{ ...coming('wipe', { side: 'top' }), ...going('slide', { side: 'right' }) },
    },
  ],
  [
    'a looped video that is blended slides',
    {
      ...{ ...numbers, ...inPlace, endTime: 2.3, loopMode: 'duration', blendMode: 'multiply', objectFit: 'contain' },
      ...{ ...coming('slide', { side: 'right' }), ...going('fade') },
    },
  ],
];
/** Similarities of each scene, of all rows in one project: composing them one by one would take most of the time. */
let film: Promise<number[][]> | undefined;
it.each(rows.map(([name], i) => [name, i] as const))(
  'renders enter and exit animations as painted at each moment: %s',
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
])('renders enter and exit animations alike %s', async (_name, more, options) => {
  const layers = [
    { ...text, ...position(5, 5, 40, 40), ...coming('zoom'), ...going('slide') },
    { ...numbers, ...position(45, 40, 50, 50, 10), ...coming('slide', { side: 'right' }), ...going('wipe') },
  ];
  const project = projectWith(layers, more);
  const out = await lab.render(project, options);
  // Even a correct frame loses a little by encoding and by the few colors of a GIF.
  for (const value of (await likeness(project, out, 'output' in more ? 25 : 30)).flat())
    expect.soft(value).toBeGreaterThan(0.96);
});

it('describes a curve by as few polynomials as possible without loss', () => {
  const values = Array.from({ length: 60 }, (_, i) => (i < 10 ? 5 : i < 40 ? 5 + 100 * easeInOut((i - 10) / 30) : 105));
  const curve = curveOf(values, 0.001);
  expect(curve.map(({ c }) => c.length)).toEqual([1, 3, 3, 1]);
  for (const [frame, value] of values.entries()) expect(curveAt(curve, frame)).toBeCloseTo(value, 3);
  const wild = values.map((value, i) => value + 20 * Math.sin(i * i));
  const kept = curveOf(wild, 0.001);
  for (const [frame, value] of wild.entries()) expect(Math.abs(curveAt(kept, frame) - value)).toBeLessThan(0.001);
});
