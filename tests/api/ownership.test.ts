import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { textBody } from './support/projects.ts';
import { startService, type TestService } from './support/service.ts';

let service: TestService;

beforeAll(async () => {
  const remote = { url: 'http://127.0.0.1:9/v1', key: undefined, model: 'none' };
  service = await startService({ workers: 0, samplesDir: resolve('fixtures'), speech: { remote } });
});

/** Calls that are about nobody's things, or about those of whoever calls; tests/api/accounts.test.ts has those of accounts. */
const ofNobody = [
  'get /api/v1/me',
  'post /api/v1/account/sign-up',
  'post /api/v1/account/sign-in',
  'post /api/v1/account/sign-out',
  'post /api/v1/account/sign-out-everywhere',
  'post /api/v1/account/forgot-password',
  'post /api/v1/account/reset-password',
  'post /api/v1/account/change-password',
  'patch /api/v1/account',
  'delete /api/v1/account',
  'get /api/v1/account/storage',
  'get /api/v1/account/tokens',
  'post /api/v1/account/tokens',
  'delete /api/v1/account/tokens/{id}',
  'post /api/v1/operator/accounts',
  'get /api/v1/health',
  'get /api/v1/speech',
  'get /samples/projects',
  'get /samples/templates/{id}',
  'get /api/v1/fonts/{id}',
  'get /api/v1/fonts/{id}/{file}',
  'get /api/v1/images/search',
  'post /api/v1/images/search',
  'get /api/v1/images/{source}/{id}',
  'get /api/v1/videos',
  'post /api/v1/videos/createVideo',
  'post /api/v1/extract',
  'post /api/v1/upload/createResumableUpload',
  'post /api/v1/upload/s3-sign',
];
/** Calls about projects of whoever calls; tests/api/projects.test.ts has them. */
const ofAccounts = [
  'get /api/v1/projects',
  'get /api/v1/projects/{id}',
  'put /api/v1/projects/{id}',
  'delete /api/v1/projects/{id}',
  'get /api/v1/projects/{id}/picture',
  'get /api/v1/projects/{id}/versions',
  'post /api/v1/projects/{id}/versions',
  'get /api/v1/projects/{id}/versions/{revision}',
  'get /api/v1/projects/{id}/versions/{revision}/picture',
];
/** Calls at addresses that nobody can guess: whoever was given one may follow it, as with a link that is shared. */
const bySecret = [
  'get /api/v1/videos/{id}',
  'get /api/v1/videos/{id}/events',
  'get /api/v1/videos/{id}/file',
  'get /api/v1/videos/{id}/poster',
  'post /api/v1/videos/triggerLambda',
  'get /api/v1/uploads/{id}/{name}',
  'post /api/v1/transcriptions',
  'put /api/v1/upload/signed/{id}',
  'post /api/v1/upload/signed/{id}',
];

interface Own {
  json(path: string, body: unknown): Promise<Record<string, unknown>>;
  cookie: string;
}

async function newSession(): Promise<Own> {
  const call = async (path: string, body: unknown, cookie: string) =>
    service.call(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const first = await call('/upload/createResumableUpload', { files: [{ fileName: 'a', fileType: 'image/gif' }] }, '');
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { cookie, json: async (path, body) => (await call(path, body, cookie)).json() as never };
}

/** Uploads a sample. @returns its address and that of its bytes. */
async function uploadSample(own: Own, fileName: string, fileType: string) {
  const { uris } = (await own.json('/upload/createResumableUpload', { files: [{ fileName, fileType }] })) as {
    uris: { upload_uri: string; read_uri: string }[];
  };
  const { upload_uri = '', read_uri = '' } = uris[0] ?? {};
  const bytes = await readFile(resolve('fixtures/media', fileName));
  expect((await fetch(upload_uri, { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(200);
  return { put: new URL(upload_uri), read: new URL(read_uri), id: read_uri.split('/').at(-2) ?? '' };
}

it('what is a session’s is not there for another one, nor for who has none: every call of the description', async () => {
  const own = await newSession();
  const gif = await uploadSample(own, 'dance.gif', 'image/gif');
  const clip = await uploadSample(own, 'numbers.mp4', 'video/mp4');
  const video = await own.json('/videos/createVideo', textBody());
  const conversion = await own.json('/conversions', { resource: gif.read.pathname });
  const transcription = await own.json('/transcriptions', { sourceVideo: clip.read.pathname });
  const json = (body: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  /** Calls that are about a thing of a session: where, and what is sent. Those that end it come last. */
  const calls: Record<string, [path: string, init?: { headers?: object; body?: string | Uint8Array<ArrayBuffer> }]> = {
    'get /api/v1/stills': [`/api/v1/stills?url=${clip.read.pathname}`],
    'get /api/v1/uploads/{id}/proxy': [`/api/v1/uploads/${clip.id}/proxy`],
    'get /api/v1/uploads/{id}/strip': [`/api/v1/uploads/${clip.id}/strip`],
    'get /api/v1/uploads/{id}/peaks': [`/api/v1/uploads/${clip.id}/peaks`],
    'post /api/v1/conversions': ['/api/v1/conversions', json({ resource: gif.read.pathname })],
    'get /api/v1/conversions/{id}': [`/api/v1/conversions/${conversion.conversion_id}`],
    'delete /api/v1/conversions/{id}': [`/api/v1/conversions/${conversion.conversion_id}`],
    'get /api/v1/transcriptions/{id}': [`/api/v1/transcriptions/${transcription.transcriptionId}`],
    'delete /api/v1/transcriptions/{id}': [`/api/v1/transcriptions/${transcription.transcriptionId}`],
    'delete /api/v1/videos/{id}': [`/api/v1/videos/${video._id}`],
    'put /api/v1/upload/resumable': [clip.put.pathname + clip.put.search, { body: new Uint8Array(9) }],
    'delete /api/v1/upload/resumable': [clip.put.pathname + clip.put.search],
  };
  const { paths } = (await (await service.call('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((one) => `${one} ${path}`),
  );
  expect(described.sort()).toEqual([...ofNobody, ...ofAccounts, ...bySecret, ...Object.keys(calls)].sort());

  const other = await newSession();
  for (const [name, [path, { headers = {}, ...init } = {}]] of Object.entries(calls)) {
    const statusFor = async (cookie: string | undefined) => {
      const sent = { ...headers, ...(cookie ? { cookie } : {}) };
      const answer = await service.call(path, {
        ...init,
        method: name.split(' ')[0]?.toUpperCase(),
        headers: sent,
      } as never);
      await answer.arrayBuffer();
      return answer.status;
    };
    expect([name, await statusFor(other.cookie)]).toEqual([name, 404]);
    // The address of an upload is a secret of its own, which needs no session.
    if (!name.endsWith('/upload/resumable')) expect([name, await statusFor(undefined)]).toEqual([name, 404]);
    expect([name, Math.floor((await statusFor(own.cookie)) / 100)]).toEqual([name, 2]);
  }
  expect(service.errors).toEqual([]);
});
