import { chmod, rm } from 'node:fs/promises';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EgressRules } from './egressRules.ts';

/** Most bytes of all answers together, and most connections. */
const [mostBytes, mostConnections] = [50_000_000, 32];
/** Hop-by-hop headers, which are not forwarded. */
const betweenTwo = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'upgrade',
  'transfer-encoding',
];

/** An HTTP proxy for a program that makes its own requests, restricted by our rules. */
export interface GuardedProxy {
  close(): void;
}

/** Opens a proxy. @param socket path of its socket, in a folder of the program. */
export async function openGuardedProxy(doors: EgressRules, socket: string): Promise<GuardedProxy> {
  const open = new Set<Duplex>();
  let left = mostBytes;
  /** Counts received bytes; closes everything beyond the limit. */
  const count = (stream: Duplex | http.IncomingMessage) =>
    stream.on('data', (bytes: Buffer) => {
      left -= bytes.length;
      if (left < 0) close();
    });
  const trackStream = (stream: Duplex) => {
    open.add(stream);
    stream.on('close', () => open.delete(stream)).on('error', () => stream.destroy());
  };
  const server = http.createServer((request, reply) => {
    // Rejections are answered; broken connections are closed.
    reply.on('error', () => undefined);
    try {
      const url = doors.read(request.url ?? '');
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !betweenTwo.includes(name)),
      );
      const options = { agent: false, lookup: doors.lookupFor(url), method: request.method, headers };
      const asked = http.request(url, options, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        count(answer).pipe(reply);
      });
      asked.on('socket', trackStream).on('error', () => refuse(reply));
      request.pipe(asked);
    } catch {
      refuse(reply);
    }
  });
  server.maxConnections = mostConnections;
  server.on('connection', trackStream);
  server.on('connect', (request: http.IncomingMessage, from: Duplex) => {
    try {
      const url = doors.read(`https://${request.url}`);
      const to: Socket = connect({
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: Number(url.port || 443),
        lookup: doors.lookupFor(url),
      });
      trackStream(to);
      to.on('connect', () => {
        from.write(statusLine(200));
        count(to).pipe(from).pipe(to);
      });
      to.on('error', () => from.end(statusLine(403)));
    } catch {
      from.end(statusLine(403));
    }
  });
  const close = () => {
    server.close();
    for (const stream of open) stream.destroy();
    void rm(socket, { force: true }).catch(() => undefined);
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  // The program may run as another user; its folder protects the socket.
  await chmod(socket, 0o666);
  return { close };
}

function refuse(reply: http.ServerResponse): void {
  if (reply.headersSent) reply.destroy();
  else reply.writeHead(403).end();
}

/** Returns a complete answer without headers. */
function statusLine(status: 200 | 403): string {
  return ['HTTP/1.1', status, http.STATUS_CODES[status]].join(' ').concat('\r\n\r\n');
}
