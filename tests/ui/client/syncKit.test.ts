import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/contract/errors.ts';
import type { KitItem } from '../../../api/contract/kit.ts';
import type { KitClient } from '../../../api/contract/kitClient.ts';
import { addBrandColor, brandColors, removeBrandColor } from '../../../ui/client/brand/brandColors.ts';
import { openDatabase, type StudioDatabase } from '../../../ui/client/store/database.ts';
import { rejectedIds } from '../../../ui/client/sync/syncAll.ts';
import { listUnsentKit, syncKit } from '../../../ui/client/sync/syncKit.ts';

vi.mock('../../../ui/client/store/database.ts', async (original) => ({
  ...(await original<object>()),
  openDatabase: vi.fn(),
}));

const addedAt = new Date(0).toISOString();
const colorItem = (color: string): KitItem => ({ kind: 'color', addedAt, color });
let items: Map<string, KitItem>;
let removed: string[];
let client: KitClient;
let database: StudioDatabase;
let isFull = false;
const known = () => database.getAllKeys('kit');
const sync = () => syncKit(client, database);
/** Simulates a reload: drops the state in memory. */
const reload = () => {
  brandColors.colors = JSON.parse(localStorage.getItem('brandColors') ?? '[]');
};

beforeEach(() => {
  items = new Map();
  removed = [];
  client = clientOf(items, removed);
  database = newDatabase();
  vi.mocked(openDatabase).mockResolvedValue(database);
  // Files that ran earlier in this process would receive messages as another tab.
  vi.stubGlobal('BroadcastChannel', undefined);
  rejectedIds.clear();
  const texts = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => texts.delete(key),
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      texts.set(key, text);
    },
  });
  reload();
});
afterEach(() => void vi.unstubAllGlobals());

it('removes no color from the server that the browser could not store', async () => {
  isFull = true;
  addBrandColor('#aa2233');
  items.set('color-aa2233', colorItem('#aa2233'));
  items.set('color-aa5566', colorItem('#aa5566'));
  await sync();
  reload();
  isFull = false;
  await sync();
  expect([...items.keys()]).toEqual(['color-aa2233', 'color-aa5566']);
});

it('restores colors after the browser cleared its storage, and removes deleted ones', async () => {
  for (const color of ['#112233', '#445566']) addBrandColor(color);
  await sync();
  localStorage.removeItem('brandColors');
  reload();
  await sync();
  expect([...brandColors.colors].sort()).toEqual(['#112233', '#445566']);
  removeBrandColor('#112233');
  await sync();
  expect([...items.keys()]).toEqual(['color-445566']);
  expect(await known()).toEqual(['color-445566']);
});

it('uploads items again that the server lost, and deletes items that were removed elsewhere', async () => {
  for (const color of ['#112233', '#445566']) addBrandColor(color);
  await sync();
  items.clear();
  removed.push('color-445566');
  await sync();
  expect([...items.keys()]).toEqual(['color-112233']);
  expect(brandColors.colors).toEqual(['#112233']);
  expect(await known()).toEqual(['color-112233']);
});

it('reports a rejection once with its name, and retries after another item was removed', async () => {
  addBrandColor('#112233');
  await sync();
  addBrandColor('#445566');
  const add = vi.spyOn(client, 'add').mockRejectedValue(new ApiError(409, 'conflict', 'Full.'));
  const refusal = { name: '#445566', refusal: 'Full.' };
  expect((await sync()).refused).toEqual([refusal]);
  expect(await listUnsentKit()).toEqual([{ id: 'color-445566', files: 0, ...refusal }]);
  await sync();
  expect(add).toHaveBeenCalledTimes(1);
  // After a reload.
  rejectedIds.clear();
  expect((await sync()).refused).toEqual([]);
  expect(add).toHaveBeenCalledTimes(2);
  add.mockRestore();
  removeBrandColor('#112233');
  for (let time = 0; time < 2; time += 1) await sync();
  expect([...items.keys()]).toEqual(['color-445566']);
  expect(await listUnsentKit()).toEqual([]);
});

it('skips an item that fails or is gone, and requests it again', async () => {
  const colors = ['#000001', '#000002', '#000003'];
  for (const color of colors) items.set(`color-${color.slice(1)}`, colorItem(color));
  const get = vi.spyOn(client, 'get');
  for (const status of [500, 404]) get.mockRejectedValueOnce(new ApiError(status, 'any', 'Not now.'));
  expect((await sync()).failure).toMatchObject({ status: 500 });
  expect(brandColors.colors).toEqual(['#000003']);
  expect((await sync()).failure).toBeUndefined();
  expect([...brandColors.colors].sort()).toEqual(colors);
});

/** A server with these items. */
function clientOf(items: Map<string, KitItem>, removed: string[]): KitClient {
  return {
    list: async () => ({ ids: [...items.keys()], removed }),
    get: async (id) => items.get(id) as KitItem,
    add: async (id, item) => {
      items.set(id, item);
      return [];
    },
    remove: async (id) => void items.delete(id),
  };
}

/** In-memory tables with the part of the database that is used here. */
function newDatabase(): StudioDatabase {
  const tables = new Map<string, Map<string, unknown>>();
  const table = (name: string) => {
    const found = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, found);
    return found;
  };
  return {
    get: async (name: string, key: string) => table(name).get(key),
    getAll: async (name: string) => [...table(name).values()],
    getAllKeys: async (name: string) => [...table(name).keys()],
    put: async (name: string, value: { id: string }) => void table(name).set(value.id, value),
    delete: async (name: string, key: string) => void table(name).delete(key),
  } as unknown as StudioDatabase;
}
