import { parse as parseCsv } from 'csv-parse/sync';
import { probeFile } from '../api/renderer/media/probe.ts';
import { compileRender, renderProblems } from '../api/renderer/plan/compile.ts';
import { slicesOf } from '../api/renderer/segments/slicesOf.ts';
import { compileBody } from '../api/sources/compileBody.ts';
import { readCues } from '../engine/edit/cueFile.ts';
import { projectOfRow } from '../engine/edit/fillRow.ts';
import { readTable } from '../engine/edit/tableRows.ts';
import { parseProject, parseProjectText } from '../engine/project/parse.ts';
import { printTable } from './support/table.ts';

/** Project bodies by growing item, and the number of items at 100 ×. */
const axes: Readonly<Record<string, { most: number; body: (n: number) => Record<string, unknown> }>> = {
  'still texts': { most: 10_000, body: (n) => inScenes(n, (id) => text(id)) },
  'animated texts': { most: 10_000, body: (n) => inScenes(n, (id) => text(id, { animation })) },
  'texts and videos in turn': { most: 10_000, body: (n) => inScenes(n, (id, i) => (i % 2 ? video(id) : text(id))) },
  'texts that come and go': {
    most: 10_000,
    body: (n) => inScenes(n, (id, i) => text(id, { from: i % 5, to: (i % 5) + 1 })),
  },
  'texts with keyframes': { most: 1000, body: (n) => inScenes(n, (id) => text(id, { keyframes })) },
  'videos with keyframes': { most: 1000, body: (n) => inScenes(n, (id) => video(id, { keyframes })) },
  scenes: {
    most: 500,
    body: (n) => ({ scenes: Array.from({ length: n }, (_, i) => scene(`s${i}`, [text(`t${i}`)], 1)) }),
  },
  subtitles: { most: 5000, body: (n) => ({ scenes: [scene('s', [subtitles(n)], n / 10)] }) },
  'values to merge': { most: 1000, body: (n) => merging(n) },
};

const url = '/samples/media/party.mp4';
const position = { x: '10%', y: '20%', width: '30%', height: '10%', rotation: 0 };
const animation = { id: 'text-focus-in', duration: 0.5, speed: 'default' };
const keyframes = [
  { time: 0, x: '0%' },
  { time: 2, x: '50%' },
];
const text = (id: string, more: object = {}) => ({ id, type: 'text', text: `Text ${id}`, position, ...more });
const video = (id: string, more: object = {}) => ({ id, type: 'video', url, position, ...more });
const scene = (id: string, layers: object[], duration: number) => ({ id, layers, duration, isImageVideo: true });

function inScenes(n: number, layer: (id: string, i: number) => object): Record<string, unknown> {
  const size = Math.min(500, n);
  const scenes = Array.from({ length: n / size }, (_, s) =>
    scene(
      `s${s}`,
      Array.from({ length: size }, (_, i) => layer(`l${s}-${i}`, i)),
      6,
    ),
  );
  return { scenes };
}

function subtitles(n: number): object {
  const cues = Array.from({ length: n }, (_, i) => ({
    id: `c${i}`,
    text: 'Word',
    startTime: i / 10,
    endTime: (i + 1) / 10,
  }));
  return { id: 'c', type: 'subtitles', position, cues };
}

function merging(n: number): Record<string, unknown> {
  const names = Array.from({ length: n }, (_, i) => `name ${i}`);
  const named = names.values();
  const body = inScenes(n, (id) => text(id, { text: `{{${named.next().value}}}` }));
  return { ...body, merge: Object.fromEntries(names.map((name) => [name, 'value'])) };
}

/** Processing steps of a body; each uses the results of the previous ones. */
async function stepsOf(body: Record<string, unknown>): Promise<[string, () => unknown][]> {
  const probe = await probeFile('fixtures/media/party.mp4');
  const { kind, width, height, duration, hasAudio, animated } = probe;
  const facts = { kind, width, height, duration, hasAudio, animated };
  const known = { media: new Map([[url, { url, facts }]]), peaks: new Map() };
  const json = JSON.stringify(body);
  const compiled = compileBody({ ...body, isStudio: true }, known);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled).slice(0, 500));
  const project = compiled.value;
  const probes = new Map([[url, probe]]);
  const plan = compileRender(project, probes);
  return [
    ['parse', () => parseProjectText(json)],
    ['compile', () => compileBody({ ...body, isStudio: true }, known)],
    ['validate', () => renderProblems(project, probes)],
    ['plan', () => compileRender(project, probes)],
    ['slice', () => slicesOf(plan)],
  ];
}

/** Exponent of growth of CPU time from 10 × to 100 ×. */
function exponentOf(times: readonly number[]): number {
  const [, some = 1, all = 1] = times;
  return Math.log10(all / some);
}

/** CPU time of some work, in seconds: the minimum of several runs, because interference only adds. */
function cpuOf(work: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.max(1e-6, Math.min(...runs));
}

/**
 * Parses, checks and plans projects with 1, 10 and 100 times as many items. Shows CPU milliseconds at 100 ×, and the
 * exponent from 10 × to 100 ×: 1 means linear growth.
 */
export async function run(): Promise<string> {
  const names = ['parse', 'compile', 'validate', 'plan', 'slice'];
  const rows: string[][] = [['scaling', 'at 100 ×', ...names.flatMap((name) => [`${name} ms`, 'exponent'])]];
  for (const [name, { most, body }] of Object.entries(axes)) {
    const times: number[][] = [];
    for (const n of [most / 100, most / 10, most]) {
      const steps = await stepsOf(body(n));
      for (const [i, [, work]] of steps.entries()) times[i] = [...(times[i] ?? []), cpuOf(work)];
    }
    rows.push([name, String(most), ...times.flatMap(cellsOf)]);
  }
  for (const [name, most, work] of texts) {
    const times = [most / 100, most / 10, most].map((n) => cpuOf(work(n)));
    rows.push([name, String(most), ...cellsOf(times)]);
  }
  return printTable(rows);
}

function cellsOf(times: readonly number[]): string[] {
  const last = (times.at(-1) ?? 0) * 1000;
  // A few milliseconds are too short to measure.
  return [last.toFixed(1), last < 5 ? '–' : exponentOf(times).toFixed(2)];
}

/** Files with their own parsers. */
const texts: readonly [string, number, (n: number) => () => unknown][] = [
  [
    'rows of a table',
    10_000,
    (n) => {
      const table = `name,text\n${Array.from({ length: n }, (_, i) => `Row ${i},Hello`).join('\n')}`;
      const project = { scenes: [{ id: 's', layers: [text('t', { text: '{{name}}' })] }] };
      return () => readTable(table, parseCsv).rows.map((row) => projectOfRow(project, row, () => 'no file'));
    },
  ],
  [
    'cues of a file',
    5000,
    (n) => {
      const stamp = (i: number) =>
        `${String(Math.floor(i / 3600)).padStart(2, '0')}:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')},000`;
      const file = Array.from({ length: n }, (_, i) => `${i + 1}\n${stamp(i)} --> ${stamp(i + 1)}\nWords\n`).join('\n');
      let id = 0;
      return () => readCues(file, () => `c${id++}`, { name: 'a.srt' });
    },
  ],
  [
    'mistakes',
    10_000,
    (n) => {
      const body = inScenes(n, (id) => ({ id, type: 'text', text: 1, color: 2, fontSize: 3 }));
      return () => parseProject(body);
    },
  ],
];
