import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, newBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/files.ts';
import { type Mailbox, startMailbox, tokenIn } from '../support/mailbox.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { openService, startService, type TestService } from '../support/service.ts';

hashQuickly();

const publicUrl = 'https://video.example.org';
const password = 'correct horse battery';
let mailbox: Mailbox;
let service: TestService;
beforeAll(async () => {
  mailbox = await startMailbox();
  const accounts = { smtp: mailbox.smtp, publicUrl };
  service = await startService({ workers: 0, accounts, rateLimit: { all: 6000, creates: 600, signIns: 1000 } });
});

let people = 0;
function newEmail(): string {
  people += 1;
  return `person${people}@example.org`;
}
const userOf = async (own: Browser) => (await own.call('GET', '/me')).body.user;
const confirm = (own: Browser, token: string, more: object = {}) =>
  own.call('POST', '/account/confirm-email', { token, ...more });

/** Signs up and opens the link in the same browser. */
async function signUp(own: Browser, email = newEmail()): Promise<string> {
  await own.call('POST', '/account/sign-up', { email, password, name: 'Ada' });
  const token = tokenIn(await mailbox.next(email), 'confirm-email');
  const { status, body } = await confirm(own, token);
  expect([status, body.user, body.wants]).toEqual([200, expect.objectContaining({ email, emailVerified: true }), null]);
  return email;
}

describe('a sign-up on a server that sends emails', () => {
  it('creates the account when the link is opened, which signs the same browser in and works once', async () => {
    const own = newBrowser(service);
    const email = newEmail();
    const before = (await own.call('POST', '/videos/createVideo', studioBody)).body._id;
    const asked = await own.call('POST', '/account/sign-up', { email, password, name: 'Ada' });
    expect([asked.status, asked.body]).toEqual([
      200,
      { accounts: true, sendsEmail: true, singleSignOn: null, user: null },
    ]);
    const sent = await mailbox.next(email);
    expect([sent.subject, sent.text]).toEqual([
      'Confirm your email address for Cutroom',
      expect.stringContaining(`${publicUrl}/confirm-email#`),
    ]);
    expect((await own.call('POST', '/account/sign-in', { email, password })).status).toBe(401);
    const token = tokenIn(sent, 'confirm-email');
    expect((await confirm(own, token)).body.user).toMatchObject({ email, name: 'Ada', emailVerified: true });
    expect(await userOf(own)).toMatchObject({ email });
    expect((await own.call('GET', '/videos')).body.videos).toMatchObject([{ _id: before }]);
    const again = await confirm(own, token);
    expect([again.status, again.body.error.message]).toEqual([
      410,
      'This link was already used, was replaced by a newer one, or is more than a day old.',
    ]);
    expect((await newBrowser(service).call('POST', '/account/sign-in', { email, password })).status).toBe(200);
  });

  it('answers the same for a taken address, and notifies its owner by email', async () => {
    const email = await signUp(newBrowser(service));
    const stranger = newBrowser(service);
    const answers = [];
    for (const address of [email, newEmail()]) {
      const { status, body, headers } = await stranger.call('POST', '/account/sign-up', { email: address, password });
      answers.push([status, body, headers.get('content-length')]);
    }
    expect(answers[0]).toEqual(answers[1]);
    const told = await mailbox.next(email);
    expect(told.subject).toBe('You already have a Cutroom account');
    expect(told.text).toContain(`${publicUrl}/forgot-password`);
    expect(told.text).not.toContain('#');
    expect(await userOf(stranger)).toBeNull();
  });

  it('requires the password in another browser, so no stranger can confirm a sign-up', async () => {
    const email = newEmail();
    const attacker = newBrowser(service);
    await attacker.call('POST', '/account/sign-up', { email, password: 'known to the attacker' });
    const planted = tokenIn(await mailbox.next(email), 'confirm-email');
    const victim = newBrowser(service);
    await victim.call('POST', '/account/sign-up', { email: email.toUpperCase(), password, language: 'de' });
    const sent = await mailbox.next(email);
    expect(sent.text).toContain('Willkommen bei Cutroom.');
    // The owner of the address opens the link of the attacker's sign-up.
    expect((await confirm(victim, planted)).body).toMatchObject({ user: null, wants: 'password', email });
    expect((await confirm(victim, planted, { password })).status).toBe(403);
    const phone = newBrowser(service);
    const token = tokenIn(sent, 'confirm-email');
    expect((await confirm(phone, token)).body).toMatchObject({ user: null, wants: 'password' });
    expect((await confirm(phone, token, { password: 'wrong' })).body.error.message).toBe('The password is wrong.');
    expect((await confirm(phone, token, { password })).body.user).toMatchObject({ email });
    // The account now exists, so all earlier sign-ups for it are void.
    expect((await confirm(attacker, planted)).status).toBe(410);
    expect((await attacker.call('POST', '/account/sign-in', { email, password: 'known to the attacker' })).status).toBe(
      401,
    );
  });

  it('accepts a link only once, even when several tabs open it at the same time', async () => {
    const own = newBrowser(service);
    const email = newEmail();
    await own.call('POST', '/account/sign-up', { email, password });
    const token = tokenIn(await mailbox.next(email), 'confirm-email');
    const statuses = await Promise.all([1, 2, 3].map(async () => (await confirm(own, token)).status));
    expect(statuses.toSorted()).toEqual([200, 410, 410]);
  });

  it('limits the number of emails to one address per hour', async () => {
    const email = newEmail();
    const statuses = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await newBrowser(service).call('POST', '/account/sign-up', { email, password })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    const other = newBrowser(service);
    await signUp(other);
  });

  it('rejects an invalid token without a server error', async () => {
    const own = newBrowser(service);
    for (const odd of ['x', '\0', '😀'.repeat(50), "' or true --"]) expect((await confirm(own, odd)).status).toBe(410);
    for (const odd of ['', 'x'.repeat(201), 7, null])
      expect((await own.call('POST', '/account/confirm-email', { token: odd })).status).toBe(400);
    expect(service.errors).toEqual([]);
  });
});

