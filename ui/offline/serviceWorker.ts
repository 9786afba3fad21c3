/**
 * Lets the pages start without a network. Files of a build are named by their content, so an address means the same in every
 * build: what is stored never mixes versions, and a page of the build before still finds its parts. The calls of the service
 * are left alone, but for the fonts that it fetched. It is built by cli/setup/offline.mjs, which writes in what belongs to a
 * build. Workbox would be a hundred packages for what the names of the files do already.
 */
declare const BUILD: {
  /** Addresses of what the pages are made of. */
  files: readonly string[];
  /** Addresses of the letters that new texts have, and of the sheet that names all fonts. */
  fonts: readonly string[];
  /** The first script, which the page of the same build names. */
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

/** Of this build and the one before, by their names. */
const FILES = 'cutroom-files';
/** The page itself, and the list of files that belongs to it. */
const SHELL = 'cutroom-shell';
/** Fonts, pictures and samples that were used. */
const USED = 'cutroom-used';
const LIST = '/build-files';
/** How many files are fetched at a time: the page has the first claim on the connection. */
const AT_A_TIME = 4;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request);
  if (answer) event.respondWith(answer);
});

/** @throws Error when a part does not come, or the server has another build by now: the browser tries again later. */
async function install(): Promise<void> {
  const [files, shell, used] = await Promise.all([FILES, SHELL, USED].map((name) => caches.open(name)));
  if (!files || !shell || !used) return;
  const page = await fetch('/', { cache: 'no-cache' });
  if (!page.ok || !(await page.clone().text()).includes(BUILD.entry)) throw new Error('stale');
  const rest = BUILD.files.values();
  const takeOn = async () => {
    for (const file of rest) if (!(await files.match(file))) await files.add(file);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, takeOn));
  await used.addAll([...BUILD.fonts]);
  const before = (await (await shell.match(LIST))?.json().catch(() => [])) ?? [];
  await shell.put(LIST, new Response(JSON.stringify(BUILD.files)));
  await shell.put('/', page);
  const known = new Set([...BUILD.files, ...before]);
  await forget(files, (path) => !known.has(path));
  // What pages of this build have fetched before it was installed, and those of builds that are gone.
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
  // Of the service's calls these alone are the same for everybody.
  if (pathname.startsWith('/api/v1/fonts/')) return newest(request);
  if (pathname.startsWith('/api/')) return undefined;
  // A video is asked for in parts, which no cache holds; WebKit asks for the first one without saying so.
  if (request.headers.has('range') || /^(video|audio)$/.test(request.destination)) return undefined;
  // It stands in pages of others, and is none of ours.
  if (pathname.startsWith('/embed/')) return undefined;
  if (request.mode === 'navigate')
    return fetch(request).catch(async (error) => (await stored(SHELL, '/')) ?? fail(error));
  if (pathname.startsWith('/assets/')) return asset(request);
  if (/^\/(fonts|samples)(\/|\.css$)/.test(pathname)) return newest(request);
  return undefined;
}

/** A file of a build: what its name says, wherever it is. */
async function asset(request: Request): Promise<Response> {
  return (await stored(FILES, request.url)) ?? (await stored(USED, request.url)) ?? fetchUsed(request);
}

/** What may change under its name: as the server has it, else as it was used last. */
function newest(request: Request): Promise<Response> {
  return fetchUsed(request).catch(async (error) => (await stored(USED, request.url)) ?? fail(error));
}

async function fetchUsed(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    // A full disk keeps nothing, and the page has its answer.
    void caches
      .open(USED)
      .then((used) => used.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}

/** @returns undefined, too, where the browser cannot read what it has stored: then the network has it. */
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
