import os from 'node:os';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPeople } from '../../../api/accounts/people.ts';
import { createLog } from '../../../api/system/log.ts';
import { newBrowser } from '../support/browser.ts';
import { lendDatabase } from '../support/database.ts';
import { emailOf, emailsOf, outboxTo, postAs } from '../support/emails.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { startService, type TestService, until } from '../support/service.ts';

hashQuickly();

let service: TestService;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  service = await startService({
    workers: 0,
    // `*` accepts any host, so that the test covers only the links.
    hosts: ['studio.example.org', '.lan.example', '*'],
    rateLimit: { all: 6000, creates: 600, signIns: 6000 },
    log: createLog({ format: 'json', write: (line) => void lines.push(line) }),
  });
  port = Number(new URL(service.origin).port);
});
beforeEach(() => void lines.splice(0));

let people = 0;
/** Signs a new user up. @returns their email address. */
async function newPerson(at = service): Promise<string> {
  people += 1;
  const email = `person${people}@example.org`;
  const { status } = await newBrowser(at).call('POST', '/account/sign-up', { email, password: 'correct horse' });
  expect(status).toBe(200);
  return email;
}

/** Requests a password reset. @returns the token of the link in the email, or undefined if no email arrives. */
async function askFor(email: string): Promise<string | undefined> {
  const sent = async () => (await emailsOf(service)).filter(({ to }) => to === email);
  const before = (await sent()).length;
  expect((await newBrowser(service).call('POST', '/account/forgot-password', { email })).body).toEqual({ done: true });
  // An email that is sent arrives within the time of a query, so the wait is short.
  const emails = await until(async () => ((await sent()).length > before ? sent() : false), 1500).catch(() => []);
  return emails.at(-1)?.link?.hash.slice(1);
}

const reset = (token: string | undefined, newPassword = 'better horse', more = {}) =>
  newBrowser(service)
    .call('POST', '/account/reset-password', { token, password: newPassword, ...more })
    .then(({ status }) => status);

const signIn = async (email: string, as: string) =>
  (await newBrowser(service).call('POST', '/account/sign-in', { email, password: as })).status;

/**
 * Requests a password reset with some headers. @returns the origin of the link in the email, or undefined without an
 * email.
 */
async function linkUnder(headers: Record<string, string>, at = service): Promise<string | undefined> {
  const email = await newPerson(at);
  const ask = (named: Record<string, string>) =>
    postAs(`${at.origin}/api/v1/account/forgot-password`, { email }, named);
  const before = (await emailsOf(at)).length;
  expect(await ask(headers)).toMatchObject({ status: 200, body: '{"done":true}' });
  const refused = lines.some((line) => line.includes('An email was not sent'));
  if (!refused) await until(async () => (await emailsOf(at)).length > before);
  const [last] = (await emailsOf(at)).filter(({ to }) => to === email);
  return last?.link?.origin;
}

describe('links in emails', () => {
  const foreign: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: '6.6.6.6' },
    { host: '6.6.6.6:443' },
    { host: '[2001:db8::6]' },
    { host: '[::ffff:6.6.6.6]' },
    { host: '101058054' },
    { host: '0x06060606' },
    { host: '6.395782' },
    { host: '06.06.06.06' },
    { host: '0.0.0.0' },
    { host: 'localhost.evil.example' },
    { host: 'studio.example.org.evil.example' },
    { host: 'evilstudio.example.org' },
    { host: 'lan.example' },
    { host: 'localhost:1' },
    { host: 'studio.example.org:1' },
    { host: os.hostname() === 'localhost' ? 'evil.example' : os.hostname() },
    { host: 'localhost', 'x-forwarded-host': 'evil.example' },
    { host: 'localhost', 'x-forwarded-host': '6.6.6.6' },
    { host: 'localhost', 'x-forwarded-host': 'localhost, 6.6.6.6' },
    { host: 'localhost', 'x-forwarded-host': '[2001:db8::6]:3000' },
    { host: 'localhost', 'x-forwarded-host': '101058054' },
    { host: 'evil.example', forwarded: 'host=localhost' },
  ];

  it.each(foreign)('are not sent under %j, and the log names the variable to set', async (headers) => {
    expect(await linkUnder(headers)).toBeUndefined();
    const warned = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warned).toHaveLength(1);
    expect(warned[0].msg).toMatch(/^An email was not sent: .* Set CUTROOM_URL to /);
  });

  it('lead to loopback or a configured host, never to one from another header', async () => {
    const own: [headers: Record<string, string>, origin: string][] = [
      [{ host: `localhost:${port}` }, `http://localhost:${port}`],
      [{ host: `127.0.0.1:${port}` }, `http://127.0.0.1:${port}`],
      [{ host: `[::1]:${port}` }, `http://[::1]:${port}`],
      [{ host: 'studio.example.org' }, 'http://studio.example.org'],
      [{ host: 'A.lan.example' }, 'http://a.lan.example'],
      [{ host: 'localhost', 'x-forwarded-host': 'studio.example.org' }, 'http://studio.example.org'],
      [
        { host: 'studio.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'studio.example.org:443' },
        'https://studio.example.org',
      ],
      [{ host: `localhost:${port}`, forwarded: 'host=6.6.6.6;for=6.6.6.6' }, `http://localhost:${port}`],
      [{ host: `localhost:${port}`, origin: `http://localhost:${port}` }, `http://localhost:${port}`],
    ];
    for (const [headers, origin] of own) expect([headers, await linkUnder(headers)]).toEqual([headers, origin]);
    expect(lines.filter((line) => line.includes('An email was not sent'))).toEqual([]);
  });

  it('lead to the configured public URL, whatever the request contains', async () => {
    const accounts = { publicUrl: 'https://video.example.org' };
    const set = await startService({ workers: 0, hosts: ['*'], accounts });
    for (const host of ['6.6.6.6', 'evil.example', 'localhost'])
      expect(await linkUnder({ host, 'x-forwarded-host': host }, set)).toBe('https://video.example.org');
  });
});

