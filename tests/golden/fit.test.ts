import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type RenderResult, renderProject } from '../../api/renderer/job/render.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { locally, openRenderLab, projectOf } from '../support/renderLab.ts';

const lab = openRenderLab('fit');
const table: string[] = [];
afterAll(() => {
  console.log(['Fitted under a size:', ...table].join('\n'));
  lab.close();
});

interface Case {
  name: string;
  /** Visible span of the source in seconds. */
  span: [number, number];
  /** In megabytes. */
  limit: number;
  output?: { type?: string; [field: string]: unknown };
  size?: { width: number; height: number };
}

let count = 0;

async function fitted(
  { name, span, limit, output = {}, size = { width: 240, height: 136 } }: Case,
  more: object = {},
  plays: object = {},
  options: object = {},
) {
  count += 1;
  const [startTime, endTime] = span;
  const url = resolve('fixtures/media', name);
  const video = { id: 'v', type: 'video', url, objectFit: 'cover', isTrimmed: true, startTime, endTime, ...plays };
  const text = { id: 't', type: 'text', text: 'Fit', position: { x: '5%', y: '5%', width: '30%', height: '20%' } };
  const scenes = [{ id: 's', layers: [text, video] }];
  const wanted = { type: 'video', ...output, fitUnder: limit };
  const notes: string[] = [];
  const ratios: number[] = [];
  const result = await renderProject(projectOf({ ...size, scenes, ...more, output: wanted }), {
    out: `${lab.temp}/fit-${count}`,
    ...locally,
    ...options,
    onNote: (note) => notes.push(note),
    onProgress: ({ ratio }) => ratios.push(ratio),
  });
  expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
  const share = result.size / (limit * 1e6);
  table.push(
    `  ${(100 * share).toFixed(1).padStart(5)} % of ${limit} MB ${name} ${JSON.stringify(output)} ${notes.join(' ')}`,
  );
  return { result, share, notes };
}

function expectFit({ share, result }: { share: number; result: RenderResult }): void {
  expect(share).toBeLessThanOrEqual(1);
  expect(share).toBeGreaterThanOrEqual(0.85);
  expect(result.size).toBeGreaterThan(0);
}

const small = { width: 128, height: 72 };
const gifOf = (name: string, end: number, limit: number): Case => ({
  ...{ size: small, name, limit, span: [0, end], output: { type: 'gif' } },
});
/** Few frames a second, which are encoded quickly. */
const party = { name: 'party.mp4', size: small } as const;
const usual: Case[] = [
  { ...party, span: [0, 1.5], limit: 0.015 },
  { ...party, span: [0, 1], limit: 0.03, output: { type: 'gif' } },
  { ...party, span: [0, 1], limit: 0.01, output: { type: 'video', container: 'webm' } },
  { ...party, span: [0, 1], limit: 0.03, output: { type: 'animation' } },
];
/** With CUTROOM_LONG=1: more sources, fast motion for more than a few seconds, and realistic sizes. */
const long: Case[] = [
  { name: 'traffic.mp4', span: [0, 2], limit: 0.06 },
  { name: 'numbers.mp4', span: [0, 7], limit: 0.06, size: small },
  ...[gifOf('numbers.mp4', 7, 0.07), gifOf('ocean.mp4', 1.5, 0.05)],
  { name: 'portrait.mp4', span: [0, 2], limit: 0.015 },
  gifOf('traffic.mp4', 1.5, 0.08),
  { name: 'mountains.mp4', span: [0, 3], limit: 0.05 },
  { name: 'long.mp4', span: [0, 1.5], limit: 0.02, size: small },
  ...[gifOf('mountains.mp4', 1.5, 0.06), gifOf('long.mp4', 1.5, 0.05)],
  { name: 'long.mp4', span: [0, 8], limit: 0.05, size: small },
  { name: 'long.mp4', span: [0, 7], limit: 0.12, size: small, output: { type: 'gif' } },
];
const large: Case[] = ['traffic.mp4', 'mountains.mp4', 'ocean.mp4', 'long.mp4', 'ribbons.webm'].flatMap((name) =>
  ['video', 'gif'].map((type) => ({
    ...{ name, span: [0, 4] as [number, number], limit: 8, output: { type } },
    size: { width: 1280, height: 720 },
  })),
);

