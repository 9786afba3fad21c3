import os from 'node:os';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../api/system/log.ts';
import { newBrowser } from './support/browser.ts';
import { emailsOf, postAs } from './support/emails.ts';
import { startService, type TestService, until } from './support/service.ts';

let service: TestService;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  service = await startService({
    workers: 0,
    // `*` answers to any host, so that only the links themselves are tested.
    hosts: ['studio.example.org', '.lan.example', '*'],
    rateLimit: { all: 6000, creates: 600, signIns: 6000 },
    log: createLog({ format: 'json', write: (line) => void lines.push(line) }),
  });
  port = Number(new URL(service.origin).port);
});
beforeEach(() => void lines.splice(0));

let people = 0;
/** Signs somebody up. @returns their email address. */
async function newPerson(at = service): Promise<string> {
  people += 1;
  const email = `person${people}@example.org`;
  const { status } = await newBrowser(at).call('POST', '/account/sign-up', { email, password: 'correct horse' });
  expect(status).toBe(200);
  return email;
}

/** Asks for a new password under some headers. @returns the origin of the link in the email; undefined without an email. */
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

  it('lead to loopback or a named host, and never to what another header says', async () => {
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

  it('lead to the address that the operator set, whatever the request says', async () => {
    const accounts = { publicUrl: 'https://video.example.org' };
    const set = await startService({ workers: 0, hosts: ['*'], accounts });
    for (const host of ['6.6.6.6', 'evil.example', 'localhost'])
      expect(await linkUnder({ host, 'x-forwarded-host': host }, set)).toBe('https://video.example.org');
  });
});