describe('a password reset link', () => {
  it('works once, and not after a newer one was sent', async () => {
    const email = await newPerson();
    const [older, newer] = [await askFor(email), await askFor(email)];
    expect(older).not.toBe(newer);
    expect(await reset(older)).toBe(410);
    expect(await reset(newer)).toBe(200);
    expect([await reset(newer), await reset(older)]).toEqual([410, 410]);
    expect([await signIn(email, 'correct horse'), await signIn(email, 'better horse')]).toEqual([401, 200]);
  });

  it('works only for the newest of several simultaneous requests', async () => {
    const email = await newPerson();
    const ask = () => newBrowser(service).call('POST', '/account/forgot-password', { email });
    await Promise.all(Array.from({ length: 5 }, ask));
    const ofPerson = async () => (await emailsOf(service)).filter(({ to }) => to === email);
    await until(async () => (await ofPerson()).length === 5);
    const tokens = (await ofPerson()).map(({ link }) => link?.hash.slice(1));
    const statuses = [];
    for (const token of tokens) statuses.push(await reset(token));
    expect(statuses.sort()).toEqual([200, 410, 410, 410, 410]);
  });

  it('is voided by any change of the password', async () => {
    const own = newBrowser(service);
    const email = 'changes@example.org';
    await own.call('POST', '/account/sign-up', { email, password: 'correct horse' });
    const token = await askFor(email);
    const changed = { currentPassword: 'correct horse', newPassword: 'third horse' };
    expect((await own.call('POST', '/account/change-password', changed)).status).toBe(200);
    expect(await reset(token)).toBe(410);
    expect(await signIn(email, 'third horse')).toBe(200);
  });

  it('is stored only as a hash', async () => {
    const { database } = await lendDatabase();
    const emails: string[] = [];
    const people = await openPeople(
      database,
      outboxTo(database, ({ text }) => emails.push(text)),
    );
    await people.signUp({ email: 'ada@example.org', password: 'correct horse', name: '' });
    await people.askForReset('Ada@Example.org', { origin: 'http://localhost', language: 'en' });
    const token = emailOf(emails[0] ?? '').link?.hash.slice(1) ?? '';
    expect(token.length).toBeGreaterThan(40);
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.db);
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const { rows } = await sql`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(database.db);
      expect([name, JSON.stringify(rows).includes(token)]).toEqual([name, false]);
    }
    // The stored hash does not work as a token.
    const stored = await database.db.selectFrom('password_resets').select('hash').execute();
    for (const { hash } of stored)
      await expect(people.reset(hash, 'better horse')).rejects.toThrow('This link was already used');
    await people.reset(token, 'better horse');
  });

  it('is sent at most five times an hour, and the last one works', async () => {
    const email = await newPerson();
    const tokens = [];
    for (let count = 0; count < 7; count += 1) tokens.push(await askFor(email));
    expect(tokens.map((token) => token !== undefined)).toEqual([true, true, true, true, true, false, false]);
    expect(await reset(tokens[4])).toBe(200);
    // Using a link proves access to the mailbox, so the user may ask again.
    expect(await askFor(email)).toEqual(expect.any(String));
  });

  it('revokes the API tokens of the account on request', async () => {
    const own = newBrowser(service);
    const email = 'tokens@example.org';
    await own.call('POST', '/account/sign-up', { email, password: 'correct horse' });
    const { token } = (await own.call('POST', '/account/tokens', { name: 'script' })).body;
    const script = async () =>
      (await newBrowser(service).call('GET', '/me', undefined, { authorization: `Bearer ${token}` })).status;
    expect(await reset(await askFor(email))).toBe(200);
    expect(await script()).toBe(200);
    expect(await reset(await askFor(email), 'third horse', { revokeTokens: true })).toBe(200);
    expect(await script()).toBe(401);
    await own.call('POST', '/account/sign-in', { email, password: 'third horse' });
    expect((await own.call('GET', '/account/tokens')).body).toEqual({ tokens: [] });
    await own.call('POST', '/account/tokens', { name: 'next' });
    const form = { currentPassword: 'third horse', newPassword: 'fourth horse', revokeTokens: true };
    expect((await own.call('POST', '/account/change-password', form)).status).toBe(200);
    expect((await own.call('GET', '/account/tokens')).body).toEqual({ tokens: [] });
  });
});
