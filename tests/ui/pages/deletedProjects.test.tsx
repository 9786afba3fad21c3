import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { notices } from '../../../ui/client/page/notices.ts';
import { MyProjects } from '../../../ui/pages/account/MyProjects.tsx';
import { eventually } from '../../support/eventually.ts';
import { button, click, freshScreen, place, show } from '../studioScreen.ts';

freshScreen();

it('restores a deleted project once despite a double click or a restore in another tab, and keeps the focus', async () => {
  const gone = new Map([
    ['one', 'Spring'],
    ['two', 'Autumn'],
  ]);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo, { method }: RequestInit = {}) => {
    const id = String(input).split('/').at(-1) ?? '';
    if (method === 'POST') {
      asked.push(id);
      return gone.delete(id) ? Response.json({ revision: 2 }) : Response.json({}, { status: 404 });
    }
    const deletedAt = new Date().toISOString();
    const size = { width: 64, height: 64, sceneCount: 1, size: 1, picture: null };
    const head = { ...size, revision: 1, savedAt: deletedAt, deletedAt };
    return Response.json({ projects: [...gone].map(([one, name]) => ({ id: one, name, ...head })) });
  });
  // Not implemented by happy-dom.
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({
    request: (_: string, work: () => unknown) => work(),
  } as LockManager);
  await show(<MyProjects />);
  await eventually(() => button('Restore Autumn'));
  button('Restore Autumn').focus();
  await act(async () => {
    for (let i = 0; i < 2; i += 1) button('Restore Autumn').click();
  });
  await eventually(() => expect(document.activeElement?.textContent).toBe('Deleted projects'));
  expect(asked).toEqual(['two']);
  // Restored by another tab without a message to this one.
  gone.delete('one');
  button('Restore Spring').focus();
  await click('Restore Spring');
  await eventually(() => expect(document.activeElement?.textContent).toBe('Your projects'));
  expect(place.querySelector('details')).toBeNull();
  expect([asked, notices.list]).toEqual([['two', 'one'], []]);
});