describe('a result that would exceed its size limit', () => {
  it.each(usual)('ends between 85 and 100 % of the limit: $name $output', async (one) => {
    expectFit(await fitted(one));
  });

  it('ends between 85 and 100 % of the limit after more than 6 s, which are encoded as samples first', async () => {
    expectFit(await fitted({ ...party, span: [0, 3], limit: 0.06 }, {}, { loopMode: 'duration', playLength: 7 }));
  });

  it.runIf(process.env.CUTROOM_LONG).each(long)(
    'ends between 85 and 100 % of the limit: $name $output',
    async (one) => {
      expectFit(await fitted(one));
    },
  );

  it.runIf(process.env.CUTROOM_LONG).each(large)(
    'ends between 85 and 100 % of the limit: $name $output.type under 8 MB',
    { timeout: 900_000 },
    async (one) => {
      // Longer by looping: each is larger than its limit without one.
      expectFit(await fitted(one, {}, { loopMode: 'duration', playLength: one.output?.type === 'gif' ? 12 : 80 }));
    },
  );

  it('ends between 85 and 100 % of the limit as a video of several segments with audio', async () => {
    const sound = resolve('fixtures/media/music.wav');
    const one: Case = { ...party, span: [0, 2], limit: 0.04 };
    const made = await fitted(one, { audio: { url: sound } }, {}, { segmentLength: 1 });
    expectFit(made);
    expect(made.result.way).toBe('encode');
    // In a video of a still image, most bytes are audio.
    const layers = [{ id: 'i', type: 'image', url: resolve('fixtures/media/lake.jpg'), position: {} }];
    expectFit(await fitted({ ...one, limit: 0.04 }, { scenes: [{ id: 's', layers }], audio: { url: sound } }));
  });
});

it('selects the bit rate that fits for audio', async () => {
  const layers = [{ id: 'a', type: 'audio', url: resolve('fixtures/media/music.wav') }];
  // AAC is also the audio of videos.
  for (const format of process.env.CUTROOM_LONG ? ['mp3', 'm4a', 'opus'] : ['mp3', 'opus']) {
    const { share } = await fitted(
      { ...party, span: [0, 2], limit: 0.05, output: { type: 'audio', format } },
      { scenes: [{ id: 's', duration: 4, layers }] },
    );
    expect(share).toBeLessThanOrEqual(1);
    expect(share).toBeGreaterThan(0.75);
  }
});

it('leaves a smaller result unchanged, copied where possible', async () => {
  const one: Case = { ...party, span: [0, 1], limit: 9000 };
  const free = await fitted({ ...one, output: { type: 'gif', fps: 5 } });
  const limited = await fitted({ ...one, limit: 5, output: { type: 'gif', fps: 5 } });
  expect(limited.result.size).toBe(free.result.size);
  expect(limited.notes).toEqual([]);
  const frame = await fitted(
    { ...one, limit: 0.05, output: { type: 'gif', fps: 1 } },
    { scenes: [{ id: 's', duration: 1, background: '#00000000', layers: [] }] },
  );
  expect(frame.result).toMatchObject({ duration: 1, ...small });
});

it('rejects an impossible limit and reports the smallest possible one', async () => {
  const one: Case = { name: 'traffic.mp4', span: [0, 2], limit: 0.01, size: small };
  for (const output of [{ type: 'video' }, ...(process.env.CUTROOM_LONG ? [{ type: 'gif' }] : [])]) {
    const error = await fitted({ ...one, output }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    const [problem] = (error as ProblemError).problems;
    expect(problem?.pointer).toBe('/output/fitUnder');
    expect(problem?.message).toMatch(
      /^This cannot be smaller than about \d+(\.\d+)? MB\. Please allow a larger file, or make it shorter\.$/,
    );
  }
});
