import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { textBody } from '../support/projects.ts';
import { clientOf, memorySession, until } from '../support/service.ts';

/** CUTROOM_LONG=1: 50 videos and 20 kills; otherwise skipped. */
const [videos, kills] = [50, 20];

it.runIf(process.env.CUTROOM_LONG)(
  'a server that is killed at random loses no video and blames none',
  { timeout: 1_800_000 },
  async () => {
    const dataDir = path.join(await temporaryFolder(), 'data');
    const session = memorySession();
    let server = await spawnServer(dataDir, { workers: 2 });
    let client = clientOf(await server.ready, session);
    for (let number = 0; number < videos; number += 1) {
      const { scenes, ...body } = textBody(`video ${number}`, 20 + number / 10);
      await client.createVideo({ ...body, scenes, width: 640, height: 360 });
    }
    for (let kill = 0; kill < kills; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500 + 3500 * Math.random()));
      server.child.kill('SIGKILL');
      await server.ended;
      server = await spawnServer(dataDir, { workers: 2 });
      client = clientOf(await server.ready, session);
    }
    const all = async () => (await client.listVideos({ limit: 100 })).videos;
    await until(async () => (await all()).every(({ done, status }) => done || status === 'failed'), 1_200_000);
    const ended = await all();
    expect(ended).toHaveLength(videos);
    expect(ended.filter(({ status }) => status !== 'done').map(({ error }) => error)).toEqual([]);
    server.child.kill('SIGTERM');
    await server.ended;
  },
);
