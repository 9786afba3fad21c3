import dgram from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { type Resolve, resolveByServers } from '../../api/sources/links/resolve.ts';

/** A name server on this machine that says something else each time. */
export interface NameServer {
  /** Asks it, as those of the system are asked. */
  resolve: Resolve;
  close(): Promise<void>;
}

/** Starts it. @param answers lists of IPv4 addresses by name: the first is told first, the last forever after; names that begin with “silent” get no answer. */
export async function startNameServer(answers: Readonly<Record<string, string[][]>>): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const times = new Map<string, number>();
  socket.on('message', (query, from) => {
    const name = nameIn(query);
    // It says nothing at all of these, and has no addresses of IPv6.
    if (answers[name] === undefined && name.startsWith('silent')) return;
    const isAsked = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
    if (!isAsked) return socket.send(answerTo(query, []), from.port, from.address);
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const lists = answers[name] ?? [];
    socket.send(answerTo(query, lists[Math.min(time, lists.length - 1)] ?? []), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const { port } = socket.address() as AddressInfo;
  return {
    resolve: resolveByServers({ servers: [`127.0.0.1:${port}`], timeoutMs: 300 }),
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

/** The name that a query asks for: its labels, each after its length. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]; at += (query[at] as number) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] as number)));
  }
  return labels.join('.').toLowerCase();
}

/** The query as an answer, with its records behind it; none is kept for later. */
function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, question, ...records]);
}
