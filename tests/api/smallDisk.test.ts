import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failureOf } from '../../api/jobs/failures.ts';
import { startService as startParts } from '../../api/service.ts';
import { DiskFullError } from '../../api/system/diskFull.ts';
import { ProcessError } from '../../api/system/process.ts';
import { smallDisk } from '../support/smallDisk.ts';
import { textBody } from './support/projects.ts';
import { rawPut } from './support/rawPut.ts';
import { startService, untilFinal } from './support/service.ts';

const megabyte = 1_000_000;
const disk = smallDisk(400_000);

/** Fills the disk but for so many bytes. */
function leave(folder: string, bytes: number): void {
  const file = join(folder, 'fill');
  rmSync(file, { force: true });
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize - bytes));
}

it.skipIf(!disk)('a service on a full disk says so, to askers and of videos, lives on and recovers', async () => {
  const folder = disk as string;
  const service = await startService({ workers: 1, dataDir: join(folder, 'data') });
  const client = service.client();
  leave(folder, 10 * megabyte);
  await expect(startParts({ dataDir: join(folder, 'other') })).rejects.toThrow(
    /^The disk of the data folder .*other is full\. Make room on it, then start again\.$/,
  );
  leave(folder, 75 * megabyte);
  const full = { status: 507, code: 'disk-full' };
  await expect(client.createVideo(textBody())).rejects.toMatchObject(full);
  const file = { fileName: 'a.png', fileType: 'image/png' };
  await expect(client.createUpload([{ ...file, size: 20 * megabyte }])).rejects.toMatchObject(full);
  // What is on its way counts before it is written: each upload alone would find room.
  leave(folder, 100 * megabyte);
  const uris = await client.createUpload([file, file]);
  const put = (at: number) => {
    const body = new Uint8Array(25 * megabyte);
    return fetch(uris[at]?.upload_uri ?? '', { method: 'PUT', body }).then(({ status }) => status);
  };
  expect((await Promise.all([put(0), put(1)])).sort()).toEqual([422, 507]);
  // Its pictures need 35 MB, and 26 are left above what the database needs.
  leave(folder, 93 * megabyte);
  const scenes = Array.from({ length: 14 }, (_, i) => ({ id: `s${i}`, duration: 0.1, background: `#${100 + i}` }));
  const large = { ...textBody(), width: 1280, height: 1280, scenes };
  const failed = await untilFinal(client, (await client.createVideo(large))._id);
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'disk-full' } });
  rmSync(join(folder, 'fill'));
  const done = await untilFinal(client, (await client.createVideo(large))._id);
  expect(done.status).toBe('done');
  // A sender that takes its time: its bytes have a right to the room that is left, but no video waits for them.
  const [{ upload_uri: slow = '' } = {}] = await client.createUpload([file]);
  leave(folder, 150 * megabyte);
  const meanwhile = untilFinal(client, (await client.createVideo(large))._id);
  const sent = rawPut(slow, { 'content-length': `${80 * megabyte}` }, async (request) => {
    request.write('x');
    await meanwhile;
    leave(folder, 60 * megabyte);
    request.write(Buffer.alloc(20 * megabyte));
  });
  expect((await meanwhile).status).toBe('done');
  expect(await sent).toMatchObject({ status: 507, text: expect.stringContaining('disk-full') });
  expect(service.errors.filter((text) => !/no room|disk is full/.test(text))).toEqual([]);
});

it('a video that fails on a full disk says so, whoever met it', () => {
  const met = [new DiskFullError('/x'), new ProcessError('ffmpeg', 'exit', 'x: No space left on device\n')];
  for (const error of [...met, new Error('no', { cause: met[1] })]) expect(failureOf(error).code).toBe('disk-full');
});
