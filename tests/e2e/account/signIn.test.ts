import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../api/support/files.ts';
import { type Mailbox, startMailbox } from '../../api/support/mailbox.ts';
import { hashQuickly } from '../../api/support/quickHashes.ts';
import { openService, type TestService } from '../../api/support/service.ts';
import { afterFile } from '../../support/afterFile.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../support/openIdProvider.ts';
import { totp } from '../../support/totp.ts';
import { jumpsOf, openPage, overflowOf, type PageOptions, smallTargetsOf, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';

const site = openSite();
hashQuickly();
let service: TestService;
let mailbox: Mailbox;
let provider: OpenIdProvider;

// A service that sends emails and has an OpenID provider, with a public URL of its own.
beforeAll(async () => {
  [mailbox, provider] = await Promise.all([startMailbox(), startOpenIdProvider()]);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider.allow(`${publicUrl}/api/v1/account/sso/callback`);
  const singleSignOn = { issuer: provider.issuer, ...provider.client, name: 'Example Login' };
  const accounts = { smtp: mailbox.smtp, publicUrl, singleSignOn };
  service = await openService({ port, webDir: site.webDir, workers: 0, dataDir: await temporaryFolder(), accounts });
  afterFile(() => service.app.close());
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const open = (options?: PageOptions) => openPage(site.browser, service.origin, options);
const password = 'correct horse';
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function linkFor(email: string): Promise<string> {
  return /http\S+#\S+/.exec((await mailbox.next(email)).text)?.[0] ?? '';
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Checks that hold for every page. */
async function expectFit(page: Page): Promise<void> {
  expect([await overflowOf(page), await smallTargetsOf(page), await violationsOf(page)]).toEqual([0, [], []]);
}

it('an address is confirmed by its link, in another browser with the password, and can be changed', async () => {
  const [email, next] = [`ada-${Date.now()}@example.org`, `countess-${Date.now()}@example.org`];
  const { page, complaints } = await open({ width: 390 });
  await signUp(page, email);
  const link = await linkFor(email);
  const other = await open({ width: 390, colorScheme: 'dark' });
  await other.page.goto(link);
  await other.page.getByText(`Enter the password for ${email}`).waitFor();
  expect(new URL(other.page.url()).hash).toBe('');
  await expectFit(other.page);
  await other.page.getByLabel('Password').fill(password);
  await other.page.keyboard.press('Enter');
  await part(other.page, 'Email').getByText('Confirmed').waitFor();
  await page.goto(link);
  await page.getByText('This link was already used, was replaced by a newer one, or is more than a day old.').waitFor();

  const emails = part(other.page, 'Email');
  await emails.getByRole('button', { name: 'Change email address' }).click();
  await emails.getByLabel('New email address').fill(next);
  await emails.getByLabel('Password').fill(password);
  await other.page.keyboard.press('Enter');
  await emails.getByRole('status').getByText(`Open the link in the email to ${next} to finish.`).waitFor();
  await other.page.goto(await linkFor(next));
  await part(other.page, 'Email').getByText(next).waitFor();
  // A used link is answered with 410; in another browser it first asks for the password.
  expect([...complaints, ...other.complaints].filter((text) => !text.includes('410'))).toEqual([]);
});

it('a second factor is set up and required, and an unknown device can be signed out', async () => {
  const email = `bob-${Date.now()}@example.org`;
  const { page, complaints } = await open();
  await signUp(page, email);
  await page.goto(await linkFor(email));
  const factor = part(page, 'Two-factor authentication');
  await factor.getByRole('button', { name: 'Set up' }).click();
  await factor.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await factor.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expectFit(page);
  const secret = ((await factor.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? '').replaceAll(' ', '');
  await factor.getByLabel('Code from the app').fill(totp(secret));
  await page.keyboard.press('Enter');
  const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  const code = (await codes.first().textContent()) ?? '';
  await factor.getByRole('button', { name: 'I saved my codes' }).click();
  await factor.getByText('10 recovery codes left').waitFor();

  const phone = await open({ width: 390, colorScheme: 'dark' });
  await signIn(phone.page, email);
  await phone.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await expectFit(phone.page);
  await phone.page.getByLabel('Code').fill('000000');
  await phone.page.keyboard.press('Enter');
  await phone.page.getByRole('alert').getByText('The code is wrong.').waitFor();
  await phone.page.getByRole('button', { name: 'Use a recovery code' }).click();
  await phone.page.getByLabel('Recovery code').fill(code);
  await phone.page.keyboard.press('Enter');
  await part(phone.page, 'Two-factor authentication').getByText('9 recovery codes left').waitFor();
  const rows = part(phone.page, 'Where you’re signed in').getByRole('listitem');
  expect(await rows.count()).toBe(2);
  await rows.getByRole('button', { name: /^Sign out/ }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.reload();
  await page.waitForURL('**/sign-in');
  // A wrong code is answered with 403.
  expect([...complaints, ...phone.complaints].filter((text) => !text.includes('403'))).toEqual([]);
});

it('a user signs in through the provider, and sees a message if that fails', async () => {
  const { page, complaints } = await open({ width: 390 });
  provider.people.set('grace', { email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' });
  await page.goto('/sign-in');
  const way = page.getByRole('link', { name: 'Continue with Example Login' });
  await way.waitFor();
  await expectFit(page);
  expect(await jumpsOf(page)).toBeLessThan(0.1);
  await way.click();
  await page.getByPlaceholder('Enter any login').fill('grace');
  await page.getByPlaceholder('and password').fill('any');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
  await part(page, 'Password').getByRole('button', { name: 'Send a link to set one' }).click();
  expect(await linkFor('grace@example.org')).toContain('/reset-password#');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.goto('/sign-in?sso=cancelled');
  await page.getByRole('alert').getByText('The sign-in was canceled.').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  // The provider's own pages request web fonts.
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
});
