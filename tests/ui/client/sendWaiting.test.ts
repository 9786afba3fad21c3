import { afterEach, expect, it, vi } from 'vitest';
import { putEntry } from '../../../ui/client/media/mediaTable.ts';
import type { StudioDatabase } from '../../../ui/client/store/database.ts';
import { sendWaiting, sync, syncNow } from '../../../ui/client/sync/keepInSync.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('reports an arrived file once, even if the server keeps rejecting the project that uses it', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
  const [url, readUrl] = ['media/a/x.png', '/api/v1/uploads/a/x.png'];
  const blob = new Blob(['x'], { type: 'image/png' });
  const file = { url, id: 'a', name: 'x.png', size: 1, type: 'image/png', shown: true, readUrl };
  putEntry({ ...file, state: 'uploaded', sent: 1 }, blob);
  const agreement = { id: 'p', revision: 0, localRevision: 1, apart: [], waiting: [url], refusal: 'There is no room.' };
  const database = { getAll: async () => [agreement], get: async () => ({ ...file, blob, addedAt: 0 }) };
  const onSent = vi.fn();
  for (let time = 0; time < 3; time += 1) await sendWaiting(database as unknown as StudioDatabase, onSent);
  expect(onSent).toHaveBeenCalledTimes(1);
});

it('requests the lock again after the browser rejected the first request', async () => {
  const request = vi.fn((_: string, work: () => Promise<boolean>) => work());
  request.mockRejectedValueOnce(new DOMException('The document is not active.', 'InvalidStateError'));
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as unknown as LockManager);
  expect([await syncNow(), sync.state]).toEqual([false, 'away']);
  await syncNow();
  expect(request).toHaveBeenCalledTimes(2);
});
