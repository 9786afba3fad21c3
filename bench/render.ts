import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pixelsOf } from '../api/renderer/paint/skia.ts';
import { aacEncoding, mp4Encoding } from '../api/renderer/print/ffmpegArgs.ts';
import { parseProjectText } from '../engine/project/parse.ts';
import type { Project } from '../engine/project/project.ts';
import { decodeFrame } from '../tests/support/decode.ts';
import { paintFrames } from '../tests/support/paintFrames.ts';
import { ssim } from '../tests/support/ssim.ts';
import { measure, median, medianUsage, type Usage } from './support/measure.ts';
import { printTable } from './support/table.ts';

const folder = resolve('bench/projects');
const pairs = 5;
/** Of the longest work, which takes a minute a pair. */
const textPairs = 3;
const times = [0.5, 1.7, 2.9];

interface Work {
  name: string;
  project: string;
  /** What the reference reads. */
  source: string;
  /** Output size of both, pixels. */
  size: [width: number, height: number];
  /** Arguments of the bare ffmpeg run that stands beside it: same length, output size and encoder settings. */
  reference: (out: string) => string[];
  /** The reference pads; its own frames are then nothing to compare with. */
  padded?: boolean;
}

const video = resolve('fixtures/media/long.mp4');
const party = resolve('fixtures/media/party.mp4');

/** Reads `seconds` of one file, filters, encodes as we do. */
const mp4 = (filter: string) => (out: string) => [
  ...['-nostdin', '-v', 'error', '-y', '-t', '10', '-i', video, '-vf', filter],
  ...[...mp4Encoding({ quality: 'high' }), ...aacEncoding({ quality: 'high' }), '-movflags', '+faststart', out],
];

const gif = (out: string) => [
  ...['-nostdin', '-v', 'error', '-y', '-t', '3', '-i', party, '-filter_complex'],
  'fps=15,scale=480:480:flags=bicubic,split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle',
  out,
];

const works: readonly Work[] = [
  {
    name: 'W1 video, text, shape, picture',
    project: 'w1.json',
    source: video,
    size: [1280, 1280],
    reference: mp4('scale=1280:1280:flags=bicubic'),
  },
  // The picture of W1 without its layers: the least that any graph for W1 must do.
  {
    name: 'W1 beside scale + pad',
    project: 'w1.json',
    source: video,
    size: [1280, 1280],
    reference: mp4('scale=1280:720:flags=bicubic,pad=1280:1280:0:280'),
    padded: true,
  },
  {
    name: 'W2 three scenes with music',
    project: 'w2.json',
    source: video,
    size: [1280, 720],
    reference: mp4('scale=1280:720:flags=bicubic'),
  },
  { name: 'W3 meme GIF', project: 'w3.json', source: party, size: [480, 480], reference: gif },
];

/**
 * Renders three works by `cutroom render` and, in turn, a bare ffmpeg scale-and-encode of the same length, size and
 * encoder settings; medians of five pairs. The last row stands beside our own render without its texts. Ratios are ours ÷ reference: below 1.00 is less than ffmpeg alone takes.
 */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  try {
    const rows: string[][] = [];
    for (const work of works) rows.push(await runWork(work, temp));
    rows.push(await runTexts(temp));
    const head = ['render', 'CPU s', '× ref', 'wall s', '× ref', 'peak MB', '× ref', 'SSIM', 'SSIM ref'];
    return `${printTable([head, ...rows])}\n(${pairs} pairs, medians, ${availableParallelism()} cores; SSIM against a composite that was never encoded)`;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** 300 texts one after the other over a video, beside the render of that video alone: what layers in time cost. */
async function runTexts(temp: string): Promise<string[]> {
  const project = (name: string, layers: object[]) => {
    const file = join(temp, `${name}.json`);
    writeFileSync(file, JSON.stringify({ width: 1280, height: 720, scenes: [{ id: 's', layers }] }));
    return file;
  };
  const seconds = 30;
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const base = { id: 'video', type: 'video', url: video, loopMode: 'duration', playLength: seconds, position };
  const texts = Array.from({ length: 300 }, (_, i) => ({
    id: `t${i}`,
    type: 'text',
    text: `Line ${i + 1} of what is said`,
    color: '#ffffff',
    textShadow: 'black',
    position: { x: '10%', y: '80%', width: '80%', height: '12%' },
    from: (i * seconds) / 300,
    to: ((i + 1) * seconds) / 300,
  }));
  const files = { alone: project('alone', [base]), texts: project('texts', [...texts, base]) };
  const render = (file: string) => measure('node', ['cli/bin.mjs', 'render', file, '--out', join(temp, 'w4.mp4')]);
  const usages: { ours: Usage; theirs: Usage }[] = [];
  for (let i = 0; i < textPairs; i += 1) {
    const alone = await render(files.alone);
    usages.push({ theirs: alone, ours: await render(files.texts) });
  }
  return [`W4 300 texts beside the video alone`, ...columnsOf(usages), '', ''];
}

async function runWork(work: Work, temp: string): Promise<string[]> {
  const file = join(folder, work.project);
  const extension = work.reference === gif ? 'gif' : 'mp4';
  const ours = join(temp, `ours.${extension}`);
  const theirs = join(temp, `theirs.${extension}`);
  const usages: { ours: Usage; theirs: Usage }[] = [];
  for (let i = 0; i < pairs; i += 1) {
    const reference = await measure('ffmpeg', work.reference(theirs));
    const render = await measure('node', ['cli/bin.mjs', 'render', file, '--out', ours]);
    usages.push({ ours: render, theirs: reference });
  }
  return [
    work.name,
    ...columnsOf(usages),
    (await quality(file, ours)).toFixed(4),
    work.padded ? '' : referenceQuality(work, theirs).toFixed(4),
  ];
}

/** Medians of what was used, and of the ratios to the reference. */
function columnsOf(usages: readonly { ours: Usage; theirs: Usage }[]): string[] {
  const us = medianUsage(usages.map((pair) => pair.ours));
  const them = medianUsage(usages.map((pair) => pair.theirs));
  const ratio = (pick: (usage: Usage) => number) =>
    median(usages.map((pair) => pick(pair.ours) / pick(pair.theirs))).toFixed(2);
  return [
    us.cpu.toFixed(2),
    ratio((usage) => usage.cpu),
    us.wall.toFixed(2),
    ratio((usage) => usage.wall),
    (us.memory / 1e6).toFixed(0),
    (us.memory / them.memory).toFixed(2),
  ];
}

/** Mean SSIM of our output against the project painted in full colour at the same times. */
async function quality(file: string, output: string): Promise<number> {
  const parsed = parseProjectText(readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const project: Project = parsed.value;
  const painted = await paintFrames(project, times, { locate: async (url) => resolve(folder, url) });
  const scores = painted.map((surface, i) => {
    const { width, height } = surface.canvas;
    return ssim(pixelsOf(surface), decodeFrame(output, times[i] as number, width, height), width, height);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** The same for the reference: its output against its own input, scaled but not encoded. */
function referenceQuality({ source, size: [width, height] }: Work, output: string): number {
  const scores = times.map((t) =>
    ssim(decodeFrame(source, t, width, height), decodeFrame(output, t, width, height), width, height),
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
