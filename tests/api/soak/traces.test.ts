import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWebsite } from '../../support/website.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { temporaryFolder } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { textBody } from '../support/projects.ts';
import { clientOf, until, untilFinal } from '../support/service.ts';

/** CUTROOM_LONG=1: various collectors, the cost of traces, and a killed process. Takes some minutes. */
const isLong = Boolean(process.env.CUTROOM_LONG);
const limits = { rateLimit: { all: 1e6, creates: 1e6 }, maxOpen: 5000 };

/** CPU time of a process and its ended children, seconds. */
async function cpuOf(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100;
}

async function memoryOf(pid: number | undefined): Promise<number> {
  const [, kB] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kB) / 1000);
}

/** Renders with a new server. @returns the resources used. */
async function render(env: NodeJS.ProcessEnv, count: number, body: object) {
  const dataDir = path.join(await temporaryFolder(), 'data');
  const server = await spawnServer(dataDir, { ...limits, workers: 1, logLevel: 'info' }, { env });
  const { pid } = server.child;
  const client = clientOf(await server.ready);
  const ask = async (index: number) => client.createVideo({ ...textBody(`number ${index}`, 3), ...body });
  await untilFinal(client, (await ask(-1))._id);
  const [cpu, began] = [await cpuOf(pid), performance.now()];
  const asked: string[] = [];
  for (let index = 0; index < count; index += 1) asked.push((await ask(index))._id);
  await until(async () => (await client.getVideo(asked.at(-1) ?? '')).status === 'done', 1_500_000);
  const took = { cpu: (await cpuOf(pid)) - cpu, seconds: (performance.now() - began) / 1000 };
  const videos = await Promise.all(asked.map((id) => client.getVideo(id)));
  const memory = await memoryOf(pid);
  // The warning is logged after the collector had time to answer.
  await delay(3000);
  const stopping = performance.now();
  server.child.kill('SIGTERM');
  const { output } = await server.ended;
  const warnings = output.split('\n').filter((line) => line.includes('could not send traces'));
  return {
    done: videos.filter(({ status }) => status === 'done').length,
    cpu: +(took.cpu / count).toFixed(4),
    seconds: +(took.seconds / count).toFixed(4),
    memory,
    stop: +((performance.now() - stopping) / 1000).toFixed(1),
    warnings,
  };
}

const to = (origin: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: origin,
  OTEL_BSP_SCHEDULE_DELAY: '200',
  OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
});

async function collector(): Promise<Collector> {
  const one = await startCollector();
  onTestFinished(() => one.close());
  return one;
}

/** A server that accepts connections and never answers. */
async function hanging(): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

async function failing(): Promise<string> {
  const site = await startWebsite();
  onTestFinished(() => site.close());
  site.on('/v1/traces', (reply) => reply.writeHead(500).end('no'));
  return site.origin;
}

describe.runIf(isLong)('traces', { timeout: 1_800_000 }, () => {
  it('cost little, and an unreachable collector costs nothing but a line in the log', async () => {
    const count = Number(process.env.CUTROOM_COUNT ?? 60);
    const body = process.env.CUTROOM_COUNT ? { isImage: true } : { width: 640, height: 360 };
    const taking = await collector();
    const never = await collector();
    const kinds: Record<string, NodeJS.ProcessEnv> = {
      none: {},
      taken: taking.env,
      refused: to('http://127.0.0.1:9'),
      hanging: to(await hanging()),
      'answered 500': to(await failing()),
      'sampler off': { ...never.env, OTEL_TRACES_SAMPLER: 'always_off' },
      'none again': {},
    };
    for (const [name, env] of Object.entries(kinds)) {
      const found = await render(env, count, body);
      console.info(name, JSON.stringify(found));
      expect(found.done).toBe(count);
      expect(found.stop).toBeLessThan(15);
      expect(found.warnings.length).toBe(['refused', 'hanging', 'answered 500'].includes(name) ? 1 : 0);
    }
    expect(taking.spans.filter(({ name }) => name === 'process plan')).toHaveLength(count + 1);
    expect(never.spans).toEqual([]);
  });

  it('show both attempts in one tree after a process was killed', async () => {
    const { env, spans } = await collector();
    const dataDir = path.join(await temporaryFolder(), 'data');
    const first = await spawnServer(dataDir, { ...limits, workers: 1 }, { env });
    const client = clientOf(await first.ready);
    const { _id } = await client.createVideo({ ...textBody('long', 100), width: 1280, height: 720 });
    // A finished span whose parent has not ended.
    await until(() => {
      const ids = spans.map(({ spanId }) => spanId);
      return spans.some(({ name, parentSpanId = '' }) => name === 'paint' && !ids.includes(parentSpanId));
    });
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await spawnServer(dataDir, { ...limits, workers: 1 }, { env });
    const later = clientOf(await second.ready, client.session);
    await until(
      () => spans.some(({ name, facts }) => name === 'process segment' && facts['cutroom.attempt'] === 2),
      300_000,
    );
    await later.deleteVideo(_id);
    second.child.kill('SIGTERM');
    await second.ended;
    const jobs = spans.filter(({ name, facts }) => name.startsWith('process ') && facts['cutroom.video.id'] === _id);
    const told = jobs.map(({ name, facts }) => `${name} ${facts['cutroom.attempt']} ${facts['cutroom.outcome']}`);
    console.info(told.join('\n'));
    expect(told).toEqual(expect.arrayContaining(['process segment 1 lost']));
    const again = jobs.filter(({ facts }) => facts['cutroom.attempt'] === 2);
    expect(again.map(({ parentSpanId }) => parentSpanId)).toContain(
      jobs.find(({ facts }) => facts['cutroom.outcome'] === 'lost')?.parentSpanId,
    );
    const trace = spans.filter(({ traceId }) => traceId === jobs[0]?.traceId);
    const ids = new Set(trace.map(({ spanId }) => spanId));
    expect(ids.size).toBe(trace.length);
    expect(trace.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([]);
  });
});
