import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { ACCOUNT_COOKIE } from '../../../api/contract/http.ts';
import { totp } from '../../support/totp.ts';
import { type Browser, newBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/files.ts';
import { type Mailbox, startMailbox, tokenIn } from '../support/mailbox.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { openService, startService, type TestService } from '../support/service.ts';

hashQuickly();

let service: TestService;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startService({ workers: 0, rateLimit: { all: 6000, creates: 600, signIns: 1000 } });
});

const password = 'correct horse battery';
let people = 0;
function newEmail(): string {
  people += 1;
  return `person${people}@example.org`;
}
const isIn = async (own: Browser) => (await own.call('GET', '/me')).body.user !== null;
const signIn = (own: Browser, email: string, by = password) =>
  own.call('POST', '/account/sign-in', { email, password: by });
const answer = (own: Browser, challenge: string, code: string) =>
  own.call('POST', '/account/sign-in/code', { challenge, code });

/** Moves the clock of the process to this many seconds from now. */
function at(seconds: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  onTestFinished(() => void vi.useRealTimers());
}

/** A user with a second factor that was turned on some minutes ago. */
async function withFactor(on = service) {
  const [own, email] = [newBrowser(on), newEmail()];
  await own.call('POST', '/account/sign-up', { email, password });
  const setup = (await own.call('POST', '/account/two-factor', { password })).body;
  const code = totp(setup.secret);
  expect((await own.call('POST', '/account/two-factor/confirm', { code })).status).toBe(200);
  return { own, email, secret: setup.secret as string, codes: setup.recoveryCodes as string[] };
}

it('a second factor is set up and turned off with the password, turned on with a code, and required to sign in', async () => {
  const [own, email] = [newBrowser(service), newEmail()];
  await own.call('POST', '/account/sign-up', { email, password });
  const other = newBrowser(service);
  expect((await signIn(other, email)).status).toBe(200);
  expect((await own.call('POST', '/account/two-factor', { password: 'wrong' })).status).toBe(403);
  expect((await own.call('POST', '/account/two-factor/confirm', { code: '123456' })).status).toBe(409);
  const { body: setup, headers } = await own.call('POST', '/account/two-factor', { password });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Cutroom:.*&issuer=Cutroom/);
  expect(new URL(setup.uri).searchParams.get('secret')).toBe(setup.secret);
  expect(new Set(setup.recoveryCodes).size).toBe(10);
  for (const code of setup.recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}-[2-9a-z]{5}$/);
  const state = async () => (await own.call('GET', '/account/two-factor')).body;
  expect(await state()).toEqual({ isOn: false, recoveryCodesLeft: 0, hasPassword: true });
  // The factor is off until a code shows that the app has the secret.
  expect((await signIn(newBrowser(service), email)).body.user).toMatchObject({ email, twoFactor: false });
  for (const code of ['000000', 'abc', setup.recoveryCodes[0], '1234567'])
    expect((await own.call('POST', '/account/two-factor/confirm', { code })).status).toBe(403);
  const before = own.jar.get(ACCOUNT_COOKIE);
  const first = totp(setup.secret);
  expect(
    (await own.call('POST', '/account/two-factor/confirm', { code: `${first.slice(0, 3)} ${first.slice(3)}` })).status,
  ).toBe(200);
  expect(own.jar.get(ACCOUNT_COOKIE)).not.toBe(before);
  expect(await state()).toEqual({ isOn: true, recoveryCodesLeft: 10, hasPassword: true });
  expect((await own.call('GET', '/me')).body.user.twoFactor).toBe(true);
  expect((await own.call('POST', '/account/two-factor', { password })).status).toBe(409);

  at(60);
  const stranger = newBrowser(service);
  expect((await signIn(stranger, email, 'wrong')).status).toBe(401);
  const asked = await signIn(stranger, email);
  expect([asked.status, asked.body]).toEqual([
    200,
    { accounts: true, sendsEmail: false, singleSignOn: null, user: null, challenge: expect.any(String) },
  ]);
  expect([stranger.jar.has(ACCOUNT_COOKIE), await isIn(stranger)]).toEqual([false, false]);
  expect((await answer(stranger, asked.body.challenge, totp(setup.secret))).body.user).toMatchObject({ email });
  expect(await isIn(stranger)).toBe(true);
  expect((await stranger.call('GET', '/account/sessions')).body.sessions).toHaveLength(4);

  expect((await own.call('DELETE', '/account/two-factor', { password: 'wrong' })).status).toBe(403);
  expect((await own.call('DELETE', '/account/two-factor', { password })).status).toBe(200);
  expect([await state(), await isIn(own)]).toEqual([{ isOn: false, recoveryCodesLeft: 0, hasPassword: true }, true]);
  expect((await signIn(newBrowser(service), email)).body.user).toMatchObject({ email });
  expect(service.errors).toEqual([]);
});

