import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** In-memory replacement for a browser cache, keyed by URL. */
class Stored {
  readonly all = new Map<string, Response>();
  keys = async () => [...this.all.keys()].map((url) => ({ url }));
  match = async (what: string) => this.all.get(addressOf(what));
  put = async (what: string | { url: string }, answer: Response) =>
    void this.all.set(addressOf(typeof what === 'string' ? what : what.url), answer);
  add = async (what: string) => this.put(what, await fetch(what));
  addAll = async (all: readonly string[]) => void (await Promise.all(all.map(this.add)));
  delete = async ({ url }: { url: string }) => this.all.delete(url);
}

const addressOf = (path: string) => new URL(path, location.href).href;
const stores = new Map<string, Stored>();
const open = async (name: string) => {
  const store = stores.get(name) ?? new Stored();
  stores.set(name, store);
  return store;
};
const pathsOf = (name: string) => [...(stores.get(name)?.all.keys() ?? [])].map((url) => new URL(url).pathname).sort();

beforeEach(async () => {
  location.href = 'http://localhost:3000/';
  stores.clear();
  vi.resetModules();
  vi.stubGlobal('BUILD', { files: ['/assets/main-2.js'], fonts: ['/fonts.css'], entry: '/assets/main-2.js' });
  vi.stubGlobal('skipWaiting', async () => undefined);
  vi.stubGlobal('fetch', async () => new Response('<script src="/assets/main-2.js">'));
  vi.stubGlobal('caches', { open });
  await import('../../../ui/offline/serviceWorker.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** Dispatches an event to the worker. @returns the promise that the worker passes to `waitUntil` or `respondWith`. */
function told(name: string, more: object = {}): Promise<unknown> | undefined {
  let work: Promise<unknown> | undefined;
  const take = (given: Promise<unknown>) => {
    work = given;
  };
  dispatchEvent(Object.assign(new Event(name), more, { waitUntil: take, respondWith: take }));
  return work;
}

it('caches the scripts of its build once, and used images', async () => {
  const used = await open('cutroom-used');
  for (const path of ['/assets/main-2.js', '/assets/main-0.css', '/assets/shelf-1.png'])
    await used.put(path, new Response(''));
  await told('install');
  expect(pathsOf('cutroom-files')).toEqual(['/assets/main-2.js']);
  expect(pathsOf('cutroom-used')).toEqual(['/assets/shelf-1.png', '/fonts.css']);
});

it('falls back to the network when the browser cannot read its cache', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Damaged.', 'UnknownError')) });
  const request = { url: addressOf('/assets/main-2.js'), method: 'GET', mode: 'cors', headers: new Headers() };
  const answer = (await told('fetch', { request })) as Response;
  expect(await answer.text()).toContain('main-2');
});
