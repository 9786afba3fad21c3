import { beforeAll, expect, it } from 'vitest';
import { ACCOUNT_COOKIE } from '../../../api/contract/http.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../support/openIdProvider.ts';
import { totp } from '../../support/totp.ts';
import { type Browser, newBrowser } from '../support/browser.ts';
import { type Mailbox, startMailbox, tokenIn } from '../support/mailbox.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { startService, type TestService } from '../support/service.ts';

hashQuickly();

const publicUrl = 'http://video.example.org';
const callback = '/api/v1/account/sso/callback';
const password = 'correct horse battery';
let provider: OpenIdProvider;
let mailbox: Mailbox;
let service: TestService;
beforeAll(async () => {
  [provider, mailbox] = await Promise.all([startOpenIdProvider(), startMailbox()]);
  provider.allow(publicUrl + callback);
  const singleSignOn = { issuer: provider.issuer, ...provider.client, name: 'Example Login' };
  const accounts = { smtp: mailbox.smtp, publicUrl, singleSignOn };
  service = await startService({ workers: 0, accounts, rateLimit: { all: 6000, creates: 600, signIns: 1000 } });
});

let people = 0;
/** A person with an account at the provider. */
function newPerson(claims: { email_verified?: boolean } = {}): { login: string; email: string } {
  people += 1;
  const [login, email] = [`login-${people}`, `person${people}@example.org`];
  provider.people.set(login, { email: email.toUpperCase(), email_verified: true, name: `Ada ${people}`, ...claims });
  return { login, email };
}

/** A browser request that does not follow redirects. */
async function visit(own: Browser, where: string) {
  const cookie = [...own.jar].map((pair) => pair.join('=')).join('; ');
  const answer = await service.call(where, { headers: { cookie, 'sec-fetch-site': 'cross-site' }, redirect: 'manual' });
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === '') own.jar.delete(name);
    else own.jar.set(name, value);
  }
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
}
const begin = async (own: Browser) => (await visit(own, '/api/v1/account/sso')).location;
const back = (own: Browser, address: string) => visit(own, new URL(address).pathname + new URL(address).search);
async function signOn(own: Browser, login: string): Promise<string> {
  return (await back(own, await provider.signIn(await begin(own), login))).location;
}
const userOf = async (own: Browser) => (await own.call('GET', '/me')).body.user;

it('signs a new user in with code, PKCE, state and nonce, and adopts their anonymous work', async () => {
  const own = newBrowser(service);
  expect((await own.call('GET', '/me')).body.singleSignOn).toBe('Example Login');
  const { login, email } = newPerson();
  const body = { isStudio: true, isImage: true, width: 16, height: 16, scenes: [{ id: 's', duration: 1 }] };
  const { _id } = (await own.call('POST', '/videos/createVideo', body)).body;
  const asked = new URL(await begin(own));
  expect(asked.origin).toBe(provider.issuer);
  const sent = Object.fromEntries(asked.searchParams);
  expect(sent).toMatchObject({
    redirect_uri: publicUrl + callback,
    response_type: 'code',
    code_challenge_method: 'S256',
  });
  expect(sent.scope?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile']);
  for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]?.length).toBeGreaterThan(20);
  expect((await back(own, await provider.signIn(asked.href, login))).location).toBe('/my');
  expect(await userOf(own)).toMatchObject({ email, emailVerified: true, name: expect.stringMatching(/^Ada/) });
  expect((await own.call('GET', '/videos')).body.videos).toMatchObject([{ _id }]);
  // No temporary cookie is left.
  expect([...own.jar.keys()].filter((name) => name.includes('sso'))).toEqual([]);
  const { id } = await userOf(own);
  // The same person in another browser, whose address and name at the provider have changed.
  provider.people.set(login, { email: 'new@example.org', email_verified: false, name: 'Countess' });
  const other = newBrowser(service);
  expect(await signOn(other, login)).toBe('/my');
  expect(await userOf(other)).toMatchObject({ id, email });
  expect(service.errors).toEqual([]);
});

