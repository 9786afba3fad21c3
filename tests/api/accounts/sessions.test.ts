import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { deviceOf } from '../../../api/accounts/device.ts';
import { ACCOUNT_COOKIE } from '../../../api/contract/http.ts';
import { type Browser, newBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ workers: 0, rateLimit: { all: 6000, creates: 600, signIns: 1000 } });
});

const password = 'correct horse battery';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let people = 0;
/** A user who is signed in with Firefox and with Safari. */
async function signedInTwice(): Promise<{ first: Browser; second: Browser; email: string }> {
  people += 1;
  const email = `person${people}@example.org`;
  const [first, second] = [newBrowser(service), newBrowser(service)];
  await first.call('POST', '/account/sign-up', { email, password }, { 'user-agent': firefox });
  await second.call('POST', '/account/sign-in', { email, password }, { 'user-agent': safari });
  return { first, second, email };
}

const sessionsOf = async (own: Browser) => (await own.call('GET', '/account/sessions')).body.sessions;
const isIn = async (own: Browser) => (await own.call('GET', '/me')).body.user !== null;

it('lists all sign-ins of an account without secrets, and ends one at a time', async () => {
  const { first, second } = await signedInTwice();
  const seen = await sessionsOf(first);
  expect(seen).toHaveLength(2);
  expect(seen).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ browser: 'Firefox', system: 'Windows', isCurrent: true }),
      expect.objectContaining({ browser: 'Safari', system: 'iPhone', isCurrent: false }),
    ]),
  );
  expect(Object.keys(seen[0]).sort()).toEqual(['browser', 'createdAt', 'id', 'isCurrent', 'system', 'usedAt']);
  for (const { jar } of [first, second]) expect(JSON.stringify(seen)).not.toContain(jar.get(ACCOUNT_COOKIE));
  const phone = seen.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  // The id of a sign-in does not work as its secret.
  const thief = newBrowser(service);
  thief.jar.set(ACCOUNT_COOKIE, phone.id);
  expect(await isIn(thief)).toBe(false);
  expect((await first.call('DELETE', `/account/sessions/${phone.id}`)).body).toEqual({ id: phone.id });
  expect([await isIn(first), await isIn(second)]).toEqual([true, false]);
  expect((await first.call('DELETE', `/account/sessions/${phone.id}`)).status).toBe(404);
  const [last] = await sessionsOf(first);
  expect((await first.call('DELETE', `/account/sessions/${last.id}`)).status).toBe(200);
  expect([first.jar.has(ACCOUNT_COOKIE), await isIn(first)]).toEqual([false, false]);
});

it('shows and ends sign-ins only for their own account, and never ends them with a token', async () => {
  const [one, other] = [await signedInTwice(), await signedInTwice()];
  const [{ id }] = await sessionsOf(other.first);
  expect((await one.first.call('DELETE', `/account/sessions/${id}`)).status).toBe(404);
  expect((await newBrowser(service).call('GET', '/account/sessions')).status).toBe(401);
  const { token } = (await other.first.call('POST', '/account/tokens', { name: 'script' })).body;
  const as = { authorization: `Bearer ${token}` };
  const script = newBrowser(service);
  const { sessions } = (await script.call('GET', '/account/sessions', undefined, as)).body;
  expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, false]);
  expect((await script.call('DELETE', `/account/sessions/${id}`, undefined, as)).status).toBe(403);
  expect(await sessionsOf(other.first)).toHaveLength(2);
  for (const odd of ['%00', 'x'.repeat(500), "'%20or%201=1"])
    for (const list of ['sessions', 'tokens'])
      expect([list, odd, (await one.first.call('DELETE', `/account/${list}/${odd}`)).status]).toEqual([list, odd, 404]);
  expect(await sessionsOf(one.first)).toHaveLength(2);
  expect(service.errors).toEqual([]);
});

it('records when a sign-in was last used, even after the clock was set back', async () => {
  const { first, second, email } = await signedInTwice();
  const usedBy = async (own: Browser) => {
    const found = (await sessionsOf(own)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    return Date.parse(found.usedAt);
  };
  const before = await usedBy(first);
  onTestFinished(() => void vi.useRealTimers());
  for (const hours of [2, -2]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    expect(await isIn(first)).toBe(true);
    vi.useRealTimers();
  }
  expect(await usedBy(first)).toBeGreaterThanOrEqual(before);
  await second.call('POST', '/account/sign-in', { email, password });
  expect(await sessionsOf(second)).toHaveLength(3);
});

it('recognizes browsers and systems by the user agent', () => {
  const guess = (userAgent: string | null) => Object.values(deviceOf(userAgent));
  expect(guess(firefox)).toEqual(['Firefox', 'Windows']);
  expect(guess(safari)).toEqual(['Safari', 'iPhone']);
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
  expect(guess(`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`)).toEqual(['Chrome', 'Linux']);
  expect(guess(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`)).toEqual([
    'Edge',
    'Windows',
  ]);
  expect(guess(`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`)).toEqual(['Chrome', 'Android']);
  expect(
    guess('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'),
  ).toEqual(['Safari', 'macOS']);
  expect(guess('curl/8.5.0')).toEqual(['curl', null]);
  for (const odd of [null, '', 'node', '<script>'.repeat(1000)]) expect(guess(odd)).toEqual([null, null]);
});
