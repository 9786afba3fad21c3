import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../api/contract/client.ts';
import { openDatabase } from '../../../api/db/database.ts';
import type { UploadRow } from '../../../api/db/tables.ts';
import { sweepWork } from '../../../api/jobs/sweepFiles.ts';
import { walkFile } from '../../../api/renderer/media/walkFile.ts';
import { sweepUploads } from '../../../api/sources/sweepUploads.ts';
import { createUploads } from '../../../api/sources/uploads.ts';
import { createDiskStorage } from '../../../api/storage/diskStorage.ts';
import { openFolders } from '../../../api/storage/folders.ts';
import { animationWalk } from '../../../engine/formats/animatedPicture.ts';
import { walkBytes } from '../../../engine/formats/fileWalk.ts';
import { lendDatabase, prepareDatabase } from '../support/database.ts';
import { makePicture, makeVideo, temporaryFolder } from '../support/files.ts';
import { rawPut } from '../support/rawPut.ts';
import { put as putPart } from '../support/resumable.ts';
import { startService, type TestService } from '../support/service.ts';
import { keysOf } from '../support/stored.ts';

let service: TestService;
let folder: string;
let clip: Buffer;

beforeAll(async () => {
  service = await startService({ workers: 0 });
  folder = await temporaryFolder();
  clip = await readFile(await makeVideo(path.join(folder, 'clip.mp4'), 1));
});
afterEach(() => void vi.unstubAllEnvs());

