import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { storableJson } from '../../../api/db/storable.ts';
import { newBrowser } from '../support/browser.ts';
import { textBody } from '../support/projects.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ workers: 0 });
});

const post = (body: BodyInit, headers: Record<string, string> = {}, where = '/api/v1/videos/createVideo') =>
  service.call(where, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

const expectRefusal = async (answer: Response, status: number) => {
  expect(answer.status).toBe(status);
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error.code).toMatch(/^[a-z-]+$/);
  expect(error.message).toMatch(/\.$/);
};

describe('request bodies', () => {
  it('are malformed if they are not JSON objects', async () => {
    for (const body of ['{', '', 'null', '[]', '"x"', '1', 'NaN', '{"a":1e999,}', '\u0000'])
      await expectRefusal(await post(body), 400);
    await expectRefusal(await post('{"a":1}', { 'content-type': 'application/json; charset=utf-16' }), 422);
    const message = 'The request must be an object, not a list.';
    expect(await (await post('[]')).json()).toEqual({
      error: { code: 'malformed', message, pointer: '', problems: [{ code: 'type', pointer: '', message }] },
    });
  });

  it('are rejected if they have keys that pollute prototypes, and change no object', async () => {
    const bodies = [
      '{"isStudio":true,"__proto__":{"x":1}}',
      '{"isStudio":true,"scenes":[{"id":"s","__proto__":{"x":1}}]}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"isStudio":true,"\\u005f_proto__":{"x":1}}',
      '{"scenes":[{"prototype":{"x":1}}]}',
    ];
    for (const body of bodies) await expectRefusal(await post(body), 400);
    for (const body of bodies) await expectRefusal(await post(body, {}, '/api/v1/upload/createResumableUpload'), 400);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('are rejected if they nest too deep or are too large', async () => {
    await expectRefusal(await post(`{"isStudio":true,"scenes":${'['.repeat(30)}${']'.repeat(30)}}`), 400);
    await expectRefusal(await post(`{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`), 400);
    await expectRefusal(await post(`{"a":${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}}`), 400);
    await expectRefusal(await post(`{"a":[${'0,'.repeat(600_000)}0]}`), 400);
    await expectRefusal(await post(JSON.stringify({ ...textBody(), name: 'x'.repeat(8_000_001) })), 413);
    await expectRefusal(
      await post(JSON.stringify({ files: [], pad: 'x'.repeat(1_000_001) }), {}, '/api/v1/upload/createResumableUpload'),
      413,
    );
  });

  it('get a short answer if they have too many layers, values or mistakes', async () => {
    const answerTo = async (body: object) => {
      const answer = await post(JSON.stringify(body));
      return { status: answer.status, ...((await answer.json()) as { error: { problems: unknown[] } }).error };
    };
    const scenes = (count: number, layers: number, layer: (id: string) => object) =>
      Array.from({ length: count }, (_, s) => ({
        id: `s${s}`,
        layers: Array.from({ length: layers }, (_, l) => layer(`l${s}-${l}`)),
      }));
    const text = (id: string) => ({ id, type: 'text', text: 'a' });
    const studio = (more: object) => ({ isStudio: true, ...more });

    expect(await answerTo(studio({ scenes: scenes(1, 100_000, () => ({})) }))).toMatchObject({
      status: 422,
      message: '"layers" must have at most 500 items.',
      problems: [{ code: 'range', pointer: '/scenes/0/layers' }],
    });
    expect(await answerTo(studio({ scenes: scenes(21, 480, text) }))).toMatchObject({
      status: 422,
      message: 'A project can have at most 10000 layers.',
    });
    const wrong = await answerTo(studio({ scenes: scenes(16, 500, () => ({})), merge: { a: 'b' } }));
    expect(wrong).toMatchObject({ status: 422, moreProblems: 8000 - 100 });
    expect(wrong.problems).toHaveLength(100);
    const merge = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`key ${i}`, 'value']));
    expect(await answerTo(studio({ scenes: scenes(1, 1, text), merge }))).toMatchObject({
      status: 400,
      message: '"merge" can have at most 1000 values.',
      problems: [{ pointer: '/merge' }],
    });
    expect(service.errors).toEqual([]);
  });

  it('never cause a server error, whatever the type of a value', async () => {
    const wrong: unknown[] = [null, true, -1, 1e308, '', 'x'.repeat(1000), [], {}, [null], { a: 1 }];
    for (const value of wrong) {
      for (const key of ['scenes', 'width', 'audio', 'name', 'videoType', 'sourceVideo', 'watermarkImg']) {
        const answer = await post(JSON.stringify({ ...textBody(), [key]: value }));
        expect([201, 400, 422], `${key}: ${JSON.stringify(value).slice(0, 40)}`).toContain(answer.status);
      }
      const tool = await post(JSON.stringify({ isLooped: true, numLoops: value, sourceVideo: value }));
      expect([400, 422]).toContain(tool.status);
      const trigger = await post(JSON.stringify({ _id: value }), {}, '/api/v1/videos/triggerLambda');
      expect([400, 404]).toContain(trigger.status);
    }
    expect(service.errors).toEqual([]);
  });

  it('are accepted without the characters that databases cannot store', async () => {
    const answer = await post(
      JSON.stringify({ ...textBody('zero \u0000, half \ud800, whole \u{1f600}'), name: 'a\u0000b\ud800' }),
    );
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ name: 'ab\ufffd' });
    const named = { 'a\u0000b': 'c', '\ud800': [{ '\udc00': 1 }] };
    const layer = {
      id: 't',
      type: 'text',
      text: 'a',
      position: { x: '0%', y: '0%', width: '9%', height: '9%' },
      ...named,
    };
    const scenes = [{ id: '\u0000s\ud800', duration: 1, layers: [layer], ...named }];
    const odd = await post(JSON.stringify({ ...textBody(), scenes, ...named, name: 'long'.repeat(50_000) }));
    expect([201, 422]).toContain(odd.status);
    expect(storableJson(named)).toBe('{"ab":"c","\ufffd":[{"\ufffd":1}]}');
    const files = [{ fileName: 'a\u0000\udc00.mp4', fileType: 'video/mp4;\u0000' }];
    const upload = await post(JSON.stringify({ files }), {}, '/api/v1/upload/createResumableUpload');
    expect(upload.status).toBe(200);
    const [cookie = ''] = upload.headers.getSetCookie();
    const list = await service.call('/api/v1/videos?before=%00', { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(await list.json()).toEqual({ videos: [], next: null });
    expect(service.errors).toEqual([]);
  });

  it('cannot set server fields such as owner, id or status', async () => {
    const answer = await post(
      JSON.stringify({ ...textBody(), _id: 'mine', owner: 'someone', status: 'done', done: true, creator: { id: 1 } }),
    );
    expect(answer.status).toBe(201);
    const record = (await answer.json()) as { _id: string; status: string; done: boolean };
    expect(record).toMatchObject({ status: 'queued', done: false });
    expect(record._id).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('requests from other sites', () => {
  it('change nothing', async () => {
    const body = JSON.stringify(textBody());
    await expectRefusal(await post(body, { 'sec-fetch-site': 'cross-site' }), 403);
    await expectRefusal(await post(body, { 'sec-fetch-site': 'same-site' }), 403);
    await expectRefusal(await post(body, { origin: 'https://evil.example' }), 403);
    await expectRefusal(await post(body, { origin: 'null' }), 403);
    await expectRefusal(await post(body, { 'content-type': 'text/plain' }), 403);
    await expectRefusal(await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }), 403);
    await expectRefusal(await post('x', { 'content-type': 'multipart/form-data; boundary=x' }), 403);
    await expectRefusal(await post('<a/>', { 'content-type': 'application/xml' }), 415);
    const remove = await service.call(`/api/v1/videos/${'0'.repeat(32)}`, {
      method: 'DELETE',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    await expectRefusal(remove, 403);
    expect((await post(body, { 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    expect((await post(body, { origin: service.origin })).status).toBe(201);
  });

  it('get no CORS permission to read', async () => {
    const answer = await service.call('/api/v1/videos', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('sessions', () => {
  it('are created on first need, in a cookie that scripts cannot read', async () => {
    expect((await service.call('/api/v1/videos')).headers.getSetCookie()).toEqual([]);
    const [cookie = ''] = (await post(JSON.stringify(textBody()))).headers.getSetCookie();
    expect(cookie).toMatch(/^cutroom_session=[A-Za-z0-9_-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await post(JSON.stringify(textBody()), { cookie: cookie.split(';')[0] ?? '' });
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('use a __Host- cookie over HTTPS; an earlier cookie keeps its owner', async () => {
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' };
    const [cookie = '', ...more] = (await post(JSON.stringify(textBody()), https)).headers.getSetCookie();
    const attributes = 'Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(cookie).toMatch(new RegExp(`^__Host-cutroom_session=[A-Za-z0-9_-]{22}; ${attributes}$`));
    expect(more).toEqual([]);

    const earlier = `cutroom_session=${'e'.repeat(22)}`;
    const idsUnder = async (cookies: string, headers = {}) => {
      const list = await service.call('/api/v1/videos', { headers: { cookie: cookies, ...headers } });
      const { videos } = (await list.json()) as { videos: { _id: string }[] };
      return [videos.map(({ _id }) => _id), list.headers.getSetCookie()] as const;
    };
    const made = await post(JSON.stringify(textBody()), { cookie: earlier });
    const { _id } = (await made.json()) as { _id: string };
    const upgraded = [
      `__Host-cutroom_session=${'e'.repeat(22)}; ${attributes}`,
      expect.stringMatching(/^cutroom_session=; .*Expires=Thu, 01 Jan 1970/),
    ];
    expect(await idsUnder(earlier, https)).toEqual([[_id], upgraded]);
    const next = await post(JSON.stringify(textBody('next')), { cookie: earlier, ...https });
    expect([next.status, next.headers.getSetCookie()]).toEqual([201, upgraded]);
    const safe = `__Host-cutroom_session=${'e'.repeat(22)}`;
    expect((await idsUnder(safe, https))[0]).toHaveLength(2);
    // Another host on this domain can set the cookie without the prefix, which then has no effect.
    const planted = `cutroom_session=${'p'.repeat(22)}; ${safe}`;
    expect(await idsUnder(planted, https)).toEqual([[expect.any(String), _id], []]);
  });

  it('are not needed for a retry: the idempotency key identifies a client that lost the first answer', async () => {
    const key = { 'idempotency-key': 'without-a-cookie' };
    const ask = (text: string, headers = {}) => post(JSON.stringify(textBody(text)), { ...key, ...headers });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('one')));
    answers.push(await ask('one'));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    const idOf = async (answer: Response) => ((await answer.json()) as { _id: string })._id;
    const ids = new Set(await Promise.all(answers.map(idOf)));
    expect(ids.size).toBe(1);
    // The session of the first request is never handed to another one.
    expect(answers.at(-1)?.headers.getSetCookie()).toEqual([]);
    await expectRefusal(await ask('another'), 422);
    // With a session, the key belongs to that session.
    expect(ids).not.toContain(await idOf(await ask('one', { cookie: `cutroom_session=${'s'.repeat(22)}` })));
  });

  it('keep users behind one address apart who happen to use the same key', async () => {
    const ask = async (key: string, text: string, headers = {}) => {
      const answer = await post(JSON.stringify(textBody(text)), { 'idempotency-key': key, ...headers });
      const [cookie] = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
      return { status: answer.status, id: ((await answer.json()) as { _id: string })._id, cookie: cookie ?? '' };
    };
    for (const key of ['1', 'test', 'my-video', 'a'.repeat(40), '0000-0000-0000-0000']) {
      const [one, other, more] = [await ask(key, 'sample'), await ask(key, 'sample'), await ask(key, 'other')];
      expect([key, one.status, other.status, more.status]).toEqual([key, 201, 201, 201]);
      expect(new Set([one.id, other.id, more.id]).size).toBe(3);
      expect(new Set([one.cookie, other.cookie, more.cookie]).size).toBe(3);
      // With a session, each user can reuse their own key.
      const { cookie } = one;
      expect(await ask(key, 'sample', { cookie })).toMatchObject({ status: 200, id: one.id });
      await expectRefusal(await post(JSON.stringify(textBody('x')), { 'idempotency-key': key, cookie }), 422);
    }
  });

  it('end the validity of a key without a session: a client with a session received the answer', async () => {
    const body = JSON.stringify(textBody('replayed'));
    const comeBack: ((id: string, cookie: string) => Promise<unknown>)[] = [
      (id, cookie) => service.call(`/api/v1/videos/${id}`, { headers: { cookie } }),
      (_, cookie) => service.call('/api/v1/videos', { headers: { cookie } }),
      (id, cookie) =>
        service.call(`/api/v1/videos/${id}/events`, { headers: { cookie } }).then((one) => one.body?.cancel()),
      (_, cookie) => {
        const person = { email: 'replays@example.org', password: 'correct horse' };
        return post(JSON.stringify(person), { cookie }, '/api/v1/account/sign-up');
      },
    ];
    for (const [at, back] of comeBack.entries()) {
      const key = { 'idempotency-key': `9f1c2e4a-7b6d-4c3e-8f50-a1b2c3d4e5f${at}` };
      const first = await post(body, key);
      const { _id } = (await first.json()) as { _id: string };
      const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const again = await post(body, key);
      expect([at, again.status, await again.json()]).toMatchObject([at, 200, { _id, mine: false }]);
      // From another address, the key never counted.
      const elsewhere = await post(body, { ...key, 'x-forwarded-for': '198.51.100.7' });
      expect([at, elsewhere.status]).toEqual([at, 201]);
      await back(_id, cookie);
      const late = await post(body, key);
      expect([at, late.status]).toEqual([at, 201]);
      expect(((await late.json()) as { _id: string })._id).not.toBe(_id);
    }
  });

  it('cannot be guessed, chosen short or broken', async () => {
    for (const value of ['', 'x', 'a'.repeat(5000), '%00', '__proto__', "' or 1=1 --"]) {
      const answer = await service.call('/api/v1/videos', { headers: { cookie: `cutroom_session=${value}` } });
      expect([200, 431]).toContain(answer.status);
      if (answer.ok) expect(await answer.json()).toEqual({ videos: [], next: null });
    }
  });
});

describe('URLs', () => {
  it('get a regular answer even if they are nonsense', async () => {
    const paths = [
      '/api/v1/videos/%',
      '/api/v1/videos/%ff',
      '/api/v1/videos/__proto__',
      '/api/v1/videos/constructor',
      `/api/v1/videos/${'a'.repeat(5000)}`,
      "/api/v1/videos/' or 1=1",
      '/api/v1/videos?limit=0',
      '/api/v1/videos?limit=x',
      '/api/v1/videos?limit=1&limit=2',
      '/api/v1/videos?before=%00',
      '/api/v1/videos/%00/events',
      '/api/v1/uploads/x/y',
      '/%2e%2e/%2e%2e/etc/passwd',
      '//evil.example/',
      '/api/v1/videos//file',
    ];
    for (const where of paths) {
      const answer = await service.call(where);
      expect(answer.status, where).toBeLessThan(500);
      if (answer.status >= 400)
        expect(await answer.json(), where).toMatchObject({ error: { code: expect.any(String) } });
    }
    const key = await post(JSON.stringify(textBody()), { 'idempotency-key': 'x'.repeat(300) });
    await expectRefusal(key, 400);
    expect(service.errors).toEqual([]);
  });
});

describe('encoded URLs', () => {
  it('mean the same as plain ones: a signed-in user and a wrong token are recognized', async () => {
    const own = newBrowser(service);
    await own.call('POST', '/account/sign-up', { email: 'encoded@example.org', password: 'correct horse' });
    const cookie = [...own.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const where of ['/api/v1/me', '/%61pi/v1/me', '/a%70%69/v1/me', '/%61%70%69/%76%31/%6d%65']) {
      const answer = await service.call(where, { headers: { cookie } });
      expect([where, await answer.json()]).toMatchObject([where, { user: { email: 'encoded@example.org' } }]);
      const wrong = await service.call(where, { headers: { authorization: 'Bearer cutroom_wrong' } });
      expect([where, wrong.status]).toEqual([where, 401]);
    }
    // Otherwise the video would go to a new anonymous owner.
    const made = await post(JSON.stringify(textBody()), { cookie }, '/%61pi/v1/videos/createVideo');
    expect([made.status, made.headers.getSetCookie()]).toEqual([201, []]);
    await expectRefusal(await post('{}', { 'sec-fetch-site': 'cross-site' }, '/%61pi/v1/account/sign-out'), 403);
  });
});

describe('too many requests', () => {
  it('are answered with 429 and a retry time', async () => {
    const small = await startService({ workers: 0, rateLimit: { all: 5, creates: 2 } });
    const answers: Response[] = [];
    for (let count = 0; count < 7; count += 1) answers.push(await small.call('/api/v1/health'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const last = answers.at(-1) as Response;
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectRefusal(last, 429);
  });
});

describe('a stalled upload', () => {
  it('loses its connection when a newer upload replaces it', async () => {
    const [uris] = await service.client().createUpload([{ fileName: 'a.png', fileType: 'image/png' }]);
    const { port, pathname, search } = new URL(uris?.upload_uri ?? '');
    const socket = net.connect(Number(port), '127.0.0.1');
    const closed = new Promise<string>((resolve) => {
      let heard = '';
      socket.on('data', (data) => {
        heard += data.toString();
      });
      socket.on('close', () => resolve(heard));
    });
    const folder = path.join(service.dataDir, 'uploads');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nabc`);
    await until(async () => (await readdir(folder, { recursive: true })).some((name) => name.endsWith('part')));
    await expectRefusal(await service.call(pathname + search, { method: 'PUT', body: 'no image' }), 422);
    expect(await closed).toMatch(/^HTTP\/1\.1 409 /);
  });
});
