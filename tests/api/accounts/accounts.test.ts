import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_COOKIE, SESSION_COOKIE } from '../../../api/contract/http.ts';
import { type Browser, newBrowser, uploadBy } from '../support/browser.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { startMailbox, tokenIn } from '../support/mailbox.ts';
import { createPostgres, hasPostgres } from '../support/postgres.ts';
import { videoBody } from '../support/projects.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { openService, startService, type TestService, until } from '../support/service.ts';

hashQuickly();

let service: TestService;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  clip = new Uint8Array(await readFile(await makeVideo(path.join(await temporaryFolder(), 'clip.mp4'))));
  service = await startService({ workers: 0, rateLimit: { all: 6000, creates: 600, signIns: 1000 } });
});

const password = 'correct horse battery';
let people = 0;
function newEmail(): string {
  people += 1;
  return `person${people}@example.org`;
}

const browser = (at = service) => newBrowser(at);

const upload = (own: Browser) => uploadBy(own, clip);

async function signUp(own: Browser, email = newEmail()): Promise<string> {
  const { status, body } = await own.call('POST', '/account/sign-up', { email, password, name: 'Ada' });
  expect([status, body.user]).toMatchObject([200, { id: expect.any(String), email, hasSubscription: false }]);
  return email;
}

const userOf = async (own: Browser) => (await own.call('GET', '/me')).body.user;
const videosOf = async (own: Browser) =>
  (await own.call('GET', '/videos')).body.videos.map(({ _id }: { _id: string }) => _id);

