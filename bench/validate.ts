import { performance } from 'node:perf_hooks';
import { parseProjectText } from '../engine/project/parse.ts';
import type { Project, ProjectInput } from '../engine/project/project.ts';
import { median } from './support/measure.ts';
import { printTable } from './support/table.ts';

const filesPerRun = 300;
const runs = 7;

/** Checks project files of 100 layers each, compared with JSON.parse of the same texts: the overhead of the check. */
export async function run(): Promise<string> {
  const texts = Array.from({ length: filesPerRun }, (_, i) => JSON.stringify(sampleProject(i)));
  const parse: number[] = [];
  const check: number[] = [];
  for (let i = 0; i < runs; i += 1) {
    parse.push(secondsOf(() => texts.map((text) => JSON.parse(text))));
    check.push(secondsOf(() => texts.map(mustParse)));
  }
  const base = median(parse) / filesPerRun;
  const ours = median(check) / filesPerRun;
  const row = (name: string, seconds: number) => [
    name,
    String(Math.round(1 / seconds)),
    (seconds * 1e6).toFixed(0),
    (seconds / base).toFixed(2),
  ];
  return printTable([
    ['validate: 5 scenes × 20 layers', 'files/s', 'µs/file', '× JSON.parse'],
    row('JSON.parse (reference)', base),
    row('parseProjectText', ours),
  ]);
}

function mustParse(text: string): Project {
  const parsed = parseProjectText(text);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

function secondsOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function sampleProject(seed: number): ProjectInput {
  const position = { x: '10%', y: '12.5%', width: '40%', height: '20%', rotation: seed % 360 };
  return {
    scenes: Array.from({ length: 5 }, (_, s) => ({
      id: `s${s}`,
      duration: 3,
      layers: Array.from({ length: 20 }, (_, l) => {
        const common = { id: `s${s}l${l}`, position };
        if (l % 4 === 0)
          return {
            ...common,
            type: 'text' as const,
            text: `Title ${l} of file ${seed}`,
            color: '#112233',
            animation: { id: 'hue-rotate' as const },
          };
        if (l % 4 === 1) return { ...common, type: 'image' as const, url: `pictures/${l}.jpg` };
        if (l % 4 === 2)
          return {
            ...common,
            type: 'shape' as const,
            shapeType: 'rectangle' as const,
            background: '#5969e2',
            globalAlpha: 0.5,
          };
        return { ...common, type: 'video' as const, url: `clips/${l}.mp4`, isTrimmed: true, startTime: 1, endTime: 4 };
      }),
    })),
  };
}