describe('a change of the email address', () => {
  it('requires the password and the link sent to the new address, and notifies the old address', async () => {
    const own = newBrowser(service);
    const old = await signUp(own);
    const email = newEmail();
    const change = (to: string, by = password) =>
      own.call('POST', '/account/change-email', { email: to, password: by, language: 'en' });
    expect((await change(email, 'wrong')).status).toBe(403);
    expect((await change(old)).status).toBe(422);
    expect((await change(email)).body).toEqual({ isSent: true });
    const notice = await mailbox.next(old);
    expect([notice.subject, notice.text]).toEqual([
      'The email address of your Cutroom account is about to change',
      expect.stringContaining(email),
    ]);
    const token = tokenIn(await mailbox.next(email), 'confirm-email');
    expect(await userOf(own)).toMatchObject({ email: old });
    // Another user who obtains the link.
    const other = newBrowser(service);
    await signUp(other);
    expect((await confirm(other, token)).body).toMatchObject({ wants: 'password', email });
    expect((await confirm(own, token)).body).toMatchObject({ user: { email: old }, wants: null, email });
    expect(await userOf(own)).toMatchObject({ email, emailVerified: true });
    expect((await newBrowser(service).call('POST', '/account/sign-in', { email: old, password })).status).toBe(401);
    expect((await newBrowser(service).call('POST', '/account/sign-in', { email, password })).status).toBe(200);
  });

  it('reveals no other account; a newer link, a new password or a taken address voids its link', async () => {
    const [own, other] = [newBrowser(service), newBrowser(service)];
    const [old, taken] = [await signUp(own), await signUp(other)];
    const change = (to: string, by = password) =>
      own.call('POST', '/account/change-email', { email: to, password: by });
    expect((await change(taken)).body).toEqual({ isSent: true });
    expect((await mailbox.next(taken)).subject).toBe('You already have a Cutroom account');
    expect((await mailbox.next(old)).subject).toMatch(/about to change/);

    const [first, second] = [newEmail(), newEmail()];
    await change(first);
    const dead = tokenIn(await mailbox.next(first), 'confirm-email');
    await change(second);
    const newer = tokenIn(await mailbox.next(second), 'confirm-email');
    expect((await confirm(own, dead)).status).toBe(410);
    const next = `${password}!`;
    await own.call('POST', '/account/change-password', { currentPassword: password, newPassword: next });
    expect((await confirm(own, newer)).status).toBe(410);

    const third = newEmail();
    await change(third, next);
    const late = tokenIn(await mailbox.next(third), 'confirm-email');
    await signUp(newBrowser(service), third);
    expect((await confirm(own, late)).status).toBe(410);
    expect(await userOf(own)).toMatchObject({ email: old });
    expect(service.errors).toEqual([]);
  });

  it('happens at once if the server sends no email, and reports a taken address', async () => {
    const without = await startService({ workers: 0 });
    const [own, other] = [newBrowser(without), newBrowser(without)];
    const [old, taken, email] = [newEmail(), newEmail(), newEmail()];
    await own.call('POST', '/account/sign-up', { email: old, password });
    await other.call('POST', '/account/sign-up', { email: taken, password });
    const change = (to: string) => own.call('POST', '/account/change-email', { email: to, password });
    expect((await change(taken)).status).toBe(409);
    expect((await change(email)).body).toEqual({ isSent: false });
    expect(await userOf(own)).toMatchObject({ email, emailVerified: false });
  });
});

describe('an account from a release without email confirmation', () => {
  it('keeps working, and its owner may confirm the address later', async () => {
    const dataDir = await temporaryFolder();
    const email = newEmail();
    const before = await openService({ workers: 0, dataDir });
    await newBrowser(before).call('POST', '/account/sign-up', { email, password });
    await before.app.close();
    const now = await openService({ workers: 0, dataDir, accounts: { smtp: mailbox.smtp, publicUrl } });
    try {
      const own = newBrowser(now);
      const entered = await own.call('POST', '/account/sign-in', { email, password });
      expect(entered.body).toMatchObject({ sendsEmail: true, user: { email, emailVerified: false } });
      const send = () => own.call('POST', '/account/send-confirmation', {});
      expect((await send()).status).toBe(200);
      const dead = tokenIn(await mailbox.next(email), 'confirm-email');
      await send();
      const token = tokenIn(await mailbox.next(email), 'confirm-email');
      const phone = newBrowser(now);
      expect((await confirm(phone, dead)).status).toBe(410);
      expect((await confirm(phone, token)).body).toMatchObject({ wants: 'password' });
      expect((await confirm(phone, token, { password })).body.user).toMatchObject({ email, emailVerified: true });
      expect(await userOf(own)).toMatchObject({ emailVerified: true });
      expect(now.errors).toEqual([]);
    } finally {
      await now.app.close();
    }
  });
});

const studioBody = { isStudio: true, isImage: true, width: 16, height: 16, scenes: [{ id: 's', duration: 1 }] };
