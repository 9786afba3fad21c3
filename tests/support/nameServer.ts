import dgram from 'node:dgram';
import dns from 'node:dns';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '../../api/sources/links/doors.ts';

/** A name server on this machine that says something else each time. */
export interface NameServer {
  /** Asks it, as the system's resolver is asked. */
  resolve: Resolve;
  close(): Promise<void>;
}

/** Starts it. @param answers lists of IPv4 addresses by name: the first is told first, the last for ever after. */
export async function startNameServer(answers: Readonly<Record<string, string[][]>>): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const times = new Map<string, number>();
  socket.on('message', (query, from) => {
    const name = nameIn(query);
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const lists = answers[name] ?? [];
    socket.send(answerTo(query, lists[Math.min(time, lists.length - 1)] ?? []), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const resolver = new dns.Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  return {
    resolve: (name, tell) =>
      resolver.resolve4(name, (error, found) =>
        tell(
          error,
          (found ?? []).map((address) => ({ address, family: 4 })),
        ),
      ),
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
