import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedUpload } from '../../../api/contract/upload.ts';
import { createCrc32c } from '../../../api/system/crc32c.ts';
import { videoBytes } from '../support/files.ts';
import { begin, type Headers, heldOf, put } from '../support/resumable.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let clip: Buffer;
let size: number;

beforeAll(async () => {
  service = await startService({ workers: 0 });
  clip = await videoBytes(2);
  size = clip.byteLength;
});

describe('a checksum', () => {
  const of = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('base64');
  const crcOf = (bytes: Uint8Array) => {
    const sum = createCrc32c();
    sum.update(bytes);
    return sum.digest().toString('base64');
  };
  const headersOf = (bytes: Uint8Array): Headers[] => [
    { 'content-md5': of('md5', bytes) },
    { digest: `SHA-256=${of('sha256', bytes)}` },
    { digest: `unixsum=30637,md5=${of('md5', bytes)}` },
    { 'content-digest': `sha-512=:${of('sha512', bytes)}:` },
    { 'repr-digest': `sha-256=:${of('sha256', bytes)}:` },
    { 'x-goog-hash': `crc32c=${crcOf(bytes)},md5=${of('md5', bytes)}` },
    { 'upload-checksum': `sha1 ${of('sha1', bytes)}` },
  ];
  const chunk = (from: number, to: number) => `bytes ${from}-${to - 1}/${size}`;

  it('matches the test vector of its algorithm', () => {
    expect(crcOf(Buffer.from('123456789'))).toBe(Buffer.from('e3069283', 'hex').toString('base64'));
  });

  it('that is wrong discards only its chunk; a correct one keeps it', async () => {
    const { uri } = await begin(service, size);
    let held = 0;
    for (const [i, right] of headersOf(clip.subarray(0, 500)).entries()) {
      const bytes = clip.subarray(held, held + 500);
      expect(await put(uri, chunk(held, held + 500), bytes, headersOf(Buffer.from('other'))[i])).toMatchObject({
        status: 460,
      });
      expect(await heldOf(uri)).toBe(held || 'none');
      const answer = await put(uri, chunk(held, held + 500), bytes, headersOf(bytes)[i] ?? right);
      expect(answer).toMatchObject({ status: 308, range: `bytes=0-${held + 499}` });
      held += 500;
    }
  });

  it('of the last chunk may cover the whole file', async () => {
    for (const right of headersOf(clip)) {
      const { uri } = await begin(service, size);
      await put(uri, chunk(0, 1000), clip.subarray(0, 1000));
      const last = (headers: Headers) => put(uri, chunk(1000, size), clip.subarray(1000), headers);
      const wrong = Object.fromEntries(
        Object.keys(right).map((name) => [name, headersOf(Buffer.from('x')).find((one) => name in one)?.[name] ?? '']),
      );
      expect((await last(wrong)).status).toBe(460);
      expect(await heldOf(uri)).toBe(1000);
      expect((await last(right)).status).toBe(200);
    }
  });
});

it('pages of any site may use an upload URL they know and read its progress, nothing else', async () => {
  const { uri } = await begin(service, size);
  const site = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
  const asked = { ...site, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-range' };
  const preflight = await fetch(uri, { method: 'OPTIONS', headers: asked });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT, DELETE');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-range');
  const answer = await fetch(uri, { method: 'PUT', headers: { ...site, 'content-range': 'bytes */*' } });
  expect(answer.status).toBe(308);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  expect(answer.headers.get('access-control-expose-headers')).toContain('Range');
  const unknown = await fetch(`${uri}0`, { method: 'PUT', headers: site });
  expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  const begun = await service.call('/api/v1/upload/createResumableUpload', {
    method: 'POST',
    headers: { ...site, 'content-type': 'application/json' },
    body: '{}',
  });
  expect([begun.status, begun.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

it('a signed request uploads one file without a session, only as signed and until it expires', async () => {
  const sign = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    return service.call('/api/v1/upload/s3-sign', { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const answer = await sign({ fileName: 'a.mp4', fileType: 'video/mp4' });
  const { method, signedRequest, headers, url, expires } = (await answer.json()) as SignedUpload;
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(3500_000);
  const send = (to: string, type: string, range?: string) =>
    put(to, range, range ? undefined : clip, { ...headers, 'content-type': type });
  expect(method).toBe('PUT');
  for (const [name, value] of [
    ['signature', 'a'.repeat(64)],
    ['signature', ''],
    ['expires', '9999999999'],
  ] as const) {
    const other = new URL(signedRequest);
    other.searchParams.set(name, value);
    expect((await send(other.href, 'video/mp4')).status).toBe(403);
  }
  expect((await send(signedRequest, 'image/png')).status).toBe(403);
  expect((await send(signedRequest, 'video/mp4', 'bytes */*')).status).toBe(308);
  expect(await send(signedRequest, 'video/mp4')).toMatchObject({ status: 200 });
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(clip)).toBe(true);
  expect((await sign({ fileName: 'a.svg', fileType: 'image/svg+xml' })).status).toBe(415);
  expect((await sign({})).status).toBe(415);
});
