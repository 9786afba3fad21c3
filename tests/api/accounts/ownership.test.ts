import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type Browser, newBrowser } from '../support/browser.ts';
import { textBody } from '../support/projects.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { startService, type TestService } from '../support/service.ts';

hashQuickly();

let service: TestService;

beforeAll(async () => {
  const remote = { url: 'http://127.0.0.1:9/v1', key: undefined, model: 'none' };
  const rateLimit = { all: 6000, creates: 6000, links: 6000, signIns: 6000 };
  service = await startService({ workers: 0, samplesDir: resolve('fixtures'), speech: { remote }, rateLimit });
});

/** Callers: the owner signed in, another account, an anonymous visitor, and a script with the owner's token. */
type Caller = 'owner' | 'other' | 'nobody' | 'token';
/** Expected statuses, in this order; 2 stands for any success. */
type Answers = readonly [owner: number, other: number, nobody: number, token: number];

/** A call: its URL, what is sent, and the expected statuses. */
interface Row {
  at: string;
  body?: object | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  answers: Answers;
}

/** Only for the owner and their scripts; others cannot learn that it exists. */
const own: Answers = [2, 404, 404, 2];
/** Only for the owning account; requires a sign-in. */
const ofAccount: Answers = [2, 404, 401, 2];
/** For every account, each with its own data. */
const each: Answers = [2, 2, 401, 2];
/** For everyone who knows the URL, or not personal. */
const all: Answers = [2, 2, 2, 2];
/** Requires a session: a leaked token must not endanger the account. */
const inPerson: Answers = [2, 2, 401, 403];

const password = 'correct horse battery';
const project = { width: 64, height: 64, scenes: [{ id: 's', duration: 1 }] };
const picture = `data:image/png;base64,${Buffer.from('png').toString('base64')}`;

/** First creates everything that is requested below, in a new account. */
async function makeThings() {
  const owner = newBrowser(service);
  const other = newBrowser(service);
  await owner.call('POST', '/account/sign-up', { email: 'owner@example.org', password, name: '' });
  await other.call('POST', '/account/sign-up', { email: 'other@example.org', password, name: '' });
  const gif = await uploadSample(owner, 'dance.gif', 'image/gif');
  const clip = await uploadSample(owner, 'numbers.mp4', 'video/mp4');
  const photo = await uploadSample(owner, 'forest.jpg', 'image/jpeg');
  const { token } = (await owner.call('POST', '/account/tokens', { name: 'script' })).body;
  const spare = (await owner.call('POST', '/account/tokens', { name: 'spare' })).body.id;
  await newBrowser(service).call('POST', '/account/sign-in', { email: 'owner@example.org', password });
  const { sessions } = (await owner.call('GET', '/account/sessions')).body;
  const session = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id;
  const shared = (await owner.call('POST', '/videos/createVideo', textBody())).body._id;
  const hidden = (await owner.call('POST', '/videos/createVideo', textBody())).body._id;
  await owner.call('PATCH', `/videos/${hidden}`, { isPrivate: true });
  const conversion = (await owner.call('POST', '/conversions', { resource: gif.read.pathname })).body.conversion_id;
  const asked = await owner.call('POST', '/transcriptions', { sourceVideo: clip.read.pathname });
  const transcription = asked.body.transcriptionId;
  await owner.call('PUT', '/projects/gone', { project }, { 'if-none-match': '*' });
  await owner.call('DELETE', '/projects/gone');
  const made = await owner.call('PUT', '/projects/one', { project, picture }, { 'if-none-match': '*' });
  const { revision } = made.body;
  await owner.call('PUT', '/projects/one', { project: { ...project, width: 65 } }, { 'if-match': `"${revision}"` });
  return { owner, other, gif, clip, photo, token, spare, session, shared, hidden, conversion, transcription, revision };
}

async function uploadSample(by: Browser, fileName: string, fileType: string) {
  const { body } = await by.call('POST', '/upload/createResumableUpload', { files: [{ fileName, fileType }] });
  const { upload_uri, read_uri } = body.uris[0];
  const bytes = new Uint8Array(await readFile(resolve('fixtures/media', fileName)));
  expect((await fetch(upload_uri, { method: 'PUT', body: bytes })).status).toBe(200);
  return { put: new URL(upload_uri), read: new URL(read_uri), id: read_uri.split('/').at(-2) as string };
}

