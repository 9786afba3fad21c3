import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSend } from '../../../api/contract/http.ts';
import type { UploadUris } from '../../../api/contract/upload.ts';
import { openFlakyProxy } from '../../support/badProxy.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { newBucket } from '../support/s3.ts';
import { clientOf } from '../support/service.ts';

const MEBIBYTE = 1024 * 1024;
/** CUTROOM_LONG=1: the extended version for releases. Takes some minutes. */
const long = Boolean(process.env.CUTROOM_LONG);
const usual = long
  ? { store: 'disk', uploads: 100, least: 1, most: 60, kills: 10, quietMs: 1500 }
  : { store: 'disk', uploads: 6, least: 1, most: 4, kills: 1, quietMs: 1500 };
const s3 = long ? await sharedS3() : undefined;
const onS3 = { store: 'S3', uploads: 40, least: 1, most: 40, kills: 10, quietMs: 5000 };

it.each(s3 ? [usual, onS3] : [usual])(
  '$uploads files reach $store over broken connections and a server that is killed, with few bytes sent twice',
  {
    timeout: long ? 3600_000 : 120_000,
  },
  async ({ store, uploads, least, most, kills, quietMs }) => {
    const random = randomOf(7);
    const folder = await temporaryFolder();
    const clip = await readFile(await makeVideo(path.join(folder, 'clip.mp4'), 1));
    const proxy = await openFlakyProxy(random, 3 * MEBIBYTE, 2500);
    const dataDir = path.join(folder, 'data');
    const settings = store === 'S3' && s3 ? await newBucket(s3) : undefined;
    let server: ServerProcess = await spawnServer(dataDir, { workers: 0, ...(settings ? { s3: settings } : {}) });
    proxy.leadTo(await server.ready);
    const sizes = Array.from({ length: uploads }, () => Math.ceil((least + (most - least) * random()) * MEBIBYTE));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    let sent = 0;
    const killing = (async () => {
      for (let count = 1; count <= kills; count += 1) {
        while (sent < (bytes * count) / (kills + 1)) await delay(20);
        server.child.kill('SIGKILL');
        await server.ended;
        server = await spawnServer(dataDir, { workers: 0, ...(settings ? { s3: settings } : {}) });
        proxy.leadTo(await server.ready);
      }
    })();
    const sums: [string, string][] = [];
    let falls = 0;
    const one = async (number: number) => {
      const file = fileOf(clip, sizes[number] ?? 0, number);
      const client = clientOf(proxy.origin);
      const send = createSend({ baseUrl: proxy.origin, session: client.session });
      let session: UploadUris | undefined;
      let told = -1;
      const media = await client.uploadFile(new Blob([file]), `${number}.mp4`, {
        type: 'video/mp4',
        memory: {
          get: () => session,
          set: (next) => {
            session = next;
          },
        },
        quietMs,
        isOver: (_failures, milliseconds) => milliseconds > 60_000,
        send: (where, init) => {
          sent += (init.body as ArrayBuffer | undefined)?.byteLength ?? 0;
          return send(where, init);
        },
        onProgress: (count) => {
          if (count <= told) falls += 1;
          told = count;
        },
      });
      sums.push([sumOf(file), media.url]);
    };
    const numbers = Array.from({ length: uploads }, (_, number) => number).values();
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (const number of numbers) await one(number);
      }),
    );
    await killing;
    for (const [sum, url] of sums) {
      const there = await fetch((await server.ready) + new URL(url).pathname);
      expect(sumOf(new Uint8Array(await there.arrayBuffer()))).toBe(sum);
    }
    expect([sums.length, falls]).toEqual([uploads, 0]);
    const [cuts, again] = [proxy.broken(), (sent - bytes) / MEBIBYTE];
    const perCut = (again / (cuts + kills)).toFixed(2);
    if (long)
      console.info(
        `${store}: ${uploads} files, ${Math.round(bytes / MEBIBYTE)} MiB, ${cuts} cuts, ${kills} kills, ${again.toFixed(1)} MiB sent again, ${perCut} MiB per cut`,
      );
    // Each of three parallel uploads may lose a chunk when the server is killed.
    expect(proxy.broken()).toBeGreaterThan(uploads / 2);
    expect(sent - bytes).toBeLessThanOrEqual((proxy.broken() + 3 * kills) * MEBIBYTE);
    proxy.close();
    server.child.kill('SIGKILL');
    await server.ended;
  },
);

/** A unique video of this size: a box that players skip fills the rest of the file. */
function fileOf(clip: Uint8Array, size: number, number: number): Uint8Array<ArrayBuffer> {
  const filling = Buffer.alloc(size - clip.byteLength, `${number} `);
  filling.writeUInt32BE(filling.byteLength, 0);
  filling.write('free', 4, 'latin1');
  return new Uint8Array(Buffer.concat([clip, filling]));
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Numbers from 0 to 1, the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
