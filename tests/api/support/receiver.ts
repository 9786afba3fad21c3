import type { IncomingMessage, ServerResponse } from 'node:http';
import { startWebsite, type Website } from '../../support/website.ts';

/** A message that came. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Somebody who is told of the ends of videos. */
export interface Receiver extends Pick<Website, 'host' | 'origin' | 'close'> {
  /** All that came to a path, in order. */
  at(path: string): Received[];
  /** What is answered to the messages of a path from now on; 204 where nothing is said. @param answer told how often it was asked. */
  on(path: string, answer: (reply: ServerResponse, count: number) => unknown): void;
}

/** Starts one on a free port; whoever starts it closes it. */
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

/** Answers with a status, and some headers. */
export function status(code: number, headers: Record<string, string> = {}) {
  return (reply: ServerResponse) => reply.writeHead(code, headers).end();
}