type Things = Awaited<ReturnType<typeof makeThings>>;

/**
 * Every call of the service, in execution order; destructive calls come last. A call that is missing here fails the
 * test. A call may appear several times, with a suffix that names the case.
 */
function rowsFor(things: Things): Record<string, Row> {
  const { gif, clip, photo, shared, hidden, conversion, transcription, revision, spare, session } = things;
  const put = clip.put.pathname + clip.put.search;
  const [video, secret] = [`/api/v1/videos/${shared}`, `/api/v1/videos/${hidden}`];
  const trigger = '/api/v1/videos/triggerLambda';
  const one = '/api/v1/projects/one';
  const color = '/api/v1/kit/color-123456';
  const addedAt = new Date();
  return {
    'get /api/v1/me': { at: '/api/v1/me', answers: all },
    'get /api/v1/health': { at: '/api/v1/health', answers: all },
    'get /metrics': { at: '/metrics', answers: [403, 403, 403, 403] },
    'get /api/v1/speech': { at: '/api/v1/speech', answers: all },
    'get /samples/projects': { at: '/samples/projects', answers: all },
    'get /samples/templates/{id}': { at: '/samples/templates/none', answers: [404, 404, 404, 404] },
    'get /api/v1/fonts/{id}': { at: '/api/v1/fonts/no-such-font', answers: [404, 404, 404, 404] },
    'get /api/v1/fonts/{id}/{file}': { at: '/api/v1/fonts/no-such-font/a.woff2', answers: [404, 404, 404, 404] },
    'get /api/v1/images/search': { at: '/api/v1/images/search?query=star', answers: all },
    'post /api/v1/images/search': { at: '/api/v1/images/search', body: { query: 'star' }, answers: all },
    'get /api/v1/images/{source}/{id}': { at: '/api/v1/images/emoji/none', answers: [404, 404, 404, 404] },
    'post /api/v1/extract': { at: '/api/v1/extract', body: { url: 'no link' }, answers: [422, 422, 422, 422] },
    // Each caller has their own list.
    'get /api/v1/videos': { at: '/api/v1/videos', answers: all },
    'get /api/v1/uploads': { at: '/api/v1/uploads', answers: all },
    'post /api/v1/videos/createVideo': { at: '/api/v1/videos/createVideo', body: textBody(), answers: all },
    'post /api/v1/upload/createResumableUpload': {
      at: '/api/v1/upload/createResumableUpload',
      body: { files: [{ fileName: 'a', fileType: 'image/gif' }] },
      answers: all,
    },
    'post /api/v1/upload/s3-sign': {
      at: '/api/v1/upload/s3-sign',
      body: { fileName: 'a.gif', fileType: 'image/gif', name: 'a.gif', type: 'image/gif' },
      answers: all,
    },
    // Unguessable URLs: everyone who has one may use it, unless the owner made the video private.
    'get /api/v1/videos/{id}': { at: video, answers: all },
    'get /api/v1/videos/{id} private': { at: secret, answers: own },
    'get /api/v1/videos/{id}/events private': { at: `${secret}/events`, answers: [0, 404, 404, 0] },
    'get /api/v1/videos/{id}/file': { at: `${secret}/file`, answers: [404, 404, 404, 404] },
    'get /api/v1/videos/{id}/poster': { at: `${secret}/poster`, answers: [404, 404, 404, 404] },
    'get /embed/{id}': { at: `/embed/${shared}`, answers: [404, 404, 404, 404] },
    'post /api/v1/videos/triggerLambda': { at: trigger, body: { _id: shared }, answers: all },
    'post /api/v1/videos/triggerLambda private': { at: trigger, body: { _id: hidden }, answers: own },
    'patch /api/v1/videos/{id}': { at: video, body: { isPrivate: false }, answers: own },
    'post /api/v1/videos/{id}/webhook/resend': { at: `${video}/webhook/resend`, answers: [409, 404, 404, 409] },
    'post /api/v1/videos/{id}/retry': { at: `${video}/retry`, answers: [409, 404, 404, 409] },
    'get /api/v1/uploads/{id}/{name}': { at: clip.read.pathname, answers: all },
    'get /api/v1/stills': { at: `/api/v1/stills?url=${clip.read.pathname}`, answers: own },
    'get /api/v1/uploads/{id}/proxy': { at: `/api/v1/uploads/${clip.id}/proxy`, answers: own },
    'get /api/v1/uploads/{id}/picture': { at: `/api/v1/uploads/${photo.id}/picture`, answers: own },
    'get /api/v1/uploads/{id}/sound': { at: `/api/v1/uploads/${clip.id}/sound`, answers: own },
    'get /api/v1/uploads/{id}/strip': { at: `/api/v1/uploads/${clip.id}/strip`, answers: own },
    'get /api/v1/uploads/{id}/peaks': { at: `/api/v1/uploads/${clip.id}/peaks`, answers: own },
    'get /api/v1/uploads/{id}/facts': { at: `/api/v1/uploads/${clip.id}/facts`, answers: own },
    'put /api/v1/upload/signed/{id}': { at: '/api/v1/upload/signed/none', answers: [404, 404, 404, 404] },
    'post /api/v1/upload/signed/{id}': { at: '/api/v1/upload/signed/none', answers: [404, 404, 404, 404] },
    'post /api/v1/conversions': { at: '/api/v1/conversions', body: { resource: gif.read.pathname }, answers: own },
    'get /api/v1/conversions/{id}': { at: `/api/v1/conversions/${conversion}`, answers: own },
    'post /api/v1/transcriptions': {
      at: '/api/v1/transcriptions',
      body: { sourceVideo: clip.read.pathname },
      answers: all,
    },
    'get /api/v1/transcriptions/{id}': { at: `/api/v1/transcriptions/${transcription}`, answers: own },
    'get /api/v1/projects': { at: '/api/v1/projects', answers: each },
    'post /api/v1/projects/read': { at: '/api/v1/projects/read', body: { ids: ['one'] }, answers: each },
    'get /api/v1/account/deleted-projects': { at: '/api/v1/account/deleted-projects', answers: each },
    'post /api/v1/account/deleted-projects/{id}': {
      at: '/api/v1/account/deleted-projects/gone',
      // Restored items are not deleted again, so only one of the two is called.
      answers: [2, 404, 401, 0],
    },
    'get /api/v1/projects/{id}': { at: one, answers: ofAccount },
    'get /api/v1/projects/{id}/picture': { at: `${one}/picture`, answers: ofAccount },
    'get /api/v1/projects/{id}/versions': { at: `${one}/versions`, answers: ofAccount },
    'post /api/v1/projects/{id}/versions': { at: `${one}/versions`, body: { project }, answers: ofAccount },
    'get /api/v1/projects/{id}/versions/{revision}': { at: `${one}/versions/${revision}`, answers: ofAccount },
    'get /api/v1/projects/{id}/versions/{revision}/picture': {
      at: `${one}/versions/${revision}/picture`,
      answers: ofAccount,
    },
    // The same name is a separate project in each account; a foreign revision changes nothing.
    'put /api/v1/projects/{id}': {
      at: one,
      body: { project },
      headers: { 'if-match': `"${revision}"` },
      answers: [412, 412, 401, 412],
    },
    'get /api/v1/kit': { at: '/api/v1/kit', answers: each },
    // The same name is a separate color in each account.
    'put /api/v1/kit/{id}': { at: color, body: { kind: 'color', addedAt, color: '#123456' }, answers: [2, 0, 401, 2] },
    'get /api/v1/kit/{id}': { at: color, answers: ofAccount },
    'get /api/v1/account/storage': { at: '/api/v1/account/storage', answers: each },
    'get /api/v1/account/sessions': { at: '/api/v1/account/sessions', answers: each },
    'get /api/v1/account/tokens': { at: '/api/v1/account/tokens', answers: each },
    'post /api/v1/account/tokens': { at: '/api/v1/account/tokens', body: { name: 'x' }, answers: inPerson },
    'get /api/v1/account/webhook-secret': { at: '/api/v1/account/webhook-secret', answers: each },
    'post /api/v1/account/webhook-secret': { at: '/api/v1/account/webhook-secret', answers: inPerson },
    'patch /api/v1/account': { at: '/api/v1/account', body: { name: 'x' }, answers: inPerson },
    'post /api/v1/account/change-password': {
      at: '/api/v1/account/change-password',
      body: { currentPassword: 'wrong', newPassword: 'a good one' },
      answers: [403, 403, 401, 403],
    },
    'post /api/v1/account/forgot-password': {
      at: '/api/v1/account/forgot-password',
      body: { email: 'nobody@example.org' },
      answers: all,
    },
    'post /api/v1/account/reset-password': {
      at: '/api/v1/account/reset-password',
      body: { token: 'none', password: 'a good one' },
      answers: [410, 410, 410, 410],
    },
    'post /api/v1/account/sign-in': {
      at: '/api/v1/account/sign-in',
      body: { email: 'owner@example.org', password: 'wrong' },
      answers: [401, 401, 401, 401],
    },
    'post /api/v1/account/sign-up': {
      at: '/api/v1/account/sign-up',
      body: { email: 'owner@example.org', password },
      answers: [409, 409, 409, 409],
    },
    'post /api/v1/account/send-confirmation': {
      at: '/api/v1/account/send-confirmation',
      body: {},
      answers: inPerson,
    },
    'post /api/v1/account/confirm-email': {
      at: '/api/v1/account/confirm-email',
      body: { token: 'none' },
      answers: [410, 410, 410, 410],
    },
    'post /api/v1/account/change-email': {
      at: '/api/v1/account/change-email',
      body: { email: 'owner@example.org', password: 'wrong' },
      answers: [403, 403, 401, 403],
    },
    'post /api/v1/account/sign-in/code': {
      at: '/api/v1/account/sign-in/code',
      body: { challenge: 'none', code: '123456' },
      answers: [410, 410, 410, 410],
    },
    // No provider is configured here.
    'get /api/v1/account/sso': { at: '/api/v1/account/sso', answers: [404, 404, 404, 404] },
    'get /api/v1/account/sso/callback': { at: '/api/v1/account/sso/callback', answers: [404, 404, 404, 404] },
    'get /api/v1/account/two-factor': { at: '/api/v1/account/two-factor', answers: each },
    ...forPassword('post', '/two-factor'),
    ...forPassword('post', '/two-factor/recovery-codes', 409),
    ...forPassword('delete', '/two-factor'),
    'post /api/v1/account/two-factor/confirm': {
      at: '/api/v1/account/two-factor/confirm',
      body: { code: '123456' },
      answers: [409, 409, 401, 403],
    },
    ...forOperator('get', 'overview', 'overview'),
    ...forOperator('post', 'videos/{id}/retry', `videos/${shared}/retry`, {}),
    ...forOperator('post', 'videos/retry', 'videos/retry', { failedBefore: '2026-01-01T00:00:00Z' }),
    ...forOperator('post', 'accounts', 'accounts', { email: 'owner@example.org', hasSubscription: true }),
    // Calls that delete something. Callers without access come first.
    'delete /api/v1/conversions/{id}': { at: `/api/v1/conversions/${conversion}`, answers: own },
    'delete /api/v1/transcriptions/{id}': { at: `/api/v1/transcriptions/${transcription}`, answers: own },
    'delete /api/v1/videos/{id} private': { at: secret, answers: [2, 404, 404, 0] },
    'delete /api/v1/videos/{id}': { at: video, answers: [0, 404, 404, 2] },
    // The stream of a finished video ends at once.
    'get /api/v1/videos/{id}/events': { at: `${video}/events`, answers: all },
    'delete /api/v1/kit/{id}': { at: color, answers: [2, 404, 401, 0] },
    'delete /api/v1/projects/{id}': { at: one, answers: [2, 404, 401, 0] },
    // The URL of an upload is a secret that needs no session, but a foreign upload cannot be claimed.
    'put /api/v1/upload/resumable': { at: put, body: new Uint8Array(9), answers: [0, 404, 0, 2] },
    'delete /api/v1/upload/resumable': { at: put, answers: [2, 404, 0, 0] },
    'delete /api/v1/account/tokens/{id}': { at: `/api/v1/account/tokens/${spare}`, answers: [2, 404, 401, 403] },
    'delete /api/v1/account/sessions/{id}': {
      at: `/api/v1/account/sessions/${session}`,
      answers: [2, 404, 401, 403],
    },
    'delete /api/v1/account': { at: '/api/v1/account', body: { password: 'wrong' }, answers: [403, 403, 401, 403] },
    'post /api/v1/account/sign-out-everywhere': {
      at: '/api/v1/account/sign-out-everywhere',
      answers: [0, 2, 401, 403],
    },
    'post /api/v1/account/sign-out': { at: '/api/v1/account/sign-out', answers: all },
  };
}

