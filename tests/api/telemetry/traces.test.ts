import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { putBackLost } from '../../../api/jobs/jobSpan.ts';
import { recoverAll } from '../../../api/jobs/recover.ts';
import { newWebhookSecret } from '../../../api/system/webhookSignature.ts';
import { type SpanFacts, type SpanStart, traced } from '../../../api/telemetry/spans.ts';
import { parseTraceparent, printTraceparent } from '../../../api/telemetry/traceparent.ts';
import { type Span, startCollector } from '../support/collector.ts';
import { temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres } from '../support/postgres.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { textBody } from '../support/projects.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { until } from '../support/service.ts';
import { openWorkAlone } from '../support/workAlone.ts';

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled: true };

it('a traceparent is parsed as written, and only in the standard format', () => {
  const [text, ids] = [printTraceparent(caller), `${caller.traceId}-${caller.spanId}`];
  expect(parseTraceparent(text)).toEqual(caller);
  expect(parseTraceparent(`00-${ids}-00`)).toEqual({ ...caller, isSampled: false });
  expect(parseTraceparent(`cc-${ids}-03-what-comes-later`)).toEqual(caller);
  const none = [
    `00-${ids}-01-more`,
    `ff-${ids}-01`,
    `00-${'0'.repeat(32)}-${caller.spanId}-01`,
    `${text}\n`,
    ` ${text}`,
  ];
  none.push(
    `00-${caller.traceId}-${'0'.repeat(16)}-01`,
    text.toUpperCase(),
    `${text}, ${text}`,
    '',
    `01${text.slice(2)}-${'x'.repeat(1e6)}`,
  );
  for (const other of [...none, undefined, 7, [text], { toString: () => text }])
    expect(parseTraceparent(other)).toBeUndefined();
});

it('a service without a collector loads no tracing modules', async () => {
  const { child, ready, ended } = await spawnServer(path.join(await temporaryFolder(), 'data'), { workers: 0 });
  await ready;
  child.kill('SIGTERM');
  expect((await ended).output).toContain('traced by 0 files');
});

it('the span of a dead attempt is recorded by the process that requeues it, as a sibling of the next attempt', async () => {
  const { queue, store, segments, add } = await openWorkAlone();
  const told: (SpanStart | SpanFacts | string)[] = [];
  const begin = (start: SpanStart) => {
    told.push(start);
    const tell = (facts: SpanFacts | string) => void told.push(facts);
    return { place: caller, addFacts: tell, fail: tell, end: () => tell('end') };
  };
  const tracer = { begin, stop: async () => undefined };
  const id = await traced(tracer, { name: 'request' }, () => add(textBody()));
  const died = await queue.fetchJob();
  expect(died).toMatchObject({ videoId: id, traceparent: printTraceparent(caller), waited: expect.any(Number) });
  const row = died && (await store.claim(id, died.jobId, 'w'));
  told.length = 0;
  await recoverAll({ queue, store, segments, tracer });
  const start = { name: 'process plan', key: died?.jobId, parent: caller, begunAt: expect.any(Date) };
  expect(told).toEqual([
    expect.objectContaining(start),
    { 'cutroom.attempt': 1, 'cutroom.outcome': 'lost' },
    'lost',
    'end',
  ]);
  const again = await queue.fetchJob();
  expect(again).toMatchObject({ videoId: id, traceparent: died?.traceparent });
  expect(again?.jobId).not.toBe(died?.jobId);
  // A process that finds it too late records nothing.
  told.length = 0;
  if (row)
    await putBackLost({ tracer, queue }, { queue: 'plan', jobId: again?.jobId ?? '', attempt: 1 }, () =>
      store.requeue(row, 'crashed'),
    );
  expect(told).toHaveLength(1);
});

