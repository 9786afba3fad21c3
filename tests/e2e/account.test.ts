import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { jumpsOf, overflowOf, smallTargetsOf, violationsOf } from './support/page.ts';
import { header, renderRow } from './support/parts.ts';
import { openSite } from './support/site.ts';

const site = openSite();

it('is made, takes along what was rendered, and is gone out of, forgotten, and come back to', async () => {
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
  await page.getByRole('link', { name: 'Make an account' }).click();
  await page.getByLabel('Name (optional)').fill('Ada');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
  await renderRow(page, 'Before').waitFor();

  const tokens = page.getByRole('region', { name: 'Tokens' });
  await tokens.getByLabel('What is it for?').fill('Nightly');
  await tokens.getByRole('button', { name: 'Make a token' }).click();
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
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('wrong horse');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('The e-mail address or the password is not right.').waitFor();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('If this address has an account, a letter is on its way.').waitFor();
  const folder = path.join(site.service.dataDir, 'mail');
  await expect.poll(async () => (await readdir(folder).catch(() => [])).length).toBeGreaterThan(0);
  const letter = await readFile(path.join(folder, (await readdir(folder)).sort().at(-1) ?? ''), 'utf8');
  const [address = ''] = /http:\S+#\S+/.exec(letter.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? [];
  await page.goto(new URL(address).pathname + new URL(address).hash);
  await page.getByLabel('Password').fill('better horse');
  await page.waitForURL('**/reset-password');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('better horse');
  await page.keyboard.press('Enter');
  await renderRow(page, 'Before').waitFor();
  await header(page).getByRole('link', { name: 'My account' }).waitFor();
  expect(await jumpsOf(page)).toBeLessThan(0.1);
  // A wrong password answers 401, which the browser tells of.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});
