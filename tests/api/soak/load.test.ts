import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedS3 } from '../../support/sharedS3.ts';
import { makeVideo } from '../support/files.ts';
import { type FleetProcess, openFleet } from '../support/fleet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { textBody } from '../support/projects.ts';
import { clientOf, until } from '../support/service.ts';

/**
 * Many requests at once. CUTROOM_LONG=1: 2,000 queued videos, 200 followers and 50 uploads, in some minutes.
 * CUTROOM_LOAD is a fraction of that, to find what grows faster than linearly.
 */
const s3 = process.env.CUTROOM_LONG && hasPostgres() ? await sharedS3() : undefined;
const share = Number(process.env.CUTROOM_LOAD ?? 1);
const many = { videos: 2000 * share, watchers: 200 * share, uploads: Math.ceil(50 * share) };
/** Number of sessions that request the videos: each may queue about 200. */
const sessions = 20;

/** Durations of calls in milliseconds, by name. */
type Times = Map<string, number[]>;

async function timed<T>(times: Times, name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const known = times.get(name) ?? [];
    known.push(performance.now() - began);
    times.set(name, known);
  }
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function memoryOf({ child: { pid } }: FleetProcess): Promise<string> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1000);
  return `${of('VmRSS')} (most ${of('VmHWM')}) MB`;
}

async function cpuOf({ child: { pid } }: FleetProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Calls `work` for each index, a few at a time. */
async function inRows(count: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const row = async () => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: atOnce }, row));
}

describe.runIf(s3)('many at once', { timeout: 3_600_000 }, () => {
  it(`${many.videos} videos, ${many.watchers} followers and ${many.uploads} uploads are handled without loss`, async () => {
    const fleet = await openFleet(s3 as NonNullable<typeof s3>);
    const webs = await Promise.all([fleet.web(), fleet.web()]);
    const origins = await Promise.all(webs.map(({ ready }) => ready));
    const clients = Array.from({ length: sessions }, (_, i) => clientOf(origins[i % 2] as string));
    const times: Times = new Map();
    const asked: { id: string; at: number }[] = [];
    const before = await Promise.all(webs.map(cpuOf));
    const began = performance.now();
    await inRows(many.videos, 8, async (i) => {
      const at = i % sessions;
      const client = clients[at] as (typeof clients)[number];
      const { _id } = await timed(times, 'createVideo', () => client.createVideo(textBody(`video ${i}`, 0.1)));
      asked.push({ id: _id, at });
    });
    const askedIn = (performance.now() - began) / 1000;
    console.info(`Asked for ${asked.length} in ${askedIn.toFixed(1)} s; ${told(times)}`);
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    const ended = new Set<string>();
    const watching = Array.from({ length: many.watchers }, async (_, i) => {
      const { id, at } = asked[Math.floor((i * asked.length) / many.watchers)] as (typeof asked)[number];
      for await (const { status } of (clients[at] as (typeof clients)[number]).events(id, { signal: stop.signal }))
        if (status === 'done') ended.add(id);
    }).map((one) => one.catch((error) => void (stop.signal.aborted || console.error(error))));
    const workers = await Promise.all([1, 2, 3, 4].map(() => fleet.worker()));
    const clip = await readFile(await makeVideo(path.join(fleet.folder, 'clip.mp4'), 2));
    const sizes = await Promise.all(
      Array.from({ length: many.uploads }, async (_, i) => {
        // Random bytes after the media data make each file unique, so none is stored already.
        const bytes = Buffer.concat([clip, randomBytes(2_000_000)]);
        const client = clients[i % sessions] as (typeof clients)[number];
        const sent = () => client.uploadFile(new Blob([new Uint8Array(bytes)]), `${i}.mp4`, { type: 'video/mp4' });
        const { url } = await timed(times, 'uploadFile', sent);
        const got = await (await fetch(url)).arrayBuffer();
        return Buffer.from(got).equals(bytes);
      }),
    );
    expect(sizes.filter(Boolean)).toHaveLength(many.uploads);
    let isOver = false;
    const calling = inRows(Number.MAX_SAFE_INTEGER, 2, async (i) => {
      if (isOver) return delay(1000);
      const { id, at } = asked[i % asked.length] as (typeof asked)[number];
      const client = clients[at] as (typeof clients)[number];
      await timed(times, 'getVideo', () => client.getVideo(id));
      await timed(times, 'listVideos', () => client.listVideos());
      await timed(times, 'health', () => client.health());
      await delay(100);
    });
    void calling.catch(() => undefined);
    const counts = async () =>
      Object.fromEntries(
        (
          await fleet.query<{ state: string; n: number }>('select state, count(*)::int as n from videos group by state')
        ).map(({ state, n }) => [state, n]),
      );
    let last = performance.now();
    const done = await until(async () => {
      const now = await counts();
      if (performance.now() - last > 60_000) {
        last = performance.now();
        console.info(`${JSON.stringify(now)} after ${((last - began) / 1000).toFixed(0)} s`);
      }
      await delay(1000);
      return !now.queued && !now.running && now;
    }, 3_000_000);
    isOver = true;
    await until(() => ended.size === many.watchers, 30_000).catch(() => undefined);
    const took = (performance.now() - began) / 1000;
    const cpu = (await Promise.all(webs.map(cpuOf))).map((now, i) => (now - (before[i] ?? 0)).toFixed(1));
    const memory = await Promise.all([...webs, ...workers].map(memoryOf));
    const [{ commits, written } = { commits: 0, written: 0 }] = await fleet.query<{ commits: number; written: number }>(
      `select xact_commit::float8 as commits, (tup_inserted + tup_updated + tup_deleted)::float8 as written
       from pg_stat_database where datname = current_database()`,
    );
    console.info(
      [
        `All ended in ${took.toFixed(0)} s: ${JSON.stringify(done)}; watchers that saw the end: ${ended.size} of ${many.watchers}`,
        told(times),
        `CPU of the web processes: ${cpu.join(', ')} s`,
        `Memory, web, web, then workers: ${memory.join(', ')}`,
        `Database: ${(commits / asked.length).toFixed(1)} transactions and ${(written / asked.length).toFixed(1)} rows written for a video`,
      ].join('\n'),
    );
    stop.abort();
    await Promise.all(watching);
    expect(done).toEqual({ done: many.videos });
    expect(ended.size).toBe(many.watchers);
    expect(await fleet.swept()).toHaveLength(2 * many.videos);
  });
});

function told(times: Times): string {
  const of = ([name, all]: [string, number[]]) =>
    `${name} ${all.length} times, median ${percentile(all, 0.5).toFixed(0)}, p99 ${percentile(all, 0.99).toFixed(0)}, most ${Math.max(...all).toFixed(0)} ms`;
  return [...times].map(of).join('; ');
}
