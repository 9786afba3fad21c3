import { jsonInit, readJson } from './http.ts';
import { type KitItem, type KitList, keptItem, kitItem, kitList } from './kit.ts';
import { type ProjectClientOptions, sendOf } from './projectClient.ts';

/** Calls about an account's kit. All throw ApiError. */
export interface KitClient {
  /** Returns the ids of all items, and of removed ones. */
  list(): Promise<KitList>;
  get(id: string): Promise<KitItem>;
  /**
   * Adds an item; an existing one stays unchanged. @returns paths of files missing from the server: the item was not
   * added then.
   */
  add(id: string, item: KitItem): Promise<string[]>;
  remove(id: string): Promise<void>;
}

/** Creates a client of an account's kit. */
export function createKitClient(options: ProjectClientOptions = {}): KitClient {
  const send = sendOf(options);
  const pathTo = (id: string) => `/api/v1/kit/${encodeURIComponent(id)}`;
  return {
    list: async () => readJson(await send('/api/v1/kit'), kitList),
    get: async (id) => readJson(await send(pathTo(id)), kitItem),
    add: async (id, item) => (await readJson(await send(pathTo(id), jsonInit('PUT', item)), keptItem)).missing,
    remove: async (id) => void (await send(pathTo(id), { method: 'DELETE' })),
  };
}
