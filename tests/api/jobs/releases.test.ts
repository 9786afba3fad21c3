import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../api/db/database.ts';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { QUEUE_SCHEMA } from '../../../api/jobs/queue.ts';
import { createSweep, recoverAll } from '../../../api/jobs/recover.ts';
import { openToJoin } from '../../../api/jobs/shareVideo.ts';
import { projectOf, release } from '../../../api/jobs/videoQueries.ts';
import { compileRender } from '../../../api/renderer/plan/compile.ts';
import { paintersOf } from '../../../api/renderer/segments/paintersOf.ts';
import { slicesOf } from '../../../api/renderer/segments/slicesOf.ts';
import { isOfBuild, makerOf } from '../../../api/system/buildIdentity.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { textBody } from '../support/projects.ts';
import { until } from '../support/service.ts';
import { openWorkAlone } from '../support/workAlone.ts';

it('a video requested by a later release keeps its turn and waits for a worker of that release', async () => {
  const { database, queue, store, add } = await openWorkAlone();
  await add(textBody());
  await queue.fetchJob();
  const id = await add(textBody());
  const write = (number: number) => sql`update videos set release = ${number}`.execute(database.db);
  await write(release + 1);
  const delivery = await queue.fetchJob();
  if (!delivery) throw new Error('Nothing was taken.');
  expect(await store.claim(id, delivery.jobId, 'old')).toBeUndefined();
  await queue.complete(delivery);
  // It is neither delivered at once nor found as stranded.
  expect(await queue.fetchJob()).toBeUndefined();
  const { job_id, turn, crashes } = (await store.get(id)) ?? {};
  const job = sql.table(`${QUEUE_SCHEMA}.job`);
  const waits = sql<{ priority: number }>`select priority from ${job} where id = ${job_id} and start_after > now()`;
  expect((await waits.execute(database.db)).rows).toEqual([{ priority: -(turn ?? 0) }]);
  expect([turn, crashes, (await store.lost()).some((row) => row.id === id)]).toEqual([1, 0, false]);
  await write(release);
  await sql`update ${job} set start_after = now()`.execute(database.db);
  const again = await queue.fetchJob();
  expect(again && (await store.claim(id, again.jobId, 'new'))).toMatchObject({ id, attempt: 1 });
});

it('a join that waits for a later release is never failed, however often it is found without a job', async () => {
  const { database, queue, store, segments, add } = await openWorkAlone();
  const id = await add(textBody());
  const delivery = await queue.fetchJob();
  const row = delivery && (await store.claim(id, delivery.jobId, 'planner'));
  if (!row) throw new Error('Nothing was taken.');
  const plan = { plan: {} as never, lacking: [], painters: [] };
  await segments.handOver(row, { program: 'p', notes: [], plan }, [{ place: 0, frames: 5 }]);
  const segment = await queue.fetchJob();
  const making = segment && (await segments.claim(id, 0, segment.jobId, 'w'));
  if (making) await segments.finish(making, { file: 'f', notes: [], seconds: 1 });
  await sql`update videos set release = ${release + 1}, submitted_at = now() - interval '1 hour'`.execute(database.db);
  const join = await queue.fetchJob();
  expect(join).toMatchObject({ queue: 'join', videoId: id });
  expect(join && (await store.claim(id, join.jobId, 'old'))).toBeUndefined();
  const nothing = { changes: createChanges(), name: 'other', onError: () => undefined };
  for (let time = 0; time < 5; time += 1) {
    await sql`delete from ${sql.table(`${QUEUE_SCHEMA}.job`)}`.execute(database.db);
    await (time % 2 ? recoverAll({ queue, store, segments }) : createSweep({ queue, store, segments, ...nothing })());
    expect(await store.get(id)).toMatchObject({ state: 'running', stage: 'join', worker: null, crashes: 0 });
  }
});

describe('a job that an earlier release put in its own queue is moved to a current queue', () => {
  const moveJobs = ({ db }: Pick<Database, 'db'>, name: string) =>
    sql`update ${sql.table(`${QUEUE_SCHEMA}.job`)} set name = ${name}`.execute(db);

  it('for a video', async () => {
    const { database, queue, store, segments, add } = await openWorkAlone();
    const id = await add(textBody());
    await moveJobs(database, 'plan-dead');
    expect(await queue.fetchJob()).toBeUndefined();
    await recoverAll({ queue, store, segments });
    expect(await queue.fetchJob()).toMatchObject({ queue: 'plan', videoId: id });
    expect(await store.get(id)).toMatchObject({ state: 'queued', crashes: 0 });
  });

  it('for a segment', async () => {
    const { database, queue, store, segments, add } = await openWorkAlone();
    const id = await add(textBody());
    const delivery = await queue.fetchJob();
    const row = delivery && (await store.claim(id, delivery.jobId, 'planner'));
    if (!row) throw new Error('Nothing was taken.');
    await queue.complete(delivery);
    const plan = { plan: {} as never, lacking: [], painters: [] };
    await segments.handOver(row, { program: 'p', notes: [], plan }, [{ place: 0, frames: 5 }]);
    await moveJobs(database, 'segment-dead');
    expect(await queue.fetchJob()).toBeUndefined();
    await recoverAll({ queue, store, segments });
    expect(await queue.fetchJob()).toMatchObject({ queue: 'segment', videoId: id, place: 0 });
    expect(await segments.all(id)).toMatchObject([{ state: 'queued', crashes: 0 }]);
  });
});

it('a project stored by an earlier release gets the defaults of this one', async () => {
  const parsed = parseProject(textBody());
  if (!parsed.ok) throw new Error('The project is not good.');
  const earlier = structuredClone(parsed.value) as unknown as { scenes: { layers: Record<string, unknown>[] }[] };
  delete earlier.scenes[0]?.layers[0]?.opacity;
  const stored = earlier as unknown as typeof parsed.value;
  expect(projectOf({ project: stored, release: 0 })).toEqual(parsed.value);
  expect(projectOf({ project: stored, release })).toBe(stored);
});

it.each([
  ['a plan of another build is not read, also of a release of the same number', '(of other sources)', undefined],
  ['what was planned with other fonts is not painted', '', 'other letters'],
])(
  '%s: its segments wait for a matching worker, and the video is eventually planned again',
  async (_, build, letters) => {
    const { database, queue, store, segments, storage, start, add } = await openWorkAlone();
    const body = textBody('planned elsewhere', 0.2);
    const id = await add(body);
    const delivery = await queue.fetchJob();
    const row = delivery && (await store.claim(delivery.videoId, delivery.jobId, 'old'));
    const parsed = parseProject(body);
    if (!row || !parsed.ok) throw new Error('Nothing was taken.');
    const compiled = compileRender(parsed.value, new Map());
    const painters = letters === undefined ? await paintersOf(slicesOf(compiled), undefined) : [letters];
    const plan = { plan: compiled, lacking: [], painters };
    const here = await makerOf();
    const program = build ? here.replace(/\(.+\)$/, build) : here;
    expect([isOfBuild(program), isOfBuild(here)]).toEqual([build === '', true]);
    await segments.handOver(row, { program, notes: [], plan }, [{ place: 0, frames: 5 }]);
    const toJoin = await openToJoin({ segments, storage }, id, new AbortController().signal);
    expect(toJoin?.ready.isWhole).toBe(build ? undefined : false);
    // No matching worker arrives: after some refusals the video is planned again, or encoded by the join.
    await sql`update segments set refusals = 4`.execute(database.db);
    start();
    await until(async () => (await store.get(id))?.state === 'done');
    expect(await store.get(id)).toMatchObject({ error: null, file: '2.mp4' });
  },
);
