import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ACCOUNT_COOKIE, DEVICE_COOKIE, SAFE_DEVICE_COOKIE } from '../../../api/contract/http.ts';
import { type Browser, newBrowser } from '../support/browser.ts';
import { emailsOf } from '../support/emails.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { startService, type TestService, until } from '../support/service.ts';

hashQuickly();

let service: TestService;

beforeAll(async () => {
  // Allows, per email address: 2 tries a minute and 10 an hour from one device or address, and 20 from all unknown
  // devices.
  service = await startService({ workers: 0, rateLimit: { all: 6000, creates: 600, signIns: 4 } });
});

const password = 'correct horse';
let addresses = 0;
/** An unused IPv4 address. */
function newAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

/** Headers of a request from an address. This machine counts as a trusted proxy. */
const from = (address: string) => ({ 'x-forwarded-for': address });

let people = 0;
/** A new account, and the browser that signed up. */
async function newPerson() {
  people += 1;
  const email = `owner${people}@example.org`;
  const own = newBrowser(service);
  expect((await own.call('POST', '/account/sign-up', { email, password }, from(newAddress()))).status).toBe(200);
  return { email, own };
}

const signIn = (by: Browser, email: string, address: string, as = password) =>
  by.call('POST', '/account/sign-in', { email, password: as }, from(address));

async function guess(email: string, address: string, count: number) {
  const statuses = [];
  for (let i = 0; i < count; i += 1) statuses.push((await signIn(newBrowser(service), email, address, 'guess')).status);
  return statuses;
}

/** Guesses from many addresses until unknown devices are locked out. */
async function guessFromEverywhere(email: string) {
  const statuses = [];
  for (let i = 0; i < 11; i += 1) statuses.push(...(await guess(email, newAddress(), 2)));
  return statuses;
}

