import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { textBody } from '../support/projects.ts';
import { clientOf, until } from '../support/service.ts';

/** The hostile soak takes some minutes. CUTROOM_LONG=1 runs it. */
const isLong = Boolean(process.env.CUTROOM_LONG);

const text = (id: string, more: object = {}) => ({ id, type: 'text', text: 'Hello', ...more });
const animation = { id: 'text-focus-in', duration: 0.5, speed: 'default' };
const keyframes = [
  { time: 0, x: '0%' },
  { time: 99, x: '80%' },
];

function studio(scenes: number, layers: number, layer: (id: string) => object, more: object = {}): string {
  const list = Array.from({ length: scenes }, (_, s) => ({
    id: `s${s}`,
    duration: 1,
    isImageVideo: true,
    layers: Array.from({ length: layers }, (_, l) => layer(`l${s}-${l}`)),
    ...more,
  }));
  return JSON.stringify({ isStudio: true, width: 64, height: 64, scenes: list });
}

const merging = (keys: number, body: string) =>
  JSON.stringify({
    ...(JSON.parse(body) as object),
    merge: Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key ${i}`, 'value'])),
  });

/** More than 8 MB; such a body once stopped a server. */
const tooLarge = studio(500, 150, (id) => text(id, { animation }));

/** Bodies that once stopped or slowed a server, and their expected statuses. */
const known: readonly [name: string, body: string, status: number][] = [
  [
    '8,000 bad layers, 20,000 values to merge',
    merging(
      20_000,
      studio(16, 500, () => ({})),
    ),
    400,
  ],
  [
    '8,000 bad layers, 1,000 values to merge',
    merging(
      1000,
      studio(16, 500, () => ({})),
    ),
    422,
  ],
  ['245,000 bad layers', studio(490, 500, () => ({})), 422],
  ['8 MB of opening brackets', '['.repeat(7_999_000), 400],
  ['8 MB of empty lists', `[${'[],'.repeat(2_600_000)}[]]`, 400],
  ['200,000 values to merge', merging(200_000, studio(1, 1, text)), 400],
  ['a text of 8 MB', JSON.stringify({ ...textBody(), unknown: 'x'.repeat(7_900_000) }), 201],
  ['10,000 animated texts', studio(20, 500, (id) => text(id, { animation })), 201],
  ['500 texts that keyframes move for 100 s', studio(1, 500, (id) => text(id, { keyframes }), { duration: 100 }), 201],
];

/** Random bodies, the same in each run: wrong values in random fields of a project, and broken JSON. */
function randomBodies(count: number): string[] {
  let seed = 1;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const values: unknown[] = [null, -1, 1e308, '', 'x'.repeat(100_000), [], {}, [[[]]], true, { a: [1] }];
  return Array.from({ length: count }, () => {
    const project = JSON.parse(studio(1 + random(20), 1 + random(200), (id) => text(id, { animation })));
    for (let i = 0; i < 50; i += 1) {
      const scene = project.scenes[random(project.scenes.length)];
      const target = random(3) === 0 ? scene : scene.layers?.[random(Math.max(1, scene.layers.length ?? 0))];
      const keys = ['id', 'type', 'text', 'layers', 'duration', 'position', 'keyframes', 'animation', 'from', 'cues'];
      if (typeof target === 'object' && target)
        target[keys[random(keys.length)] as string] = values[random(values.length)];
    }
    const body = JSON.stringify(project);
    return random(5) === 0 ? body.slice(0, random(body.length)) : body;
  });
}

/** Polls the health of a server from another thread, so that work in this one does not count. */
function watchHealth(url: string): { stop: () => Promise<number[]> } {
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    const times = []; let isOver = false;
    parentPort.on('message', () => { isOver = true; });
    (async () => {
      while (!isOver) {
        const began = performance.now();
        await (await fetch(workerData + '/api/v1/health')).text();
        times.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      parentPort.postMessage(times);
    })();`;
  const worker = new Worker(script, { eval: true, workerData: url });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage('stop');
      }),
  };
}