it('a code is accepted once, even in two tabs or after the clock was set back, and not when it is too old', async () => {
  const { email, secret } = await withFactor();
  at(3600);
  const code = totp(secret);
  const tabs = [newBrowser(service), newBrowser(service), newBrowser(service)];
  const challenges = await Promise.all(tabs.map(async (tab) => (await signIn(tab, email)).body.challenge));
  const answers = await Promise.all(tabs.map((tab, index) => answer(tab, challenges[index], code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  expect(answers.find(({ status }) => status === 403)?.body.error.message).toBe(
    'This code was used already. Wait for the next one.',
  );
  expect((await Promise.all(tabs.map(isIn))).filter(Boolean)).toHaveLength(1);
  // The clock goes back an hour and reaches the same time again.
  at(1800);
  const late = newBrowser(service);
  at(3600);
  const { challenge } = (await signIn(late, email)).body;
  expect((await answer(late, challenge, code)).status).toBe(403);
  expect((await answer(late, challenge, totp(secret, Date.now() - 120_000))).status).toBe(403);
  expect((await answer(late, challenge, totp(secret, Date.now() + 30_000))).status).toBe(200);
  // A finished sign-in leaves no challenge.
  expect((await answer(newBrowser(service), challenge, totp(secret))).status).toBe(410);
});

it('a recovery code is accepted once, in any notation, and new codes replace all old ones', async () => {
  const { own, email, codes } = await withFactor();
  const [one = '', two = '', three = ''] = codes;
  const enter = async (code: string, browser = newBrowser(service)) =>
    (await answer(browser, (await signIn(browser, email)).body.challenge, code)).status;
  expect(await enter(` ${one.toUpperCase().replaceAll('-', ' ')} `)).toBe(200);
  expect(await enter(one)).toBe(403);
  const tabs = await Promise.all([1, 2, 3].map(() => enter(two)));
  expect(tabs.toSorted()).toEqual([200, 403, 403]);
  expect((await own.call('GET', '/account/two-factor')).body.recoveryCodesLeft).toBe(8);
  expect((await own.call('POST', '/account/two-factor/recovery-codes', { password: 'wrong' })).status).toBe(403);
  const { recoveryCodes } = (await own.call('POST', '/account/two-factor/recovery-codes', { password })).body;
  expect(recoveryCodes).toHaveLength(10);
  expect([await enter(three), await enter(recoveryCodes[0])]).toEqual([403, 200]);
  expect(service.errors).toEqual([]);
});

it('attempts are limited per sign-in, and per account across sign-ins', async () => {
  const { own, email, secret, codes } = await withFactor();
  const guess = newBrowser(service);
  const { challenge } = (await signIn(guess, email)).body;
  const wrong = (count: number) =>
    String(Number(totp(secret)) + 1 + count)
      .padStart(6, '0')
      .slice(-6);
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await answer(guess, challenge, wrong(count))).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 410]);
  expect((await answer(guess, challenge, codes[0] ?? '')).status).toBe(410);
  const next = (await signIn(guess, email)).body.challenge;
  for (let count = 10; count < 15; count += 1) await answer(guess, next, wrong(count));
  const last = (await signIn(guess, email)).body.challenge;
  const refused = await answer(guess, last, codes[1] ?? '');
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    'Too many codes were wrong. Please try again in 15 minutes.',
  ]);
  // Existing sessions stay signed in.
  expect(await isIn(own)).toBe(true);
  at(16 * 60);
  const later = newBrowser(service);
  expect((await answer(later, (await signIn(later, email)).body.challenge, codes[1] ?? '')).status).toBe(200);
});

