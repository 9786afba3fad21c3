import decodeQR from 'qr/decode.js';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { account, setSignInStatus } from '../../../ui/client/account/account.ts';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import { CodeStep, Entrance } from '../../../ui/pages/account/Entrance.tsx';
import { MyAccount, Tokens } from '../../../ui/pages/account/MyAccount.tsx';
import { QrCode } from '../../../ui/pages/account/TwoFactor.tsx';
import { eventually } from '../../support/eventually.ts';
import { button, click, field, freshScreen, names, place, show, write } from '../studioScreen.ts';

freshScreen();
beforeEach(closeAllNotices);

/** Request bodies that the server received, oldest first. */
let sent: unknown[];

/** Stubs `fetch` with these answers; every other request gets a 404. */
function serve(answers: Record<string, () => Response>): void {
  sent = [];
  vi.stubGlobal('fetch', async (input: RequestInfo, { method = 'GET', body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body));
    const answer = answers[`${method} ${String(input).replace('/api/v1', '')}`];
    return answer?.() ?? refused(404, 'not-found', 'Not there.');
  });
}

const refused = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });
const signedOut = () => refused(401, 'signed-out', 'Please sign in first.');
const token = { id: 'a', name: 'Nightly', createdAt: '2026-01-01T00:00:00.000Z', usedAt: null };
const nothing = { count: 0, bytes: 0 };
/** Answers to the requests of the account page. */
const mine = {
  'GET /me': () =>
    Response.json({ accounts: true, user: { id: 'u', email: 'a@b.c', name: 'Ada', hasSubscription: false } }),
  'GET /account/storage': () =>
    Response.json({ videos: nothing, projects: nothing, uploads: { ...nothing, limit: null } }),
  'GET /account/tokens': () => Response.json({ tokens: [token] }),
  'GET /account/sessions': () => Response.json({ sessions: [] }),
  'GET /account/two-factor': () => Response.json({ isOn: false, recoveryCodesLeft: 0, hasPassword: true }),
  'GET /account/webhook-secret': () => Response.json({ madeAt: null }),
};
const checkbox = (label: string) =>
  [...place.querySelectorAll('label')].find((one) => one.textContent === label)?.control as HTMLInputElement;
