import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { segmentsIn, sweepSegments } from '../../../api/jobs/storedSegments.ts';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { SEGMENTS } from '../../../api/storage/keys.ts';
import { createS3Client } from '../../../api/storage/s3/client.ts';
import { createS3Storage } from '../../../api/storage/s3/s3Storage.ts';
import { projectOf } from '../../support/renderLab.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { newBucket } from '../support/s3.ts';
import { bin, fileIn, keysOf, newStorage } from '../support/stored.ts';

const s3 = await sharedS3();
const box = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };

it('pending cache requests of a render are aborted when the render ends', async () => {
  const silent = vi.fn(
    (_: unknown, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  vi.stubGlobal('fetch', silent);
  onTestFinished(() => void vi.unstubAllGlobals());
  const place = { endpoint: 'http://store.example', region: 'r', bucket: 'b', pathStyle: true, prefix: '' };
  const settings = { ...place, accessKeyId: 'a', secretAccessKey: 's', cacheBytes: 0 };
  const controller = new AbortController();
  const store = createS3Storage(createS3Client(settings), {} as never, settings);
  const segments = segmentsIn(store, controller.signal);
  const file = await fileIn(await temporaryFolder(), 'x');
  const ended = Promise.allSettled([segments?.has('a'), segments?.fetch('a', file), segments?.put('a', file)]);
  await vi.waitFor(() => expect(silent).toHaveBeenCalledTimes(3));
  controller.abort(new Error('Canceled.'));
  for (const one of await ended) expect(one).toMatchObject({ reason: { message: 'Canceled.' } });
});

it.runIf(s3)('one machine reuses segments that another has encoded, and replaces damaged ones', async () => {
  const settings = await newBucket(s3 as NonNullable<typeof s3>);
  const folder = await temporaryFolder();
  const clip = await makeVideo(path.join(folder, 'clip.mp4'), 9);
  const project = projectOf({
    ...{ isStudio: true, width: 64, height: 64, alwaysEncode: true },
    scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: 'clip', position: box }] }],
  });
  const machine = async (name: string) => {
    const own = path.join(folder, name);
    await mkdir(own, { recursive: true });
    const file = path.join(own, 'clip.mp4');
    await copyFile(clip, file);
    const { storage } = await newStorage(folder, settings);
    const counts: { cached: number; made: number }[] = [];
    const out = path.join(own, 'out.mp4');
    await renderProject(project, {
      ...{ out, segmentLength: 3, locate: async () => file, contentOf: () => 'contents/clip.mp4' },
      ...{ cacheDir: path.join(own, 'segments'), farSegments: segmentsIn(storage, new AbortController().signal) },
      onSegments: (count) => void counts.push(count),
    });
    return { storage, counts, bytes: await readFile(out) };
  };
  const first = await machine('first');
  expect(first.counts).toEqual([{ cached: 0, made: 3 }]);
  const second = await machine('second');
  expect(second.counts).toEqual([{ cached: 3, made: 0 }]);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  const [key = ''] = await keysOf(first.storage, SEGMENTS);
  await first.storage.put(key, await fileIn(folder, 'no segment'), bin);
  const third = await machine('third');
  expect(third.bytes.equals(first.bytes)).toBe(true);
  // The machine that encoded it has a local copy too, which must not return.
  const near = path.join(folder, 'third/segments');
  for (const name of await readdir(near)) {
    // The bytes may have another name.
    await rm(path.join(near, name));
    await writeFile(path.join(near, name), 'no segment');
  }
  for (const one of await keysOf(first.storage, SEGMENTS))
    await first.storage.put(one, await fileIn(folder, 'no segment'), bin);
  expect((await machine('third')).bytes.equals(first.bytes)).toBe(true);
  await sweepSegments(first.storage, { mostBytes: 0 });
  expect(await keysOf(first.storage, SEGMENTS)).toEqual([]);
});
