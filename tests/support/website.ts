import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website on this machine that answers as a test wants. */
export interface Website {
  /** Such as 127.0.0.1:41234. */
  host: string;
  port: number;
  origin: string;
  /** The paths that were asked for, in order. */
  asked: string[];
  /** What is answered to a path from now on. */
  on(path: string, answer: (reply: ServerResponse, request: IncomingMessage) => unknown): void;
  /** A page, a file or a redirect. */
  page(path: string, html: string): void;
  file(path: string, bytes: Uint8Array, type: string): void;
  redirect(path: string, to: string): void;
  close(): Promise<void>;
}

/** Starts it on a free port; whoever starts it closes it. */
export async function startWebsite(): Promise<Website> {
  const answers = new Map<string, (reply: ServerResponse, request: IncomingMessage) => unknown>();
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    const path = request.url ?? '/';
    asked.push(path);
    const answer = answers.get(path.split('?')[0] ?? '');
    if (answer) answer(reply, request);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const plain = (path: string, type: string, body: string | Uint8Array) =>
    void answers.set(path, (reply) => reply.writeHead(200, { 'content-type': type }).end(body));
  return {
    ...{ host, port, origin: `http://${host}`, asked },
    on: (path, answer) => void answers.set(path, answer),
    page: (path, html) => plain(path, 'text/html; charset=utf-8', html),
    file: (path, bytes, type) => plain(path, type, bytes),
    redirect: (path, to) => void answers.set(path, (reply) => reply.writeHead(302, { location: to }).end()),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
