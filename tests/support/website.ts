import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local website with programmable responses. */
export interface Website {
  /** Such as 127.0.0.1:41234. */
  host: string;
  port: number;
  origin: string;
  /** The requested paths, in order. */
  asked: string[];
  /** Sets the response of a path. */
  on(path: string, answer: (reply: ServerResponse, request: IncomingMessage) => unknown): void;
  /** Sets a page; `file` and `redirect` likewise. */
  page(path: string, html: string): void;
  file(path: string, bytes: Uint8Array, type: string): void;
  redirect(path: string, to: string): void;
  close(): Promise<void>;
}

/** Starts a website on a free port; the caller closes it. */
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