const links = () => [...place.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')]);
const once = 'Copy it now: it is shown only once.';
const signIn = ['Sign in', '/sign-in'];

it('hides the secret of a token when that token is revoked', async () => {
  let made = 0;
  serve({
    'POST /account/tokens': () => {
      made += 1;
      return Response.json({ ...token, id: `${made}`, name: `Job ${made}`, token: `secret-${made}` });
    },
    'DELETE /account/tokens/1': () => Response.json({ done: true }),
    'DELETE /account/tokens/2': () => Response.json({ done: true }),
  });
  await show(<Tokens first={[]} />);
  for (const name of ['Job 1', 'Job 2']) {
    await write(field('Purpose'), name);
    await click('Create a token');
    await eventually(() => button(`Revoke ${name}`));
  }
  await click('Revoke Job 1');
  await eventually(() => expect(names()).not.toContain('Revoke Job 1'));
  expect(place.textContent).toContain('secret-2');
  expect(place.textContent).toContain(once);
  await click('Revoke Job 2');
  await eventually(() => expect(names()).toEqual(['Create a token']));
  expect(place.textContent).not.toContain('secret-2');
  expect(place.textContent).not.toContain(once);
});

it('rejects a blank purpose for a token with a message of the page', async () => {
  serve({ 'POST /account/tokens': () => Response.json({ ...token, token: 'secret' }) });
  await show(<Tokens first={[]} />);
  await write(field('Purpose'), '   ');
  await click('Create a token');
  await eventually(() => expect(place.textContent).toContain('Enter a name for the token.'));
  expect([sent, document.activeElement]).toEqual([[], field('Purpose')]);
  await write(field('Purpose'), '  Nightly ');
  await click('Create a token');
  await eventually(() => button('Revoke Nightly'));
  expect(sent).toEqual([{ name: 'Nightly' }]);
});

it('offers to sign in when revoking a token finds that the session has ended elsewhere', async () => {
  setSignInStatus('in');
  serve({ 'DELETE /account/tokens/a': signedOut });
  await show(<Tokens first={[token]} />);
  await click('Revoke Nightly');
  await eventually(() => expect(notices.list[0]?.action?.label).toBe('Sign in'));
  expect(account.standing).toBe('out');
  await act(async () => notices.list[0]?.action?.run());
  expect(location.pathname).toBe('/sign-in');
});

it('offers to sign in and keeps the entered name when saving it finds that the session has ended elsewhere', async () => {
  serve({ ...mine, 'PATCH /account': signedOut });
  await show(<MyAccount />);
  await eventually(() => button('Save'));
  expect(account.standing).toBe('in');
  await write(field('Display name'), 'Countess');
  await click('Save');
  await eventually(() => expect(place.textContent).toContain('Please sign in first.'));
  expect(account.standing).toBe('out');
  expect(links()).toContainEqual(signIn);
  expect(field('Display name').value).toBe('Countess');
});

it('keeps the signed-in state when a sign-in fails with a wrong password', async () => {
  setSignInStatus('in');
  const message = 'The email address or password is wrong.';
  serve({ 'POST /account/sign-in': () => refused(401, 'signed-out', message) });
  await show(<Entrance way="sign-in" />);
  await write(field('Email'), 'ada@example.org');
  await write(field('Password'), 'wrong horse');
  await click('Sign in');
  await eventually(() => expect(place.textContent).toContain(message));
  expect(account.standing).toBe('in');
  expect(links()).not.toContainEqual(signIn);
});

it('redirects to the sign-in page and confirms the new password', async () => {
  serve({ 'POST /account/reset-password': () => Response.json({ done: true }) });
  history.replaceState(null, '', '/reset-password#secret');
  await show(<Entrance way="reset-password" />);
  await write(field('Password'), 'better horse');
  await click('Set the password');
  await eventually(() => expect(location.pathname).toBe('/sign-in'));
  expect(notices.list.map(({ message }) => message)).toEqual(['Password changed. Sign in with the new one.']);
});

it('revokes all API tokens along with a password reset if selected', async () => {
  serve({ 'POST /account/reset-password': () => Response.json({ done: true }) });
  for (const revokeTokens of [false, true]) {
    history.replaceState(null, '', '/reset-password#secret');
    await show(<Entrance key={String(revokeTokens)} way="reset-password" />);
    await write(field('Password'), 'better horse');
    if (revokeTokens) await act(async () => checkbox('Also revoke all API tokens').click());
    await click('Set the password');
    await eventually(() => expect(location.pathname).toBe('/sign-in'));
    expect(sent.at(-1)).toEqual({ token: 'secret', password: 'better horse', revokeTokens });
  }
});

it('empties the token list after a password change that revokes all tokens', async () => {
  serve({ ...mine, 'POST /account/change-password': () => Response.json({ done: true }) });
  await show(<MyAccount />);
  await eventually(() => button('Revoke Nightly'));
  await click('Change password');
  await write(field('Current password'), 'correct horse');
  await write(field('New password'), 'better horse');
  await act(async () => checkbox('Also revoke all API tokens').click());
  await click('Change password');
  await eventually(() => expect(names()).not.toContain('Revoke Nightly'));
  expect(sent).toEqual([{ currentPassword: 'correct horse', newPassword: 'better horse', revokeTokens: true }]);
});

it('offers to request a new link when a reset link was already used', async () => {
  const message = 'This link was already used or is more than an hour old. Request a new one.';
  serve({ 'POST /account/reset-password': () => refused(410, 'gone', message) });
  setSignInStatus('in');
  history.replaceState(null, '', '/reset-password#secret');
  await show(<Entrance way="reset-password" />);
  await write(field('Password'), 'better horse');
  await click('Set the password');
  await eventually(() => expect(place.textContent).toContain(message));
  expect(links()).toContainEqual(['Request a new link', '/forgot-password']);
  expect(account.standing).toBe('in');
});

it('offers to request a new link when a reset link has no token', async () => {
  serve({});
  history.replaceState(null, '', '/reset-password');
  await show(<Entrance way="reset-password" />);
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('This link is incomplete.');
  expect(place.querySelector('input')).toBeNull();
  expect(links()).toContainEqual(['Request a new link', '/forgot-password']);
});

it('reports an incomplete confirmation link without a request', async () => {
  serve({});
  await show(<Entrance way="confirm-email" />);
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('This link is incomplete.');
  expect(sent).toEqual([]);
});

it('encodes the authenticator URI in the QR code', async () => {
  const uri = 'otpauth://totp/Cutroom:ada%40example.org?secret=ABCD&issuer=Cutroom';
  await show(<QrCode text={uri} label="QR code" />);
  const svg = place.querySelector('svg');
  const size = Number(svg?.getAttribute('viewBox')?.split(' ')[3]);
  // Rasterizes as a browser would: white, then the dark modules at four pixels each.
  const scale = 4;
  const data = new Uint8Array(size * scale * size * scale * 4).fill(255);
  for (const [, x, y] of svg
    ?.querySelectorAll('path')[1]
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)/g) ?? [])
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(y) * scale + row) * size * scale + Number(x) * scale + column) * 4;
        data.fill(0, at, at + 3);
      }
  expect(decodeQR({ width: size * scale, height: size * scale, data })).toBe(uri);
});

it('reports a wrong code at its field and returns the focus there', async () => {
  serve({ 'POST /account/sign-in/code': () => refused(403, 'forbidden', 'The code is wrong.') });
  await show(<CodeStep challenge="c" onBack={() => {}} />);
  const code = () => place.querySelector('input') as HTMLInputElement;
  await write(code(), '   ');
  await click('Sign in');
  expect([place.querySelector('[role="alert"]')?.textContent, code().getAttribute('aria-invalid')]).toEqual([
    'Enter the six-digit code from your app.',
    'true',
  ]);
  await write(code(), '123456');
  await click('Sign in');
  await eventually(() => expect(place.querySelector('[role="alert"]')?.textContent).toBe('The code is wrong.'));
  const alert = place.querySelector('[role="alert"]') as HTMLElement;
  expect(code().getAttribute('aria-describedby')).toBe(alert.id);
  expect(document.activeElement).toBe(code());
});