it('expired, foreign, forged and malformed challenges are rejected', async () => {
  const [one, two] = [await withFactor(), await withFactor()];
  const browser = newBrowser(service);
  const { challenge } = (await signIn(browser, one.email)).body;
  expect((await answer(browser, challenge, two.codes[0] ?? '')).status).toBe(403);
  const [identifier, signature] = challenge.split('.');
  for (const odd of [
    'x',
    identifier,
    `${identifier}.x`,
    `2fa-${'x'.repeat(20)}.${signature}`,
    `a; b=${challenge}`,
    '\r\n',
    '😀',
  ])
    expect([odd, (await answer(browser, odd, one.codes[0] ?? '')).status]).toEqual([odd, 410]);
  for (const odd of ['', 'x'.repeat(301), null])
    expect((await browser.call('POST', '/account/sign-in/code', { challenge: odd, code: '1' })).status).toBe(400);
  expect((await answer(browser, challenge, '\0')).status).toBe(403);
  at(11 * 60);
  expect((await answer(browser, challenge, one.codes[0] ?? '')).status).toBe(410);
  expect(service.errors).toEqual([]);
});

it('a new password, a confirmed address, another process or a token does not bypass the second factor', async () => {
  const dataDir = await temporaryFolder();
  const accounts = { smtp: mailbox.smtp, publicUrl: 'https://video.example.org' };
  const without = await openService({ workers: 0, dataDir });
  const { own, email, secret, codes } = await withFactor(without);
  const { challenge } = (await signIn(newBrowser(without), email)).body;
  await without.app.close();

  // Challenges and secrets survive a restart, because every process can read them.
  const now = await openService({ workers: 0, dataDir, accounts });
  try {
    expect((await answer(newBrowser(now), challenge, totp(secret, Date.now() + 30_000))).status).toBe(200);
    const moved = newBrowser(now);
    for (const [name, value] of own.jar) moved.jar.set(name, value);
    await moved.call('POST', '/account/send-confirmation', {});
    const token = tokenIn(await mailbox.next(email), 'confirm-email');
    const stranger = newBrowser(now);
    const confirmed = await stranger.call('POST', '/account/confirm-email', { token, password });
    expect(confirmed.body).toMatchObject({ wants: 'sign-in', user: null });
    await stranger.call('POST', '/account/forgot-password', { email });
    const reset = tokenIn(await mailbox.next(email), 'reset-password');
    const next = `${password}!`;
    expect((await stranger.call('POST', '/account/reset-password', { token: reset, password: next })).status).toBe(200);
    expect(await isIn(stranger)).toBe(false);
    const asked = await signIn(stranger, email, next);
    expect([asked.body.user, asked.body.challenge]).toEqual([null, expect.any(String)]);
    expect((await answer(stranger, asked.body.challenge, codes[0] ?? '')).status).toBe(200);
    const { token: script } = (await stranger.call('POST', '/account/tokens', { name: 'x' })).body;
    const as = { authorization: `Bearer ${script}` };
    for (const [method, where] of [
      ['POST', '/account/two-factor'],
      ['DELETE', '/account/two-factor'],
      ['POST', '/account/two-factor/recovery-codes'],
    ] as const)
      expect((await newBrowser(now).call(method, where, { password: next }, as)).status).toBe(403);
    expect(now.errors).toEqual([]);
  } finally {
    await now.app.close();
  }
});

it('the operator can turn the second factor off for a user who lost phone and codes', async () => {
  const { email } = await withFactor();
  const token = (await readFile(path.join(service.dataDir, 'operator-token'), 'utf8')).trim();
  const change = (body: object) =>
    newBrowser(service).call('POST', '/operator/accounts', { email, ...body }, { authorization: `Bearer ${token}` });
  expect((await change({ twoFactor: true })).status).toBe(400);
  expect((await change({ hasSubscription: true })).body).toMatchObject({ twoFactor: true });
  expect((await change({ twoFactor: false })).body).toMatchObject({ twoFactor: false });
  const own = newBrowser(service);
  expect((await signIn(own, email)).body.user).toMatchObject({ email });
  expect((await own.call('POST', '/account/two-factor', { password })).status).toBe(200);
});
