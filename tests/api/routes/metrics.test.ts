import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { overview } from '../../../api/contract/operator.ts';
import { createMetrics, type QueueLoad } from '../../../api/system/metrics.ts';
import { textBody } from '../support/projects.ts';
import { startService, untilFinal } from '../support/service.ts';

/** Values of a scrape, by name and labels. */
function valuesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

it('metrics count renders, segments, responses and queued jobs, for the operator only', async () => {
  const service = await startService({ workers: 1 });
  const token = (await readFile(path.join(service.dataDir, 'operator-token'), 'utf8')).trim();
  const scrape = async () => {
    const answer = await service.call('/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return valuesOf(await answer.text());
  };
  expect((await service.call('/metrics')).status).toBe(403);
  expect((await service.call('/metrics', { headers: { authorization: 'Bearer operator_guess' } })).status).toBe(403);
  const before = await scrape();
  expect(before.get('cutroom_jobs{queue="render",state="waiting"}')).toBe(0);
  expect(before.get('cutroom_http_errors_total{code="forbidden"}')).toBe(2);
  expect(before.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);

  const client = service.client();
  const done = await untilFinal(client, (await client.createVideo(textBody('counted', 0.5)))._id);
  expect(done.status).toBe('done');
  await expect(client.createVideo({ isStudio: true, scenes: [] })).rejects.toThrow();
  const after = await scrape();
  expect(after.get('cutroom_renders_total{format="mp4",outcome="done"}')).toBe(1);
  expect(after.get('cutroom_rendered_seconds_total{format="mp4"}')).toBeCloseTo(0.5, 1);
  expect(after.get('cutroom_render_seconds_total{format="mp4"}')).toBeGreaterThan(0);
  expect(after.get('cutroom_render_seconds_per_output_second_count{format="mp4"}')).toBe(1);
  expect(after.get('cutroom_http_errors_total{code="invalid"}')).toBe(1);
  expect(after.get('cutroom_jobs{queue="render",state="running"}')).toBe(0);
  const created = 'method="POST",route="/api/v1/videos/createVideo"';
  expect(after.get(`cutroom_http_request_duration_seconds_count{${created},status="201"}`)).toBe(1);
  const told = await service.call('/api/v1/operator/overview', { headers: { authorization: `Bearer ${token}` } });
  const { queues, workers, failures, storage } = overview.parse(await told.json());
  expect(queues).toContainEqual({ queue: 'render', state: 'waiting', count: 0, oldest: 0 });
  expect([workers.map(({ videos }) => videos), failures]).toEqual([[0], []]);
  expect(storage).toContainEqual({ kind: 'videos', count: 1, bytes: done.size });
  // Metric names depend on routes, not on requests.
  expect([...after.keys()].filter((name) => name.includes(done._id))).toEqual([]);
});

it('metrics distinguish cached segments from encoded ones', async () => {
  const metrics = createMetrics(async () => []);
  metrics.gathered({ cached: 9, made: 1 });
  metrics.gathered({ cached: 0, made: 4 });
  const values = valuesOf(await metrics.text());
  expect(values.get('cutroom_segments_total{from="cache"}')).toBe(9);
  expect(values.get('cutroom_segments_total{from="encoder"}')).toBe(5);
});

it('metrics are served without stale values while the database is down or silent', async () => {
  let answer: Promise<QueueLoad[]> = Promise.resolve([{ queue: 'render', state: 'waiting', count: 3, oldest: 9 }]);
  const metrics = createMetrics(() => answer, 20);
  const waiting = 'cutroom_jobs{queue="render",state="waiting"}';
  const read = async () => {
    const values = valuesOf(await metrics.text());
    return [values.get('cutroom_database_up'), values.get(waiting)];
  };
  expect(await read()).toEqual([1, 3]);
  answer = Promise.reject(new Error('connect ECONNREFUSED'));
  expect(await read()).toEqual([0, undefined]);
  answer = new Promise(() => undefined);
  expect(await read()).toEqual([0, undefined]);
});
