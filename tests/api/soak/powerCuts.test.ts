import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { expect, it, onTestFinished } from 'vitest';
import { canCutDisks, openCuttableDisk } from '../../support/cuttableDisk.ts';
import { type Browser, newBrowser } from '../support/browser.ts';
import { temporaryFolder, videoBytes } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { textBody } from '../support/projects.ts';

/**
 * Cuts the power of a server's disk while accounts, projects, uploads and results are saved. CUTROOM_LONG=1: fifty
 * times; otherwise once.
 */
const cuts = process.env.CUTROOM_LONG ? 50 : 1;
/** Maximum time until the power is cut, milliseconds. */
const LONGEST_MS = 3000;
const run = promisify(execFile);

/** What a server acknowledged to one user between two cuts. */
interface Acknowledged {
  own: Browser;
  email: string;
  /** The number of the last save, by project id. */
  projects: Map<string, number>;
  /** Hashes of finished uploads, by path. */
  uploads: Map<string, string>;
  /** Received bytes of unfinished uploads, by URL. */
  parts: Map<string, number>;
  /** Hashes of finished videos, or undefined, by id. */
  videos: Map<string, string | undefined>;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it.skipIf(!canCutDisks())(`loses no acknowledged data in power cuts: ${cuts}`, { timeout: 3_600_000 }, async () => {
  const disk = await openCuttableDisk(512);
  onTestFinished(() => disk.remove());
  const dataDir = path.join(disk.folder, 'data');
  const clip = await videoBytes(0.2);
  const known: Acknowledged[] = [];
  let saves = 0;
  let origin = '';
  for (let cut = 0; cut <= cuts; cut += 1) {
    if (cut > 0) await checkDatabase(dataDir);
    const server = await spawnServer(
      dataDir,
      { workers: 1, rateLimit: { all: 1e6, creates: 1e6 }, maxOpen: 1e6 },
      // A copied database would not be synced to disk.
      { makesDatabase: true },
    );
    onTestFinished(() => void server.child.kill('SIGKILL'));
    origin = await server.ready;
    // Checks the last three each time, and all of them at the end.
    for (const one of cut === cuts ? known : known.slice(-3)) await expectKept(one, origin);
    if (cut === cuts) {
      server.child.kill('SIGTERM');
      expect((await server.ended).code).toBe(0);
      break;
    }
    const stop = new AbortController();
    const call = (where: string, init?: RequestInit) => fetch(origin + where, { ...init, signal: stop.signal });
    const one = await signUp(newBrowser({ call }), cut);
    known.push(one);
    const writers = [
      ...[0, 1, 2].map((number) => saveProjects(one, number, stop.signal)),
      ...[upload(one, clip, call, stop.signal), makeVideos(one, call, stop.signal)],
    ];
    const writing = Promise.all(writers);
    await Promise.race([writing, delay(200 + Math.random() * LONGEST_MS)]);
    // From here on nothing counts as acknowledged; the server runs until it is killed.
    stop.abort();
    await disk.cut(cut);
    server.child.kill('SIGKILL');
    await server.ended;
    await writing;
    saves += [...one.projects.values()].reduce((sum, count) => sum + count, 0);
    await disk.restart();
  }
  const count = (of: 'uploads' | 'parts' | 'videos') => known.reduce((sum, one) => sum + one[of].size, 0);
  console.log(
    `${cuts} cuts: ${known.length} accounts, ${saves} saves, ${count('uploads')} uploads, ${count('parts')} parts, ${count('videos')} videos are there.`,
  );
  expect(saves).toBeGreaterThan(cuts);
});

async function signUp(own: Browser, cut: number): Promise<Acknowledged> {
  const email = `person${cut}@example.org`;
  expect((await own.call('POST', '/account/sign-up', { email, password: 'correct horse battery' })).status).toBe(200);
  return { own, email, projects: new Map(), uploads: new Map(), parts: new Map(), videos: new Map() };
}

/** Repeats until the signal aborts. Calls that are still running then are not acknowledged. */
async function untilAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

async function saveProjects({ own, projects }: Acknowledged, number: number, signal: AbortSignal): Promise<void> {
  const id = `project${number}`;
  let tag: string | undefined;
  await untilAborted(signal, async () => {
    const next = (projects.get(id) ?? 0) + 1;
    const body = { project: textBody(`save ${next} ${'x'.repeat(number * 4000)}`), savedAt: new Date(), media: [] };
    const headers: Record<string, string> = tag === undefined ? { 'if-none-match': '*' } : { 'if-match': tag };
    const answer = await own.call('PUT', `/projects/${id}`, body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    // An answer after the cut may report data that was lost.
    if (signal.aborted) return;
    tag = answer.headers.get('etag') ?? '';
    projects.set(id, next);
  });
}

type Call = (where: string, init?: RequestInit) => Promise<Response>;

async function upload(one: Acknowledged, clip: Uint8Array, call: Call, signal: AbortSignal): Promise<void> {
  await untilAborted(signal, async () => {
    // A random box that players skip makes each file unique.
    const box = Buffer.concat([Buffer.from([0, 0, 0x40, 0x08]), Buffer.from('free'), randomBytes(0x4000)]);
    const bytes = Buffer.concat([clip, box]);
    const files = [{ fileName: 'clip.mp4', fileType: 'video/mp4' }];
    const { body } = await one.own.call('POST', '/upload/createResumableUpload', { files });
    const at = new URL(body.uris[0].upload_uri);
    const address = at.pathname + at.search;
    const put = (from: number, to: number) =>
      call(address, {
        method: 'PUT',
        body: bytes.subarray(from, to),
        headers: { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` },
      });
    const half = bytes.length >> 1;
    expect((await put(0, half)).status).toBe(308);
    if (signal.aborted) return;
    one.parts.set(address, half);
    const done = await put(half, bytes.length);
    expect(done.status).toBe(200);
    const { url } = (await done.json()) as { url: string };
    if (signal.aborted) return;
    one.parts.delete(address);
    one.uploads.set(new URL(url).pathname, hashOf(bytes));
  });
}

async function makeVideos({ own, videos }: Acknowledged, call: Call, signal: AbortSignal): Promise<void> {
  await untilAborted(signal, async () => {
    const made = await own.call('POST', '/videos/createVideo', {
      ...textBody(randomBytes(4).toString('hex')),
      isImage: true,
    });
    expect(made.status).toBe(201);
    const id: string = made.body._id;
    if (signal.aborted) return;
    videos.set(id, undefined);
    await own.call('POST', '/videos/triggerLambda', { _id: id });
    while ((await own.call('GET', `/videos/${id}`)).body.status !== 'done') await delay(50);
    const file = new Uint8Array(await (await call(`/api/v1/videos/${id}/file`)).arrayBuffer());
    if (!signal.aborted) videos.set(id, hashOf(file));
  });
}

/** Checks that a restarted server has everything it acknowledged. */
async function expectKept(one: Acknowledged, origin: string): Promise<void> {
  const call: Call = (where, init) => fetch(origin + where, init);
  const own = newBrowser({ call });
  // The sign-in was acknowledged too.
  for (const [name, value] of one.own.jar) own.jar.set(name, value);
  expect((await own.call('GET', '/me')).body.user, one.email).toMatchObject({ email: one.email });
  for (const [id, count] of one.projects) {
    const { status, body } = await own.call('GET', `/projects/${id}`);
    expect(status, `${one.email} ${id}`).toBe(200);
    const { text } = body.project.scenes[0].layers[0] as { text: string };
    // One more save may have been in progress.
    expect(Number(text.split(' ')[1]), `${one.email} ${id}`).toBeOneOf([count, count + 1]);
  }
  for (const [address, hash] of one.uploads) {
    const answer = await call(address);
    expect(answer.status).toBe(200);
    expect(hashOf(new Uint8Array(await answer.arrayBuffer()))).toBe(hash);
  }
  for (const [address, held] of one.parts) {
    const answer = await call(address, { method: 'PUT', headers: { 'content-range': 'bytes */*' } });
    expect([200, 308]).toContain(answer.status);
    if (answer.status === 308)
      expect(Number(answer.headers.get('range')?.split('-')[1])).toBeGreaterThanOrEqual(held - 1);
  }
  for (const [id, hash] of one.videos) {
    expect((await own.call('GET', `/videos/${id}`)).status).toBe(200);
    if (hash === undefined) continue;
    const file = await call(`/api/v1/videos/${id}/file`, { headers: { cookie: cookieOf(own) } });
    expect(hashOf(new Uint8Array(await file.arrayBuffer()))).toBe(hash);
  }
}

function cookieOf({ jar }: Browser): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Opens a copy of the database after a cut: all tables and indexes must be intact and consistent. */
async function checkDatabase(dataDir: string): Promise<void> {
  const copy = path.join(await temporaryFolder(), 'db');
  await run('cp', ['-a', path.join(dataDir, 'db'), copy]);
  const pglite = await PGlite.create(copy, { extensions: { amcheck } });
  await pglite.exec('create extension if not exists amcheck');
  const { rows: tables } = await pglite.query<{ name: string; fault: string | null }>(
    `select c.oid::regclass::text as name, (select min(msg) from verify_heapam(c.oid)) as fault
     from pg_class c where relkind in ('r', 'm') and relpersistence = 'p'`,
  );
  expect(tables.filter(({ fault }) => fault !== null)).toEqual([]);
  const { rows: indexes } = await pglite.query(
    `select bt_index_check(i.indexrelid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_am a on a.oid = c.relam where a.amname = 'btree' and i.indisvalid and c.relkind = 'i'`,
  );
  expect(Math.min(tables.length, indexes.length)).toBeGreaterThan(50);
  await pglite.close();
  await rm(copy, { recursive: true });
}
