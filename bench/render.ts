import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pixelsOf, type SkiaSurface } from '../api/renderer/paint/skia.ts';
import { outputExtension } from '../engine/project/output.ts';
import { parseProjectText } from '../engine/project/parse.ts';
import type { Project } from '../engine/project/project.ts';
import { decodeFrame } from '../tests/support/decode.ts';
import { paintFrames } from '../tests/support/paintFrames.ts';
import { ssim } from '../tests/support/ssim.ts';
import { runReuse } from './reuse.ts';
import { type Ideal, idealW1, idealW2, idealW3 } from './support/ideal.ts';
import { columnsOf, measure, measureCutroom, type Pair } from './support/measure.ts';
import { printTable } from './support/table.ts';

const folder = resolve('bench/projects');
const pairs = 5;
/** Number of pairs for the longest work, which takes a minute per pair. */
const textPairs = 3;
const times = [0.5, 1.7, 2.9];
const video = resolve('fixtures/media/long.mp4');

/**
 * The works, and for each the best ffmpeg run for the same result, whose stills are composed in advance and not
 * counted.
 */
const works: readonly { name: string; project: string; ideal: Ideal }[] = [
  { name: 'W1 video, text, shape, image', project: 'w1.json', ideal: idealW1 },
  { name: 'W2 three scenes with music', project: 'w2.json', ideal: idealW2 },
  { name: 'W3 meme GIF', project: 'w3.json', ideal: idealW3 },
];

/**
 * Renders three works with `cutroom render` and, alternately, with the best plain ffmpeg graph that gives the same
 * result with the same encoder settings; medians of five pairs. The last rows compare with our own render: without
 * texts, in colors that need no conversion, and with everything encoded that was copied or cached. Ratios are ours ÷
 * reference: below 1.00 is less than ffmpeg alone.
 */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  try {
    const rows: string[][] = [];
    for (const work of works) rows.push(await runWork(work, temp));
    rows.push(await runTexts(temp), await runColors(temp), ...(await runReuse(temp)));
    const head = ['render', 'CPU s', '× ref', 'wall s', '× ref', 'peak MB', '× ref', 'SSIM', 'SSIM ref'];
    return `${printTable([head, ...rows])}\n(${pairs} pairs, medians, ${availableParallelism()} cores; SSIM against an unencoded composite)`;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };

/** Writes a project of some layers to a file. @returns its path. */
function projectFile(temp: string, name: string, layers: object[]): string {
  const file = join(temp, `${name}.json`);
  writeFileSync(file, JSON.stringify({ width: 1280, height: 720, alwaysEncode: true, scenes: [{ id: 's', layers }] }));
  return file;
}

/** 300 consecutive texts over a video, compared with the video alone: the cost of timed layers. */
async function runTexts(temp: string): Promise<string[]> {
  const seconds = 30;
  const base = { id: 'video', type: 'video', url: video, loopMode: 'duration', playLength: seconds, position: whole };
  const alone = projectFile(temp, 'alone', [base]);
  const texts = projectFile(temp, 'texts', [...manyTexts(seconds), base]);
  const out = join(temp, 'w4.mp4');
  const usages: Pair[] = [];
  for (let i = 0; i < textPairs; i += 1)
    usages.push({ theirs: await renderUncached(temp, alone, out), ours: await renderUncached(temp, texts, out) });
  return ['W4 300 texts vs. the video alone', ...columnsOf(usages), '', ''];
}

function manyTexts(seconds: number): object[] {
  return Array.from({ length: 300 }, (_, i) => ({
    id: `t${i}`,
    type: 'text',
    text: `Line ${i + 1} of what is said`,
    color: '#ffffff',
    textShadow: 'black',
    position: { x: '10%', y: '80%', width: '80%', height: '12%' },
    from: (i * seconds) / 300,
    to: ((i + 1) * seconds) / 300,
  }));
}

/** Ten seconds of 1080p in BT.601 colors, compared with the output's colors: the cost of color conversion. */
async function runColors(temp: string): Promise<string[]> {
  const project = (name: string, matrix: string) => {
    const [url, file] = [join(temp, `${name}.mp4`), join(temp, `${name}.json`)];
    const colors = `scale=1920:1080:out_color_matrix=${matrix}:out_range=tv`;
    const tags = ['-colorspace', matrix, '-color_primaries', matrix, '-color_trc', matrix];
    const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-an'];
    execFileSync('ffmpeg', ['-v', 'error', '-t', '10', '-i', video, '-vf', colors, ...tags, ...coded, url]);
    const layers = [{ id: 'v', type: 'video', url, position: whole }];
    const body = { width: 1920, height: 1080, alwaysEncode: true, scenes: [{ id: 's', layers }] };
    writeFileSync(file, JSON.stringify(body));
    return file;
  };
  const [ours, theirs] = [project('bt601', 'smpte170m'), project('bt709', 'bt709')];
  const usages: Pair[] = [];
  for (let i = 0; i < textPairs; i += 1) {
    const out = join(temp, 'colors.mp4');
    usages.push({ theirs: await renderUncached(temp, theirs, out), ours: await renderUncached(temp, ours, out) });
  }
  return ['1080p BT.601 vs. BT.709', ...columnsOf(usages), '', ''];
}

async function runWork({ name, project: file, ideal }: (typeof works)[number], temp: string): Promise<string[]> {
  const project = parsed(join(folder, file));
  const [ours, theirs] = ['ours', 'theirs'].map((who) => join(temp, `${who}.${outputExtension(project.output)}`)) as [
    string,
    string,
  ];
  const reference = await ideal(project, temp, theirs);
  const usages: Pair[] = [];
  for (let i = 0; i < pairs; i += 1) {
    const bare = await measure('ffmpeg', reference);
    usages.push({
      theirs: bare,
      ours: await renderUncached(temp, join(folder, file), ours),
    });
  }
  const painted = await paintFrames(project, times, { locate: async (url) => resolve(folder, url) });
  return [name, ...columnsOf(usages), ...[ours, theirs].map((output) => likeness(painted, output).toFixed(4))];
}

/** Renders a project without cache. */
function renderUncached(temp: string, file: string, out: string) {
  return measureCutroom(join(temp, 'cache'), 'render', file, '--no-cache', '--out', out);
}

/** Mean SSIM of an output relative to the project painted in full color at the same times. */
function likeness(painted: readonly SkiaSurface[], output: string): number {
  const scores = painted.map((surface, i) => {
    const { width, height } = surface.canvas;
    return ssim(pixelsOf(surface), decodeFrame(output, times[i] as number, width, height), width, height);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function parsed(file: string): Project {
  const result = parseProjectText(readFileSync(file, 'utf8'));
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}
