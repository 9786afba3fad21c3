import { jsonInit, readJson } from './http.ts';
import { type KitItem, type KitList, keptItem, kitItem, kitList } from './kit.ts';
import { type ProjectClientOptions, sendOf } from './projectClient.ts';

/** Calls about what an account has at hand in all its projects. Every call throws ApiError, as the others do. */
export interface KitClient {
  /** Ids of all items, and of those that were taken out. */
  list(): Promise<KitList>;
  get(id: string): Promise<KitItem>;
  /** Adds an item; one that is there stays. @returns paths of files that the server does not have: then it was not added. */
  add(id: string, item: KitItem): Promise<string[]>;
  remove(id: string): Promise<void>;
}

/** Makes a client of what an account has at hand. */
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
