import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createQuotas, noQuota } from '../../../api/accounts/quotas.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { newBrowser } from '../support/browser.ts';
import { textBody } from '../support/projects.ts';
import { startService, type TestService } from '../support/service.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

let service: TestService;
let operator: (body: object) => Promise<Response>;
const email = 'ada@example.org';

beforeAll(async () => {
  service = await startService({ workers: 1, quota: { ...noQuota, minutesPerDay: 1, jobs: 3 } });
  const token = (await readFile(path.join(service.dataDir, 'operator-token'), 'utf8')).trim();
  operator = (body) =>
    service.call('/api/v1/operator/accounts', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...body }),
    });
});

it('a quota limits minutes, jobs and bytes of an owner, reports when it resets, and can be changed per account', async () => {
  const own = newBrowser(service);
  const create = (seconds: number) => own.call('POST', '/videos/createVideo', textBody('mine', seconds));
  const quota = async () => (await own.call('GET', '/account/storage')).body.quota;
  const first = await create(0.5);
  expect(first.status).toBe(201);
  await expect.poll(async () => (await own.call('GET', `/videos/${first.body._id}`)).body.status).toBe('done');
  expect((await own.call('DELETE', `/videos/${first.body._id}`)).status).toBe(200);
  await own.call('POST', '/account/sign-up', { email, password: 'correct horse battery', name: '' });
  // Minutes rendered before the sign-up count, even for a deleted video.
  expect((await quota()).minutesPerDay).toEqual({ used: expect.closeTo(0.5 / 60, 3), limit: 1 });
  expect((await quota()).bytes).toEqual({ used: 0, limit: null });

  const over = await create(59.8);
  expect(over.body.error).toEqual({
    code: 'too-many-requests',
    message: 'Your limit is 1 min of rendering per day. Try again tomorrow, or choose a shorter length.',
  });
  expect(over.status).toBe(429);
  const wait = Number(over.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(24 * 3600);

  expect(await (await operator({ quota: { minutesPerDay: 0, minutesPerMonth: 0.5, bytes: 6000 } })).json()).toEqual({
    email,
    name: '',
    hasSubscription: false,
    twoFactor: false,
    quota: { bytes: 6000, jobs: 3, minutesPerDay: 0, minutesPerMonth: 0.5 },
  });
  expect((await create(59)).body.error.message).toContain('Your limit is 0.5 min of rendering per month.');
  const file = { fileName: 'a.mp4', fileType: 'video/mp4', size: 6001 };
  const large = await own.call('POST', '/upload/createResumableUpload', { files: [file] });
  expect([large.status, large.body.error.code]).toEqual([403, 'quota']);
  expect(large.body.error.message).toContain('Delete some');
  expect(large.headers.get('retry-after')).toBeNull();
  // A deleted project gives way to a new one and is then purged.
  const keep = (id: string) =>
    own.call('PUT', `/projects/${id}`, { project: textBody('x'.repeat(3000)) }, { 'if-none-match': '*' });
  expect((await keep('one')).status).toBe(201);
  const more = await keep('two');
  expect([more.status, more.body.error]).toEqual([403, { code: 'quota', message: large.body.error.message }]);
  await own.call('DELETE', '/projects/one');
  expect((await keep('two')).status).toBe(201);
  expect((await own.call('GET', '/projects')).body.removed).toEqual([]);
  expect((await operator({ quota: { bytes: null, minutesPerMonth: null, minutesPerDay: null } })).status).toBe(200);
  expect((await quota()).minutesPerDay.limit).toBe(1);
  expect((await operator({ quota: { bytes: -1 } })).status).toBe(400);
  expect((await operator({ email: 'nobody@example.org', quota: {} })).status).toBe(404);
});

it('a quota counts the length of queued videos for all visitors of a network together, and limits their number', async () => {
  const idle = await startService({ workers: 0, quota: { ...noQuota, jobs: 2, minutesPerMonth: 1 } });
  // Without cookies, each request comes from a new owner.
  const create = (seconds: number, from = '2001:db8::1') =>
    newBrowser(idle).call('POST', '/videos/createVideo', textBody('mine', seconds), { 'x-forwarded-for': from });
  expect((await create(40)).status).toBe(201);
  expect((await create(30)).status).toBe(429);
  expect((await create(5, '2001:db8::2:3')).status).toBe(201);
  expect((await create(1, '2001:db8:0:1::1')).status).toBe(201);
  const third = await create(1);
  expect(third.body.error.message).toBe(
    '2 videos of people on your network are waiting. Please try again when some are done, or sign in: an account has a limit of its own.',
  );
  expect(third.headers.get('retry-after')).toBe('30');
});

it('a quota cannot be exceeded by parallel requests; a repeated idempotency key is still answered', async () => {
  const { database, store, video } = await openStoreAlone();
  const quotas = createQuotas(database, { ...noQuota, jobs: 2 });
  const plain = { ...video, party: 'p' };
  const add = (idempotencyKey: string) =>
    store.add({ ...plain, id: newSecretId(), owner: idempotencyKey, idempotencyKey }, (change) =>
      quotas.expectRender('p', 1, change),
    );
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(add));
  expect(answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.name] : []))).toEqual(
    Array(3).fill('OverQuotaError'),
  );
  expect(await add('a')).toMatchObject({ created: false });
});

it('a server without accounts does not suggest a sign-in', () => {
  const { waitingMessage } = createQuotas({ db: undefined as never }, noQuota, false);
  expect(waitingMessage('2001:db8::/64', 2)).toBe(
    '2 videos of people on your network are waiting. Please try again when some are done.',
  );
});

it('nothing is checked if nothing is limited', () => {
  return expect(createQuotas({ db: undefined as never }).expectRender('a', 1e9)).resolves.toBeUndefined();
});
