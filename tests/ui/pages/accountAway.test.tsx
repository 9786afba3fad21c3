import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import { server } from '../../../ui/client/page/server.ts';
import { MyAccount } from '../../../ui/pages/account/MyAccount.tsx';
import { eventually } from '../../support/eventually.ts';
import { freshScreen, place, show } from '../studioScreen.ts';

// The page reads the owner of this browser's data when it loads.
vi.hoisted(() => localStorage.setItem('cutroom-owner', 'person1234'));
freshScreen();
afterEach(() => {
  vi.unstubAllGlobals();
  closeAllNotices();
});

it('reports a server without accounts', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ accounts: false, user: null }));
  await show(<MyAccount />);
  await eventually(async () => {
    await act(async () => {});
    expect(place.textContent).toContain('This server has no accounts.');
  });
});

it('shows local data while the server is unreachable, and the rest once it answers', async () => {
  let isAway = true;
  const user = { id: 'person1234', email: 'ann@example.org', name: 'Ann', hasSubscription: false };
  const none = { count: 0, bytes: 0 };
  const storage = { videos: none, projects: none, uploads: { ...none, limit: 50_000_000_000 } };
  const answers: Record<string, unknown> = {
    ...{ me: { accounts: true, user }, storage, tokens: { tokens: [] } },
    ...{ webhookSecret: { madeAt: null }, 'webhook-secret': { madeAt: null }, sessions: { sessions: [] } },
    'two-factor': { isOn: false, recoveryCodesLeft: 0, hasPassword: true },
  };
  vi.stubGlobal('fetch', async (at: string) => {
    if (isAway) throw new TypeError('Failed to fetch');
    const call = String(at).split('?')[0]?.split('/').at(-1) ?? '';
    return Response.json(answers[call] ?? { videos: [], next: null, projects: [], deleted: [] });
  });
  const until = (words: string) =>
    eventually(async () => {
      await act(async () => {});
      expect(place.textContent).toContain(words);
    });
  await show(<MyAccount />);
  await until('Your projects');
  expect(place.textContent).toContain('The server cannot be reached. Changes stay in this browser');
  expect(place.textContent).not.toContain('Storage');
  expect(notices.list).toEqual([]);
  isAway = false;
  await act(async () => {
    server.reachable = true;
  });
  await until('0 bytes of 50 GB used');
  expect(place.querySelector('h1')?.textContent).toBe('Ann');
});