it.runIf(hasPostgres())(
  'a video is one tree of spans over all processes, from its request to its webhook',
  async () => {
    const [collector, receiver, postgres] = await Promise.all([startCollector(), startReceiver(), createPostgres()]);
    const dataDir = path.join(await temporaryFolder(), 'data');
    const databaseUrl = postgres.url.replace('cutroom@', 'cutroom:pa55word@');
    const webhooks = { hosts: [receiver.host], secret: newWebhookSecret() };
    const running: ServerProcess[] = [];
    onTestFinished(async () => {
      for (const { child, ended } of running) if (child.kill('SIGKILL')) await ended;
      await Promise.all([collector.close(), receiver.close(), postgres.stop()]);
    });
    const start = async (role: 'web' | 'worker', workers: number) => {
      const told = { ...webhooks, isSender: role === 'web' };
      const server = await spawnServer(dataDir, { workers, role, databaseUrl, webhooks: told }, { env: collector.env });
      running.push(server);
      return { ...server, origin: await server.ready };
    };
    const [web, worker] = [await start('web', 0), await start('worker', 1)];
    receiver.on('/told', status(204));
    const body = { ...textBody('Words of mine', 40), name: 'Name of mine', output: { type: 'gif', fps: 2 } };
    const asked = await fetch(`${web.origin}/api/v1/videos/createVideo?hidden=verysecret`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: printTraceparent(caller),
        tracestate: 'own=verysecret',
      },
      body: JSON.stringify({ ...body, webhookUrl: `${receiver.origin}/told` }),
    });
    expect(asked.status).toBe(201);
    const { _id } = (await asked.json()) as { _id: string };
    await until(() => receiver.at('/told').length > 0);
    for (const { child } of [web, worker]) child.kill('SIGTERM');
    for (const { ended } of [web, worker]) expect((await ended).output).toMatch(/traced by [1-9]/);

    const ours = collector.spans.filter(({ traceId }) => traceId === caller.traceId);
    const named = (name: string) => ours.filter((span) => span.name === name);
    const [request, plan, join, webhook] = [
      'POST /api/v1/videos/createVideo',
      'process plan',
      'process join',
      'process webhook',
    ].map((name) => {
      expect(named(name), name).toHaveLength(1);
      return named(name)[0] as Span;
    });
    const segments = named('process segment');
    expect(segments.length).toBeGreaterThan(1);
    expect(new Set(segments.map(({ facts }) => facts['cutroom.segment.place'])).size).toBe(segments.length);
    // Each span is a child of the one that requested it.
    expect(request?.parentSpanId).toBe(caller.spanId);
    expect(plan?.parentSpanId).toBe(request?.spanId);
    for (const segment of segments) expect(segment.parentSpanId).toBe(plan?.spanId);
    expect(segments.map(({ spanId }) => spanId)).toContain(join?.parentSpanId);
    expect(webhook?.parentSpanId).toBe(join?.spanId);
    const ids = new Set([caller.spanId, ...ours.map(({ spanId }) => spanId)]);
    expect(ids.size).toBe(ours.length + 1);
    expect(ours.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId))).toEqual([]);
    // Programs are children of the span that ran them.
    const ran = (span: Span | undefined) =>
      ours.filter(({ parentSpanId }) => parentSpanId === span?.spanId).map(({ name }) => name);
    expect([...new Set(segments.flatMap(ran))].sort()).toEqual(
      expect.arrayContaining(['ffmpeg', 'paint', 'store put']),
    );
    expect(ran(join)).toEqual(expect.arrayContaining(['store fetch', 'store put']));
    expect(ran(webhook)).toEqual(['POST']);

    for (const span of [request, plan, join, webhook, ...segments]) expect(span?.facts['cutroom.video.id']).toBe(_id);
    expect(request?.facts).toMatchObject({
      'http.route': '/api/v1/videos/createVideo',
      'http.response.status_code': 201,
    });
    expect(plan?.facts).toMatchObject({ 'cutroom.attempt': 1, 'cutroom.outcome': 'handed-over' });
    expect(join?.facts).toMatchObject({ 'cutroom.attempt': 2, 'cutroom.outcome': 'done' });
    expect(plan?.facts['cutroom.job.wait']).toBeGreaterThanOrEqual(0);
    const roles = [request, plan, webhook].map((span) => span?.resource['cutroom.role']);
    expect([roles, ours.filter(({ isFailed }) => isFailed)]).toEqual([['web', 'worker', 'web'], []]);
    expect(plan?.resource).toMatchObject({ 'service.name': 'cutroom', 'service.version': expect.any(String) });
    expect(new Set(collector.keys)).toEqual(new Set(['of ours']));
    expect(collector.texts.join('')).not.toMatch(/of mine|hidden=|verysecret|pa55word|\/told|whsec_/);
    const lines = (await worker.ended).output;
    expect(lines).not.toContain('error');
  },
);
