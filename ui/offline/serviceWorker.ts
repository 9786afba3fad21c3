/**
 * Service worker that starts the pages without a network. Files of a build have content hashes, so a URL means the same
 * in every build: caches never mix versions, and a page of the previous build still finds its parts. Requests to the
 * API pass through, except for fonts. cli/build/offline.mjs builds this file and inserts the values of a build. Workbox
 * would add a hundred packages for what hashed names already provide.
 */
declare const BUILD: {
  /** URLs of the files of the pages. */
  files: readonly string[];
  /** URLs of the fonts of new texts, and of the stylesheet of all fonts. */
  fonts: readonly string[];
  /** Entry script, which the page of the same build references. */
  entry: string;
};

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listen: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
};

/** Cache of files of this build and the previous one, by name. */
const FILES = 'cutroom-files';
/** Cache of the page itself and its list of files. */
const SHELL = 'cutroom-shell';
/** Cache of fonts, images and samples that were used. */
const USED = 'cutroom-used';
const LIST = '/build-files';
/** Number of parallel downloads, low because the page has priority. */
const AT_A_TIME = 4;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request);
  if (answer) event.respondWith(answer);
});

/** @throws Error if a file fails to load, or the server has another build by now: the browser retries later. */
async function install(): Promise<void> {
  const [files, shell, used] = await Promise.all([FILES, SHELL, USED].map((name) => caches.open(name)));
  if (!files || !shell || !used) return;
  const page = await fetch('/', { cache: 'no-cache' });
  if (!page.ok || !(await page.clone().text()).includes(BUILD.entry)) throw new Error('stale');
  const rest = BUILD.files.values();
  const cacheRest = async () => {
    for (const file of rest) if (!(await files.match(file))) await files.add(file);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, cacheRest));
  await used.addAll([...BUILD.fonts]);
  const before = (await (await shell.match(LIST))?.json().catch(() => [])) ?? [];
  await shell.put(LIST, new Response(JSON.stringify(BUILD.files)));
  await shell.put('/', page);
  const known = new Set([...BUILD.files, ...before]);
  await forget(files, (path) => !known.has(path));
  // Removes files that pages of this build fetched before the installation, and those of older builds.
  await forget(used, (path) => /^\/assets\/.*\.(js|css)$/.test(path));
  await worker.skipWaiting();
}

async function forget(cache: Cache, isSpare: (path: string) => boolean): Promise<void> {
  const spare = (await cache.keys()).filter(({ url }) => isSpare(new URL(url).pathname));
  await Promise.all(spare.map((request) => cache.delete(request)));
}

function answerOf(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  // Of the API, only fonts are the same for everybody.
  if (pathname.startsWith('/api/v1/fonts/')) return newest(request);
  if (pathname.startsWith('/api/')) return undefined;
  // Videos are requested in ranges, which caches do not store; WebKit requests the first one without a Range header.
  if (request.headers.has('range') || /^(video|audio)$/.test(request.destination)) return undefined;
  // Embedded in other sites, and not part of these pages.
  if (pathname.startsWith('/embed/')) return undefined;
  if (request.mode === 'navigate')
    return fetch(request).catch(async (error) => (await stored(SHELL, '/')) ?? fail(error));
  if (pathname.startsWith('/assets/')) return asset(request);
  if (/^\/(fonts|samples)(\/|\.css$)/.test(pathname)) return newest(request);
  return undefined;
}

/** Returns a file of a build, from any cache: its name identifies its content. */
async function asset(request: Request): Promise<Response> {
  return (await stored(FILES, request.url)) ?? (await stored(USED, request.url)) ?? fetchUsed(request);
}

/** Returns a file whose content may change: from the server, else from the cache. */
function newest(request: Request): Promise<Response> {
  return fetchUsed(request).catch(async (error) => (await stored(USED, request.url)) ?? fail(error));
}

async function fetchUsed(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    // With a full disk nothing is cached, but the page has its response.
    void caches
      .open(USED)
      .then((used) => used.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}

/** @returns undefined also if the browser cannot read its cache; the network is used then. */
async function stored(name: string, what: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(what, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

function fail(error: unknown): never {
  throw error;
}

export {};
