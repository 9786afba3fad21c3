import { copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { QUEUE_SCHEMA } from '../../../api/jobs/queue.ts';
import { createSweep } from '../../../api/jobs/recover.ts';
import { createSegmentStore, type NewSegment } from '../../../api/jobs/segmentStore.ts';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { renderSharedSegment } from '../../../api/renderer/job/sharedSegment.ts';
import { compileRender } from '../../../api/renderer/plan/compile.ts';
import {
  HandedOverError,
  type HandOver,
  PainterMismatchError,
  type SharedPlan,
} from '../../../api/renderer/segments/sharing.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { textBody } from '../support/projects.ts';
import { openService, upload } from '../support/service.ts';
import { openStoreAlone, storeDatabases } from '../support/storeAlone.ts';

const box = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
/** Several segments long, and nothing can be copied. */
const body = (url: string) => ({
  isStudio: true,
  width: 64,
  height: 64,
  alwaysEncode: true,
  scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url, position: box }] }],
});

const projectOf = (value: object) => {
  const parsed = parseProject(value);
  if (!parsed.ok) throw new Error('The project is not good.');
  return parsed.value;
};

it('segments of a long video are separate jobs, and their join equals a single render', async () => {
  const folder = await temporaryFolder();
  const clip = await makeVideo(path.join(folder, 'clip.mp4'), 50);
  const service = await openService({ dataDir: path.join(folder, 'data'), workers: 1 });
  onTestFinished(() => service.app.close());
  const client = service.client();
  const { url } = await upload(client, clip, 'video/mp4');
  const { _id } = await client.createVideo(body(url));
  const seen: number[] = [];
  for await (const { progress } of client.events(_id)) seen.push(progress);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(await client.getVideo(_id)).toMatchObject({ status: 'done', error: null });
  // The first attempt planned the video, the second joined it.
  const results = path.join(service.dataDir, 'videos', _id);
  expect((await readdir(results)).sort()).toEqual(['2.mp4', '2.poster.jpg']);
  const out = path.join(folder, 'alone.mp4');
  await renderProject(projectOf(body('clip')), { locate: async () => clip, out });
  expect((await readFile(path.join(results, '2.mp4'))).equals(await readFile(out))).toBe(true);
  expect(service.errors).toEqual([]);
});

it('segments of an animation rendered by others are joined without rendering them again', async () => {
  const folder = await temporaryFolder();
  const project = projectOf({ ...textBody('Hi', 40), output: { type: 'gif', fps: 2 } });
  const given = { locate: async () => '', workDir: folder };
  const [out, made] = [path.join(folder, 'out.gif'), (index: number) => path.join(folder, `made-${index}`)];
  let shared: SharedPlan | undefined;
  const handOver: HandOver = async ({ plan, lacking, painters }) => {
    shared = JSON.parse(JSON.stringify({ plan, lacking, painters }));
    return true;
  };
  await expect(renderProject(project, { ...given, out, handOver })).rejects.toThrow(HandedOverError);
  if (!shared) throw new Error('Nothing was handed over.');
  for (const index of shared.plan.segments.keys())
    await renderSharedSegment(project, shared, index, { ...given, out: made(index), onProgress: () => undefined });
  // Text in other fonts would not match the other segments.
  const elsewhere = { ...shared, painters: shared.painters.map(() => 'of other fonts') };
  const out0 = { ...given, out: made(0), onProgress: () => undefined };
  await expect(renderSharedSegment(project, elsewhere, 0, out0)).rejects.toThrow(PainterMismatchError);
  const take = async (index: number, to: string) => copyFile(made(index), to).then(() => true);
  const forgetTaken = vi.fn(() => true);
  await renderProject(project, {
    ...given,
    out,
    begun: { ...shared, ready: { isWhole: true, copyTo: take, forgetTaken } },
  });
  expect(forgetTaken).not.toHaveBeenCalled();
});