it('links an existing account only if both the provider and this server confirmed the address', async () => {
  const own = newBrowser(service);
  const { login, email } = newPerson();
  await own.call('POST', '/account/sign-up', { email, password });
  // Without confirmation there is no account yet, so the provider creates a new one.
  const pending = tokenIn(await mailbox.next(email), 'confirm-email');
  await own.call('POST', '/account/confirm-email', { token: pending });
  const { id } = await userOf(own);
  const linked = newBrowser(service);
  expect(await signOn(linked, login)).toBe('/my');
  expect(await userOf(linked)).toMatchObject({ id, email });
  expect((await newBrowser(service).call('POST', '/account/sign-in', { email, password })).status).toBe(200);

  const unsure = newPerson({ email_verified: false });
  const victim = newBrowser(service);
  await victim.call('POST', '/account/sign-up', { email: unsure.email, password });
  const token = tokenIn(await mailbox.next(unsure.email), 'confirm-email');
  await victim.call('POST', '/account/confirm-email', { token });
  const thief = newBrowser(service);
  expect(await signOn(thief, unsure.login)).toBe('/sign-in?sso=not-linked');
  expect([await userOf(thief), thief.jar.has(ACCOUNT_COOKIE)]).toEqual([null, false]);
  // An unconfirmed address creates no account either, which would lock its owner out.
  expect(await signOn(thief, newPerson({ email_verified: false }).login)).toBe('/sign-in?sso=unverified');
  provider.people.set('nameless', { name: 'No address' });
  expect(await signOn(thief, 'nameless')).toBe('/sign-in?sso=unverified');
  provider.people.set('odd', { email: 'no address\r\n', email_verified: true });
  expect(await signOn(thief, 'odd')).toBe('/sign-in?sso=unverified');
  expect(service.errors).toEqual([]);
});

it('does not sign in to an account with an unconfirmed address', async () => {
  const own = newBrowser(service);
  const { login, email } = newPerson();
  await own.call('POST', '/account/sign-up', { email: `x${email}`, password });
  await own.call('POST', '/account/confirm-email', {
    token: tokenIn(await mailbox.next(`x${email}`), 'confirm-email'),
  });
  // Accounts of an earlier release are unconfirmed.
  const planted = newBrowser(service);
  const without = await startService({
    workers: 0,
    accounts: { publicUrl, singleSignOn: { issuer: provider.issuer, ...provider.client, name: 'Example Login' } },
  });
  const attacker = newBrowser(without);
  await attacker.call('POST', '/account/sign-up', { email, password });
  const begun = await without.call('/api/v1/account/sso', { redirect: 'manual' });
  const [pair = ''] = begun.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
  const address = new URL(await provider.signIn(begun.headers.get('location') ?? '', login));
  const answer = await without.call(address.pathname + address.search, {
    headers: { cookie: pair },
    redirect: 'manual',
  });
  expect(answer.headers.get('location')).toBe('/sign-in?sso=not-linked');
  expect(await userOf(planted)).toBeNull();
});

it('asks for the second factor after the provider, too', async () => {
  const own = newBrowser(service);
  const { login, email } = newPerson();
  await own.call('POST', '/account/sign-up', { email, password });
  await own.call('POST', '/account/confirm-email', { token: tokenIn(await mailbox.next(email), 'confirm-email') });
  const setup = (await own.call('POST', '/account/two-factor', { password })).body;
  const first = totp(setup.secret);
  expect((await own.call('POST', '/account/two-factor/confirm', { code: first })).status).toBe(200);
  const other = newBrowser(service);
  const location = await signOn(other, login);
  const [, challenge = ''] = location.split('#');
  expect([location.startsWith('/sign-in#'), await userOf(other)]).toEqual([true, null]);
  const code = setup.recoveryCodes[0];
  expect((await other.call('POST', '/account/sign-in/code', { challenge, code })).body.user).toMatchObject({ email });
});

