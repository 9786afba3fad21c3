import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hashQuickly } from '../../api/support/quickHashes.ts';
import { jumpsOf, overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import { header, renderRow } from '../support/parts.ts';
import { openSite } from '../support/site.ts';

const site = openSite();
hashQuickly();

it('an account takes over anonymous videos, and supports sign-out, password reset and sign-in', async () => {
  const email = `ada-${Date.now()}@example.org`;
  const { page, complaints } = await site.open({ width: 390 });
  await page.goto('/');
  const { _id } = await page.evaluate(async () => {
    const scenes = [{ id: 's', duration: 1 }];
    const body = { isStudio: true, isImage: true, name: 'Before', width: 16, height: 16, scenes };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/v1/videos/createVideo', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { _id: string };
  });
  expect(_id).toMatch(/^[0-9a-f]{32}$/);
  await header(page).getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name (optional)').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
  await renderRow(page, 'Before').waitFor();

  const tokens = page.getByRole('region', { name: 'Tokens' });
  await tokens.getByLabel('Purpose').fill('Nightly');
  await tokens.getByRole('button', { name: 'Create a token' }).click();
  const token = await tokens.locator('code').textContent();
  expect((await site.service.call('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect(await violationsOf(page)).toEqual([]);
  expect([await overflowOf(page), await smallTargetsOf(page)]).toEqual([0, []]);
  await tokens.getByRole('button', { name: 'Revoke Nightly' }).click();
  await expect.poll(() => tokens.getByRole('listitem').count()).toBe(0);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('Nothing rendered yet').waitFor();
  await page.goto('/my');
  await page.waitForURL('**/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong horse');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('The email address or password is wrong.').waitFor();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('If this address has an account, we sent an email to it.').waitFor();
  const folder = path.join(site.service.dataDir, 'mail');
  await expect.poll(async () => (await readdir(folder).catch(() => [])).length).toBeGreaterThan(0);
  const letter = await readFile(path.join(folder, (await readdir(folder)).sort().at(-1) ?? ''), 'utf8');
  const [address = ''] = /http:\S+#\S+/.exec(letter.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? [];
  await page.goto(new URL(address).pathname + new URL(address).hash);
  await page.getByLabel('Password').fill('better horse');
  await page.waitForURL('**/reset-password');
  await page.getByLabel('Also revoke all API tokens').check();
  expect([await overflowOf(page), await smallTargetsOf(page), await violationsOf(page)]).toEqual([0, [], []]);
  await page.getByLabel('Password').press('Enter');
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('better horse');
  await page.keyboard.press('Enter');
  await renderRow(page, 'Before').waitFor();
  await header(page).getByRole('link', { name: 'My account' }).waitFor();
  expect(await jumpsOf(page)).toBeLessThan(0.1);
  // A wrong password is answered with 401, which the browser logs.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

it('an account shows projects from any device, and restores a version and undoes that', async () => {
  const { page, complaints } = await site.open({ width: 390, colorScheme: 'dark' });
  await page.goto('/sign-up');
  await page.getByLabel('Email').fill(`projects-${Date.now()}@example.org`);
  await page.getByLabel('Password').fill('correct horse');
  await page.keyboard.press('Enter');
  const projects = page.getByRole('region', { name: 'Your projects' });
  await projects.getByText('No projects yet').waitFor();
  const save = (text: string, headers: Record<string, string>) =>
    page.evaluate(
      async ([words, more]) => {
        const position = { x: '10%', y: '40%', width: '80%', height: '20%', rotation: 0 };
        const layers = [{ id: 't', type: 'text', text: words, fontSize: '60px', color: '#ffffff', position }];
        const project = { name: words, width: 640, height: 360, background: '#28439a', scenes: [{ id: 's', layers }] };
        const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
        const body = JSON.stringify({ project, picture: canvas.toDataURL('image/png') });
        const answer = await fetch('/api/v1/projects/mine', {
          method: 'PUT',
          headers: { 'content-type': 'application/json', ...more },
          body,
        });
        return (await answer.json()).revision as number;
      },
      [text, headers] as const,
    );
  const revision = await save('Before', { 'if-none-match': '*' });
  await save('After', { 'if-match': `"${revision}"` });
  // A script sends no thumbnail, so the page paints one.
  await page.evaluate(async () => {
    const layers = [{ id: 't', type: 'text', text: 'Scripted' }];
    const project = { name: 'Scripted', width: 360, height: 640, scenes: [{ id: 's', layers }] };
    const headers = { 'content-type': 'application/json', 'if-none-match': '*' };
    await fetch('/api/v1/projects/scripted', { method: 'PUT', headers, body: JSON.stringify({ project }) });
  });
  await page.reload();
  await projects.getByRole('link', { name: /^After/ }).waitFor();
  await projects
    .getByRole('link', { name: /^Scripted/ })
    .locator('img')
    .waitFor();
  expect([await overflowOf(page), await smallTargetsOf(page)]).toEqual([0, []]);
  expect(await violationsOf(page)).toEqual([]);

  await projects.getByRole('button', { name: 'Earlier versions of After' }).click();
  const sheet = page.getByRole('dialog', { name: 'Earlier versions of After' });
  await sheet.getByRole('button', { name: /^Open this version/ }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await sheet.getByRole('button', { name: /^Restore the version of/ }).click();
  await projects.getByRole('link', { name: /^Before/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await projects.getByRole('link', { name: /^After/ }).click();
  await page.waitForURL(/\/studio\/editor$/);
  await page.goto('/my');

  // Everything is on the server, so nothing stays here.
  await projects.getByText('Saved in your account', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.getByText('Nothing rendered yet').waitFor();
  const left = await page.evaluate(async () =>
    Promise.all(
      (await indexedDB.databases()).map(
        ({ name = '' }) =>
          new Promise<string>((tell) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => {
              const asking = opening.result.transaction('heads').objectStore('heads').getAll();
              asking.onsuccess = () => tell(asking.result.map((head) => `${name}: ${JSON.stringify(head)}`).join());
            };
          }),
      ),
    ),
  );
  expect(left.join('')).toBe('');
  expect(complaints).toEqual([]);
});

it('a result is private or open to everyone with the link, and can be embedded', async () => {
  const { page, complaints } = await site.open({ width: 390, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/');
  const id = await page.evaluate(async () => {
    const scenes = [{ id: 's', duration: 0.2, background: '#28439a' }];
    const body = { isStudio: true, name: 'Sea', width: 160, height: 90, scenes };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/v1/videos/createVideo', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json())._id as string;
  });
  await page.goto(`/videos/${id}`);
  const shared = page.getByRole('switch', { name: 'Anyone with the link can watch' });
  await shared.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect([await overflowOf(page), await smallTargetsOf(page)]).toEqual([0, []]);
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`<iframe src="${site.service.origin}/embed/${id}" title="Sea" width="160" height="90"`);

  const stranger = await site.open();
  site.website.page('/embedding', `<!doctype html>${code}`);
  await stranger.page.goto(`${site.website.origin}/embedding`);
  const video = stranger.page.frameLocator('iframe').locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  await stranger.page.goto(`${site.service.origin}/videos/${id}`);
  await stranger.page.getByRole('link', { name: 'Download' }).waitFor();
  expect(await stranger.page.getByRole('switch').count()).toBe(0);

  await shared.press('Space');
  await expect.poll(() => shared.getAttribute('aria-checked')).toBe('false');
  await expect.poll(() => page.getByRole('button', { name: 'Copy embed code' }).count()).toBe(0);
  await stranger.page.reload();
  await stranger.page.getByRole('heading', { name: 'No render at this address' }).waitFor();
  await page.reload();
  await expect.poll(() => shared.getAttribute('aria-checked')).toBe('false');
  expect(complaints).toEqual([]);
});

it('the account page keeps the width of the window with long names, and reports that the account was deleted elsewhere', async () => {
  const { page, complaints } = await site.open();
  const long = 'W'.repeat(100);
  await page.goto('/sign-up');
  await page.getByLabel('Name (optional)').fill(long);
  await page.getByLabel('Email').fill(`${'w'.repeat(48)}-${Date.now()}@${'w'.repeat(60)}.example.org`);
  await page.getByLabel('Password').fill('correct horse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: long, level: 1 }).waitFor();
  const tokens = page.getByRole('region', { name: 'Tokens' });
  await tokens.getByLabel('Purpose').fill(long);
  await tokens.getByRole('button', { name: 'Create a token' }).click();
  await tokens.getByRole('button', { name: `Revoke ${long}` }).waitFor();
  await page.evaluate(async (name) => {
    const project = { name, width: 64, height: 64, scenes: [{ id: 's', layers: [] }] };
    const headers = { 'content-type': 'application/json', 'if-none-match': '*' };
    await fetch('/api/v1/projects/long', { method: 'PUT', headers, body: JSON.stringify({ project }) });
  }, long);
  await page.reload();
  await page.getByRole('button', { name: `Earlier versions of ${long}` }).waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflowOf(page)).toBe(0);
  }
  await page.getByRole('button', { name: `Earlier versions of ${long}` }).click();
  const sheet = page.getByRole('dialog', { name: `Earlier versions of ${long}` });
  await sheet.getByText('None yet').waitFor();
  expect(await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
  await page.keyboard.press('Escape');
  const answer = await page.request.delete('/api/v1/account', { data: { password: 'correct horse' } });
  expect(answer.status()).toBe(200);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page
    .getByRole('status')
    .getByText('Your account was deleted. To save open work, save it as a file.')
    .first()
    .waitFor();
});
