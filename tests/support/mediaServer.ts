import { createReadStream, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

/** A running file server. */
export interface MediaServer {
  /** Such as http://127.0.0.1:41234, without a trailing slash. */
  origin: string;
  close(): Promise<void>;
}

const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.gif': 'image/gif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Serves files to a browser on this machine, with the byte ranges that videos need for seeking.
 * @param find returns the local file or HTML text for a URL path, or undefined.
 */
export async function serveMedia(
  find: (path: string) => { file: string } | { html: string } | undefined,
): Promise<MediaServer> {
  const server = createServer((request, answer) => {
    const found = find(decodeURIComponent(new URL(request.url ?? '/', 'http://media.test').pathname));
    if (!found) answer.writeHead(404).end();
    else if ('html' in found) answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(found.html);
    else sendFile(answer, found.file, request.headers.range);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendFile(answer: ServerResponse, file: string, range: string | undefined): void {
  const { size } = statSync(file);
  const requested = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  const start = Number(requested?.[1] ?? 0);
  const end = Math.min(size - 1, requested?.[2] ? Number(requested[2]) : size - 1);
  const headers = { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'accept-ranges': 'bytes' };
  if (start > end) {
    answer.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end();
    return;
  }
  const more = requested ? { 'content-range': `bytes ${start}-${end}/${size}` } : {};
  answer.writeHead(requested ? 206 : 200, { ...headers, ...more, 'content-length': end - start + 1 });
  createReadStream(file, { start, end }).pipe(answer);
}
