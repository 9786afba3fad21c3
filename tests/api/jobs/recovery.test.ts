import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { lockFolder } from '../../../api/db/lock.ts';
import { LOCK_SOCKETS } from '../../../api/db/lockSocket.ts';
import { serve } from '../../../api/server.ts';
import { processStart } from '../../../api/system/processStart.ts';
import { prepareDatabase } from '../support/database.ts';
import { makeVideo, probeWithFfprobe, temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres, type TestPostgres } from '../support/postgres.ts';
import { rendersOf, type ServerProcess, spawnServer } from '../support/process.ts';
import { longBody, videoBody } from '../support/projects.ts';
import { clientOf, memorySession, until, untilFinal, upload } from '../support/service.ts';
import { sleepingFfmpeg } from '../support/sleepingFfmpeg.ts';

let folder: string;
let clip: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  clip = await makeVideo(path.join(folder, 'clip.mp4'));
});

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
});

const start = async (...options: Parameters<typeof spawnServer>) => {
  const server = await spawnServer(...options);
  running.push(server);
  return server;
};

const kill = async (server: ServerProcess, signal: 'SIGKILL' | 'SIGTERM') => {
  server.child.kill(signal);
  return server.ended;
};

describe('a second process', () => {
  it('takes over the lock of a zombie process', async () => {
    const dataDir = path.join(folder, 'zombie');
    await mkdir(dataDir);
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = Number(await new Promise((done) => parent.stdout.once('data', done)));
      const fields = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      while ((await fields())[0] !== 'Z') await new Promise((done) => setTimeout(done, 20));
      const holder = { pid, started: (await fields())[19], host: os.hostname() };
      await writeFile(path.join(dataDir, 'lock'), JSON.stringify(holder));
      await (await lockFolder(dataDir)).release();
    } finally {
      parent.kill();
    }
  });

  it('is rejected even if it cannot see the first process, as in another container', async () => {
    // Exceeds the maximum length of a socket path.
    const dataDir = path.join(folder, 'deep'.repeat(40));
    const lock = await lockFolder(dataDir);
    const file = path.join(dataDir, 'lock');
    const holder = JSON.parse(await readFile(file, 'utf8')) as object;
    for (const other of [{ pid: 2 ** 22 + 1 }, { started: '1' }, { host: 'container' }]) {
      await writeFile(file, JSON.stringify({ ...holder, ...other }));
      await expect(lockFolder(dataDir)).rejects.toThrow(
        /is in use by (another process|process \d+ on container)\. Stop/,
      );
    }
    await lock.release();
    await (await lockFolder(dataDir)).release();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is rejected while a process of an earlier release, with the old kind of lock socket, holds the folder', async () => {
    const dataDir = path.join(folder, 'earlier');
    await mkdir(dataDir);
    const { dev, ino } = await stat(dataDir);
    const socket = createServer().listen(`\0cutroom-${dev}-${ino}`);
    await once(socket, 'listening');
    const child = spawn('sleep', ['30']);
    const holder = { pid: child.pid, started: processStart(child.pid ?? 0), host: os.hostname() };
    await writeFile(path.join(dataDir, 'lock'), JSON.stringify(holder));
    await expect(lockFolder(dataDir)).rejects.toThrow(`is in use by process ${child.pid}. Stop it first`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await lockFolder(dataDir)).release();
    socket.close();
  });

  it('gets the folder exactly once when several start at the same time', async () => {
    const dataDir = path.join(folder, 'at-once');
    for (let round = 0; round < 10; round += 1) {
      const locks = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(dataDir)));
      const got = locks.filter((one) => one.status === 'fulfilled');
      expect(got).toHaveLength(1);
      for (const one of locks)
        if (one.status === 'rejected') expect(String(one.reason)).toMatch(/^Error: The data folder .* is in use by /);
      await got[0]?.value.release();
    }
  });

  it('reports at once that a folder cannot be created', async () => {
    await expect(lockFolder('/proc/nowhere/deep')).rejects.toThrow('The folder /proc/nowhere/deep cannot be created: ');
  });

  it('is rejected while a process on another machine renews its lock, whatever the clocks say', async () => {
    const dataDir = path.join(folder, 'remote');
    await mkdir(dataDir);
    const file = path.join(dataDir, 'lock');
    await writeFile(file, JSON.stringify({ pid: 1, started: '1', host: 'elsewhere' }));
    // Tries a clock an hour behind and one an hour ahead.
    for (const off of [-3600, 3600]) {
      const now = () => Date.now() / 1000 + off;
      await utimes(file, now(), now());
      const beats = setInterval(() => void utimes(file, now(), now()), 50);
      const locking = lockFolder(dataDir, { beatMs: 50 });
      await expect(locking).rejects.toThrow(/in use by process 1 on elsewhere\. Stop it first/);
      clearInterval(beats);
    }
    const lock = await lockFolder(dataDir, { beatMs: 50 });
    const { mtimeMs } = await stat(file);
    await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(mtimeMs);
    await lock.release();
  });
});