/** A call that requires the password. @param status answered for a wrong one. */
function forPassword(method: string, path: string, status = 403): Record<string, Row> {
  const at = `/api/v1/account${path}`;
  return { [`${method} ${at}`]: { at, body: { password: 'wrong' }, answers: [status, status, 401, 403] } };
}

/** A call for the operator, whose token belongs to no account. */
function forOperator(method: string, path: string, at: string, body?: object): Record<string, Row> {
  const row = { at: `/api/v1/operator/${at}`, answers: [403, 403, 403, 403] as const, ...(body ? { body } : {}) };
  return { [`${method} /api/v1/operator/${path}`]: row };
}

/** Callers without access come first, because a successful call may delete the item. */
const order: readonly Caller[] = ['nobody', 'other', 'token', 'owner'];
const place: Readonly<Record<Caller, number>> = { owner: 0, other: 1, nobody: 2, token: 3 };

it('every call answers the owner, another account, visitors and tokens with the expected status', async () => {
  const things = await makeThings();
  const rows = rowsFor(things);
  const { paths } = (await (await service.call('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const named = new Set(Object.keys(rows).map((name) => name.split(' ').slice(0, 2).join(' ')));
  expect(described.sort()).toEqual([...named].sort());

  const cookieOf = ({ jar }: Browser) => [...jar].map((pair) => pair.join('=')).join('; ');
  const cookies = { owner: cookieOf(things.owner), other: cookieOf(things.other) };
  const wrong: string[] = [];
  for (const [name, { at, body, headers, answers }] of Object.entries(rows))
    for (const caller of order) {
      const wanted = answers[place[caller]] ?? 0;
      if (wanted === 0) continue;
      const isJson = body !== undefined && !(body instanceof Uint8Array);
      const answer = await service.call(at, {
        method: name.split(' ')[0]?.toUpperCase() ?? '',
        headers: {
          ...headers,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...(caller === 'token' ? { authorization: `Bearer ${things.token}` } : {}),
          ...(caller === 'owner' || caller === 'other' ? { cookie: cookies[caller] } : {}),
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as Uint8Array<ArrayBuffer>) }),
      });
      await answer.arrayBuffer();
      const isRight = wanted === 2 ? answer.status < 400 : answer.status === wanted;
      if (!isRight) wrong.push(`${name} by ${caller}: ${answer.status}, not ${wanted}`);
    }
  expect(wrong).toEqual([]);
  expect(service.errors).toEqual([]);
});

it('no state-changing call is accepted from another site for any user', async () => {
  const { paths } = (await (await service.call('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
  const changing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get' && method !== 'head')
      .map((method) => ({ method: method.toUpperCase(), at: path.replaceAll(/\{\w+\}/g, '1') })),
  );
  expect(changing.length).toBeGreaterThan(20);
  const statuses = new Map<string, number>();
  for (const { method, at } of changing) {
    const headers = {
      'sec-fetch-site': 'cross-site',
      origin: 'https://elsewhere.example',
      'content-type': 'application/json',
    };
    statuses.set(`${method} ${at}`, (await service.call(at, { method, headers, body: '{}' })).status);
  }
  const taken = [...statuses].filter(([, status]) => status !== 403).map(([name]) => name);
  // Calls with a secret in the URL accept any site, as upload clients need.
  expect(taken.sort()).toEqual([
    'DELETE /api/v1/upload/resumable',
    'POST /api/v1/upload/signed/1',
    'PUT /api/v1/upload/resumable',
    'PUT /api/v1/upload/signed/1',
  ]);
});
