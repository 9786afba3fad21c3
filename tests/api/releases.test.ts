import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isOfRelease, makerOf, projectOf, release } from '../../api/jobs/release.ts';
import { openToJoin } from '../../api/jobs/shareVideo.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { parseProject } from '../../engine/project/parse.ts';
import { textBody } from './support/projects.ts';
import { until } from './support/service.ts';
import { openWorkAlone } from './support/workAlone.ts';

it('what a later release has asked for waits for a worker of that release', async () => {
  const { database, queue, store, add } = await openWorkAlone();
  const id = await add(textBody());
  const write = (number: number) => sql`update videos set release = ${number}`.execute(database.db);
  await write(release + 1);
  const delivery = await queue.take();
  if (!delivery) throw new Error('Nothing was taken.');
  expect(await store.claim(id, delivery.jobId, 'old')).toBeUndefined();
  await queue.complete(delivery);
  // It is found as stranded, and is delivered again.
  expect((await store.stranded(-1)).map((row) => row.id)).toEqual([id]);
  await write(release);
  const [row] = await store.stranded(-1);
  if (row) await store.requeue(row, { crashed: false });
  const again = await queue.take();
  expect(again && (await store.claim(id, again.jobId, 'new'))).toMatchObject({ id, attempt: 1 });
});

it('what an earlier release has stored has the defaults of this one', async () => {
  const parsed = parseProject(textBody());
  if (!parsed.ok) throw new Error('The project is not good.');
  const earlier = structuredClone(parsed.value) as unknown as { scenes: { layers: Record<string, unknown>[] }[] };
  delete earlier.scenes[0]?.layers[0]?.opacity;
  const stored = earlier as unknown as typeof parsed.value;
  expect(projectOf({ project: stored, release: 0 })).toEqual(parsed.value);
  expect(projectOf({ project: stored, release })).toBe(stored);
});

it('a plan of another release is not read: its segments wait for a worker of that, and the video is made anew', async () => {
  const { database, queue, store, segments, storage, start, add } = await openWorkAlone();
  const body = textBody('planned elsewhere', 0.2);
  const id = await add(body);
  const delivery = await queue.take();
  const row = delivery && (await store.claim(id, delivery.jobId, 'old'));
  const parsed = parseProject(body);
  if (!row || !parsed.ok) throw new Error('Nothing was taken.');
  const plan = { plan: compileRender(parsed.value, new Map()), lacking: [] };
  const program = (await makerOf()).replace(/[\d.]+$/, '0.0.9');
  expect([isOfRelease(program), isOfRelease(await makerOf())]).toEqual([false, true]);
  await segments.handOver(row, { program, notes: [], plan }, [{ place: 0, frames: 5 }]);
  expect(await openToJoin({ segments, storage }, id, new AbortController().signal)).toBeUndefined();
  // Nobody of that release comes: after some refusals it is planned anew.
  await sql`update segments set refusals = 4`.execute(database.db);
  start();
  await until(async () => (await store.get(id))?.status === 'done');
  expect(await store.get(id)).toMatchObject({ error: null, file: '2.mp4' });
});
