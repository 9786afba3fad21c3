import { expect, it } from 'vitest';
import type { StudioDatabase } from '../../ui/state/database.ts';
import { blobOfStored, storable } from '../../ui/state/storedBlob.ts';

/** A database as far as it is tried whether it keeps a Blob. */
function database(put: () => Promise<unknown>): StudioDatabase {
  const store = { put, delete: async () => undefined };
  return { transaction: () => ({ store, done: Promise.resolve() }) } as unknown as StudioDatabase;
}

const closed = {
  transaction() {
    throw new DOMException('The database is closed.', 'InvalidStateError');
  },
} as unknown as StudioDatabase;

it('a database that is closed just then tells nothing of the next one', async () => {
  const file = new Blob(['words'], { type: 'text/plain' });
  expect(await storable(closed, file)).toBe(file);
  const keepsNone = database(() => Promise.reject(new DOMException('No Blob.', 'UnknownError')));
  const stored = await storable(keepsNone, file);
  expect(stored).toMatchObject({ type: 'text/plain', data: expect.any(ArrayBuffer) });
  expect(await blobOfStored(stored).text()).toBe('words');
});
