import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { renderProject } from '../api/renderer/job/render.ts';
import { createPaintPool } from '../api/renderer/paint/paintPool.ts';
import { parseProject } from '../engine/project/parse.ts';
import type { Project } from '../engine/project/project.ts';
import { measure, median } from './support/measure.ts';
import { printTable } from './support/table.ts';

const count = 100;
const runs = 3;
const photo = resolve('fixtures/media/lake.jpg');
const size = { width: 640, height: 360 };

/** A photo with a line of text, as a PNG. */
const still = (text: string) => {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const layers = [
    { id: 't', type: 'text', text, color: '#ffffff', position: { ...position, y: '70%', height: '20%' } },
    { id: 'i', type: 'image', url: photo, objectFit: 'cover', position },
  ];
  return { ...size, isImage: true, scenes: [{ id: 's', layers }] };
};

/**
 * A hundred stills in a row, compared with as many ffmpeg runs that only scale the photo: by the command line from a
 * table; as the service renders them, with a running painting process, and with a new process per still. Ratios are
 * ours ÷ ffmpeg.
 */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  try {
    const [bare, table, staying, fresh]: number[][] = [[], [], [], []];
    for (let i = 0; i < runs; i += 1) {
      bare?.push(await bareRuns(temp));
      table?.push(await tableRun(temp));
      staying?.push(await serviceRun(temp, 30_000));
      fresh?.push(await serviceRun(temp, 0));
    }
    const base = median(bare ?? []);
    const row = (name: string, seconds: readonly number[] = []) => [
      name,
      ((1000 * median(seconds)) / count).toFixed(0),
      (median(seconds) / base).toFixed(2),
    ];
    return printTable([
      [`${count} stills`, 'ms per still', '× ffmpeg'],
      row('ffmpeg, one run per still', bare),
      row('cutroom render --data', table),
      row('service, with a prepared painting process per still', staying),
      row('service, with a new painting process per still', fresh),
    ]);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

async function bareRuns(temp: string): Promise<number> {
  const [from, to] = [photo, join(temp, 'bare.png')];
  const one = `ffmpeg -nostdin -v error -y -i ${from} -vf scale=${size.width}:${size.height} -frames:v 1 ${to}`;
  return (await measure('bash', ['-c', `for i in $(seq ${count}); do ${one}; done`])).wall;
}

async function tableRun(temp: string): Promise<number> {
  const [project, rows] = [join(temp, 'still.json'), join(temp, 'rows.csv')];
  writeFileSync(project, JSON.stringify(still('Hello {{name}}')));
  writeFileSync(rows, `name\n${Array.from({ length: count }, (_, i) => `number ${i}\n`).join('')}`);
  const args = ['cli/bin.mjs', 'render', project, '--data', rows, '--out', join(temp, '{row}.png')];
  return (await measure('node', args)).wall;
}

async function serviceRun(temp: string, idleMs: number): Promise<number> {
  const painter = createPaintPool(resolve('dist/paint.mjs'), { idleMs });
  const began = performance.now();
  try {
    for (let i = 0; i < count; i += 1) {
      const out = join(temp, `service-${i}.png`);
      // Each is a separate video, and videos never share a painting process.
      const workDir = mkdtempSync(join(temp, 'work-'));
      await renderProject(parsed(`Hello number ${i}`), { out, painter, workDir, locate: async (url) => url });
    }
    return (performance.now() - began) / 1000;
  } finally {
    painter.close();
  }
}

function parsed(text: string): Project {
  const found = parseProject(still(text));
  if (!found.ok) throw new Error(found.problems[0]?.message);
  return found.value;
}