/** A GIF with one pixel and this many frames. @param bytes size of a comment in each frame. */
function gifOf(frames: number, bytes = 0): Buffer {
  const start = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe]),
    ...Array(bytes >> 8).fill(Buffer.alloc(256, 255)),
    Buffer.of(0),
  ]);
  const picture = Buffer.from('2c00000000010001000002024401 00'.replace(' ', ''), 'hex');
  const frame = Buffer.concat([Buffer.from('21f9040005000000', 'hex'), ...(bytes > 0 ? [comment] : []), picture]);
  return Buffer.concat([start, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

const put = async (bytes: Uint8Array, fileType: string) => {
  const [uris] = await service.client().createUpload([{ fileName: 'a', fileType }]);
  const answer = await fetch(uris?.upload_uri ?? '', { method: 'PUT', body: new Uint8Array(bytes) });
  return { status: answer.status, body: (await answer.json()) as { error?: { message: string }; kind?: string } };
};

describe('a server error during the check of a file', () => {
  it('is not blamed on the file', async () => {
    vi.stubEnv('FFPROBE_PATH', '/no/such/ffprobe');
    expect((await put(clip, 'video/mp4')).status).toBe(500);
    expect(service.errors.splice(0).join()).toContain('was not found');
  });

  it('has no effect if it is transient', async () => {
    vi.stubEnv('FFPROBE_PATH', '/no/such/ffprobe');
    setTimeout(() => void vi.unstubAllEnvs(), 600);
    expect(await put(clip, 'video/mp4')).toMatchObject({ status: 200, body: { kind: 'video' } });
    expect(service.errors).toEqual([]);
  });

  it('has no effect if the database fails briefly', async () => {
    const dataDir = await temporaryFolder();
    await prepareDatabase(dataDir);
    const database = await openDatabase({ dataDir });
    onTestFinished(() => database.close());
    const uploads = createUploads(database, await openFolders(dataDir), createDiskStorage(dataDir));
    const [id, token] = ['a'.repeat(32), 'b'.repeat(32)];
    await uploads.add([
      { id, token, owner: 'o', party: 'o', name: 'n', declared_type: 'image/png', declared_size: null },
    ]);
    const upload = await uploads.byToken(token);
    const picture = await readFile(await makePicture(path.join(folder, 'a.png')));
    await uploads.parts.append(id, 0, Readable.from([picture]));
    await sql`alter table uploads rename to away`.execute(database.db);
    setTimeout(() => void sql`alter table away rename to uploads`.execute(database.db), 500);
    expect(await uploads.complete(upload as NonNullable<typeof upload>)).toMatchObject({
      status: 'done',
      mime: 'image/png',
    });
  });
});

describe('animated images', () => {
  it('are read in pieces with the same result as at once', async () => {
    for (const [frames, bytes] of [
      [3, 300_000],
      [9000, 0],
      [700, 1024],
    ] as const) {
      const whole = gifOf(frames, bytes);
      await writeFile(path.join(folder, 'a.gif'), whole);
      const found = await walkFile(animationWalk(), path.join(folder, 'a.gif'));
      expect(found).toMatchObject({ frames, width: 1, height: 1 });
      expect(found?.duration).toBeCloseTo(0.05 * frames);
      expect(found).toEqual(walkBytes(animationWalk(), whole));
    }
  });

  it('may have up to 20,000 frames; more are rejected with a clear message', async () => {
    expect((await put(gifOf(20_000), 'image/gif')).status).toBe(200);
    expect(await put(gifOf(20_001), 'image/gif')).toMatchObject({
      status: 422,
      body: { error: { message: 'The file cannot be used: it has more than 20,000 frames.' } },
    });
  });
});

it('a client uploads to its own server, whatever host the upload URL names', async () => {
  const client = service.client();
  const [uris] = await client.createUpload([{ fileName: 'a.mp4', fileType: 'video/mp4' }]);
  const { pathname, search } = new URL(uris?.upload_uri ?? '');
  const session = { upload_uri: `http://inner.invalid:1${pathname}${search}`, read_uri: uris?.read_uri ?? '' };
  const media = await createClient({ baseUrl: service.origin, session: client.session }).uploadFile(
    new Blob([new Uint8Array(clip)]),
    'a.mp4',
    { type: 'video/mp4', memory: { get: () => session, set: () => undefined } },
  );
  expect(media.kind).toBe('video');
});

it('an upload without a declared length counts toward the quota, and only once', async () => {
  const storedBytes = Math.floor(clip.byteLength * 1.5);
  const small = await startService({ workers: 0, uploadLimits: { storedBytes } });
  const file = { fileName: 'a.mp4', fileType: 'video/mp4' };
  const [one, other] = await small.client().createUpload([file, file]);
  const streamed = async (to = '') => {
    const { status } = await rawPut(to, { 'transfer-encoding': 'chunked' }, (request) => void request.end(clip));
    return status;
  };
  expect(await streamed(one?.upload_uri)).toBe(200);
  // Repeats the upload, like a client that got no answer.
  const whole = { method: 'PUT', body: new Uint8Array(clip) };
  expect((await fetch(one?.upload_uri ?? '', whole)).status).toBe(200);
  expect(await streamed(other?.upload_uri)).toBe(429);
});

it('received bytes of uploads without a length count toward the quota before any of them ends', async () => {
  const small = await startService({ workers: 0, uploadLimits: { storedBytes: 1500, perHour: 3 } });
  const file = { fileName: 'a.mp4', fileType: 'video/mp4' };
  const [one, other] = await small.client().createUpload([file, file]);
  const send = async (to: string | undefined, range: string | undefined, bytes: number) =>
    (await putPart(to ?? '', range, clip.subarray(0, bytes))).status;
  expect(await send(one?.upload_uri, 'bytes 0-999/*', 1000)).toBe(308);
  expect(await send(other?.upload_uri, 'bytes 0-999/*', 1000)).toBe(429);
  expect(await send(other?.upload_uri, 'bytes 0-499/*', 500)).toBe(308);
  expect(await send(other?.upload_uri, 'bytes 500-500/*', 1)).toBe(429);
  // A restarted upload replaces its earlier bytes; deleted bytes no longer count.
  expect(await send(one?.upload_uri, undefined, 1000)).toBe(422);
  expect(await send(other?.upload_uri, 'bytes 500-1499/*', 1000)).toBe(308);
  // Parallel requests count like sequential ones.
  const ask = () => small.client('192.0.2.9').createUpload([{ ...file, size: 10 }]);
  await ask();
  const asked = Array.from({ length: 8 }, () =>
    ask()
      .then(() => 200)
      .catch(({ status }) => status),
  );
  expect((await Promise.all(asked)).sort()).toEqual([200, 200, 429, 429, 429, 429, 429, 429]);
});

it('abandoned uploads are swept, with or without a row; others stay', async () => {
  const dataDir = await temporaryFolder();
  const [{ database }, folders] = [await lendDatabase(), await openFolders(dataDir)];
  const uploads = createUploads(database, folders, createDiskStorage(dataDir));
  const long = Date.now() / 1000 - 25 * 3600;
  // By letter: state of the row, the file, and whether the file is old.
  const cases: [letter: string, row: 'open' | 'done' | 'expired' | '', file: string, isOld: boolean][] = [
    ['a', 'open', 'part', true],
    ['b', 'open', 'part', false],
    ['c', 'done', 'content.png', true],
    ['d', '', 'part', true],
    ['e', '', 'part', false],
    ['f', '', 'content.png', true],
    // Its content was stored, and the process ended before it cleaned up.
    ['0', 'done', 'part', false],
    ['1', 'expired', 'part', true],
  ];
  for (const [letter, row, file, isOld] of cases) {
    const id = letter.repeat(32);
    if (row)
      await uploads.add([
        { id, token: id, owner: 'o', party: 'o', name: 'n', declared_type: 'image/png', declared_size: null },
      ]);
    const age = sql.raw(isOld ? "interval '9 days'" : "interval '1 hour'");
    await sql`update uploads set status = ${row}, touched_at = now() - ${age} where id = ${id}`.execute(database.db);
    await mkdir(folders.upload(id));
    await writeFile(path.join(folders.upload(id), file), '');
    const places = [path.join(folders.upload(id), file), folders.upload(id)];
    if (isOld) for (const place of places) await utimes(place, long, long);
  }
  await sweepUploads({ database, folders, uploads }, { hours: 24, days: 30 });
  const initials = (ids: string[]) =>
    ids
      .map((id) => id[0])
      .sort()
      .join('');
  expect(initials(await readdir(folders.uploads))).toBe('bcef');
  const rows = await database.db.selectFrom('uploads').select(['id', 'status']).execute();
  expect(rows.map(({ id, status }) => `${id[0]} ${status}`).sort()).toEqual(['0 done', 'b open', 'c done']);
});

it('an upload that was not used for long is swept, and its content with its last owner; reading counts as use', async () => {
  const dataDir = await temporaryFolder();
  const [{ database }, folders] = [await lendDatabase(), await openFolders(dataDir)];
  const storage = createDiskStorage(dataDir);
  const uploads = createUploads(database, folders, storage);
  const [unused = '', read = '', young = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
  for (const id of [unused, read, young]) {
    await uploads.add([
      { id, token: id, owner: 'o', party: 'o', name: 'n', declared_type: 'image/png', declared_size: null },
    ]);
    await uploads.completeEmpty((await uploads.byId(id)) as UploadRow);
  }
  const rest = (id: string, days: number) =>
    sql`update uploads set touched_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(database.db);
  const sweep = async (days: number) => {
    await sweepUploads({ database, folders, uploads }, { hours: 24, days });
    const rows = await database.db.selectFrom('uploads').select('id').orderBy('id').execute();
    return [rows.map(({ id }) => id), (await keysOf(storage, 'contents/')).length];
  };
  for (const id of [unused, read]) await rest(id, 91);
  await rest(young, 89);
  expect((await uploads.find(read))?.status).toBe('done');
  expect(await sweep(0)).toEqual([[unused, read, young], 1]);
  expect(await sweep(90)).toEqual([[read, young], 1]);
  expect(await uploads.find(unused)).toBeUndefined();
  // The last use may be recorded up to a day late, which the sweep takes into account.
  await rest(read, 0);
  await sql`update uploads set touched_at = now() - interval '23 hours' where id = ${read}`.execute(database.db);
  await uploads.find(read);
  const { age } = await database.db
    .selectFrom('uploads')
    .select(sql<number>`extract(epoch from now() - touched_at)`.as('age'))
    .where('id', '=', read)
    .executeTakeFirstOrThrow();
  expect(Number(age)).toBeLessThan(3600);
  // Swept between the read of its row and the record of its use: the row read earlier is no longer valid.
  const stale = await database.db.selectFrom('uploads').selectAll().where('id', '=', read).executeTakeFirstOrThrow();
  await rest(read, 91);
  expect(await sweep(90)).toEqual([[young], 1]);
  let looks = 0;
  const late = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      looks += 1;
      return looks === 1 ? { ...result, rows: [{ ...stale, isExpired: false, isRested: true }] } : result;
    },
  });
  expect(await createUploads({ db: late }, folders, storage).find(read)).toBeUndefined();
  expect(looks).toBe(2);
  await rest(young, 91);
  expect(await sweep(90)).toEqual([[], 0]);
});

it('working files of dead processes are swept, and those of live ones stay', async () => {
  const work = await temporaryFolder();
  const rows: Record<string, { state: string; attempt: number }> = {
    ['a'.repeat(32)]: { state: 'running', attempt: 2 },
    ['b'.repeat(32)]: { state: 'done', attempt: 1 },
  };
  const hour = Date.now() / 1000 - 3600;
  const old = [`${'a'.repeat(32)}-1`, `${'a'.repeat(32)}-2`, `${'b'.repeat(32)}-1`, `${'c'.repeat(32)}-1`, 'still-x'];
  for (const name of [...old, `${'d'.repeat(32)}-1`]) await mkdir(path.join(work, name));
  for (const name of old) await utimes(path.join(work, name), hour, hour);
  await utimes(path.join(work, 'still-x'), 0, 0);
  await sweepWork(work, { get: async (id) => rows[id] as never });
  expect((await readdir(work)).sort()).toEqual([`${'a'.repeat(32)}-2`, `${'d'.repeat(32)}-1`]);
});