it('creates an account without a password, which can change nothing that needs one until it is set by a link', async () => {
  const own = newBrowser(service);
  const { login, email } = newPerson();
  await signOn(own, login);
  expect((await own.call('GET', '/account/two-factor')).body).toMatchObject({ isOn: false, hasPassword: false });
  for (const [method, where, body] of [
    ['POST', '/account/two-factor', { password: '' }],
    ['POST', '/account/change-email', { email: `y${email}`, password: '' }],
    ['DELETE', '/account', { password: '' }],
  ] as const)
    expect([where, (await own.call(method, where, body)).status]).toEqual([where, 403]);
  const change = { currentPassword: '', newPassword: password };
  expect((await own.call('POST', '/account/change-password', change)).status).toBe(409);
  await own.call('POST', '/account/forgot-password', { email });
  const token = tokenIn(await mailbox.next(email), 'reset-password');
  expect((await own.call('POST', '/account/reset-password', { token, password })).status).toBe(200);
  expect((await own.call('POST', '/account/sign-in', { email, password })).status).toBe(200);
  expect((await own.call('GET', '/account/two-factor')).body).toMatchObject({ hasPassword: true });
  expect(await signOn(newBrowser(service), login)).toBe('/my');
  expect((await own.call('DELETE', '/account', { password })).status).toBe(200);
  expect(service.errors).toEqual([]);
});

it('rejects replayed, forged, foreign and canceled answers; two tabs can sign in side by side', async () => {
  const own = newBrowser(service);
  const { login } = newPerson();
  const [one, two] = [await begin(own), await begin(own)];
  const [first, second] = [await provider.signIn(one, login), await provider.signIn(two, login)];
  const stranger = newBrowser(service);
  expect((await back(stranger, first)).location).toBe('/sign-in?sso=failed');
  const kept = new Map(own.jar);
  expect((await back(own, first)).location).toBe('/my');
  expect((await back(own, second)).location).toBe('/my');
  expect((await back(own, first)).location).toBe('/sign-in?sso=failed');
  // Even with the cookie, the code is already used.
  for (const [name, value] of kept) stranger.jar.set(name, value);
  expect((await back(stranger, first)).location).toBe('/sign-in?sso=failed');
  const url = new URL(first);
  for (const [name, value] of [
    ['code', 'made-up'],
    ['state', 'made-up'],
    ['iss', 'https://elsewhere.example'],
  ] as const) {
    const next = newBrowser(service);
    const odd = new URL(await provider.signIn(await begin(next), login));
    odd.searchParams.set(name, value);
    expect([name, (await back(next, odd.href)).location]).toEqual([name, '/sign-in?sso=failed']);
    expect(await userOf(next)).toBeNull();
  }
  const third = newBrowser(service);
  const state = new URL(await begin(third)).searchParams.get('state');
  const cancelled = `${url.origin}${callback}?error=access_denied&state=${state}`;
  expect((await back(third, cancelled)).location).toBe('/sign-in?sso=cancelled');
  for (const query of [
    '',
    '?state=',
    '?code=x',
    '?state=__proto__&code=x',
    `?state=${'x'.repeat(3000)}`,
    '?state=a&state=b',
  ])
    expect([302, 400]).toContain((await visit(newBrowser(service), callback + query)).status);
  expect(service.errors).toEqual([]);
});

it('reports that the provider is down, and recovers with it', async () => {
  const late = await startService({
    workers: 0,
    accounts: { publicUrl, singleSignOn: { issuer: provider.issuer, ...provider.client, name: 'Example Login' } },
  });
  await provider.pause();
  const away = await late.call('/api/v1/account/sso', { redirect: 'manual' });
  expect([away.status, ((await away.json()) as { error: { code: string } }).error.code]).toEqual([503, 'unavailable']);
  await provider.resume();
  expect((await late.call('/api/v1/account/sso', { redirect: 'manual' })).status).toBe(302);
  const elsewhere = await startService({
    workers: 0,
    accounts: { publicUrl, singleSignOn: { issuer: `${provider.issuer}/`, ...provider.client, name: 'Other' } },
  });
  // An issuer must match its own metadata exactly.
  expect((await elsewhere.call('/api/v1/account/sso', { redirect: 'manual' })).status).toBe(503);
  const without = await startService({ workers: 0 });
  expect((await without.call('/api/v1/account/sso', { redirect: 'manual' })).status).toBe(404);
});