describe('password guesses of a stranger', () => {
  it('slow down their own address and no other', async () => {
    const { email } = await newPerson();
    const [theirs, other] = [newAddress(), newAddress()];
    expect(await guess(email, theirs, 3)).toEqual([401, 401, 429]);
    expect((await signIn(newBrowser(service), email, other)).status).toBe(200);
    const refused = await signIn(newBrowser(service), email, theirs);
    expect([refused.status, refused.body.error.message]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts\. Please try again in \d+ s\.$/),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('count together within one IPv6 /64 network', async () => {
    const { email } = await newPerson();
    const statuses = [];
    for (let i = 1; i <= 3; i += 1) statuses.push(...(await guess(email, `2001:db8:5:6::${i}`, 1)));
    expect(statuses).toEqual([401, 401, 429]);
    expect((await signIn(newBrowser(service), email, '2001:db8:5:7::1')).status).toBe(200);
  });

  it('count in the same way for addresses without an account', async () => {
    expect(await guess('nobody-here@example.org', newAddress(), 3)).toEqual([401, 401, 429]);
  });

  it('do not slow down a known device at the same address', async () => {
    const { email, own } = await newPerson();
    const shared = newAddress();
    expect(await guess(email, shared, 3)).toEqual([401, 401, 429]);
    expect((await signIn(own, email, shared)).status).toBe(200);
  });

  it('from many addresses lock out only unknown devices, until the password is reset', async () => {
    const { email, own } = await newPerson();
    const statuses = await guessFromEverywhere(email);
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
    // Neither the right password nor a device known to another account helps.
    const { own: other, email: otherEmail } = await newPerson();
    expect((await signIn(other, email, newAddress())).status).toBe(429);
    expect((await signIn(other, otherEmail, newAddress())).status).toBe(200);
    await own.call('POST', '/account/sign-out');
    for (let i = 0; i < 3; i += 1) expect((await signIn(own, email, newAddress())).status).toBe(200);

    const next = newBrowser(service);
    const asked = await next.call('POST', '/account/forgot-password', { email }, from(newAddress()));
    expect(asked.body).toEqual({ done: true });
    const [sent] = await until(async () => {
      const found = (await emailsOf(service)).filter(({ to }) => to === email);
      return found.length > 0 ? found : false;
    });
    const form = { token: sent?.link?.hash.slice(1), password: 'better horse' };
    expect((await next.call('POST', '/account/reset-password', form, from(newAddress()))).status).toBe(200);
    expect((await signIn(newBrowser(service), email, newAddress(), 'better horse')).status).toBe(429);
    expect((await signIn(next, email, newAddress(), 'better horse')).status).toBe(200);
  });

  it('from a single address do not lock out other addresses', async () => {
    const { email } = await newPerson();
    const clock = movableClock();
    const [theirs, statuses] = [newAddress(), [] as number[]];
    for (let minute = 0; minute < 15; minute += 1) {
      statuses.push(...(await guess(email, theirs, 2)));
      clock.pass(61_000);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
    expect((await signIn(newBrowser(service), email, newAddress())).status).toBe(200);
    clock.pass(3600_000);
    expect((await signIn(newBrowser(service), email, theirs)).status).toBe(200);
  });
});

it('a clock set back an hour locks no user out', async () => {
  const { email } = await newPerson();
  const clock = movableClock();
  const theirs = newAddress();
  expect(await guess(email, theirs, 3)).toEqual([401, 401, 429]);
  clock.set(-3600_000);
  expect((await signIn(newBrowser(service), email, theirs)).status).toBe(200);
  // The rate limits of an address also use a monotonic clock.
  const busy = newAddress();
  const ask = () =>
    newBrowser(service).call('POST', '/account/forgot-password', { email: 'a@example.org' }, from(busy));
  const statuses = async (count: number) => {
    const answers = [];
    for (let i = 0; i < count; i += 1) answers.push((await ask()).status);
    return answers;
  };
  expect(await statuses(5)).toEqual([...Array(4).fill(200), 429]);
  clock.set(-7200_000);
  expect(await statuses(1)).toEqual([429]);
  clock.pass(61_000);
  expect(await statuses(1)).toEqual([200]);
});

it('a stolen session does not allow guessing the password', async () => {
  const { email, own } = await newPerson();
  const thief = newBrowser(service);
  thief.jar.set(ACCOUNT_COOKIE, own.jar.get(ACCOUNT_COOKIE) ?? '');
  const theirs = newAddress();
  const guessed = { currentPassword: 'guess', newPassword: 'better horse' };
  const statuses = [
    (await thief.call('POST', '/account/change-password', guessed, from(theirs))).status,
    (await thief.call('DELETE', '/account', { password: 'guess' }, from(theirs))).status,
    (await thief.call('POST', '/account/change-password', guessed, from(theirs))).status,
    (await thief.call('DELETE', '/account', { password }, from(theirs))).status,
  ];
  expect(statuses).toEqual([403, 403, 429, 429]);
  const changed = { currentPassword: password, newPassword: 'better horse' };
  expect((await own.call('POST', '/account/change-password', changed, from(theirs))).status).toBe(200);
  expect((await signIn(own, email, theirs, 'better horse')).status).toBe(200);
});

it('a right password does not count as a guess', async () => {
  const { email, own } = await newPerson();
  const address = newAddress();
  for (let i = 0; i < 3; i += 1) expect((await signIn(newBrowser(service), email, address)).status).toBe(200);
  for (let i = 0; i < 3; i += 1) expect((await signIn(own, email, newAddress())).status).toBe(200);
});

it('password resets requested by strangers neither flood the mailbox nor lock the owner out', async () => {
  const { email } = await newPerson();
  const ask = (address: string) =>
    newBrowser(service).call('POST', '/account/forgot-password', { email }, from(address));
  for (let i = 0; i < 12; i += 1) expect((await ask(newAddress())).body).toEqual({ done: true });
  const asked = await newBrowser(service).call('POST', '/account/forgot-password', { email }, from(newAddress()));
  expect([asked.status, asked.body]).toEqual([200, { done: true }]);
  const sent = async () => (await emailsOf(service)).filter(({ to }) => to === email);
  await until(async () => (await sent()).length >= 5);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await sent()).toHaveLength(5);
  const form = { token: (await sent()).at(-1)?.link?.hash.slice(1), password: 'better horse' };
  expect((await newBrowser(service).call('POST', '/account/reset-password', form)).status).toBe(200);
  expect(service.errors).toEqual([]);
});

it('the device cookie is HttpOnly, limited to this host and replaced by each sign-in', async () => {
  const { email } = await newPerson();
  const cookiesOf = async (headers: Record<string, string>) => {
    const call = { email, password };
    const answer = await newBrowser(service).call('POST', '/account/sign-in', call, headers);
    return answer.headers.getSetCookie().filter((cookie) => cookie.includes(DEVICE_COOKIE));
  };
  const attributes = 'Max-Age=34560000; Path=/; HttpOnly; ';
  const secret = '=([A-Za-z0-9_-]{43}); ';
  const [plain = '', ...more] = await cookiesOf(from(newAddress()));
  expect([plain, more]).toEqual([
    expect.stringMatching(new RegExp(`^${DEVICE_COOKIE}${secret}${attributes}SameSite=Lax$`)),
    [],
  ]);
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' };
  const [safe = ''] = await cookiesOf({ ...from(newAddress()), ...https });
  expect(safe).toMatch(new RegExp(`^${SAFE_DEVICE_COOKIE}${secret}${attributes}Secure; SameSite=Lax$`));

  // A planted cookie is gone after the sign-in.
  const planted = /=([^;]+)/.exec(plain)?.[1] ?? '';
  const { email: victim } = await newPerson();
  const browser = newBrowser(service);
  browser.jar.set(DEVICE_COOKIE, planted);
  expect((await signIn(browser, victim, newAddress())).status).toBe(200);
  expect(browser.jar.get(DEVICE_COOKIE)).not.toBe(planted);
  await guessFromEverywhere(victim);
  const thief = newBrowser(service);
  thief.jar.set(DEVICE_COOKIE, planted);
  expect((await signIn(thief, victim, newAddress())).status).toBe(429);
  expect((await signIn(browser, victim, newAddress())).status).toBe(200);
});

/** Moves the wall clock, also that of the database, and the monotonic clock, until the end of the test. */
function movableClock() {
  let [set, passed] = [0, 0];
  const [date, since] = [Date.now, performance.now];
  vi.spyOn(Date, 'now').mockImplementation(() => date.call(Date) + set + passed);
  vi.spyOn(performance, 'now').mockImplementation(() => since.call(performance) + passed);
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    set: (milliseconds: number) => {
      set = milliseconds;
    },
    pass: (milliseconds: number) => {
      passed += milliseconds;
    },
  };
}
