import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renderProject } from '../../api/renderer/job/render.ts';
import { type Budget, createBudget } from '../../api/system/budget.ts';
import { DiskFullError } from '../../api/system/diskFull.ts';
import { numbersIn, openRenderLab, projectOf } from '../support/renderLab.ts';
import { fillExcept, smallDisk } from '../support/smallDisk.ts';

const disk = smallDisk(8_000);
const lab = openRenderLab('full-disk');
afterAll(lab.close);

const url = resolve('fixtures/media/numbers.mp4');
const whole = (more: object) => ({
  width: 320,
  height: 180,
  alwaysEncode: true,
  scenes: [0, 1, 2].map((i) => ({
    id: `s${i}`,
    layers: [
      { id: `t${i}`, type: 'text', text: `Scene ${i}`, position: { y: '70%', height: '20%' } },
      { id: `v${i}`, type: 'video', url, isTrimmed: true, startTime: i, endTime: i + 1, isReversed: i === 1 },
    ],
  })),
  ...more,
});

/** Reserves nothing, so a full disk is detected while writing. */
const unreserved: Budget = { ...createBudget(), run: (_, work) => work() };

type Kind = [name: string, ending: string, options: { segmentLength?: number }, more: object];
const kinds: Kind[] = [
  ['an MP4 in segments', 'mp4', { segmentLength: 1 }, {}],
  ['an MP4', 'mp4', {}, {}],
  ['a GIF', 'gif', {}, { output: { type: 'gif' } }],
  ['a copy', 'mp4', {}, { alwaysEncode: false, scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] }],
];

/** Free bytes. CUTROOM_LONG=1: many more values, for all kinds. */
const rooms = process.env.CUTROOM_LONG
  ? Array.from({ length: 30 }, (_, i) => 40_000 * (i + 1))
  : [60_000, 160_000, 220_000];

it.skipIf(!disk).each(process.env.CUTROOM_LONG ? kinds : kinds.slice(0, 1))(
  'reports a full disk at any point while %s is rendered, and keeps an earlier result',
  async (_name, ending, options, more) => {
    const folder = disk as string;
    const [work, cacheDir, out] = [join(folder, 'work'), join(folder, 'cache'), join(folder, `made.${ending}`)];
    const make = () =>
      renderProject(projectOf(whole(more)), {
        ...{ out, workDir: work, cacheDir, budget: unreserved, locate: async (path) => path, ...options },
      });
    mkdirSync(work, { recursive: true });
    for (const room of rooms) {
      rmSync(cacheDir, { recursive: true, force: true });
      writeFileSync(out, 'an earlier result');
      fillExcept(folder, room);
      const failure: unknown = await make().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure !== undefined) {
        expect(failure, `${room} bytes`).toBeInstanceOf(DiskFullError);
        expect(readFileSync(out, 'utf8')).toBe('an earlier result');
      }
      expect([readdirSync(work), readdirSync(folder).filter((name) => name.startsWith('.'))]).toEqual([[], []]);
    }
    // Incomplete results are not cached.
    rmSync(join(folder, 'fill'));
    if (ending === 'gif') return;
    await make();
    expect(numbersIn(out)).toEqual(numbersIn(await lab.render(whole(more))));
  },
);