describe('an account', () => {
  it('takes over earlier anonymous work, and anonymous work from another browser that signs in', async () => {
    const first = browser();
    expect((await first.call('GET', '/me')).body).toEqual({
      accounts: true,
      sendsEmail: false,
      singleSignOn: null,
      user: null,
    });
    const file = await upload(first);
    const before = (await first.call('POST', '/videos/createVideo', videoBody(file), { 'idempotency-key': 'same' }))
      .body;
    const email = await signUp(first);
    expect(first.jar.has(SESSION_COOKIE)).toBe(false);
    expect(await videosOf(first)).toEqual([before._id]);

    const second = browser();
    const meanwhile = (
      await second.call('POST', '/videos/createVideo', videoBody(await upload(second)), { 'idempotency-key': 'same' })
    ).body;
    const anonymous = new Map(second.jar);
    expect((await second.call('POST', '/account/sign-in', { email: email.toUpperCase(), password })).status).toBe(200);
    expect(await videosOf(second)).toEqual([meanwhile._id, before._id]);
    // The account may use an upload of either browser.
    expect((await second.call('POST', '/videos/createVideo', videoBody(file))).status).toBe(201);
    // The old anonymous session no longer gives access.
    const kept = browser();
    for (const [name, value] of anonymous) kept.jar.set(name, value);
    expect(await videosOf(kept)).toEqual([]);

    expect((await first.call('GET', '/account/storage')).body).toMatchObject({
      videos: { count: 3, bytes: 0 },
      uploads: { count: 2, bytes: 2 * clip.length },
    });
    await second.call('POST', '/account/sign-out');
    expect(await userOf(second)).toBeNull();
    expect(await videosOf(second)).toEqual([]);
    expect(await userOf(first)).toMatchObject({ email });
  });

  it('reports each problem in a sentence', async () => {
    const own = browser();
    const email = await signUp(own);
    const other = browser();
    const cases: [path: string, body: object, status: number, message: RegExp][] = [
      ['sign-up', { email, password }, 409, /^An account with this email address already exists\./],
      ['sign-up', { email: 'nobody', password }, 400, /^Enter an email address such as you@example\.org\.$/],
      ['sign-up', { email: newEmail(), password: 'short' }, 400, /password/],
      ['sign-up', { email: newEmail(), password: 'x'.repeat(257) }, 400, /password/],
      ['sign-in', { email, password: 'wrong one' }, 401, /^The email address or password is wrong\.$/],
      ['sign-in', { email: newEmail(), password }, 401, /^The email address or password is wrong\.$/],
      ['reset-password', { token: 'x', password }, 410, /^This link was already used or is more than an hour old\./],
    ];
    for (const [where, body, status, message] of cases) {
      const answer = await other.call('POST', `/account/${where}`, body);
      expect([where, answer.status, answer.body.error.message]).toEqual([
        where,
        status,
        expect.stringMatching(message),
      ]);
    }
    expect(other.jar.has(ACCOUNT_COOKIE)).toBe(false);
    const wrong = await own.call('POST', '/account/change-password', { currentPassword: 'no', newPassword: password });
    expect([wrong.status, wrong.body.error.message]).toEqual([403, 'The password is wrong.']);
    // The auth library treats an empty password as missing, and skips the password soon after a sign-in.
    for (const guess of ['no', '']) {
      const kept = await own.call('DELETE', '/account', { password: guess });
      expect([kept.status, await userOf(own)]).toEqual([403, expect.objectContaining({ email })]);
    }
  });

  it('gives each sign-in its own secret, and can end one sign-in, all others or all', async () => {
    const planted = browser();
    planted.jar.set(ACCOUNT_COOKIE, 'a'.repeat(32));
    const email = await signUp(planted);
    expect(planted.jar.get(ACCOUNT_COOKIE)).not.toBe('a'.repeat(32));
    const others = [browser(), browser()];
    for (const other of others) await other.call('POST', '/account/sign-in', { email, password });
    const signedIn = async () => Promise.all([planted, ...others].map(async (one) => (await userOf(one)) !== null));
    const changed = { currentPassword: password, newPassword: `${password}!` };
    expect((await planted.call('POST', '/account/change-password', changed)).status).toBe(200);
    expect(await signedIn()).toEqual([true, false, false]);
    expect((await others[0]?.call('POST', '/account/sign-in', { email, password }))?.status).toBe(401);
    for (const other of others) await other.call('POST', '/account/sign-in', { email, password: changed.newPassword });
    expect(await signedIn()).toEqual([true, true, true]);
    await others[0]?.call('POST', '/account/sign-out-everywhere');
    expect(await signedIn()).toEqual([false, false, false]);
  });

  it('sends an email to reset the password without revealing which addresses have accounts', async () => {
    const own = browser();
    const email = await signUp(own);
    const letters = async () => {
      const folder = path.join(service.dataDir, 'mail');
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    };
    const stranger = browser();
    for (const address of [newEmail(), email]) {
      const form = { email: address, language: 'de' };
      expect((await stranger.call('POST', '/account/forgot-password', form)).body).toEqual({ done: true });
    }
    const [letter = ''] = await until(async () => ((await letters()).length > 0 ? letters() : false));
    expect(await letters()).toHaveLength(1);
    expect(letter).toMatch(new RegExp(`To: ${email}[^]*eine Stunde`));
    const plain = letter.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [, origin, token] = /(http:\S+)\/reset-password#(\S+)/.exec(plain) ?? [];
    expect(origin).toBe(service.origin);
    const chosen = { token, password: 'another one' };
    expect((await stranger.call('POST', '/account/reset-password', chosen)).status).toBe(200);
    expect((await stranger.call('POST', '/account/reset-password', chosen)).status).toBe(410);
    expect(await userOf(own)).toBeNull();
    expect((await own.call('POST', '/account/sign-in', { email, password: 'another one' })).status).toBe(200);
  });

  it('is deleted with everything it created', async () => {
    const own = browser();
    const email = await signUp(own);
    const file = await upload(own);
    const video = (await own.call('POST', '/videos/createVideo', videoBody(file))).body;
    const { token } = (await own.call('POST', '/account/tokens', { name: 'script' })).body;
    expect((await own.call('DELETE', '/account', { password })).status).toBe(200);
    expect((await own.call('GET', `/videos/${video._id}`)).status).toBe(404);
    expect((await service.call(file)).status).toBe(404);
    expect((await browser().call('GET', '/videos', undefined, { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await browser().call('POST', '/account/sign-in', { email, password })).status).toBe(401);
    expect(service.errors).toEqual([]);
  });
});

it('issues a token that is shown once, works until it is revoked and cannot take over the account', async () => {
  const own = browser();
  await signUp(own);
  const video = (await own.call('POST', '/videos/createVideo', videoBody(await upload(own)))).body;
  const made = (await own.call('POST', '/account/tokens', { name: 'nightly' })).body;
  const as = { authorization: `Bearer ${made.token}` };
  const script = browser();
  expect((await script.call('GET', '/videos', undefined, as)).body.videos).toMatchObject([
    { _id: video._id, mine: true },
  ]);
  expect((await script.call('POST', '/videos/createVideo', videoBody('/samples/none'), as)).status).toBe(422);
  for (const [method, where, body] of [
    ['POST', '/account/tokens', { name: 'more' }],
    ['POST', '/account/change-password', { currentPassword: password, newPassword: `${password}!` }],
    ['DELETE', '/account', { password }],
    ['DELETE', `/account/tokens/${made.id}`],
  ] as const)
    expect([where, (await script.call(method, where, body, as)).status]).toEqual([where, 403]);
  const { tokens } = (await own.call('GET', '/account/tokens')).body;
  expect(tokens).toEqual([{ id: made.id, name: 'nightly', createdAt: made.createdAt, usedAt: expect.any(String) }]);
  expect(JSON.stringify(tokens)).not.toContain(made.token);
  const other = browser();
  await signUp(other);
  expect((await other.call('DELETE', `/account/tokens/${made.id}`)).status).toBe(404);
  expect((await own.call('DELETE', `/account/tokens/${made.id}`)).status).toBe(200);
  const refused = await script.call('GET', '/videos', undefined, as);
  expect([refused.status, refused.body.error.message]).toEqual([401, 'Unknown token; it may have been revoked.']);
});

if (hasPostgres())
  it('works on PostgreSQL as on the embedded database', async () => {
    const postgres = await createPostgres();
    const dataDir = await temporaryFolder();
    const settings = { workers: 0, databaseUrl: postgres.url, rateLimit: { all: 6000, creates: 600, signIns: 6 } };
    const served = await openService({ ...settings, dataDir });
    const another = await openService({ ...settings, dataDir: await temporaryFolder() });
    try {
      const own = browser(served);
      const email = newEmail();
      expect((await own.call('POST', '/account/sign-up', { email, password })).status).toBe(200);
      const { token } = (await own.call('POST', '/account/tokens', { name: 'x' })).body;
      const script = await browser(served).call('GET', '/me', undefined, { authorization: `Bearer ${token}` });
      expect(script.body.user).toMatchObject({ email });
      await own.call('POST', '/account/sign-out');
      expect((await own.call('POST', '/account/sign-in', { email, password })).status).toBe(200);
      // Processes count guesses together and share known devices.
      const guesses = [];
      for (const at of [served, another, served, another])
        guesses.push((await browser(at).call('POST', '/account/sign-in', { email, password: 'guess' })).status);
      expect(guesses).toEqual([401, 401, 401, 429]);
      const elsewhere = browser(another);
      for (const [name, value] of own.jar) elsewhere.jar.set(name, value);
      expect((await elsewhere.call('POST', '/account/sign-in', { email, password })).status).toBe(200);
      expect((await elsewhere.call('DELETE', '/account', { password })).status).toBe(200);
      expect([served.errors, another.errors]).toEqual([[], []]);
    } finally {
      await Promise.all([served.app.close(), another.app.close()]);
      await postgres.stop();
    }
  });

describe('password guesses', () => {
  it('are slowed down, also when many browsers guess one address', async () => {
    const guarded = await startService({ workers: 0, rateLimit: { all: 6000, creates: 600, signIns: 6 } });
    const own = browser(guarded);
    const email = newEmail();
    expect((await own.call('POST', '/account/sign-up', { email, password })).status).toBe(200);
    const guess = (address: string) => own.call('POST', '/account/sign-in', { email: address, password: 'guess' });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await guess(email)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const last = await guess('other@example.org');
    expect(last.status).toBe(401);
    const refused = await guess('other@example.org');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the operator API', () => {
  it('sets the subscription of an account, only with the secret from the data folder', async () => {
    const own = browser();
    const email = await signUp(own);
    const change = (token: string, body: object) =>
      browser().call('POST', '/operator/accounts', body, { authorization: `Bearer ${token}` });
    const file = path.join(service.dataDir, 'operator-token');
    const token = (await readFile(file, 'utf8')).trim();
    expect((await stat(file)).mode & 0o077).toBe(0);
    const { token: ofAccount } = (await own.call('POST', '/account/tokens', { name: 'x' })).body;
    for (const wrong of ['', `${token}x`, ofAccount])
      expect((await change(wrong, { email, hasSubscription: true })).status).toBe(403);
    expect((await change(token, { email: newEmail(), hasSubscription: true })).status).toBe(404);
    expect((await change(token, { email, hasSubscription: true })).status).toBe(200);
    expect(await userOf(own)).toMatchObject({ hasSubscription: true });
    // Users cannot give themselves a subscription.
    const other = browser();
    await other.call('POST', '/account/sign-up', { email: newEmail(), password, name: '', hasSubscription: true });
    expect(await userOf(other)).toMatchObject({ hasSubscription: false });
  });

  it('sends emails through the mail server, with links to the public address', async () => {
    const mailbox = await startMailbox();
    const accounts = { smtp: mailbox.smtp, publicUrl: 'https://video.example.org', from: 'us@example.org' };
    const sending = await startService({ workers: 0, accounts });
    const email = newEmail();
    const own = browser(sending);
    await own.call('POST', '/account/sign-up', { email, password });
    const token = tokenIn(await mailbox.next(email), 'confirm-email');
    expect((await own.call('POST', '/account/confirm-email', { token })).status).toBe(200);
    await browser(sending).call('POST', '/account/forgot-password', { email });
    const sent = await mailbox.next(email);
    expect(sent.from).toBe('us@example.org');
    expect(sent.text).toContain('https://video.example.org/reset-password#');
  });
});

describe('a server without accounts', () => {
  it('reports that accounts are off, and otherwise works', async () => {
    const without = await startService({ workers: 0, accounts: { allowed: false } });
    const own = browser(without);
    expect((await own.call('GET', '/me')).body).toEqual({
      accounts: false,
      sendsEmail: false,
      singleSignOn: null,
      user: null,
    });
    const refused = await own.call('POST', '/account/sign-up', { email: newEmail(), password });
    expect([refused.status, refused.body.error.message]).toEqual([404, 'This server has no accounts.']);
    expect((await own.call('GET', '/account/tokens')).status).toBe(404);
  });
});
