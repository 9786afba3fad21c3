import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Readable, type Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { videoBytes } from '../support/files.ts';
import { begin, put } from '../support/resumable.ts';
import { startService, type TestService } from '../support/service.ts';

/** Google's resumable upload, unchanged. The package exposes it only internally. */
const main = createRequire(import.meta.url).resolve('@google-cloud/storage');
const load = createRequire(main);
const { Upload } = load('./resumable-upload.js') as { Upload: new (options: object) => Writable };
const { Gaxios } = load('gaxios') as { Gaxios: new () => { request(options: object): Promise<unknown> } };

let service: TestService;
let clip: Buffer;

beforeAll(async () => {
  service = await startService({ workers: 0 });
  clip = await videoBytes(12);
});

/** Sends the clip with that client. @returns the last answer of the service. */
function send(uri: string, options: object = {}): Promise<{ size: number; mime: string; url: string }> {
  const http = new Gaxios();
  const upload = new Upload({
    ...{ bucket: 'any', file: 'any', uri, authClient: { request: (asked: object) => http.request(asked) } },
    retryOptions: {
      ...{ autoRetry: true, maxRetries: 3, retryDelayMultiplier: 2, totalTimeout: 60, maxRetryDelay: 2 },
      retryableErrorFn: () => true,
    },
    ...options,
  });
  return new Promise((resolve, reject) => {
    upload.on('metadata', resolve).on('error', reject);
    const pieces = Array.from({ length: Math.ceil(clip.length / 50_000) }, (_, i) =>
      clip.subarray(i * 50_000, (i + 1) * 50_000),
    );
    Readable.from(pieces).pipe(upload);
  });
}

describe('the resumable upload of @google-cloud/storage', () => {
  const size = () => ({ metadata: { contentLength: clip.length } });
  it.each([
    ['in one request, of unknown length', () => ({})],
    ['in one request', size],
    ['in chunks', () => ({ ...size(), chunkSize: 256 * 1024 })],
    ['in chunks, of unknown length', () => ({ chunkSize: 256 * 1024 })],
    ['in chunks, with a checksum of all', () => ({ ...size(), clientMd5Hash: md5Of(clip), chunkSize: 256 * 1024 })],
  ])('works %s', async (_name, options) => {
    const { uri, read } = await begin(service);
    expect(await send(uri, options())).toMatchObject({ size: clip.length, mime: 'video/mp4', url: read });
    expect(Buffer.from(await (await fetch(read)).arrayBuffer()).equals(clip)).toBe(true);
  });

  it('resumes an interrupted upload', async () => {
    const { uri, read } = await begin(service, clip.length);
    await put(uri, `bytes 0-99999/${clip.length}`, clip.subarray(0, 100_000));
    expect(await send(uri, size())).toMatchObject({ size: clip.length });
    expect(Buffer.from(await (await fetch(read)).arrayBuffer()).equals(clip)).toBe(true);
  });

  it('reports bytes whose checksum does not match', async () => {
    const { uri } = await begin(service);
    const clientMd5Hash = md5Of(Buffer.from('other'));
    const sending = send(uri, {
      ...size(),
      clientMd5Hash,
      chunkSize: 8 * 1024 * 1024,
    });
    await expect(sending).rejects.toThrow(/460/);
  });
});

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64');
}
