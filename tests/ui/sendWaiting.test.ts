import { afterEach, expect, it, vi } from 'vitest';
import { putEntry } from '../../ui/media/mediaTable.ts';
import { sendWaiting } from '../../ui/projects/sync/sendWaiting.ts';
import type { StudioDatabase } from '../../ui/state/database.ts';

afterEach(() => vi.unstubAllGlobals());

it('tells once of a file that has come, however long the server refuses the project that names it', async () => {
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
