import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../contract/errors.ts';
import { clientOf, type IsOneOf } from './addresses.ts';
import { errorBodyOf, HttpError } from './httpError.ts';

/** How many connections and unfinished bodies a server bears, and how slow they may be. */
export interface ConnectionLimits {
  /** Connections of one address at a time. */
  perAddress: number;
  /** The same for a proxy, and for this machine, where one may be: it stands for everybody. */
  ofProxy: number;
  /** Bodies of one client at a time that are still on their way. */
  bodies: number;
  /** Event streams of one client at a time. */
  streams: number;
  /** Milliseconds in which a body must bring `leastBytes` more, or end. */
  stallMs: number;
  leastBytes: number;
  /** Milliseconds in which the head of a request must be there. */
  headMs: number;
}

/** The limits unless told otherwise: a kilobyte a second is slower than any line that is worth waiting for. */
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

/** Looks at slow bodies so often in the time that they have. */
const LOOKS = 4;
/** A connection too many may live so long to hear why, milliseconds. */
const FAREWELL_MS = 1000;

/** A body on its way. */
interface Body {
  /** See clientOf. */
  client: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Bytes of its connection when the present span of time began, and how often it was looked at since. */
  since: number;
  looks: number;
}

/**
 * Keeps slow and many connections from taking the server away from others.
 * @param answer sends an error's answer.
 * @returns a hook for every request, which throws HttpError 429, and what ends the watch.
 */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: IsOneOf,
  answer: (error: HttpError, request: FastifyRequest, reply: FastifyReply) => void,
): { onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>; stop(): void } {
  const isTooMany = countConnections(server, limits, isProxy);
  const bodies = new Set<Body>();
  const look = () => {
    for (const body of bodies) {
      if (!isStalled(body, limits)) continue;
      bodies.delete(body);
      const { request, reply } = body;
      answer(new HttpError(408, 'timeout', slowRequest), request, reply);
    }
  };
  const timer = setInterval(look, limits.stallMs / LOOKS).unref();
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

/** Counts connections by address. @returns whether a connection is one too many. */
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
    // Its request is answered with why; what sends none just ends.
    tooMany.add(socket);
    const farewell = setTimeout(() => socket.destroy(), FAREWELL_MS);
    socket.once('close', () => clearTimeout(farewell));
  });
  return (socket) => tooMany.has(socket);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Looks are counted, not time: a server that was busy itself has read nothing either. */
function isStalled(body: Body, { leastBytes }: ConnectionLimits): boolean {
  const { raw } = body.request;
  const { bytesRead } = raw.socket;
  body.looks += 1;
  // What waits here to be read is no fault of the sender.
  const isOurs = raw.readableLength > 0;
  if (!isOurs && body.looks < LOOKS) return false;
  const isSlow = !isOurs && bytesRead - body.since < leastBytes;
  Object.assign(body, { since: bytesRead, looks: 0 });
  return isSlow && !raw.complete;
}

/** 429 of what may be tried again in a moment; the connection ends. */
export function tooMany(reply: FastifyReply, why: string): HttpError {
  reply.header('retry-after', '10').header('connection', 'close');
  return new HttpError(429, 'too-many-requests', `${why} Please try again in a moment.`);
}

/** Answers what is no request, before any route could, in the form of all errors; the connection ends. */
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
