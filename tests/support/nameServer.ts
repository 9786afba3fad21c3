import dgram from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { type Resolve, resolveByServers } from '../../api/sources/links/resolve.ts';

/** A local DNS server whose answers change. */
export interface NameServer {
  /** Resolves a name with this server. */
  resolve: Resolve;
  close(): Promise<void>;
}

/**
 * Starts the server. @param answers lists of IPv4 addresses by name: one list per query, the last one repeated; names
 * that start with “silent” get no response.
 */
export async function startNameServer(answers: Readonly<Record<string, string[][]>>): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const times = new Map<string, number>();
  socket.on('message', (query, from) => {
    const name = nameIn(query);
    // It never responds to these, and has no IPv6 addresses.
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

/** Returns the queried name from its length-prefixed labels. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]; at += (query[at] as number) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] as number)));
  }
  return labels.join('.').toLowerCase();
}

/** Returns a response with address records and a TTL of 0. */
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
