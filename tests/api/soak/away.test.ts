import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCuttableConnection } from '../../support/cuttableConnection.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { makeVideo } from '../support/files.ts';
import { expectSameResult, openFleet, renderAlone, untilAllEnd } from '../support/fleet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { clientOf, until, upload } from '../support/service.ts';

/** CUTROOM_LONG=1: the database or the store is unreachable for 30 seconds. Takes some minutes. */
const s3 = process.env.CUTROOM_LONG && hasPostgres() ? await sharedS3() : undefined;
const awayMs = 30_000;
const count = 12;
const box = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
/** All videos differ, otherwise they would be cached. */
const bodyOf = (url: string, number: number) => {
  const trimmed = { isTrimmed: true, startTime: number * 0.2, endTime: number * 0.2 + 45 };
  return {
    ...{ isStudio: true, width: 320, height: 240, alwaysEncode: true },
    scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url, position: box, ...trimmed }] }],
  };
};

const cuts = (['database', 'store'] as const).flatMap((what) =>
  (['refused', 'silent'] as const).map((how) => ({ what, how })),
);

describe.runIf(s3)('while videos are rendered', { timeout: 1_800_000 }, () => {
  it.each(cuts)('every video ends exactly once after an outage of the $what ($how)', async ({ what, how }) => {
    const fleet = await openFleet(s3 as NonNullable<typeof s3>);
    const [database, store] = [new URL(fleet.places.databaseUrl), new URL(fleet.places.s3.endpoint)];
    const ways = {
      database: await openCuttableConnection(Number(database.port)),
      store: await openCuttableConnection(Number(store.port)),
    };
    onTestFinished(() => Object.values(ways).forEach((way) => void way.close()));
    database.port = String(ways.database.port);
    store.port = String(ways.store.port);
    const places = { databaseUrl: database.href, s3: { ...fleet.places.s3, endpoint: store.origin } };
    const webs = await Promise.all([fleet.web(places), fleet.web(places)]);
    await Promise.all([1, 2, 3, 4].map(() => fleet.worker({ places })));
    const [client, other] = (await Promise.all(webs.map(async ({ ready }) => clientOf(await ready)))).slice(0, 2);
    if (!client || !other) throw new Error('No web process.');
    const clip = await makeVideo(path.join(fleet.folder, 'clip.mp4'), 50, '320x240');
    const { url } = await upload(client, clip, 'video/mp4');
    const bodies = Array.from({ length: count }, (_, number) => bodyOf(new URL(url).pathname, number));
    const ids: string[] = [];
    for (const body of bodies) ids.push((await client.createVideo(body))._id);
    await until(async () => (await fleet.query("select 1 from segments where state = 'running'")).length >= 2);
    ways[what].cut(how);
    const began = performance.now();
    const asked: { took: number; answer: string }[] = [];
    const askNow = async () => {
      const asking = performance.now();
      const answer = await fetch(`${await webs[1]?.ready}/api/v1/videos/${ids[0]}`).then(
        async (answered) =>
          `${answered.status} ${answered.ok ? '' : ((await answered.json()) as { error: { code: string } }).error.code}`,
        String,
      );
      asked.push({ took: performance.now() - asking, answer });
    };
    while (performance.now() - began < awayMs) {
      void askNow();
      await delay(2000);
    }
    ways[what].mend();
    const mended = performance.now();
    await until(() => asked.length >= awayMs / 2000 - 1);
    const ends = await untilAllEnd(fleet, 900_000);
    const kinds = [...new Set(asked.map(({ answer }) => answer))];
    const answers = kinds.map((kind) => `${asked.filter(({ answer }) => answer === kind).length} × ${kind}`);
    const crashes = await fleet.query<{ n: number }>('select sum(crashes)::int as n from videos');
    console.info(
      `${what} ${how} for ${awayMs / 1000} s: ${JSON.stringify(ends)}, ${Math.round((performance.now() - mended) / 1000)} s after; ` +
        `answers meanwhile: ${answers.join(', ')}; the latest after ${Math.max(...asked.map(({ took }) => took)).toFixed(0)} ms; ` +
        `taken for dead: ${crashes[0]?.n}`,
    );
    expect(ends).toEqual({ done: count });
    for (const { answer } of asked)
      expect(answer).toMatch(what === 'database' ? /^(?:200 |503 unavailable)$/ : /^200 $/);
    expect(Math.max(...asked.map(({ took }) => took))).toBeLessThan(20_000);
    for (const [at, id] of ids.entries())
      await expectSameResult(other, id, await renderAlone(fleet.folder, bodies[at] as object, clip));
    expect(await fleet.swept()).toHaveLength(2 * count);
  });
});
