import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookEvent } from '../../../api/contract/webhookEvent.ts';
import { newWebhookSecret, signatureProblem } from '../../../api/system/webhookSignature.ts';
import { type Browser, newBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/files.ts';
import { textBody } from '../support/projects.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

let receiver: Receiver;
let service: TestService;
const ofOperator = newWebhookSecret();
/** Answers of a DNS server: some are private addresses, and one changes. */
const names: Record<string, string[]> = {
  'inside.example': ['127.0.0.1'],
  'both.example': ['192.0.43.8', '10.0.0.1'],
  'nowhere.example': [],
};

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({
    workers: 1,
    webhooks: {
      hosts: [receiver.host],
      secret: ofOperator,
      waits: [0.01, 0.01, 0.01],
      timeoutMs: 3000,
      resolve: (name, tell) =>
        tell(
          null,
          (names[name] ?? []).map((address) => ({ address, family: 4 })),
        ),
    },
  });
});

afterAll(() => receiver.close());

/** A user with an account and a webhook secret. */
async function person(email: string, at = service): Promise<Browser & { secret: string }> {
  const own = newBrowser(at);
  await own.call('POST', '/account/sign-up', { email, password: 'correct horse battery', name: '' });
  const { secret } = (await own.call('POST', '/account/webhook-secret')).body;
  return { ...own, secret };
}

/** Creates a long video and cancels it. @returns its id. */
async function cancelled(own: Pick<Browser, 'call'>, webhookUrl: string): Promise<string> {
  const { body, status: answered } = await own.call('POST', '/videos/createVideo', {
    ...textBody('x', 600),
    webhookUrl,
  });
  expect(answered).toBe(201);
  expect((await own.call('DELETE', `/videos/${body._id}`)).body.outcome).toBe('cancelled');
  return body._id;
}

const webhookOf = async (own: Pick<Browser, 'call'>, id: string) =>
  (await own.call('GET', `/videos/${id}`)).body.webhook;

/** Waits until a webhook is delivered or failed. */
async function untilOver(own: Pick<Browser, 'call'>, id: string) {
  await expect.poll(async () => (await webhookOf(own, id)).state).toMatch(/delivered|failed/);
  return webhookOf(own, id);
}

it('a finished video is reported once, with its record and a signature that the code of the guide verifies', async () => {
  const [ada, bob] = [await person('ada@example.org'), newBrowser(service)];
  receiver.on('/done', status(204));
  const asked = await ada.call('POST', '/videos/createVideo', {
    ...textBody(),
    webhookUrl: `${receiver.origin}/done?key=mine`,
  });
  expect(asked.body.webhook).toEqual({
    url: `${receiver.origin}/done?key=mine`,
    ...{ state: 'waiting', attempts: 0, lastStatus: null, lastError: null, nextAt: null },
  });
  const id = asked.body._id;
  expect(await untilOver(ada, id)).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 204, lastError: null });
  const [message, ...more] = receiver.at('/done');
  expect(more).toEqual([]);
  const { headers, body } = message ?? { headers: {}, body: '' };
  const event = webhookEvent.parse(JSON.parse(body));
  const { webhook: _, ...record } = (await ada.call('GET', `/videos/${id}`)).body;
  expect(event).toMatchObject({ type: 'video.done', attempt: 1, timestamp: record.finishedAt, data: record });
  expect(headers).toMatchObject({ 'webhook-id': event.id, 'content-type': 'application/json' });
  // The webhook URL may contain a secret.
  expect((await bob.call('GET', `/videos/${id}`)).body.webhook).toBeNull();
  expect((await ada.call('GET', '/videos')).body.videos[0].webhook.state).toBe('delivered');

  const isGenuine = await checkOfGuide();
  expect(isGenuine(headers, body, ada.secret)).toBe(true);
  expect(isGenuine(headers, body.replace('done', 'dome'), ada.secret)).toBe(false);
  expect(isGenuine(headers, body, ofOperator)).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-timestamp': '1614265330' }, body, ada.secret)).toBe(false);
});

