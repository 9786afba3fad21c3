import { expect, it } from 'vitest';
import type { StudioDatabase } from '../../../ui/client/store/database.ts';
import { blobOfStored, storable } from '../../../ui/client/store/storedBlob.ts';

/** A stub of the database with just enough to test whether it stores a Blob. */
function database(put: () => Promise<unknown>): StudioDatabase {
  const store = { put, delete: async () => undefined };
  return { transaction: () => ({ store, done: Promise.resolve() }) } as unknown as StudioDatabase;
}

const closed = {
  transaction() {
    throw new DOMException('The database is closed.', 'InvalidStateError');
  },
} as unknown as StudioDatabase;

it('does not apply the failure of a closed database to the next database', async () => {
  const file = new Blob(['words'], { type: 'text/plain' });
  expect(await storable(closed, file)).toBe(file);
  const keepsNone = database(() => Promise.reject(new DOMException('No Blob.', 'UnknownError')));
  const stored = await storable(keepsNone, file);
  expect(stored).toMatchObject({ type: 'text/plain', data: expect.any(ArrayBuffer) });
  expect(await blobOfStored(stored).text()).toBe('words');
});
