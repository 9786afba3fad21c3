import type { IncomingMessage, ServerResponse } from 'node:http';
import { startWebsite, type Website } from '../../support/website.ts';

/** A received message. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A receiver of webhooks. */
export interface Receiver extends Pick<Website, 'host' | 'origin' | 'close'> {
  /** Messages received at a path, in order. */
  at(path: string): Received[];
  /** Sets the answers at a path; the default is 204. @param answer receives the number of the request. */
  on(path: string, answer: (reply: ServerResponse, count: number) => unknown): void;
}

/** Starts a receiver on a free port. The caller closes it. */
export async function startReceiver(): Promise<Receiver> {
  const site = await startWebsite();
  const received: Received[] = [];
  const at = (path: string) => received.filter((one) => one.path === path);
  const on: Receiver['on'] = (path, answer) =>
    site.on(path, async (reply, request) => {
      const pieces: Buffer[] = [];
      for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
      received.push({ path, headers: request.headers, body: Buffer.concat(pieces).toString() });
      answer(reply, at(path).length);
    });
  return { host: site.host, origin: site.origin, close: site.close, at, on };
}

/** Answers with a status and headers. */
export function status(code: number, headers: Record<string, string> = {}) {
  return (reply: ServerResponse) => reply.writeHead(code, headers).end();
}