/** Sends a body over a new connection. @returns everything received until it closes. */
function answerTo(url: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const head = ['POST /api/v1/videos/createVideo HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json'];
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`),
    );
    socket.on('data', (text) => {
      heard += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
}

/** Allocator settings as in the container and in `npm start`. */
async function allocator(): Promise<Record<string, string>> {
  const root = new URL('../../../', import.meta.url);
  const read = async (file: string) => (await readFile(new URL(file, root), 'utf8')).match(/MALLOC_\w+=\d+/g) ?? [];
  const settings = await read('cli/deploy/Dockerfile');
  expect(settings).toHaveLength(2);
  expect(await read('package.json')).toEqual(settings);
  return Object.fromEntries(settings.map((one) => one.split('=') as [string, string]));
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

describe.runIf(isLong)('a server under attack', { timeout: 1_800_000 }, () => {
  it('keeps serving a user within time and memory limits', async () => {
    const folder = await temporaryFolder();
    const settings = { workers: 1, rateLimit: { all: 1e6, creates: 1e6 } };
    const server = await spawnServer(path.join(folder, 'data'), settings, { env: await allocator() });
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const url = await server.ready;
    const status = async (field: string) =>
      Number(
        new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(await readFile(`/proc/${server.child.pid}/status`, 'utf8'))?.[1],
      ) / 1000;
    const post = async (body: string) => {
      const answer = await fetch(`${url}/api/v1/videos/createVideo`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      return { status: answer.status, text: await answer.text() };
    };

    // Half-open connections and fifty anonymous jobs are waiting before the user arrives.
    const sockets = Array.from({ length: 200 }, () => {
      const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('POST /api/v1/vid'));
      return socket.on('error', () => undefined);
    });
    const foreign = await Promise.all(
      Array.from({ length: 50 }, (_, i) => post(JSON.stringify(textBody(`job ${i}`, 10)))),
    );
    expect(foreign.map((one) => one.status)).toEqual(foreign.map(() => 201));
    const ids = foreign.map((one) => (JSON.parse(one.text) as VideoRecord)._id);
    const health = watchHealth(url);
    const person = clientOf(url, undefined, '203.0.113.7');
    const oversized = await answerTo(url, tooLarge);
    expect(oversized).toMatch(/^HTTP\/1.1 413 /);
    const attack = (async () => {
      for (const [name, body, expected] of known) {
        const began = performance.now();
        const answer = await post(body);
        console.info(
          `${name}: ${answer.status}, ${answer.text.length} bytes, ${Math.round(performance.now() - began)} ms`,
        );
        expect(answer.status, name).toBe(expected);
        expect(answer.text.length, name).toBeLessThan(50_000);
      }
      for (const body of randomBodies(30)) expect([201, 400, 422]).toContain((await post(body)).status);
    })();

    const clip = await readFile(await makeVideo(path.join(folder, 'clip.mp4'), 2));
    const { url: file } = await person.uploadFile(new Blob([new Uint8Array(clip)]), 'clip.mp4', { type: 'video/mp4' });
    const own = await person.createVideo({ isTrimmedOnly: true, sourceVideo: file, startTime: 0, endTime: 1.5 });
    const asked = performance.now();
    await until(async () => (await person.getVideo(own._id)).status !== 'queued', 300_000);
    const waited = (performance.now() - asked) / 1000;
    const begun = new Date().toISOString();
    const done = await until(async () => {
      const video = await person.getVideo(own._id);
      return video.status === 'done' && video;
    }, 300_000);
    await attack;
    const foreignJobs = await Promise.all(ids.map((id) => clientOf(url).getVideo(id)));
    const passed = foreignJobs.filter(
      ({ finishedAt }) => finishedAt && finishedAt > done.submittedAt && finishedAt < begun,
    ).length;
    // Large projects, planned in a thread, are rendered or fail with a reason while the user continues.
    for (let i = 0; i < 20; i += 1) {
      expect((await person.listVideos()).videos.map(({ _id }) => _id)).toEqual([own._id]);
      await delay(1000);
    }
    const times = await health.stop();
    for (const socket of sockets) socket.destroy();
    console.info(
      [
        `health: ${times.length} calls, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms`,
        `the person's job began after ${waited.toFixed(1)} s, and ${passed} foreign jobs ended meanwhile`,
        `memory ${(await status('VmRSS')).toFixed(0)} MB, most ${(await status('VmHWM')).toFixed(0)} MB`,
      ].join('\n'),
    );
    expect(done.duration).toBeCloseTo(1.5, 1);
    expect(passed).toBeLessThanOrEqual(1);
    expect(percentile(times, 0.99)).toBeLessThanOrEqual(250);
    expect(await status('VmHWM')).toBeLessThanOrEqual(600);
    expect(server.child.exitCode).toBeNull();
  });
});