it('the owner can retry a failed video under its id, and its new outcome is reported too', async () => {
  const [ada, bob] = [await person('retry@example.org'), newBrowser(service)];
  receiver.on('/retried', status(204));
  const uris = await ada.call('POST', '/upload/createResumableUpload', {
    files: [{ fileName: 'sticker.png', fileType: 'image/png' }],
  });
  const { upload_uri: to, read_uri: url } = uris.body.uris[0];
  await fetch(to, { method: 'PUT', body: new Uint8Array(readFileSync('fixtures/media/sticker.png')) });
  // The only worker is busy, so the next video waits while its media are deleted.
  const busy = await ada.call('POST', '/videos/createVideo', textBody('x', 600));
  const layers = [{ id: 'i', type: 'image', url }];
  const asked = await ada.call('POST', '/videos/createVideo', {
    ...{ isStudio: true, width: 64, height: 64, output: { type: 'image' }, scenes: [{ id: 's', layers }] },
    webhookUrl: `${receiver.origin}/retried`,
  });
  const id = asked.body._id;
  const retry = (by: Pick<Browser, 'call'>) => by.call('POST', `/videos/${id}/retry`);
  expect((await retry(ada)).body.error).toMatchObject({ code: 'conflict', message: 'This video is still rendering.' });
  const stored = path.join(service.dataDir, 'contents');
  await rename(stored, `${stored}.away`);
  await ada.call('DELETE', `/videos/${busy.body._id}`);
  expect((await untilOver(ada, id)).state).toBe('delivered');
  const failed = (await ada.call('GET', `/videos/${id}`)).body;
  expect(failed).toMatchObject({ status: 'failed', attempt: null });
  expect(failed.error.message).not.toBe('');
  await rm(stored, { recursive: true, force: true });
  await rename(`${stored}.away`, stored);

  expect((await retry(bob)).status).toBe(404);
  const again = await retry(ada);
  expect([again.status, again.body._id]).toEqual([200, id]);
  expect(again.body).toMatchObject({ attempt: 2, error: null, webhook: { state: 'waiting' } });
  expect(again.body.progressText).toMatch(/^Second attempt: /);
  await expect.poll(async () => (await ada.call('GET', `/videos/${id}`)).body.status).toBe('done');
  await untilOver(ada, id);
  const told = receiver.at('/retried').map(({ body }) => webhookEvent.parse(JSON.parse(body)));
  expect(told.map(({ type, data }) => [type, data._id])).toEqual([
    ['video.failed', id],
    ['video.done', id],
  ]);
  expect(told[0]?.id).not.toBe(told[1]?.id);
  expect((await retry(ada)).body.error).toMatchObject({ code: 'conflict', message: 'This video is done.' });
});

/** The verification code from the guide. */
async function checkOfGuide(): Promise<(headers: object, body: string, secret: string) => boolean> {
  const guide = readFileSync('ui/pages/book/guides/webhooks.md', 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const file = path.join(await temporaryFolder(), 'check.mjs');
  await writeFile(file, code);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)).isGenuine;
}

it('messages are signed with the owner’s secret, for a day also with the previous one, and never with the operator’s', async () => {
  const people = [await person('one@example.org'), await person('two@example.org')] as const;
  const key = { 'idempotency-key': 'the same' };
  for (const [place, own] of people.entries()) {
    receiver.on(`/owner-${place}`, status(200));
    const body = { ...textBody('x', 600), webhookUrl: `${receiver.origin}/owner-${place}` };
    const { _id } = (await own.call('POST', '/videos/createVideo', body, key)).body;
    expect((await own.call('POST', '/videos/createVideo', body, key)).body).toMatchObject({
      _id,
      webhook: { url: body.webhookUrl },
    });
    await own.call('DELETE', `/videos/${_id}`);
    await untilOver(own, _id);
    const [message] = receiver.at(`/owner-${place}`);
    const wrong = [people[0].secret, people[1].secret, ofOperator].map(
      (secret) => signatureProblem(message?.body ?? '', message?.headers ?? {}, secret) !== undefined,
    );
    expect(wrong).toEqual([place !== 0, place !== 1, true]);
  }
  const [one] = people;
  expect((await one.call('GET', '/account/webhook-secret')).body.madeAt).toMatch(/^20/);
  const next = (await one.call('POST', '/account/webhook-secret')).body;
  expect(Date.parse(next.formerUntil) - Date.parse(next.madeAt)).toBe(24 * 3600_000);
  await untilOver(one, await cancelled(one, `${receiver.origin}/owner-0`));
  const last = receiver.at('/owner-0').at(-1);
  for (const secret of [one.secret, next.secret])
    expect(signatureProblem(last?.body ?? '', last?.headers ?? {}, secret)).toBeUndefined();

  const nobody = newBrowser(service);
  receiver.on('/nobody', status(200));
  await untilOver(nobody, await cancelled(nobody, `${receiver.origin}/nobody`));
  const [unsigned] = receiver.at('/nobody');
  expect(signatureProblem(unsigned?.body ?? '', unsigned?.headers ?? {}, ofOperator)).toBeUndefined();
});

