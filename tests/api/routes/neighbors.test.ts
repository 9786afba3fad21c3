import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bombsOf } from '../../support/hostileMedia.ts';
import { root } from '../../support/sources.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { longBody } from '../support/projects.ts';
import { clientOf, untilFinal, upload } from '../support/service.ts';

it('decompression bombs are rejected quickly while another user’s video continues', async () => {
  const folder = await temporaryFolder();
  const server = await spawnServer(path.join(folder, 'data'), { workers: 1 });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const origin = await server.ready;
  const [neighbor, sender] = [clientOf(origin), clientOf(origin)];
  const clip = await makeVideo(path.join(folder, 'clip.mp4'), 1);
  const { url } = await upload(neighbor, clip, 'video/mp4');
  const { scenes, ...body } = longBody(new URL(url).pathname);
  const { _id } = await neighbor.createVideo({ ...body, scenes: (scenes as object[]).slice(0, 6) });
  const bombs = bombsOf(await readFile(path.join(root, 'fixtures/media/forest.jpg')));
  const before = await mostMemory(server.child.pid);
  const took: number[] = [];
  for (const [name, make] of bombs) {
    const [type, bytes] = [`image/${name.split('.')[1]?.replace('jpg', 'jpeg')}`, new Uint8Array(make())];
    const began = performance.now();
    const sending = sender.uploadFile(new Blob([bytes]), name, { type });
    await expect(sending, name).rejects.toMatchObject({ status: 422, code: 'unreadable' });
    took.push(performance.now() - began);
  }
  expect((await mostMemory(server.child.pid)) - before).toBeLessThan(300e6);
  expect((await neighbor.getVideo(_id)).status).toMatch(/queued|rendering|done/);
  if (process.env.CUTROOM_LONG) console.info(`Bombs, ms: ${took.map(Math.round).join(', ')}`);
  // Other tests share this machine.
  expect(Math.max(...took)).toBeLessThan(30_000);
  expect((await untilFinal(neighbor, _id)).status).toBe('done');
});

/** The peak memory of a process, bytes. */
async function mostMemory(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1]);
}
