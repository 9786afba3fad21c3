import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { GIFEncoder } from 'gifenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionRecord } from '../../../api/contract/conversion.ts';
import { startWebsite, type Website } from '../../support/website.ts';
import { temporaryFolder } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { clientOf, memorySession, startService, type TestService, until, upload } from '../support/service.ts';

const run = promisify(execFile);
/** Frame durations of the test GIF, milliseconds. */
const delays = [40, 500, 20, 130, 1000];
const [width, height] = [41, 30];
const palette: [number, number, number][] = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [255, 0, 255],
];

let service: TestService;
let site: Website;
let folder: string;
let client: ReturnType<TestService['client']>;
let gifUrl: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  site = await startWebsite();
  service = await startService({ workers: 1, links: { hosts: [site.host] } });
  client = service.client();
  gifUrl = (await upload(client, await makeGif('uneven.gif'), 'image/gif')).url;
});

afterAll(() => site.close());

/** A box on a transparent background that moves right, in another color each frame, with uneven durations. */
async function makeGif(name: string, frames = delays.length, side = 1): Promise<string> {
  const gif = GIFEncoder();
  const [w, h] = [width * side, height * side];
  for (let frame = 0; frame < frames; frame += 1) {
    const pixels = new Uint8Array(w * h);
    for (let y = 5 * side; y < 25 * side; y += 1)
      pixels.fill((frame % 5) + 1, y * w + (4 + (frame % 5) * 5) * side, y * w + (16 + (frame % 5) * 5) * side);
    const look = { transparent: true, transparentIndex: 0, dispose: 2, repeat: 0 };
    gif.writeFrame(pixels, w, h, { palette, delay: delays[frame % 5] ?? 40, ...look });
  }
  gif.finish();
  const file = path.join(folder, name);
  await writeFile(file, gif.bytes());
  return file;
}

function call(where: string, method = 'GET', body?: unknown, by = client, at = service): Promise<Response> {
  const session = by.session.get();
  const headers = {
    ...(session ? { cookie: `cutroom_session=${session}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  return at.call(`/api/v1/conversions${where}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

async function ask(resource: unknown, by = client, at = service): Promise<string> {
  const answer = await call('', 'POST', { resource, type: 'blob' }, by, at);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { conversion_id: string }).conversion_id;
}

const read = async (id: string, at = service) =>
  (await (await call(`/${id}`, 'GET', undefined, client, at)).json()) as ConversionRecord;
const ended = (id: string, at = service) =>
  until(async () => {
    const record = await read(id, at);
    return ['COMPLETE', 'FAILED', 'CANCELLED'].includes(record.status) && record;
  });

/** Times of the frames and total duration, seconds. */
async function timesOf(file: string): Promise<{ times: number[]; duration: number }> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'packet=pts_time:format=duration',
    '-of',
    'json',
    file,
  ]);
  const { packets, format } = JSON.parse(stdout) as { packets: { pts_time: string }[]; format: { duration: string } };
  return { times: packets.map(({ pts_time }) => Number(pts_time)), duration: Number(format.duration) };
}

