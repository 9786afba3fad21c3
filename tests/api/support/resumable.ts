import { expect } from 'vitest';
import type { TestService } from './service.ts';

export type Headers = Record<string, string>;

/** Begins an upload. @param declared size in bytes, or undefined for none. @returns its URLs and id. */
export async function begin(service: TestService, declared?: number) {
  const file = { fileName: 'a.mp4', fileType: 'video/mp4', ...(declared === undefined ? {} : { size: declared }) };
  const answer = await service.call('/api/v1/upload/createResumableUpload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ files: [file] }),
  });
  const { uris } = (await answer.json()) as { uris: { upload_uri: string; read_uri: string }[] };
  const { upload_uri: uri = '', read_uri: read = '' } = uris[0] ?? {};
  return { uri, read, id: new URL(read).pathname.split('/')[4] ?? '' };
}

/** Sends an upload request. @param range its Content-Range. @returns the relevant parts of the answer. */
export async function put(
  uri: string,
  range: string | undefined,
  body: Uint8Array = Buffer.alloc(0),
  headers: Headers = {},
) {
  const answer = await fetch(uri, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { ...(range === undefined ? {} : { 'content-range': range }), ...headers },
  });
  expect(answer.headers.has('location')).toBe(false);
  const text = await answer.text();
  return { status: answer.status, range: answer.headers.get('range'), text };
}

/** Number of received bytes according to a status query. */
export async function heldOf(uri: string): Promise<number | 'none'> {
  const { status, range } = await put(uri, 'bytes */*');
  expect(status).toBe(308);
  return range === null ? 'none' : Number(/^bytes=0-(\d+)$/.exec(range)?.[1]) + 1;
}
