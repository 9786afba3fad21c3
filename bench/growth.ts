import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measureCutroom } from './support/measure.ts';
import { plotSvg } from './support/plot.ts';
import { printTable } from './support/table.ts';

/** Factors of growth. CUTROOM_LONG=1: up to 500 scenes, 20 minutes, 500 images, in about half an hour. */
const times = process.env.CUTROOM_LONG ? [1, 10, 50] : [1, 4, 16];

/** A dimension of growth: creates a project with `n` items. */
interface Axis {
  name: string;
  /** Number of items at factor 1. */
  from: number;
  /** Maximum factor; default: see `times`. */
  most?: number;
  project: (n: number, temp: string) => { seconds: number; body: object };
}

const video = resolve('fixtures/media/long.mp4');
const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
const size = { width: 640, height: 360 };
const played = (id: string, seconds: number) => ({
  id,
  type: 'video',
  url: video,
  position: whole,
  loopMode: 'duration',
  playLength: seconds,
});

const axes: readonly Axis[] = [
  {
    name: 'seconds of one video',
    from: 24,
    project: (n, temp) => ({
      seconds: n,
      body: { ...size, scenes: [{ id: 's', layers: [{ ...played('v', n), url: lasting(n, temp) }] }] },
    }),
  },
  {
    name: 'scenes with transitions',
    from: 10,
    project: (n) => ({ seconds: n, body: { ...size, scenes: Array.from({ length: n }, (_, i) => scene(i)) } }),
  },
  {
    name: 'scenes of 1080p clips, a file each',
    from: 10,
    most: 14,
    project: (n, temp) => {
      const scenes = clips(n, temp).map((url, i) => ({ id: `s${i}`, layers: [{ ...played(`v${i}`, 1), url }] }));
      return { seconds: n, body: { ...size, scenes } };
    },
  },
  {
    name: 'texts in time',
    from: 20,
    // A scene has at most 500 layers.
    most: 15,
    project: (n) => {
      const texts = Array.from({ length: n }, (_, i) => ({
        ...words(`t${i}`, `Line ${i + 1} of what is said`),
        from: (i * 30) / n,
        to: ((i + 1) * 30) / n,
      }));
      return { seconds: 30, body: { ...size, scenes: [{ id: 's', layers: [...texts, played('v', 30)] }] } };
    },
  },
  {
    name: 'pictures of 12 megapixels',
    from: 10,
    project: (n, temp) => ({
      seconds: n / 2,
      body: { ...size, scenes: pictures(n, temp).map((url, i) => picture(url, i)) },
    }),
  },
];

function scene(i: number): object {
  const layers = [
    words(`t${i}`, `Scene ${i + 1}`),
    { ...played(`v${i}`, 1), isTrimmed: true, startTime: i % 9, endTime: (i % 9) + 1 },
  ];
  return { id: `s${i}`, ...(i === 0 ? {} : { transition: { type: 'dissolve', duration: 0.3 } }), layers };
}

function words(id: string, text: string): object {
  const position = { x: '10%', y: '80%', width: '80%', height: '12%' };
  return { id, type: 'text', text, color: '#ffffff', textShadow: 'black', position };
}

function picture(url: string, i: number): object {
  return {
    id: `p${i}`,
    isImageVideo: true,
    duration: 0.5,
    layers: [{ id: `i${i}`, type: 'image', url, position: whole }],
  };
}

function pictures(n: number, temp: string): string[] {
  const made = ['-f', 'lavfi', '-i', 'testsrc2=size=4000x3000', '-frames:v', '1'];
  return copies(n, join(temp, 'picture'), 'jpg', made);
}

/** Creates a video as long as its visible part: a short looped one would be decoded only once within a segment. */
function lasting(seconds: number, temp: string): string {
  const file = join(temp, `lasting-${seconds}.mp4`);
  const copied = ['-stream_loop', '-1', '-i', video, '-t', `${seconds}`, '-c', 'copy', file];
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...copied]);
  return file;
}

function clips(n: number, temp: string): string[] {
  const made = ['-t', '1', '-i', video, '-vf', 'scale=1920:1080', '-preset', 'veryfast'];
  return copies(n, join(temp, 'clip'), 'mp4', made);
}

/** Creates a file with ffmpeg and copies it: each copy is a different file for the renderer. */
function copies(n: number, name: string, ending: string, made: readonly string[]): string[] {
  const files = Array.from({ length: n }, (_, i) => `${name}-${i}.${ending}`) as [string, ...string[]];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...made, files[0]]);
  for (const file of files.slice(1)) copyFileSync(files[0], file);
  return files;
}

function factorsOf(most = Number.POSITIVE_INFINITY): number[] {
  return times.map((factor) => Math.min(factor, most));
}

/**
 * Renders projects with more and more of one item: CPU per second of output and peak memory, each as a ratio to the
 * smallest project of its row. Both stay near 1 if cost grows linearly. Plots to dist/growth.svg.
 */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-growth-'));
  try {
    const rows: string[][] = [];
    const lines: { name: string; most: number | undefined; cpu: number[]; memory: number[] }[] = [];
    for (const { name, from, most, project } of axes) {
      const cpu: number[] = [];
      const memory: number[] = [];
      for (const factor of factorsOf(most)) {
        const { seconds, body } = project(from * factor, temp);
        const file = join(temp, 'project.json');
        writeFileSync(file, JSON.stringify(body));
        const out = join(temp, 'out.mp4');
        const used = await measureCutroom(join(temp, 'cache'), 'render', file, '--no-cache', '--out', out);
        cpu.push(used.cpu / seconds);
        memory.push(used.memory);
        const ratios = [cpu, memory].map((of) => ((of.at(-1) as number) / (of[0] as number)).toFixed(2));
        const row = [
          `${from * factor} ${name}`,
          (used.cpu / seconds).toFixed(3),
          (used.memory / 1e6).toFixed(0),
          ...ratios,
        ];
        rows.push(row);
        // Prints progress, because everything takes half an hour.
        process.stderr.write(`${row.join('  ')}\n`);
      }
      lines.push({ name, most, cpu, memory });
    }
    const plot = (title: string, pick: (line: (typeof lines)[number]) => number[]) => ({
      title,
      lines: lines.map((line) => {
        const values = pick(line);
        return {
          name: line.name,
          points: values.map((y, i) => ({ x: factorsOf(line.most)[i] as number, y: y / (values[0] as number) })),
        };
      }),
    });
    const svg = plotSvg([plot('CPU per output second', ({ cpu }) => cpu), plot('Peak memory', ({ memory }) => memory)]);
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/growth.svg', svg);
    const head = ['growth', 'CPU s/s', 'peak MB', '× CPU', '× memory'];
    return `${printTable([head, ...rows])}\n(ratios to the first of each kind; plotted in dist/growth.svg)`;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}