describe('a converted GIF', () => {
  it('keeps transparency and timing of each frame, and becomes an upload of the requester', async () => {
    const id = await ask(gifUrl);
    expect(await ask({ url: gifUrl })).toBe(id);
    // The name at the end of a URL is only for display.
    expect(await ask(new URL(gifUrl).pathname.replace(/[^/]+$/, '%'))).toBe(id);
    const record = await ended(id);
    expect(record).toMatchObject({
      _id: id,
      status: 'COMPLETE',
      input_name: expect.stringMatching(/^uneven_.*\.gif$/),
    });
    const answer = await service.call(record.output_url ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/webm']);
    const file = path.join(folder, 'converted.webm');
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    const { times, duration } = await timesOf(file);
    // A copy of the last frame gives that frame its duration.
    expect(times).toEqual([0, 0.04, 0.54, 0.56, 0.69, 1.68]);
    expect(duration).toBeCloseTo(1.69, 3);
    const raw = path.join(folder, 'frames.rgba');
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-c:v',
      'libvpx-vp9',
      '-i',
      file,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      raw,
    ]);
    const pixels = await readFile(raw);
    const size = width * height * 4;
    expect(pixels.length).toBe(6 * size);
    for (let frame = 0; frame < 5; frame += 1) {
      const at = (x: number, y: number) => [
        ...pixels.subarray(frame * size + (y * width + x) * 4, frame * size + (y * width + x) * 4 + 4),
      ];
      const [red = 0, green = 0, blue = 0, alpha = 0] = at(10 + frame * 5, 15);
      expect(alpha).toBe(255);
      (palette[frame + 1] as number[]).forEach((wanted, channel) => {
        expect(Math.abs(([red, green, blue][channel] ?? 0) - wanted)).toBeLessThan(40);
      });
      for (const [x, y] of [
        [0, 0],
        [40, 29],
        [(36 + frame * 5) % 41, 15],
      ] as const)
        expect([frame, x, at(x, y)[3]]).toEqual([frame, x, 0]);
    }
    // A project can use it.
    const made = await client.createVideo({
      isStudio: true,
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: record.output_url }] }],
    } as never);
    expect(made.status).toBe('queued');
    await client.deleteVideo(made._id);
  });

  it('may come from a pasted link', async () => {
    site.file('/cat.gif', await readFile(await makeGif('cat.gif', 2)), 'image/gif');
    const resource = `${site.origin}/cat.gif`;
    const answer = await call('', 'POST', { resource, type: 'pastedLink', pastedUrl: resource });
    expect(answer.status).toBe(201);
    const record = await ended(((await answer.json()) as { conversion_id: string }).conversion_id);
    expect(record).toMatchObject({ status: 'COMPLETE', input_name: expect.stringMatching(/^cat_.*\.gif$/) });
    // This also works for a new visitor.
    expect((await call('', 'POST', { resource, type: 'pastedLink' }, service.client())).status).toBe(201);
  });

  it('waits its turn with other links from the same address', async () => {
    const gif = await readFile(await makeGif('slow.gif', 2));
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    site.on('/slow.gif', (reply) => {
      reply.writeHead(200, { 'content-type': 'image/gif' });
      void held.then(() => reply.end(gif));
    });
    const body = { resource: `${site.origin}/slow.gif`, type: 'pastedLink' };
    const asked = Array.from({ length: 6 }, () => call('', 'POST', body));
    let answered = 0;
    for (const one of asked)
      void one.then(() => {
        answered += 1;
      });
    await until(() => answered === 2);
    letGo();
    const all = await Promise.all(asked);
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429, 429]);
  });

  it('is private to its owner, and requires an animated GIF that the requester owns', async () => {
    const id = await ask(gifUrl);
    const other = service.client();
    await upload(other, await makeGif('other.gif', 2), 'image/gif');
    expect((await call(`/${id}`, 'GET', undefined, other)).status).toBe(404);
    expect((await call(`/${id}`, 'DELETE', undefined, other)).status).toBe(404);
    expect((await call('', 'POST', { resource: gifUrl }, other)).status).toBe(404);
    const still = await upload(client, await makeGif('still.gif', 1), 'image/gif');
    expect((await call('', 'POST', { resource: still.url })).status).toBe(422);
    for (const [resource, status] of [
      ['http://127.0.0.1/a.gif', 422],
      ['https://[::1]/a.gif', 422],
      ['/etc/passwd', 404],
      ['/api/v1/uploads/../../x.gif', 404],
      ['', 400],
      [undefined, 400],
      [7, 400],
    ] as const)
      expect([resource, (await call('', 'POST', { resource, type: 'pastedLink' })).status]).toEqual([resource, status]);
    expect((await call('', 'POST', { resource: gifUrl, type: 'other' })).status).toBe(400);
    for (const id of ['x', '0'.repeat(32), '__proto__']) expect((await call(`/${id}`)).status).toBe(404);
  });

  it('is returned again to a requester who has reached the upload limit', async () => {
    const small = await startService({ workers: 0, uploadLimits: { perHour: 2 } });
    const own = small.client();
    const { url } = await upload(own, await makeGif('again.gif'), 'image/gif');
    const first = await ask(url, own, small);
    await own.createUpload([{ fileName: 'a.png', fileType: 'image/png' }]);
    expect(await ask(url, own, small)).toBe(first);
  });

  it('can be canceled while it runs: its ffmpeg ends, no files stay, and the next conversion starts', async () => {
    const big = await upload(client, await makeGif('big.gif', 200, 12), 'image/gif');
    const id = await ask(big.url);
    await until(async () => (await read(id)).status === 'RUNNING');
    expect(((await (await call(`/${id}`, 'DELETE')).json()) as ConversionRecord).status).toBe('CANCELLED');
    const small = await upload(client, await makeGif('small.gif', 3), 'image/gif');
    expect((await ended(await ask(small.url))).status).toBe('COMPLETE');
    expect((await read(id)).status).toBe('CANCELLED');
    expect(
      (await readdir(path.join(service.dataDir, 'work'))).filter((name) => name.startsWith('conversion-')),
    ).toEqual([]);
    expect(service.errors).toEqual([]);
  });

  it('fails with a clear message when its file is damaged', async () => {
    const gif = await makeGif('gone.gif', 4);
    const gone = await upload(client, gif, 'image/gif');
    const hash = createHash('sha256')
      .update(await readFile(gif))
      .digest('hex');
    const contents = path.join(service.dataDir, 'contents');
    const file = path.join(contents, (await readdir(contents)).find((name) => name.startsWith(hash)) ?? '');
    await writeFile(file, (await readFile(file)).subarray(0, 40));
    const record = await ended(await ask(gone.url));
    expect(record.status).toBe('FAILED');
    expect(record.error?.message).toMatch(/^GIF conversion failed\. .+\.$/);
    expect(record.output_url).toBeNull();
  });

  it('continues after the server was killed in the middle', async () => {
    const dataDir = path.join(folder, 'killed');
    const session = memorySession();
    const file = await makeGif('again.gif', 150, 12);
    const first = await spawnServer(dataDir);
    const url = await first.ready.then(
      async (origin) => new URL((await upload(clientOf(origin, session), file, 'image/gif')).url).pathname,
    );
    const askAt = async (origin: string, where = '', body?: object) => {
      const headers = { cookie: `cutroom_session=${session.get()}`, 'content-type': 'application/json' };
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      return (await fetch(`${origin}/api/v1/conversions${where}`, init)).json();
    };
    const at = await first.ready;
    const { conversion_id: id } = (await askAt(at, '', { resource: url })) as { conversion_id: string };
    await until(async () => ((await askAt(at, `/${id}`)) as ConversionRecord).status === 'RUNNING');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await spawnServer(dataDir);
    const again = await second.ready;
    const record = await until(async () => {
      const now = (await askAt(again, `/${id}`)) as ConversionRecord;
      return now.status !== 'PENDING' && now.status !== 'RUNNING' && now;
    });
    expect(record.status).toBe('COMPLETE');
    expect((await fetch(again + record.output_url)).status).toBe(200);
    second.child.kill('SIGTERM');
    await second.ended;
    expect((await readdir(path.join(dataDir, 'contents'))).length).toBe(2);
  });
});