describe('a receiver', () => {
  it('is retried within limits if it fails, hangs or redirects, but not after an endless body or a 410', async () => {
    const own = await person('three@example.org');
    receiver.on('/broken', status(500));
    receiver.on('/second', (reply, count) => status(count === 1 ? 503 : 200)(reply));
    receiver.on('/elsewhere', status(302, { location: `${receiver.origin}/landing` }));
    receiver.on('/landing', status(200));
    receiver.on('/gone', status(410));
    receiver.on('/busy', status(429, { 'retry-after': '3600' }));
    receiver.on('/hangs', () => undefined);
    receiver.on('/drops', (reply) => reply.destroy());
    receiver.on('/switches', ({ socket }) =>
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    let closed = 0;
    receiver.on('/endless', (reply) => {
      reply.writeHead(200, { 'content-type': 'text/plain' });
      const write = () => void (reply.write('x'.repeat(65_536)) ? setImmediate(write) : reply.once('drain', write));
      reply.once('close', () => {
        closed += 1;
      });
      write();
    });
    const over = async (where: string) => {
      const { url, nextAt, ...hook } = await untilOver(own, await cancelled(own, receiver.origin + where));
      expect([url, nextAt]).toEqual([receiver.origin + where, null]);
      return hook;
    };
    const gaveUp = (lastStatus: number | null, lastError: unknown) => ({
      state: 'failed',
      attempts: 4,
      lastStatus,
      lastError,
    });
    const busy = await cancelled(own, `${receiver.origin}/busy`);
    const places = ['/broken', '/second', '/elsewhere', '/gone', '/hangs', '/drops', '/switches', '/endless'];
    expect(await Promise.all(places.map(over))).toEqual([
      gaveUp(500, 'The response was 500.'),
      { state: 'delivered', attempts: 2, lastStatus: 200, lastError: null },
      gaveUp(302, expect.stringContaining('webhooks do not follow redirects')),
      { state: 'failed', attempts: 1, lastStatus: 410, lastError: 'It answered 410: it accepts no more webhooks.' },
      gaveUp(null, 'It took too long to answer.'),
      gaveUp(null, 'The connection failed (ECONNRESET).'),
      gaveUp(101, 'The response was 101.'),
      { state: 'delivered', attempts: 1, lastStatus: 200, lastError: null },
    ]);
    expect(receiver.at('/landing')).toEqual([]);
    expect(closed).toBe(1);
    const again = receiver.at('/second');
    expect(new Set(again.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(again.map(({ body }) => JSON.parse(body).attempt)).toEqual([1, 2]);
    // Once repaired, it gets the same event again, and pending ones at once. Others cannot request that.
    const resend = (id: string, by = own.call) => by('POST', `/videos/${id}/webhook/resend`);
    const broken = JSON.parse(receiver.at('/broken')[0]?.body ?? '').data._id;
    expect((await resend(broken, newBrowser(service).call)).status).toBe(404);
    receiver.on('/broken', status(204));
    expect((await resend(broken)).body.webhook).toMatchObject({ attempts: 0, lastError: null });
    expect(await untilOver(own, broken)).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 204 });
    expect(new Set(receiver.at('/broken').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const waits = await webhookOf(own, busy);
    expect(waits).toMatchObject({ state: 'queued', attempts: 1, lastStatus: 429 });
    expect(Date.parse(waits.nextAt) - Date.now()).toBeGreaterThan(3500_000);
    receiver.on('/busy', status(200));
    expect((await resend(busy)).status).toBe(200);
    expect(await untilOver(own, busy)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(receiver.at('/busy')).toHaveLength(2);
    const body = { ...textBody('x', 600), webhookUrl: `${receiver.origin}/busy` };
    const begun = await own.call('POST', '/videos/createVideo', body);
    const untold = await own.call('POST', '/videos/createVideo', textBody('x', 600));
    for (const { body } of [begun, untold]) {
      expect((await resend(body._id)).status).toBe(409);
      await own.call('DELETE', `/videos/${body._id}`);
    }
  });

  it('that hangs delays neither others nor accounts, and holds at most four connections', async () => {
    const quick = await startReceiver();
    const held: (() => void)[] = [];
    receiver.on('/held', (reply) => held.push(() => reply.writeHead(200).end()));
    const other = await startService({
      workers: 0,
      webhooks: { hosts: [receiver.host, quick.host], secret: ofOperator },
    });
    const nobody = newBrowser(other);
    quick.on('/quick', status(200));
    const ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await cancelled(nobody, `${receiver.origin}/held`));
    await expect.poll(() => held.length).toBe(4);
    expect(await untilOver(nobody, await cancelled(nobody, `${quick.origin}/quick`))).toMatchObject({
      state: 'delivered',
    });
    receiver.on('/beside', status(204));
    const ada = await person('ada@example.org', other);
    expect(await untilOver(ada, await cancelled(ada, `${receiver.origin}/beside`))).toMatchObject({
      state: 'delivered',
    });
    expect(held).toHaveLength(4);
    expect((await webhookOf(nobody, ids[0] ?? '')).state).toBe('sending');
    for (const open of held.splice(0)) open();
    await expect.poll(() => held.length).toBe(2);
    for (const open of held) open();
    for (const id of ids) expect((await untilOver(nobody, id)).attempts).toBe(1);
    await quick.close();
  });
});

describe('a webhook URL', () => {
  const hostile = [
    ...['file:///etc/passwd', 'ftp://example.org/', 'http://user:word@example.org/', 'http://example.org:8080/'],
    ...['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://[::1]/'],
    ...[
      'http://[::ffff:127.0.0.1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://169.254.169.254/latest/',
      'http://10.0.0.1/',
    ],
    ...['http://localhost/', 'http://printer.local/', 'http://intranet/', '', 'example.org', '//example.org/'],
  ];

  it('is rejected if it is not public, or never reached', async () => {
    const own = newBrowser(service);
    const ask = (webhookUrl: unknown) => own.call('POST', '/videos/createVideo', { ...textBody('x', 600), webhookUrl });
    for (const text of hostile) {
      const { status: answered, body } = await ask(text);
      expect([text, answered, body.error?.code, body.error?.pointer]).toEqual([text, 422, 'invalid', '/webhookUrl']);
    }
    expect((await ask(7)).status).toBe(400);
    expect((await ask(`http://example.org/${'a'.repeat(2000)}`)).status).toBe(400);
    const inside = [];
    for (const name of Object.keys(names)) inside.push(await cancelled(own, `http://${name}/`));
    for (const id of inside)
      expect(await untilOver(own, id)).toMatchObject({
        state: 'failed',
        lastStatus: null,
        lastError: 'There is no public website at this address.',
      });
  });

  it('requires a webhook secret to sign with', async () => {
    const webhookUrl = `${receiver.origin}/x`;
    const strict = await startService({ workers: 0, webhooks: { hosts: [receiver.host] } });
    const own = newBrowser(strict);
    const ask = async (by = own) => (await by.call('POST', '/videos/createVideo', { ...textBody(), webhookUrl })).body;
    expect((await ask()).error.message).toContain('Please sign in');
    await own.call('POST', '/account/sign-up', { email: 'a@example.org', password: 'correct horse battery', name: '' });
    expect((await ask()).error.message).toBe('Create a webhook secret on your account page first.');
    expect((await own.call('GET', '/account/webhook-secret')).body).toEqual({ madeAt: null });
    expect((await own.call('POST', '/account/webhook-secret')).body).toMatchObject({ formerUntil: null });
    expect((await ask()).webhook.state).toBe('waiting');
    const bare = await startService({ workers: 0, accounts: { allowed: false }, webhooks: { hosts: [receiver.host] } });
    expect((await ask(newBrowser(bare))).error.message).toBe('Webhooks are not set up on this server.');
  });
});
