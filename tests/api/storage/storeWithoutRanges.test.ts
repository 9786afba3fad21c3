import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { StorageUnreachableError } from '../../../api/storage/s3/errors.ts';
import { temporaryFolder } from '../support/files.ts';
import { bytesOf, newStorage } from '../support/stored.ts';

/** The content of every object. */
const bytes = randomBytes(1_000_000);

/**
 * A store that ignores ranges and sends the whole object. @param mostSent cuts the first connection after this many
 * bytes.
 */
async function openStore(held: Buffer, mostSent = Number.POSITIVE_INFINITY) {
  let most = mostSent;
  const asked: (string | undefined)[] = [];
  const server = http.createServer(({ method, url = '', headers }, response) => {
    if (url.includes('list-type')) return void response.end('<ListBucketResult/>');
    if (method === 'GET') asked.push(headers.range);
    response.writeHead(200, { 'content-length': held.byteLength });
    if (method === 'HEAD') return void response.end();
    if (most >= held.byteLength) return void response.end(held);
    response.write(held.subarray(0, most), () => setTimeout(() => response.destroy(), 100));
    most = Number.POSITIVE_INFINITY;
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { storage } = await newStorage(await temporaryFolder(), {
    ...{ endpoint, region: 'us-east-1', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's' },
    ...{ pathStyle: true, prefix: '', publicEndpoint: undefined, cacheBytes: 1e9 },
  });
  return { storage, asked };
}

it.each([
  [0, 999_999],
  [0, 0],
  [0, 5_000_000],
  [1, 99_999],
  [700_000, 999_999],
])('bytes from %i to %i are read from a store that ignores ranges', async (start, end) => {
  const { storage, asked } = await openStore(bytes);
  const read = await bytesOf(await storage.open('videos/a/1.mp4', { start, end }));
  expect(read.equals(bytes.subarray(start, end + 1))).toBe(true);
  expect(asked).toEqual([`bytes=${start}-${end}`]);
});

it('a file of such a store is available to programs, even after a cut connection', async () => {
  for (const most of [bytes.byteLength, 400_000]) {
    const { storage, asked } = await openStore(bytes, most);
    const { path, release } = await storage.fetchLocal('videos/a/1.mp4');
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(asked.length).toBe(most < bytes.byteLength ? 2 : 1);
    release();
  }
});

it('bytes that such a store does not have cause an error', async () => {
  const { storage } = await openStore(bytes.subarray(0, 100));
  const read = bytesOf(await storage.open('videos/a/1.mp4', { start: 100, end: 199 }));
  await expect(read).rejects.toThrow(StorageUnreachableError);
});
