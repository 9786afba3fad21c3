import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../contract/errors.ts';
import { fail, type ServiceError } from '../system/serviceError.ts';
import { clientOf, type IsOneOf } from './addresses.ts';
import { errorBodyOf } from './httpError.ts';

/** Limits on connections and unfinished bodies. */
export interface ConnectionLimits {
  /** Concurrent connections per address. */
  perAddress: number;
  /** The same for trusted proxies and for this machine, which may host one: they carry all clients. */
  ofProxy: number;
  /** Concurrent unfinished bodies per client. */
  bodies: number;
  /** Concurrent event streams per client. */
  streams: number;
  /** Milliseconds in which a body must deliver `leastBytes` more; otherwise it is aborted. */
  stallMs: number;
  leastBytes: number;
  /** Milliseconds in which the head of a request must arrive. */
  headMs: number;
}

/** Default limits. One kilobyte per second is slower than any usable connection. */
export const usualLimits: ConnectionLimits = {
  perAddress: 256,
  ofProxy: 4096,
  bodies: 64,
  streams: 128,
  stallMs: 20_000,
  leastBytes: 20_000,
  headMs: 20_000,
};

const slowRequest = 'The request was too slow. Please try again.';

/** Checks of a body per `stallMs`. */
const LOOKS = 4;
/** Milliseconds that an excess connection stays open to receive the error. */
const FAREWELL_MS = 1000;

/** An unfinished body. */
interface Body {
  /** See clientOf. */
  client: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Bytes read on its connection at the start of the current period, and checks since. */
  since: number;
  looks: number;
}

/**
 * Protects the server against slow and numerous connections.
 * @param answer sends an error.
 * @returns a hook for every request, which throws ServiceError 429, and a function that stops the checks.
 */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: IsOneOf,
  answer: (error: ServiceError, request: FastifyRequest, reply: FastifyReply) => void,
): { onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>; stop(): void } {
  const isTooMany = countConnections(server, limits, isProxy);
  const bodies = new Set<Body>();
  const closeIdle = () => {
    for (const body of bodies) {
      if (!isStalled(body, limits)) continue;
      bodies.delete(body);
      const { request, reply } = body;
      answer(fail('timeout', slowRequest), request, reply);
    }
  };
  const timer = setInterval(closeIdle, limits.stallMs / LOOKS).unref();
  return {
    async onRequest(request, reply) {
      if (isTooMany(request.raw.socket)) throw tooMany(reply, 'Too many connections from one address.');
      if (!hasBody(request)) return;
      const client = clientOf(request.ip);
      const others = [...bodies].filter((body) => body.client === client).length;
      if (others >= limits.bodies) throw tooMany(reply, 'Too many requests at once.');
      const body = { client, request, reply, since: request.raw.socket.bytesRead, looks: 0 };
      bodies.add(body);
      const forget = () => bodies.delete(body);
      request.raw.once('end', forget);
      reply.raw.once('close', forget);
    },
    stop: () => clearInterval(timer),
  };
}

/** Counts connections per address. @returns whether a connection exceeds the limit. */
function countConnections(server: Server, limits: ConnectionLimits, isProxy: IsOneOf): (socket: Socket) => boolean {
  const counts = new Map<string, number>();
  const tooMany = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = clientOf(remoteAddress);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
    if (count <= (isProxy(remoteAddress) ? limits.ofProxy : limits.perAddress)) return;
    // Its request gets the error; without a request it is just closed.
    tooMany.add(socket);
    const farewell = setTimeout(() => socket.destroy(), FAREWELL_MS);
    socket.once('close', () => clearTimeout(farewell));
  });
  return (socket) => tooMany.has(socket);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Counts checks instead of time: a busy server has not read anything either. */
function isStalled(body: Body, { leastBytes }: ConnectionLimits): boolean {
  const { raw } = body.request;
  const { bytesRead } = raw.socket;
  body.looks += 1;
  // Unread data in our buffer is not the sender's fault.
  const isOurs = raw.readableLength > 0;
  if (!isOurs && body.looks < LOOKS) return false;
  const isSlow = !isOurs && bytesRead - body.since < leastBytes;
  Object.assign(body, { since: bytesRead, looks: 0 });
  return isSlow && !raw.complete;
}

/** Returns a 429 for a retry in a moment; closes the connection. */
export function tooMany(reply: FastifyReply, why: string): ServiceError {
  reply.header('retry-after', '10').header('connection', 'close');
  return fail('too-many-requests', `${why} Please try again in a moment.`);
}

/** Answers an invalid HTTP request in the form of all errors, before routing; closes the connection. */
export function answerBadConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = badConnections[error.code ?? ''] ?? [400, 'malformed', 'Not an HTTP request.'];
  const body = JSON.stringify(errorBodyOf(code, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const badConnections: Record<string, [status: number, code: ErrorCode, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', slowRequest],
  HPE_HEADER_OVERFLOW: [431, 'too-large', 'The request headers are too large.'],
};
