import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { stillAddress } from '../../../api/contract/stillAddress.ts';
import { createStills } from '../../../api/sources/stills.ts';
import { type Budget, createBudget, type Need } from '../../../api/system/budget.ts';
import { makePicture, makeTone, makeVideo, temporaryFolder } from '../support/files.ts';
import { startService, type TestService, upload } from '../support/service.ts';

let service: TestService;
let folder: string;
let client: ReturnType<TestService['client']>;

/** Three seconds of HEVC, as from a phone: red, green, blue; 1280 × 720, rotated by metadata. */
let phoneVideo: string;
let phoneUrl: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(path.join(folder, 'samples/media'), { recursive: true });
  await makeVideo(path.join(folder, 'samples/media/clip one.mp4'), 1);
  phoneVideo = await makePhoneVideo(path.join(folder, 'phone.mp4'));
  service = await startService({ samplesDir: path.join(folder, 'samples'), workers: 0 });
  client = service.client();
  phoneUrl = await pathOf(phoneVideo, 'video/mp4');
});

async function pathOf(file: string, type: string): Promise<string> {
  return new URL((await upload(client, file, type)).url).pathname;
}

/** Requests with the session of `client`, or with the given one. */
function ask(query: string, session = client.session.get()): Promise<Response> {
  const headers: HeadersInit = session ? { cookie: `cutroom_session=${session}` } : {};
  return service.call(query.startsWith('/') ? query : `/api/v1/stills?${query}`, { headers });
}

async function colorOf(answer: Response): Promise<{ width: number; height: number; color: string }> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const picture = await loadImage(Buffer.from(await answer.arrayBuffer()));
  const { createCanvas } = await import('@napi-rs/canvas');
  const ctx = createCanvas(picture.width, picture.height).getContext('2d');
  ctx.drawImage(picture, 0, 0);
  const [red = 0, green = 0, blue = 0] = ctx.getImageData(picture.width / 2, picture.height / 2, 1, 1).data;
  const names = [...(red > 150 ? ['red'] : []), ...(green > 100 ? ['green'] : []), ...(blue > 150 ? ['blue'] : [])];
  return { width: picture.width, height: picture.height, color: names.join('+') };
}

async function refusal(answer: Response): Promise<[status: number, code: string]> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error.message).toMatch(/\.$/);
  return [answer.status, error.code];
}

describe('a still', () => {
  it('shows the requested moment, upright and within the size limit', async () => {
    const large = { width: 720, height: 1280 };
    expect(await colorOf(await ask(stillAddress(phoneUrl, 0, 'large')))).toEqual({ ...large, color: 'red' });
    expect(await colorOf(await ask(stillAddress(phoneUrl, 0.99, 'large')))).toEqual({ ...large, color: 'red' });
    expect(await colorOf(await ask(stillAddress(phoneUrl, 1, 'large')))).toEqual({ ...large, color: 'green' });
    const small = await colorOf(await ask(stillAddress(phoneUrl, 2.5, 'small')));
    expect(small).toEqual({ width: 135, height: 240, color: 'blue' });
  });

  it('is the last frame for any time at or after the end', async () => {
    for (const at of ['2.99', '3', '3.01', '100', '86400']) {
      expect([at, (await colorOf(await ask(new URLSearchParams({ url: phoneUrl, at }).toString()))).color]).toEqual([
        at,
        'blue',
      ]);
    }
    // The audio is longer than the video.
    const long = await makePhoneVideo(path.join(folder, 'long.mp4'), 12);
    const url = await pathOf(long, 'video/mp4');
    expect((await colorOf(await ask(stillAddress(url, 11, 'small')))).color).toBe('blue');
  });

  it('may be of a sample without a session, and of a URL with or without the origin', async () => {
    const answer = await ask(stillAddress('/samples/media/clip%20one.mp4', 0.5, 'large'), '');
    expect(await colorOf(answer)).toMatchObject({ width: 96, height: 64 });
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect((await ask(stillAddress(`${service.origin}${phoneUrl}`, 0, 'small'))).status).toBe(200);
  });

  it('is created once and then served from the store, even for parallel requests', async () => {
    const stills = path.join(service.dataDir, 'stills');
    const before = (await readdir(stills)).length;
    const address = stillAddress(phoneUrl, 1.77, 'large');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(address)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await readdir(stills)).length).toBe(before + 1);
    expect(await readdir(path.join(service.dataDir, 'work'))).toEqual([]);
  });

  it('is evicted if it was used longest ago and there are too many', async () => {
    const root = await temporaryFolder();
    const folders = { stills: path.join(root, 'stills'), work: root, probes: path.join(root, 'probes') };
    const video = path.join(folder, 'samples/media/clip one.mp4');
    const [shared, needs] = [createBudget(), [] as Need[]];
    const run: Budget['run'] = (need, work, signal) => {
      needs.push(need);
      return shared.run(need, work, signal);
    };
    const store = createStills(folders, { run }, 10);
    for (let n = 0; n < 14; n += 1) await store.of(video, n / 20, 'small', 'p');
    // Creating stills counts toward the budget that renders share.
    expect(needs).toHaveLength(14);
    expect(needs[0]?.memory).toBeGreaterThan(1e6);
    const left = await readdir(folders.stills);
    expect(left.length).toBeLessThanOrEqual(10);
    // The video was probed only once for all of them.
    expect(await readdir(folders.probes)).toHaveLength(1);
    const newest = await store.of(video, 13 / 20, 'small', 'p');
    expect(left).toContain(path.basename(newest));
    await store.close();
  });
});

