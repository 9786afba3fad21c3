import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChanges, createSharedReads } from '../../../api/jobs/jobChanges.ts';
import { temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres } from '../support/postgres.ts';
import { textBody } from '../support/projects.ts';
import { openService, startService, until } from '../support/service.ts';

it('a thousand followers of a video share one read per change', async () => {
  const changes = createChanges();
  let reads = 0;
  const get = async () => {
    reads += 1;
    return undefined;
  };
  const look = createSharedReads({ get }, changes, 0);
  await Promise.all(Array.from({ length: 1000 }, () => look('a')));
  expect(reads).toBe(1);
  changes.announce('a');
  await Promise.all([look('a'), look('a')]);
  expect(reads).toBe(2);
});

it('one client has a limited number of streams, not counting ended ones', async () => {
  const service = await startService({ workers: 0, connections: { streams: 3 } });
  const { _id } = await service.client().createVideo(textBody());
  const stop = new AbortController();
  const open = (signal = stop.signal) => service.call(`/api/v1/videos/${_id}/events`, { signal });
  const streams = await Promise.all(Array.from({ length: 3 }, () => open()));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await service.call(`/api/v1/videos/${_id}`)).status).toBe(200);
  stop.abort();
  const own = new AbortController();
  await until(async () => (await open(own.signal)).status === 200);
  own.abort();
});

describe.runIf(hasPostgres())('a temporary database outage', () => {
  it('stops no server, and followers of a video continue afterwards', async () => {
    const postgres = await createPostgres();
    onTestFinished(() => postgres.stop());
    const address = new URL(postgres.url);
    const way = await wayTo(Number(address.port));
    address.port = String(way.port);
    const service = await openService({ dataDir: await temporaryFolder(), databaseUrl: address.href, workers: 1 });
    onTestFinished(() => service.app.close());
    const client = service.client();
    const { _id } = await client.createVideo(textBody('first', 0.2));
    const followed = (async () => {
      const seen: string[] = [];
      for await (const { status } of client.events(_id)) seen.push(status);
      return seen.at(-1);
    })();
    way.cut();
    expect((await service.call('/api/v1/health')).status).toBeGreaterThanOrEqual(500);
    expect((await service.call(`/api/v1/videos/${_id}/events`)).status).toBeGreaterThanOrEqual(500);
    way.mend();
    expect(await followed).toBe('done');
    expect((await service.call('/api/v1/health')).status).toBe(200);
  });
});

/** A proxy to a port, whose connections can be cut. */
async function wayTo(port: number) {
  const sockets = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((from) => {
    const to = net.connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          from.destroy();
          to.destroy();
        });
    }
    if (isCut) from.destroy();
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  onTestFinished(() => void server.close());
  return {
    port: (server.address() as net.AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
  };
}
