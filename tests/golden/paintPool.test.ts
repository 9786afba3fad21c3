import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RenderOptions, renderProject } from '../../api/renderer/job/render.ts';
import { createPaintPool, type PaintPool } from '../../api/renderer/paint/paintPool.ts';
import { type Budget, createBudget } from '../../api/system/budget.ts';
import { describeSandbox } from '../../api/system/sandbox.ts';
import { sourceOptions } from '../../cli/build/runTs.mjs';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { locally } from '../support/renderLab.ts';
import { smallDisk } from '../support/smallDisk.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'cutroom-paint-'));
const program = join(root, 'node_modules/.cache/cutroom', `paint-${process.pid}.mjs`);
const rooms = join(folder, 'rooms');
const pools: PaintPool[] = [];

beforeAll(async () => {
  mkdirSync(rooms);
  mkdirSync(join(root, 'node_modules/.cache/cutroom'), { recursive: true });
  const entryPoints = ['api/renderer/paint/paintMain.ts'];
  await build({ ...sourceOptions, entryPoints, outfile: program });
});

afterAll(() => {
  for (const pool of pools) pool.close();
  rmSync(folder, { recursive: true });
  rmSync(program, { force: true });
});

const poolOf = (...given: [bounds?: Parameters<typeof createPaintPool>[1]]) => {
  const pool = createPaintPool(program, { rooms, ...given[0] });
  pools.push(pool);
  return pool;
};

/** A still with text; with many texts if painting should take a while. */
function still(text: string, count = 1, more: object = { isImage: true }): Project {
  const position = { x: '5%', y: '5%', width: '90%', height: '90%' };
  const layers = Array.from({ length: count }, (_, i) => ({
    id: `t${i}`,
    type: 'text',
    text: `${text} ${i}`,
    position,
  }));
  const parsed = parseProject({ width: 320, height: 320, scenes: [{ id: 's', duration: 1, layers }], ...more });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

let count = 0;
/** @param options.workDir folder of the job; default: one folder for all. */
async function render(project: Project, options: Partial<RenderOptions> = {}): Promise<Buffer> {
  count += 1;
  const out = join(folder, `${count}.png`);
  await renderProject(project, { out, ...locally, workDir: folder, ...options });
  return readFileSync(out);
}

/** Process ids of the paint program. */
function painters(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const [command, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      // The sandbox program has it among its arguments too.
      return command === process.execPath && args.includes(program);
    } catch {
      return false;
    }
  });
}

async function oneByOne<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  for (const work of works) done.push(await work());
  return done;
}

const untilPainting = async () => {
  while (painters().length === 0) await new Promise((wait) => setTimeout(wait, 10));
};

describe('a persistent paint process', () => {
  it('paints job after job like the main process, without traces of earlier jobs', async () => {
    const painter = poolOf();
    const texts = ['One', 'Two', 'One'];
    const apart = await oneByOne(texts.map((text) => () => render(still(text), { painter })));
    // One process that painted all jobs, and one that is ready for other jobs.
    await expect.poll(() => painters().length).toBe(2);
    if ((await describeSandbox()).isLockedIn)
      for (const pid of painters())
        expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
    const here = await oneByOne(texts.map((text) => () => render(still(text))));
    expect(apart.map((bytes) => bytes.equals(here[texts.indexOf('One')] as Buffer))).toEqual([true, false, true]);
    expect(apart[1]?.equals(here[1] as Buffer)).toBe(true);
    painter.close();
    await expect.poll(painters).toEqual([]);
    expect(readdirSync(rooms)).toEqual([]);
  });

  it('never paints for another job’s folder and leaves that to a fresh process', async () => {
    const painter = poolOf();
    const works = ['first', 'second'].map((name) => join(folder, name));
    for (const work of works) mkdirSync(work);
    await render(still('One'), { painter, workDir: works[0] as string });
    await expect.poll(() => painters().length).toBe(2);
    const before = painters();
    await render(still('Two'), { painter, workDir: works[1] as string });
    await expect.poll(() => painters().length).toBe(2);
    // The fresh process painted it; the one of the other job is gone.
    expect(painters().filter((pid) => before.includes(pid))).toHaveLength(1);
    painter.close();
    await expect.poll(painters).toEqual([]);
  });

  it('paints simultaneous jobs in parallel and exits after its maximum number of jobs', async () => {
    const painter = poolOf({ jobs: 2 });
    await Promise.all(['a', 'b', 'c'].map((text) => render(still(text), { painter })));
    await expect.poll(() => painters().length).toBe(2);
    await render(still('d'), { painter });
    await expect.poll(() => painters().length).toBe(1);
    painter.close();
    await expect.poll(painters).toEqual([]);
    const brief = poolOf({ idleMs: 100 });
    await render(still('f'), { painter: brief });
    await expect.poll(painters).toEqual([]);
  });

  it('keeps no reference to a finished job', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const pool = poolOf();
    let told: WeakRef<object> | undefined;
    const paint: PaintPool['paint'] = (job, run) => {
      told = new WeakRef(run.onProgress as object);
      return pool.paint(job, run);
    };
    await render(still('gone'), { painter: { paint } });
    expect([told === undefined, painters().length > 0]).toEqual([false, true]);
    const isHeld = () => {
      collect();
      return told?.deref() !== undefined;
    };
    await expect.poll(isHeld).toBe(false);
    pool.close();
    // Otherwise the next test would count this process.
    await expect.poll(painters).toEqual([]);
  });

  it('fails only its own job when it is killed or aborted', async () => {
    const painter = poolOf();
    const crashed = render(still('crash', 200), { painter });
    await untilPainting();
    for (const pid of painters()) process.kill(pid, 'SIGKILL');
    await expect(crashed).rejects.toThrow(/failed \(exit\)/);
    expect((await render(still('next'), { painter })).length).toBeGreaterThan(100);
    painter.close();
    await expect.poll(painters).toEqual([]);
    const stop = new AbortController();
    const cancelled = render(still('cancel', 200), { painter, signal: stop.signal });
    await untilPainting();
    stop.abort(new Error('Stopped.'));
    await expect(cancelled).rejects.toThrow('Stopped.');
    await expect.poll(painters).toEqual([]);
    expect((await render(still('after'), { painter })).length).toBeGreaterThan(100);
    painter.close();
    await expect.poll(painters).toEqual([]);
  });
});

const disk = smallDisk(400);

it.skipIf(!disk)('reports a full disk wherever it occurs', async () => {
  const small = disk as string;
  const painter = poolOf();
  const unlimited: Budget = { ...createBudget(), run: (_, work) => work() };
  const render = (project: Project, options: Partial<RenderOptions>) =>
    renderProject(project, { out: join(small, 'a.mp4'), ...locally, workDir: small, ...options });
  const full = `The disk is full: there is not enough space in ${small}.`;
  // Before an image is painted, in the paint process, and in the main process.
  const large = still('large', 1, { width: 1280, height: 720 });
  for (const options of [{}, { painter, budget: unlimited }, { budget: unlimited }])
    await expect(render(large, options)).rejects.toThrow(full);
  // The images fit, but the result of ffmpeg does not.
  writeFileSync(join(small, 'fill'), Buffer.alloc(245_000));
  await expect(render(still('small', 30, {}), { budget: unlimited })).rejects.toThrow(full);
  expect(readdirSync(small)).toEqual(['fill']);
  painter.close();
});
