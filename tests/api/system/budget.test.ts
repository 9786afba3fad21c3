import { getEventListeners } from 'node:events';
import { linkSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../api/system/budget.ts';
import { DiskFullError, isDiskFull } from '../../../api/system/diskFull.ts';
import { ProcessError } from '../../../api/system/process.ts';
import { smallDisk } from '../../support/smallDisk.ts';

/** A step that runs until its `end` is called. */
function step() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end: () => end() };
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a budget', () => {
  it('queues steps until they fit, first in, first out', async () => {
    const budget = createBudget({ memory: 100, decoders: 4 });
    const order: string[] = [];
    const [a, b, c] = [step(), step(), step()];
    const run = (name: string, need: { memory?: number; decoders?: number }, { work }: ReturnType<typeof step>) =>
      budget.run(need, () => {
        order.push(name);
        return work();
      });
    const all = [run('a', { memory: 60 }, a), run('b', { memory: 60, decoders: 4 }, b), run('c', { memory: 1 }, c)];
    await moment();
    expect(order).toEqual(['a']);
    a.end();
    await moment();
    expect(order).toEqual(['a', 'b', 'c']);
    b.end();
    c.end();
    await Promise.all(all);
  });

  it('runs a step that exceeds the whole budget alone, and continues after a failed step', async () => {
    const budget = createBudget({ memory: 100, decoders: 4 });
    await expect(budget.run({ memory: 1000 }, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await budget.run({ decoders: 1000 }, async () => 'done')).toBe('done');
  });

  it('rejects a step that needs more memory than the machine has before it begins', async () => {
    const budget = createBudget({ memory: 4e9, machine: 5e9 });
    const never = budget.run({ memory: 24.3e9 }, async () => 'never');
    await expect(never).rejects.toThrow('This takes about 24.3 GB of memory, and the machine has 5.0 GB.');
    expect(await budget.run({ memory: 4.5e9 }, async () => 'alone')).toBe('alone');
  });

  it('ends the wait of a canceled step', async () => {
    const budget = createBudget({ memory: 100 });
    const [a, stop] = [step(), new AbortController()];
    const first = budget.run({ memory: 100 }, a.work);
    const second = budget.run({ memory: 100 }, async () => 'never', stop.signal);
    stop.abort(new Error('Stopped.'));
    await expect(second).rejects.toThrow('Stopped.');
    a.end();
    await first;
    expect(await budget.run({ memory: 100 }, async () => 'next')).toBe('next');
  });

  it('removes a canceled step from any place in the queue at once, and drops its listener', async () => {
    const budget = createBudget({ memory: 100 });
    const [a, stop] = [step(), new AbortController()];
    const [first, second] = [a.work, a.work].map((work) => budget.run({ memory: 100 }, work));
    const third = budget.run({ memory: 100 }, async () => 'never', stop.signal);
    await moment();
    stop.abort(new Error('Stopped.'));
    await expect(third).rejects.toThrow('Stopped.');
    a.end();
    await Promise.all([first, second]);
    const heard = new AbortController();
    for (let i = 0; i < 3; i += 1) await budget.run({ memory: 100 }, async () => 'done', heard.signal);
    expect(getEventListeners(heard.signal, 'abort')).toEqual([]);
  });

  it('starts the next step whenever one ends, also while the queue is being checked', async () => {
    const budget = createBudget({ memory: 100 });
    const ended = Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        budget.run({ memory: 60, disk: { bytes: 1, folder: tmpdir() } }, async () => {
          for (let turn = 0; turn < i % 7; turn += 1) await Promise.resolve();
          return i;
        }),
      ),
    );
    expect(await ended).toHaveLength(50);
  });

  const folder = smallDisk(1000);
  it.skipIf(!folder)('never makes a step wait for an upload that may not arrive', async () => {
    const [disk, budget] = [folder as string, createBudget({ floor: 200_000 })];
    const upload = await budget.reserve(700_000, disk);
    const step = { disk: { bytes: 500_000, folder: disk } };
    expect(await budget.run(step, async () => budget.hasRoom(300_000, disk))).toBe(true);
    await expect(budget.reserve(500_000, disk)).rejects.toThrow(DiskFullError);
    upload.release();
    expect(await budget.run(step, async () => 'done')).toBe('done');
    (await budget.reserve(500_000, disk)).release();
  });

  it.skipIf(!folder)('reserves space for an upload of unknown length as it arrives, up to the free space', async () => {
    const [disk, budget] = [folder as string, createBudget({ floor: 200_000 })];
    // Nothing is written here, so only reservations count.
    const upload = await budget.reserve(undefined, disk);
    await expect(budget.reserve(100_000, disk)).rejects.toThrow(DiskFullError);
    await upload.spend(700_000);
    (await budget.reserve(100_000, disk)).release();
    await expect(upload.spend(2_000_000)).rejects.toThrow(DiskFullError);
    upload.release();
    (await budget.reserve(800_000, disk)).release();
    await expect(createBudget({ floor: 2_000_000 }).reserve(undefined, disk)).rejects.toThrow(DiskFullError);
  });

  it.skipIf(!folder)('counts reserved disk space before it is written', async () => {
    const [disk, budget] = [folder as string, createBudget({ floor: 200_000 })];
    const upload = await budget.reserve(500_000, disk);
    await expect(budget.reserve(500_000, disk)).rejects.toThrow(`there is not enough space in ${disk}`);
    expect(await budget.hasRoom(500_000, tmpdir())).toBe(true);
    await upload.spend(400_000);
    (await budget.reserve(500_000, disk)).release();
    upload.release();
    // A step waits for a running one, and is rejected where waiting would not help.
    const a = step();
    const [first, second] = [600_000, 600_000].map((bytes) => budget.run({ disk: { bytes, folder: disk } }, a.work));
    await moment();
    a.end();
    await Promise.all([first, second]);
    const large = budget.run({ disk: { bytes: 900_000, folder: disk } }, async () => 'never');
    await expect(large).rejects.toThrow(DiskFullError);
  });

  it.skipIf(!folder)('deletes spare files, the oldest first, before it rejects work for lack of space', async () => {
    const [disk, spare] = [folder as string, join(folder as string, 'spare')];
    mkdirSync(spare);
    const fill = (name: string, minutes: number) => {
      const file = join(spare, name);
      writeFileSync(file, Buffer.alloc(150_000));
      utimesSync(file, new Date(), new Date(Date.now() - minutes * 60_000));
    };
    const [held, budget] = [join(disk, 'held'), createBudget({ floor: 200_000, spare: [spare] })];
    try {
      for (const [minutes, name] of ['d', 'c', 'b', 'a'].entries()) fill(name, minutes + 1);
      // The oldest file has a second link, so deleting it frees nothing.
      linkSync(join(spare, 'a'), held);
      const step = { disk: { bytes: 300_000, folder: disk } };
      const another = await budget.run(step, () =>
        budget.run({ disk: { bytes: 1, folder: disk } }, async () => 'done'),
      );
      expect([another, readdirSync(spare).sort()]).toEqual(['done', ['a', 'c', 'd']]);
      expect(await budget.hasRoom(450_000, disk)).toBe(true);
      expect(readdirSync(spare).sort()).toEqual(['a', 'd']);
      (await budget.reserve(600_000, disk)).release();
      expect(readdirSync(spare)).toEqual(['a']);
      await expect(budget.run({ disk: { bytes: 700_000, folder: disk } }, async () => 'never')).rejects.toThrow(
        DiskFullError,
      );
    } finally {
      rmSync(spare, { recursive: true });
      rmSync(held, { force: true });
    }
  });
});

it('a full disk is recognized by error code, by program output and as a cause', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  const said = new ProcessError(
    'ffmpeg',
    'exit',
    'av_interleaved_write_frame(): No space left on device\nConversion failed!',
  );
  for (const error of [full, said, new DiskFullError('/x'), new Error('x', { cause: said })])
    expect(isDiskFull(error)).toBe(true);
  expect(isDiskFull(new Error('The disk is round.'))).toBe(false);
});

it('a failed Node program reports its error, not its version', () => {
  const log = "file:///x.mjs:1\nthrow new Error('no')\n^\n\nError: no\n    at file:///x.mjs:1:7\n\nNode.js v20.1.0\n";
  expect(new ProcessError('node', 'exit', log).message).toBe('node failed (exit): Error: no');
});
