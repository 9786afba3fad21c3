import { afterAll, expect, it } from 'vitest';
import { framesOf, h264, openRenderLab } from '../support/renderLab.ts';

const lab = openRenderLab('subtitles');
afterAll(lab.close);

const fps = 30;
const size = { width: 320, height: 180 };

/** Cues of several lengths, on frames and between them, with and without a pause, and two at once. */
const times = [
  [0.2, 0.7],
  [0.7, 1.013],
  [1.25, 1.3],
  [1.51, 2.49],
  [2.2, 3],
  [3.001, 3.034],
  [3.5, 9],
] as const;

const cues = times.map(([startTime, endTime], i) => ({ id: `c${i}`, text: 'Words to read', startTime, endTime }));
const layer = { id: 's', type: 'subtitles', cues, fontSize: '40px', background: '#000000' };

it('shows each cue exactly in its frames, also in a scene that starts between two frames', async () => {
  const before = 0.71;
  const scenes = [
    { id: 'a', duration: before, layers: [] },
    { id: 'b', duration: 4, layers: [layer] },
  ];
  const frames = framesOf(await lab.render({ ...size, scenes }), size.width, size.height);
  const wanted = frames.map((_, n) => times.filter(([from, to]) => isAt(n / fps - before, from, to)).length);
  expect(frames).toHaveLength(141);
  expect(frames.map(linesIn)).toEqual(wanted);
});

it.each(['24', '25', '30000/1001', '60'])(
  'shows each cue exactly in its frames over a video of %s frames a second',
  async (rate) => {
    const [frames = 0, per = 1] = rate.split('/').map(Number);
    const white = ['-f', 'lavfi', '-i', `color=white:s=320x180:r=${rate}:d=4`, '-pix_fmt', 'yuv420p', ...h264];
    const video = { id: 'v', type: 'video', url: lab.made(`white-${frames}.mp4`, ...white), position: whole };
    const made = framesOf(await lab.render({ ...size, scenes: [{ id: 's', layers: [layer, video] }] }), 320, 180);
    expect(Math.abs(made.length - (4 * frames) / per)).toBeLessThan(1);
    const wanted = made.map((_, n) => times.filter(([from, to]) => isAt((n * per) / frames, from, to)).length);
    expect(made.map(linesIn)).toEqual(wanted);
  },
);

it('renders invalid characters, unpaired surrogates and very long texts, also past the end', async () => {
  const texts = [
    '\0\u0007\u001b[1m A\tB\r\nC\u2028D',
    '\ud83d half \udc00',
    '\u202eturned \ufffe\uffff',
    'x'.repeat(2000),
  ];
  const odd = texts.map((text, i) => ({ id: `c${i}`, text, startTime: i / 5, endTime: i === 3 ? 9 : i / 5 + 0.1 }));
  const scenes = [{ id: 'a', duration: 1, layers: [{ ...layer, cues: odd, highlight: true }] }];
  const made = framesOf(await lab.render({ ...size, scenes }), size.width, size.height);
  expect(made).toHaveLength(30);
  // Each cue disappears after its time.
  for (const n of [4, 10, 16]) expect(linesIn(made[n] as Uint8ClampedArray)).toBe(0);
});

const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };

function isAt(t: number, from: number, to: number): boolean {
  return t >= from - 1e-5 && t < to - 1e-5;
}

/** Number of text lines in a frame, by the height of their black background. */
function linesIn(pixels: Uint8ClampedArray): number {
  let rows = 0;
  for (let y = 0; y < size.height; y += 1) {
    let dark = 0;
    for (let x = 0; x < size.width; x += 1) if ((pixels[(y * size.width + x) * 4] as number) < 60) dark += 1;
    if (dark > 30) rows += 1;
  }
  return rows < 36 ? 0 : rows < 96 ? 1 : 2;
}
