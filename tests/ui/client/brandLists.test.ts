import { afterEach, expect, it, vi } from 'vitest';
import { createMediaPool } from '../../../engine/browser/media/mediaPool.ts';
import { loadOwnFont } from '../../../engine/browser/ownFont.ts';
import { brandFonts, readFonts, removeFonts } from '../../../ui/client/brand/brandFonts.ts';
import { localUrlOf } from '../../../ui/client/media/mediaTable.ts';
import { notifyKit } from '../../../ui/client/page/otherTabs.ts';
import { removeTemplate } from '../../../ui/client/projects/templates.ts';
import { openDatabase } from '../../../ui/client/store/database.ts';
import { brandLogos, readLogos, removeLogo } from '../../../ui/pickers/BrandLogos.tsx';
import { eventually } from '../../support/eventually.ts';

vi.mock('../../../ui/client/store/database.ts', async (original) => {
  const openDatabase = vi.fn();
  return { ...(await original<object>()), openDatabase, needDatabase: openDatabase };
});

afterEach(() => void vi.unstubAllGlobals());

const blob = new Blob(['x'], { type: 'font/ttf' });
const url = 'media/one/One.ttf';
const fontRow = { url, addedAt: 0 };
const file = { url, id: 'one', name: 'One.ttf', type: blob.type, blob, addedAt: 0, shown: true };

it('lists a font before its file is loaded, loads the file on demand and keeps an unchanged list', async () => {
  const get = vi.fn(async () => file);
  const getAllKeys = async () => [url];
  const getKey = async (table: string) => (table === 'remotes' ? url : undefined);
  serve({ getAll: async () => [fontRow], getAllKeys, get, getKey });
  await readFonts();
  const { list } = brandFonts;
  expect([[...list], get.mock.calls]).toEqual([[url], []]);
  notifyKit();
  await readFonts();
  expect(brandFonts.list).toBe(list);
  // A pool of other files, as of a small picture, does not change where fonts are.
  createMediaPool({ urlOf: (file) => file });
  const fetched = vi.fn(async () => new Response(null, { status: 404 }));
  vi.stubGlobal('fetch', fetched);
  await expect(loadOwnFont({ family: url, file: url, weight: 400, style: 'normal' } as never)).rejects.toThrow('404');
  expect(fetched).toHaveBeenCalledWith(localUrlOf(url));
});

it('keeps a font removed when it is deleted while the list loads', async () => {
  const [gate, reached] = [newGate(), newGate()];
  const second = 'media/two/Two.ttf';
  const fonts = new Map([url, second].map((one) => [one, { url: one, addedAt: 0 }]));
  serve({
    getAll: async () => [...fonts.values()],
    getAllKeys: async () => [...fonts.keys()],
    getKey: async () => {
      reached.open();
      await gate.opened;
      return second;
    },
    delete: async (_: string, key: string) => fonts.delete(key),
  });
  notifyKit();
  await reached.opened;
  await removeFonts([second]);
  gate.open();
  await readFonts();
  expect([...brandFonts.list]).toEqual([url]);
});

it('keeps a logo removed when it is deleted while the list loads', async () => {
  const logo = { id: 'one', name: 'One.png', type: 'image/png', blob, addedAt: 0 };
  const gate = newGate();
  // The database runs its requests one after the other.
  serve({
    getAll: async () => {
      await gate.opened;
      return [logo];
    },
    delete: async () => eventually(() => expect(brandLogos.list).toHaveLength(1)),
  });
  const reading = readLogos();
  const removing = removeLogo(logo.id);
  gate.open();
  await Promise.all([reading, removing]);
  expect(brandLogos.list).toEqual([]);
});

it('notifies other tabs about a changed template', async () => {
  const other = new BroadcastChannel('cutroom-brand');
  const heard = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  serve({ getAll: async () => [], get: async () => undefined, delete: async () => undefined });
  await removeTemplate('one');
  expect(await heard).toBe('templates');
  other.close();
});

function newGate() {
  const gate = { open: () => {}, opened: Promise.resolve() };
  gate.opened = new Promise((resolve) => {
    gate.open = resolve;
  });
  return gate;
}

function serve(database: object): void {
  vi.mocked(openDatabase).mockResolvedValue(database as never);
}
