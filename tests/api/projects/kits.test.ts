import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { newBrowser, uploadBy } from '../support/browser.ts';
import { textBody } from '../support/projects.ts';
import { startService } from '../support/service.ts';

it('templates and logos accept only the account’s own files, and only valid items', async () => {
  const service = await startService({ workers: 0 });
  const [own, other] = [newBrowser(service), newBrowser(service)];
  await own.call('POST', '/account/sign-up', { email: 'kit@example.org', password: 'correct horse', name: '' });
  const file = new Uint8Array(await readFile(resolve('fixtures/media/numbers.mp4')));
  const [mine, theirs] = [await uploadBy(own, file), await uploadBy(other, file)];
  const keep = (id: string, item: object) => own.call('PUT', `/kit/${id}`, { addedAt: new Date(), ...item });
  const logoOf = (url: string) => ({ kind: 'logo', name: 'a', type: 'image/png', media: [{ path: 'logo', url }] });
  expect((await keep('logo-a', logoOf(mine))).body.missing).toEqual([]);
  expect((await keep('logo-b', logoOf(theirs))).body.missing).toEqual(['logo']);
  expect((await keep('color-b', logoOf(mine))).status).toBe(400);
  const template = { kind: 'template', name: 'a', media: [] };
  const { isStudio: _, ...project } = textBody();
  expect((await keep('template-a', { ...template, project: { width: 'wide' } })).status).toBe(422);
  expect((await keep('template-a', { ...template, project })).status).toBe(200);
  const list = async () => (await own.call('GET', '/kit')).body;
  expect(await list()).toEqual({ ids: ['logo-a', 'template-a'], removed: [] });
  // They count toward the storage quota of the account and are listed there.
  const { kit, quota } = (await own.call('GET', '/account/storage')).body;
  expect(kit).toEqual({ count: 2, bytes: expect.any(Number) });
  expect(kit.bytes).toBeGreaterThan(100);
  expect(quota.bytes.used).toBe(file.length + kit.bytes);
  expect((await own.call('GET', '/kit/template-a')).body).toMatchObject({ name: 'a', project: { width: 64 } });
  // Removed items are reported to other devices until they are added again.
  for (const status of [200, 404]) expect((await own.call('DELETE', '/kit/logo-a')).status).toBe(status);
  expect(await list()).toEqual({ ids: ['template-a'], removed: ['logo-a'] });
  await keep('logo-a', logoOf(mine));
  expect(await list()).toEqual({ ids: ['template-a', 'logo-a'], removed: [] });
});