describe('a port in use', () => {
  it('is reported in one sentence, and the data folder is unlocked', async () => {
    const settings = { host: '127.0.0.1', workers: 0 };
    const [used, dataDir] = [path.join(folder, 'port-1'), path.join(folder, 'port-2')];
    for (const one of [used, dataDir]) await prepareDatabase(one);
    const first = await serve({ ...settings, port: 0, dataDir: used });
    const port = Number(new URL(first.url).port);
    await expect(serve({ ...settings, port, dataDir })).rejects.toThrow(
      `Port ${port} is in use. Stop the program that uses it, or choose another PORT.`,
    );
    await (await lockFolder(dataDir)).release();
    await first.close();
  });
});

describe('a killed server', () => {
  it('continues after each restart: followers miss nothing, each video has one result, and one that kills it twice fails', async () => {
    const dataDir = path.join(folder, 'killed');
    const session = memorySession();
    const sleeping = { env: await sleepingFfmpeg(folder, 3) };
    let server = await start(dataDir, {}, sleeping);
    const origin = await server.ready;
    const port = Number(new URL(origin).port);
    const client = clientOf(origin, session);

    // A second process is rejected at once, names the first and changes nothing.
    const lock = path.join(dataDir, 'lock');
    const locked = await readFile(lock, 'utf8');
    const { code, output } = await (await start(dataDir)).ended;
    expect(code).toBe(1);
    expect(output).toContain(`is in use by process ${server.child.pid}. Stop it first, or choose another DATA_DIR.`);
    expect(await readFile(lock, 'utf8')).toBe(locked);
    expect((await client.health()).status).toBe('ok');

    const own = new URL((await upload(client, clip, 'video/mp4')).url).pathname;
    const asked: VideoRecord[] = [];
    for (let count = 0; count < 2; count += 1) {
      const body = { ...videoBody(own), name: `video ${count}` };
      asked.push(await client.createVideo(body, { idempotencyKey: `k${count}` }));
    }
    const [first] = asked as [VideoRecord, VideoRecord];
    const seen: string[] = [];
    const following = (async () => {
      for await (const { status } of client.events(first._id)) seen.push(status);
    })();
    await until(async () => (await client.getVideo(first._id)).status === 'rendering');
    await kill(server, 'SIGKILL');

    server = await start(dataDir, { port });
    await server.ready;
    // Repeats the request, like a client that got no answer. No second video is created.
    const again = await client.createVideo({ ...videoBody(own), name: 'video 1' }, { idempotencyKey: 'k1' });
    expect(again._id).toBe(asked[1]?._id);
    for (const { _id } of asked) {
      expect(await untilFinal(client, _id)).toMatchObject({ status: 'done', error: null });
      const files = await readdir(path.join(dataDir, 'videos', _id));
      expect(files.filter((name) => name.endsWith('.mp4'))).toHaveLength(1);
      expect(files).toHaveLength(2);
    }
    await following;
    expect(seen).toContain('rendering');
    expect(seen.at(-1)).toBe('done');

    // Short enough for one segment; several segments would each have their own attempts.
    const { _id: poison } = await client.createVideo(longBody(own, 9));
    for (const next of [{}, sleeping]) {
      await until(async () => (await rendersOf(poison)).length > 0);
      await kill(server, 'SIGKILL');
      await until(async () => (await rendersOf(poison)).length === 0);
      // Its process id is in use again, by a process that started at another time.
      const holder = JSON.parse(await readFile(lock, 'utf8')) as Record<string, unknown>;
      await writeFile(lock, JSON.stringify({ ...holder, pid: process.pid, started: '1' }));
      server = await start(dataDir, { port }, next);
      await server.ready;
      expect(await readdir(path.join(dataDir, LOCK_SOCKETS))).toHaveLength(1);
    }
    const { status, error } = await untilFinal(client, poison);
    expect([status, error?.code, error?.message]).toEqual([
      'failed',
      'crashed',
      expect.stringMatching(/^This video stopped the server twice, so it is not retried\./),
    ]);
    expect(await client.deleteVideo(poison)).toMatchObject({ outcome: 'deleted' });
    expect((await client.listVideos()).videos).toHaveLength(2);
    const file = path.join(folder, 'after.mp4');
    const done = await client.getVideo(first._id);
    await writeFile(file, new Uint8Array(await (await client.download(done.url ?? '')).arrayBuffer()));
    expect((await probeWithFfprobe(file)).duration).toBeCloseTo(2, 0);

    // A signal to stop ends ffmpeg and requeues the video.
    const { _id } = await client.createVideo(videoBody(own));
    await until(async () => (await rendersOf(_id)).length > 0);
    expect((await client.getVideo(_id)).status).toBe('rendering');
    expect(await kill(server, 'SIGTERM')).toMatchObject({ code: 0 });
    expect(await rendersOf(_id)).toEqual([]);
    server = await start(dataDir, { port });
    await server.ready;
    expect(await untilFinal(client, _id)).toMatchObject({ status: 'done' });
    await kill(server, 'SIGTERM');
  });
});