describe('a request for a still', () => {
  it('is rejected for a missing file or an upload of another session', async () => {
    const unknown = `/api/v1/uploads/${'0'.repeat(32)}/clip.mp4`;
    const urls = [unknown, '/api/v1/uploads/../lock/x', '/samples/media/..%2fsecret.txt', '/samples/media/none.mp4'];
    for (const url of [...urls, 'https://example.com/clip.mp4', 'file:///etc/passwd', 'concat:a|b', '', '/']) {
      expect([url, ...(await refusal(await ask(stillAddress(url, 0, 'large'))))]).toEqual([url, 404, 'not-found']);
    }
    const other = service.client();
    await upload(other, await makePicture(path.join(folder, 'own.png')), 'image/png');
    for (const session of [other.session.get(), ''])
      expect(await refusal(await ask(stillAddress(phoneUrl, 0, 'large'), session))).toEqual([404, 'not-found']);
  });

  it('is rejected for an invalid time or size', async () => {
    for (const at of ['-1', 'NaN', 'Infinity', '1e3', '', ' 1', '1;2', '0x1', '86401', '9'.repeat(33)]) {
      const query = new URLSearchParams({ url: phoneUrl, at }).toString();
      expect([at, ...(await refusal(await ask(query)))]).toEqual([at, 400, 'malformed']);
    }
    expect(await refusal(await ask(new URLSearchParams({ url: phoneUrl, size: 'huge' }).toString()))).toEqual([
      400,
      'malformed',
    ]);
    expect(await refusal(await ask('at=1'))).toEqual([400, 'malformed']);
    expect(await refusal(await ask(`url=${phoneUrl}&url=${phoneUrl}`))).toEqual([400, 'malformed']);
  });

  it('is rejected for audio and for images; a video that cannot be decoded is already rejected as upload', async () => {
    const sound = await pathOf(await makeTone(path.join(folder, 'tone.mp3')), 'audio/mpeg');
    const picture = await pathOf(await makePicture(path.join(folder, 'picture.png')), 'image/png');
    for (const url of [sound, picture])
      expect(await refusal(await ask(stillAddress(url, 0, 'large')))).toEqual([422, 'invalid']);
    await expect(pathOf(await makeBroken(path.join(folder, 'broken.mp4')), 'video/mp4')).rejects.toMatchObject({
      status: 422,
      code: 'unreadable',
    });
    expect(service.errors).toEqual([]);
  });

  it('is rejected above the rate limit', async () => {
    const limited = await startService({ rateLimit: { all: 6000, creates: 2 }, workers: 0 });
    const call = () => limited.call(stillAddress('/samples/media/none.mp4', 0, 'small'));
    expect([(await call()).status, (await call()).status]).toEqual([404, 404]);
    const refused = await call();
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  });
});

const run = promisify(execFile);

/** @param sound duration of the audio in seconds; 0 for none. */
async function makePhoneVideo(file: string, sound = 0): Promise<string> {
  const colors = ['red', 'lime', 'blue'].map((color) => `color=${color}:size=1280x720:rate=25:duration=1`);
  const inputs = colors.flatMap((color) => ['-f', 'lavfi', '-i', color]);
  const tone = sound > 0 ? ['-f', 'lavfi', '-i', `sine=duration=${sound}`] : [];
  const graph = '[0][1][2]concat=n=3,format=yuv420p[v]';
  const codec = '-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1'.split(' ');
  const plain = `${file}.plain.mp4`;
  const maps = ['-map', '[v]', ...(sound > 0 ? ['-map', '3:a'] : [])];
  await run('ffmpeg', ['-v', 'error', '-y', ...inputs, ...tone, '-filter_complex', graph, ...maps, ...codec, plain]);
  // Phones store rotated frames with rotation metadata.
  const turned = ['-v', 'error', '-y', '-display_rotation', '90', '-i', plain, '-c', 'copy', file];
  await run('ffmpeg', turned).catch(() =>
    run('ffmpeg', ['-v', 'error', '-y', '-i', plain, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', file]),
  );
  return file;
}

/** A video with a valid header and noise as frames. */
async function makeBroken(file: string): Promise<string> {
  await makeVideo(file, 1);
  const data = await readFile(file);
  const at = data.indexOf('mdat') + 4;
  const next = data.indexOf('moov');
  const end = next > at ? next - 4 : (await stat(file)).size;
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(end - at, 0x5a), 0, end - at, at);
  await handle.close();
  expect((await openAsBlob(file)).size).toBe(data.length);
  return file;
}
