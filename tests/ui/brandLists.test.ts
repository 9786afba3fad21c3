import { expect, it, vi } from 'vitest';
import { brandFonts, readFonts, removeFonts } from '../../ui/brand/fonts.ts';
import { brandLogos, readLogos, removeLogo } from '../../ui/brand/logos.ts';
import { openDatabase } from '../../ui/state/database.ts';

vi.mock('../../ui/state/database.ts', async (original) => ({ ...(await original<object>()), openDatabase: vi.fn() }));

const blob = new Blob(['x'], { type: 'font/ttf' });

it('a font that is taken out while the list is read does not come back', async () => {
  const url = 'media/one/One.ttf';
  const fonts = new Map([[url, { url, addedAt: 0 }]]);
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  serve({
    getAll: async () => [...fonts.values()],
    getAllKeys: async () => [...fonts.keys()],
    get: async () => {
      reached.resolve();
      await gate.promise;
      return { url, id: 'one', name: 'One.ttf', type: blob.type, blob, addedAt: 0, shown: true };
    },
    delete: async () => fonts.delete(url),
  });
  const read = readFonts();
  await reached.promise;
  await removeFonts([url]);
  gate.resolve();
  await read;
  expect(brandFonts.list).toEqual([]);
});

it('neither does a logo', async () => {
  const logo = { id: 'one', name: 'One.png', type: 'image/png', blob, addedAt: 0 };
  const gate = Promise.withResolvers<void>();
  // The database goes on with one after the other.
  serve({
    getAll: async () => {
      await gate.promise;
      return [logo];
    },
    delete: async () => {
      await gate.promise;
      await vi.waitFor(() => expect(brandLogos.list).toHaveLength(1));
    },
  });
  const reading = readLogos();
  const removing = removeLogo(logo.id);
  gate.resolve();
  await Promise.all([reading, removing]);
  expect(brandLogos.list).toEqual([]);
});

function serve(database: object): void {
  vi.mocked(openDatabase).mockResolvedValue(database as never);
}