if (hasPostgres())
  describe('processes on one PostgreSQL', () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await createPostgres();
    });
    afterAll(() => postgres?.stop());

    it('a third process continues the videos of a killed and of a stalled one; each has one result', async () => {
      const dataDir = path.join(folder, 'three');
      const settings = { databaseUrl: postgres.url };
      const options = { env: await sleepingFfmpeg(folder, 3) };
      const killed = await start(dataDir, settings, options);
      const client = clientOf(await killed.ready);
      const { url } = await upload(client, clip, 'video/mp4');
      // Both servers start before the videos are created, so each takes one. Neither finishes before both have started.
      const small = { width: 64, height: 64 };
      const bodies = [2, 3].map((count) => ({ ...longBody(new URL(url).pathname, count), ...small }));
      const stopped = await start(dataDir, settings, options);
      const reader = clientOf(await stopped.ready);
      const ids = (await Promise.all(bodies.map((body) => client.createVideo(body)))).map(({ _id }) => _id);
      await until(async () =>
        (await Promise.all(ids.map((id) => reader.getVideo(id)))).every(({ status }) => status === 'rendering'),
      );
      await kill(killed, 'SIGKILL');
      stopped.child.kill('SIGSTOP');
      const third = await start(dataDir, settings);
      const other = clientOf(await third.ready);
      const done = await Promise.all(ids.map((id) => untilFinal(other, id)));
      expect(done.map(({ status }) => status)).toEqual(['done', 'done']);
      stopped.child.kill('SIGCONT');
      const files = () => Promise.all(ids.map((id) => readdir(path.join(dataDir, 'videos', id))));
      // The late worker notices that it lost its lease, and cleans up.
      await until(async () => (await files()).every((names) => names.every((name) => name.startsWith('2.'))));
      await reader.health();
      expect(await Promise.all(ids.map((id) => other.getVideo(id)))).toEqual(done);
      for (const { url: result } of done) expect((await other.download(result ?? '')).status).toBe(200);
      await kill(stopped, 'SIGTERM');
      await kill(third, 'SIGTERM');
    });
  });