describe.each(storeDatabases)('shared segments, with %s', (_, isPostgres) => {
  const open = async () => {
    const { database, queue, store, video } = await openStoreAlone({ isPostgres });
    const segments = createSegmentStore(database, queue);
    const plan = { plan: compileRender(projectOf(textBody()), new Map()), lacking: [], painters: [] };
    const add = async (owner: string) =>
      (await store.add({ ...video, id: newSecretId(), owner, party: owner, idempotencyKey: null })).row;
    /** Claims a video and hands its segments over. */
    const share = async (owner: string, count: number, ready: readonly NewSegment[] = []) => {
      await add(owner);
      const delivery = await queue.fetchJob();
      const row = delivery && (await store.claim(delivery.videoId, delivery.jobId, 'planner'));
      if (!row) throw new Error('Nothing was taken.');
      const missing = Array.from({ length: count }, (_, place) => ({ place, frames: 10 }));
      const handed = await segments.handOver(row, { program: 'p', notes: [], plan }, [...missing, ...ready]);
      expect(handed).toBe(true);
      return row;
    };
    /** Takes the next job, and claims it if it is a segment. */
    const begin = async (worker = 'w') => {
      const delivery = await queue.fetchJob();
      const { videoId, place = -1, jobId } = delivery ?? {};
      const row = videoId && jobId ? await segments.claim(videoId, place, jobId, worker) : undefined;
      return { delivery, row };
    };
    const made = { file: 'f', notes: [], seconds: 1 };
    const waiting = async () =>
      Number(
        (
          await sql<{ n: string }>`
            select count(*) as n from ${sql.table(`${QUEUE_SCHEMA}.job`)} where state = 'created'`.execute(database.db)
        ).rows[0]?.n,
      );
    return { database, queue, store, segments, add, share, begin, made, waiting };
  };

  it('are joined once after the last one is counted; a late result changes nothing', async () => {
    const { queue, store, segments, share, begin, made, waiting } = await open();
    const video = await share('o', 2, [{ place: 2, frames: 5, file: '1.segment-2-0' }]);
    const [first, second] = [(await begin()).row, (await begin()).row];
    if (!first || !second) throw new Error('Nothing was taken.');
    expect((await begin()).delivery).toBeUndefined();
    expect(await segments.beat(first, 0.5)).toBe(true);
    expect(await store.get(video.id)).toMatchObject({ state: 'running', stage: 'segments', worker: null });
    // Its worker was silent, so another one has it now.
    expect(await segments.requeue(first, 'crashed')).toBe(true);
    const again = (await begin('other')).row;
    expect(again).toMatchObject({ place: first.place, attempt: 2, crashes: 1 });
    expect([await segments.beat(first), await segments.finish(first, made)]).toEqual([false, false]);
    expect(await segments.requeue(first, 'crashed')).toBe(false);
    // Both finish at once: exactly one of them sees that nothing is missing.
    expect(await Promise.all([again ?? first, second].map((row) => segments.finish(row, made)))).toEqual([true, true]);
    expect(await waiting()).toBe(1);
    const delivery = await queue.fetchJob();
    expect(delivery).toMatchObject({ queue: 'join', videoId: video.id });
    const joining = delivery && (await store.claim(video.id, delivery.jobId, 'joiner'));
    expect(joining).toMatchObject({ stage: 'join', attempt: video.attempt + 1 });
    expect(await store.claim(video.id, delivery?.jobId ?? '', 'late')).toBeUndefined();
    const result = { file: '2.mp4', poster: null, notes: [], mime: 'video/mp4', width: 1, height: 1, duration: 1 };
    expect(await store.finish(video, { ...result, size: 1, path: '' })).toBe(false);
    expect(joining && (await store.finish(joining, { ...result, size: 1, path: '' }))).toBe(true);
    expect([await segments.shared(video.id), await segments.all(video.id)]).toEqual([undefined, []]);
  });

  it('end with their video when it is canceled, when a segment fails and when one crashes too often', async () => {
    const { store, segments, share, begin, waiting } = await open();
    const cancelled = await share('o', 3);
    const running = (await begin()).row;
    expect(await store.cancel(cancelled.id)).toBe(true);
    expect([running && (await segments.beat(running)), await waiting()]).toEqual([false, 0]);
    const failed = await share('o', 3);
    const [one, other] = [(await begin()).row, (await begin()).row];
    expect(one && (await segments.fail(one, { code: 'unreadable', message: 'No.' }))).toBe(true);
    expect(await store.get(failed.id)).toMatchObject({ state: 'failed', error: { code: 'unreadable' } });
    expect([other && (await segments.fail(other, { code: 'internal', message: '' })), await waiting()]).toEqual([
      false,
      0,
    ]);
    const poison = await share('o', 1);
    for (const worker of ['w1', 'w2']) {
      const { row } = await begin(worker);
      expect(row?.place).toBe(0);
      if (row) await segments.requeue(row, 'crashed');
    }
    expect(await store.get(poison.id)).toMatchObject({ state: 'failed', error: { code: 'crashed' } });
    expect(await segments.all(poison.id)).toEqual([]);
  });

  it('fail with their video when it crashes a second process without a finished segment in between', async () => {
    const { store, segments, share, begin, made } = await open();
    const { id } = await share('o', 40);
    const die = async (workers: readonly string[]) => {
      const rows = [];
      for (const worker of workers) rows.push((await begin(worker)).row);
      for (const row of rows) if (row) await segments.requeue(row, 'crashed');
    };
    // Workers that die together, as with their machine, count as one crash.
    await die(['a', 'b', 'c']);
    const { row } = await begin('d');
    if (row) await segments.finish(row, made);
    await die(['e', 'f']);
    expect(await store.get(id)).toMatchObject({ state: 'running', crashes: 1 });
    await die(['g']);
    expect(await store.get(id)).toMatchObject({ state: 'failed', error: { code: 'crashed' } });
    expect(await segments.all(id)).toEqual([]);
  });

  it('move behind all others after a possible crash of their worker', async () => {
    const { segments, share, begin } = await open();
    await share('o', 3);
    const first = (await begin()).row;
    if (first) await segments.requeue(first, 'crashed');
    const places = [];
    for (let time = 0; time < 3; time += 1) places.push((await begin()).row?.place);
    expect(places).toEqual([1, 2, 0]);
  });

  it('are shared fairly between owners, and can be refused to another worker or left to the join', async () => {
    const { queue, store, segments, add, share, begin } = await open();
    const video = await share('many', 120);
    const own = await add('few');
    const begun = (await begin()).row;
    const next = await queue.fetchJob();
    expect([begun?.place, next]).toMatchObject([0, { queue: 'plan', videoId: own.id }]);
    let refused = begun;
    for (let time = 0; refused && time < 5; time += 1) {
      expect(await segments.refuse(refused)).toBe(true);
      const [waits] = await segments.all(video.id);
      expect(waits).toMatchObject({ state: 'queued', refusals: time + 1 });
      refused = waits && (await segments.claim(video.id, 0, waits.job_id ?? '', 'w'));
    }
    expect(refused && (await segments.refuse(refused))).toBe(true);
    expect((await segments.all(video.id))[0]).toMatchObject({ state: 'done', file: null });
    expect(await store.cancel(video.id)).toBe(true);
  });

  it('are joined in turn, after earlier requests of another party', async () => {
    const { queue, segments, add, share, begin, made } = await open();
    const video = await share('many', 2);
    const first = (await begin()).row;
    if (first) await segments.finish(first, made);
    const second = (await begin()).row;
    const own = await add('few');
    if (second) await segments.finish(second, made);
    expect(await queue.fetchJob()).toMatchObject({ queue: 'plan', videoId: own.id });
    expect(await queue.fetchJob()).toMatchObject({ queue: 'join', videoId: video.id });
  });

  it('move to another worker when their lease expires or their job is missing', async () => {
    const { queue, database, store, segments, share, begin } = await open();
    await share('o', 1);
    const { row } = await begin();
    await sql`delete from ${sql.table(`${QUEUE_SCHEMA}.job`)}`.execute(database.db);
    if (row) await segments.requeue(row, 'interrupted');
    await sql`delete from ${sql.table(`${QUEUE_SCHEMA}.job`)}`.execute(database.db);
    await sql`update segments set created_at = now() - interval '1 hour'`.execute(database.db);
    const onError = vi.fn();
    await createSweep({ queue, store, segments, changes: createChanges(), onError })();
    expect(onError).not.toHaveBeenCalled();
    expect((await begin()).row).toMatchObject({ place: 0, attempt: 2, crashes: 0 });
  });
});
