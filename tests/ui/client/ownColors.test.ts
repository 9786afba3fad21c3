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
  const { claimColors } = await import('../../../ui/client/sync/claimAnonymous.ts');
  expect(claimColors()).toBe(true);
  expect([stored(own), stored('brandColors')]).toEqual([['#000002', '#000003', '#000001'], null]);
  expect(claimColors()).toBe(false);
});

it('saves colors beyond the limit until there is room, and reports them once', async () => {
  const colors = Array.from({ length: 30 }, (_, i) => `#0000${String(i).padStart(2, '0')}`);
  const waiting = `waitingColors@${OWNER}`;
  localStorage.setItem(own, JSON.stringify(colors.slice(0, 20)));
  localStorage.setItem('brandColors', JSON.stringify(colors.slice(15)));
  const { claimColors } = await import('../../../ui/client/sync/claimAnonymous.ts');
  const { notices } = await import('../../../ui/client/page/notices.ts');
  expect(claimColors()).toBe(true);
  expect([stored(own), stored(waiting)]).toEqual([colors.slice(0, 24), colors.slice(24)]);
  const note = 'A brand has at most 24 colors. More colors, which wait in this browser until there is room: 6.';
  expect(notices.list.map(({ message }) => message)).toEqual([note]);
  expect(claimColors()).toBe(false);
  localStorage.setItem(own, JSON.stringify(colors.slice(0, 3)));
  expect(claimColors()).toBe(true);
  expect([stored(own), stored(waiting)]).toEqual([[...colors.slice(0, 3), ...colors.slice(24)], null]);
  expect(notices.list).toHaveLength(1);
});

it('removes the colors of a deleted account from the browser', async () => {
  vi.stubGlobal('indexedDB', { deleteDatabase: () => undefined });
  localStorage.setItem(own, JSON.stringify(['#000001']));
  localStorage.setItem('brandColors', JSON.stringify(['#000002']));
  localStorage.setItem(`waitingColors@${OWNER}`, JSON.stringify(['#000003']));
  const { removeAccountData: forgetAll } = await import('../../../ui/client/sync/leaveBrowser.ts');
  await forgetAll();
  expect([stored(own), stored('brandColors'), stored(`waitingColors@${OWNER}`)]).toEqual([null, ['#000002'], null]);
});
