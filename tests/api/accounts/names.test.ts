import { beforeAll, expect, it } from 'vitest';
import { newBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ workers: 0, rateLimit: { all: 6000, creates: 600, signIns: 1000 } });
});

const password = 'correct horse battery';

it('an account has one normalized email address and a single-line display name', async () => {
  const own = newBrowser(service);
  const { body } = await own.call('POST', '/account/sign-up', { email: 'Ada@B\u00dcCHER.example', password });
  expect(body.user.email).toBe('ada@xn--bcher-kva.example');
  const other = newBrowser(service);
  for (const email of ['ada@b\u00fccher.example', 'ADA@xn--bcher-kva.EXAMPLE']) {
    expect((await other.call('POST', '/account/sign-up', { email, password })).status).toBe(409);
    expect((await other.call('POST', '/account/sign-in', { email, password })).status).toBe(200);
  }
  for (const [written, shown] of [
    ['A\0da', 'A da'],
    [' Ada\r\n\tL. ', 'Ada L.'],
    ['\u202eadA \ud83d', 'adA'],
    ['\u{1f469}\u200d\u{1f680}', '\u{1f469}\u200d\u{1f680}'],
  ] as const) {
    expect((await own.call('PATCH', '/account', { name: written })).status).toBe(200);
    expect((await own.call('GET', '/me')).body.user.name).toBe(shown);
    const token = await own.call('POST', '/account/tokens', { name: written });
    expect([token.status, token.body.name]).toEqual([201, shown]);
  }
  for (const email of [
    'j\u00fcrgen@example.org',
    `${'x'.repeat(250)}@example.org`,
    'nobody',
    '@b.example',
    'a@b.example/c',
    'a@b.example\\c',
    'a@b%2eexample',
  ])
    expect((await other.call('POST', '/account/sign-up', { email, password })).body.error.message).toBe(
      'Enter an email address such as you@example.org.',
    );
  expect(service.errors).toEqual([]);
});
