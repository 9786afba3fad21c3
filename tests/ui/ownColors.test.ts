import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const OWNER = 'abcdefgh1234';
const own = `brandColors@${OWNER}`;
const stored = (name: string) => JSON.parse(localStorage.getItem(name) ?? 'null');

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  localStorage.setItem('cutroom-owner', OWNER);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('adds colors from before the sign-in to those of the account, up to the limit', async () => {
  localStorage.setItem('brandColors', JSON.stringify(['#000001', '#000002']));
  localStorage.setItem(own, JSON.stringify(['#000002', '#000003']));
  const { takeColors } = await import('../../ui/projects/sync/claimAnonymous.ts');
  expect(takeColors()).toBe(true);
  expect([stored(own), stored('brandColors')]).toEqual([['#000002', '#000003', '#000001'], null]);
  expect(takeColors()).toBe(false);
});

it('removes the colors of a deleted account from the browser', async () => {
  vi.stubGlobal('indexedDB', { deleteDatabase: () => undefined });
  localStorage.setItem(own, JSON.stringify(['#000001']));
  localStorage.setItem('brandColors', JSON.stringify(['#000002']));
  const { removeAccountData: forgetAll } = await import('../../ui/projects/sync/leaveBrowser.ts');
  await forgetAll();
  expect([stored(own), stored('brandColors')]).toEqual([null, ['#000002']]);
});
