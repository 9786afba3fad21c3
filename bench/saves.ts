import { spawn } from 'node:child_process';
import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './support/measure.ts';
import { printTable } from './support/table.ts';

const savesPerClient = 60;
const rounds = 3;
/** Bytes synced per save: a page of the log and the record that follows. */
const LOG_BYTES = 16 * 1024;
/** Makes syncs return at once, if the package is installed. */
const noSync = '/usr/lib/x86_64-linux-gnu/libeatmydata.so';

/**
 * Saves a project of 20 texts over HTTP, for one user and for eight at the same time, with the embedded database. The
 * reference appends to a file and syncs it: no save that survives a power loss can take less. The same server without
 * syncs shows their cost.
 */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  try {
    const [appends, durable, lax]: [number[], number[][], number[][]] = [[], [[], []], [[], []]];
    for (let round = 0; round < rounds; round += 1) {
      appends.push(secondsOfAppend(join(temp, 'log')));
      for (const [index, clients] of [1, 8].entries()) {
        durable[index]?.push(await secondsOfSave(join(temp, `durable${round}${clients}`), clients));
        if (existsSync(noSync))
          lax[index]?.push(await secondsOfSave(join(temp, `lax${round}${clients}`), clients, noSync));
      }
    }
    const base = median(appends);
    const row = (name: string, seconds: number) => [name, (seconds * 1000).toFixed(2), (seconds / base).toFixed(2)];
    const rowsOf = (name: string, [one, eight]: number[][]) =>
      one?.length ? [row(`${name}, 1 person`, median(one)), row(`${name}, 8 people`, median(eight ?? []))] : [];
    return printTable([
      ['saves', 'median ms', '× append and sync'],
      row('append and sync (reference)', base),
      ...rowsOf('save', durable),
      ...rowsOf('save without syncs', lax),
    ]);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** Median seconds of an append with sync. */
function secondsOfAppend(file: string): number {
  const handle = openSync(file, 'a');
  const bytes = Buffer.alloc(LOG_BYTES, 1);
  const times = Array.from({ length: savesPerClient }, () => {
    const start = performance.now();
    writeSync(handle, bytes);
    fdatasyncSync(handle);
    return (performance.now() - start) / 1000;
  });
  closeSync(handle);
  return median(times);
}

/** Median seconds of a save on a new server. @param preload a library that its process loads first. */
async function secondsOfSave(dataDir: string, clients: number, preload?: string): Promise<number> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...process.env, DATA_DIR: dataDir, ...(preload ? { LD_PRELOAD: preload } : {}) };
  const server = spawn('node', ['cli/bin.mjs', 'serve', '--port', String(port)], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    await untilReady(origin);
    const times = await Promise.all(Array.from({ length: clients }, (_, index) => saveOften(origin, index)));
    return median(times.flat());
  } finally {
    server.kill();
    await ended;
  }
}

async function saveOften(origin: string, index: number): Promise<number[]> {
  const headers = { 'content-type': 'application/json', origin };
  const account = { email: `person${index}@example.org`, password: 'correct horse battery' };
  const entered = await send(`${origin}/api/v1/account/sign-up`, 'POST', headers, account);
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const own = { ...headers, cookie };
  let condition: Record<string, string> = { 'if-none-match': '*' };
  const times: number[] = [];
  for (let count = 0; count <= savesPerClient; count += 1) {
    const body = { project: projectOf(count), savedAt: new Date(), media: [] };
    const start = performance.now();
    const saved = await send(`${origin}/api/v1/projects/one`, 'PUT', { ...own, ...condition }, body);
    // The first save creates the project.
    if (count > 0) times.push((performance.now() - start) / 1000);
    condition = { 'if-match': saved.headers.get('etag') ?? '' };
  }
  return times;
}

async function send(url: string, method: string, headers: Record<string, string>, body: object): Promise<Response> {
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return answer;
}

function projectOf(count: number): object {
  const position = { x: '10%', y: '10%', width: '80%', height: '10%', rotation: 0 };
  const layers = Array.from({ length: 20 }, (_, i) => ({
    id: `t${i}`,
    type: 'text',
    text: `Text ${i} of ${count}`,
    position,
  }));
  return { isStudio: true, width: 640, height: 360, scenes: [{ id: 's', duration: 5, layers }] };
}

async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/v1/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
