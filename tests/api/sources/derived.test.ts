import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type DerivedKind, derivedAddress, stripGrid } from '../../../api/contract/derivedAddress.ts';
import { createHeartbeatWatch } from '../../../api/jobs/heartbeatWatch.ts';
import { createDerivedStore } from '../../../api/sources/derived/derivedStore.ts';
import { decodeFrame } from '../../support/decode.ts';
import { makePicture, makeVideo, temporaryFolder } from '../support/files.ts';
import { videoBody } from '../support/projects.ts';
import { startService, type TestService, until, untilFinal, upload } from '../support/service.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

const run = promisify(execFile);
const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args]);

let service: TestService;
let folder: string;
let client: ReturnType<TestService['client']>;

beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startService({ workers: 1 });
  client = service.client();
});

const ask = (readUrl: string, kind: DerivedKind, init: RequestInit = {}, by = client, track?: number) => {
  const session = by.session.get();
  const address = derivedAddress(new URL(readUrl).pathname, kind, track) ?? '';
  return service.call(address, { ...init, headers: { ...init.headers, cookie: `cutroom_session=${session}` } });
};

/** Polls until the file exists, as pages do. */
const made = (readUrl: string, kind: DerivedKind, track?: number) =>
  until(async () => {
    const answer = await ask(readUrl, kind, {}, client, track);
    if (answer.status !== 202) return answer;
    expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['1', 'no-store']);
    expect(await answer.json()).toMatchObject({ progress: expect.any(Number) });
    return false;
  });

async function saved(answer: Response, name: string): Promise<string> {
  expect(answer.status).toBe(200);
  const file = path.join(folder, name);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

/** Presentation times of the frames of a video, milliseconds from the first, in order. */
async function timesOf(file: string): Promise<number[]> {
  const what = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file];
  const { stdout } = await run('ffprobe', what);
  const times = stdout
    .split('\n')
    .flatMap((line) => (Number.parseFloat(line) >= 0 ? [Number.parseFloat(line) * 1000] : []))
    .sort((a, b) => a - b);
  return times.map((time) => Math.round(time - (times[0] ?? 0)));
}

const streamsOf = async (file: string) => {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]);
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; width?: number; height?: number }[] };
  return streams.map(({ codec_name, width, height }) => [codec_name, width, height]);
};

describe('a proxy of a video that browsers cannot play', () => {
  it('is small and upright, with audio and the original frame times, for rotated HEVC', async () => {
    const file = path.join(folder, 'phone.mp4');
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=960x540:r=30:d=1', '-f', 'lavfi', '-i', 'sine=duration=1'];
    // Uneven frame times, as from a phone in the dark.
    const uneven = ['-vf', "select='not(eq(mod(n,5),2))',format=yuv420p", '-fps_mode', 'passthrough'];
    const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'];
    await ffmpeg(...picture, ...uneven, ...codec, `${file}.mp4`);
    await ffmpeg('-i', `${file}.mp4`, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', file);
    const { url, width, height } = await upload(client, file, 'video/mp4');
    const answer = await made(url, 'proxy');
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const light = await saved(answer, 'phone-light.mp4');
    const isTurned = height > width;
    expect(await streamsOf(light)).toEqual([
      ['h264', ...(isTurned ? [360, 640] : [640, 360])],
      ['aac', undefined, undefined],
    ]);
    expect(await timesOf(light)).toEqual(await timesOf(file));
    expect((await timesOf(light)).length).toBe(24);
    // Players request byte ranges.
    const part = await ask(url, 'proxy', { headers: { range: 'bytes=0-9' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect((await readFile(light)).indexOf('moov')).toBeLessThan((await readFile(light)).indexOf('mdat'));
  });

  it('keeps the frame times of ProRes at the NTSC rate', async () => {
    const file = path.join(folder, 'camera.mov');
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30000/1001:d=1'];
    await ffmpeg(...source, '-c:v', 'prores_ks', '-profile:v', '0', '-pix_fmt', 'yuv422p10le', file);
    const { url } = await upload(client, file, 'video/quicktime');
    const light = await saved(await made(url, 'proxy'), 'camera-light.mp4');
    expect(await streamsOf(light)).toEqual([['h264', 640, 360]]);
    expect(await timesOf(light)).toEqual(await timesOf(file));
  });
});

describe('a format that browsers cannot show', () => {
  it('is served as an upright PNG if it is an image, and can become a video', async () => {
    const file = path.join(folder, 'scan.tiff');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=96x64', '-frames:v', '1', '-update', '1', file);
    const uploaded = await upload(client, file, 'image/tiff');
    expect(uploaded).toMatchObject({ mime: 'image/tiff', kind: 'image', width: 96, height: 64 });
    const answer = await made(uploaded.url, 'picture');
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(await loadImage(await saved(answer, 'scan.png'))).toMatchObject({ width: 96, height: 64 });
    expect((await ask(uploaded.url, 'proxy')).status).toBe(404);
    const body = { isImageVideo: true, sourceVideo: new URL(uploaded.url).pathname, imageVideoDuration: 0.5 };
    const result = await untilFinal(client, (await client.createVideo(body))._id);
    expect(result).toMatchObject({ status: 'done', mime: 'video/mp4', duration: 0.5 });
  });

  it('is served as M4A if it is audio, and can be trimmed', async () => {
    const file = path.join(folder, 'song.wma');
    await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=3', '-c:a', 'wmav2', file);
    const uploaded = await upload(client, file, 'audio/x-ms-wma');
    expect(uploaded).toMatchObject({ kind: 'audio', hasAudio: true });
    const sound = await saved(await made(uploaded.url, 'sound'), 'song.m4a');
    expect(await streamsOf(sound)).toEqual([['aac', undefined, undefined]]);
    const address = new URL(uploaded.url).pathname;
    const body = { isAudioTrimmedOnly: true, audio: address, audioTrimStartTime: 1, audioTrimEndTime: 2 };
    const result = await untilFinal(client, (await client.createVideo(body))._id);
    expect(result).toMatchObject({ status: 'done', mime: 'audio/mpeg', duration: 1 });
  });

  it('lists its audio tracks and serves each of them', async () => {
    const file = path.join(folder, 'tracks.mp4');
    const tones = [300, 3000].flatMap((hertz) => [
      '-f',
      'lavfi',
      '-i',
      `sine=f=${hertz}:d=2,volume=${hertz === 300 ? 8 : 1}`,
    ]);
    const labels = [
      '-metadata:s:a:0',
      'language=eng',
      '-metadata:s:a:1',
      'language=deu',
      '-disposition:a:1',
      'default',
    ];
    const video = ['-f', 'lavfi', '-i', 'testsrc2=s=96x64:d=2'];
    await ffmpeg(...video, ...tones, '-map', '0', '-map', '1', '-map', '2', ...labels, '-disposition:a:0', '0', file);
    const { url, audioTrack, audioTracks } = await upload(client, file, 'video/mp4');
    expect([audioTrack, audioTracks]).toMatchObject([1, [{ language: 'eng' }, { language: 'deu', isDefault: true }]]);
    for (const [track, hertz] of [
      [undefined, 3000],
      [1, 300],
      [2, 3000],
    ]) {
      const sound = await saved(await made(url, 'sound', track), `track-${track}.m4a`);
      const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', sound, '-ac', '1', '-f', 's16le', '-'], {
        encoding: 'buffer',
      });
      const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
      const crossings = samples.filter((value, i) => i > 0 && value >= 0 && (samples[i - 1] ?? 0) < 0).length;
      expect(Math.abs(crossings / 2 - (hertz ?? 0)), `track ${track}`).toBeLessThan((hertz ?? 0) / 10);
    }
    const loudest = async (track?: number) =>
      Math.max(...new Uint8Array(await (await made(url, 'peaks', track)).arrayBuffer()));
    const [own, first, second] = [await loudest(), await loudest(1), await loudest(2)];
    expect(own).toBe(second);
    expect(first).toBeGreaterThan(3 * second);
    expect((await ask(url, 'sound', {}, client, 3)).status).toBe(404);
    expect(await client.getUpload(new URL(url).pathname)).toMatchObject({ url, audioTrack: 1, audioTracks });
    await expect(service.client().getUpload(new URL(url).pathname)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a format that not all browsers play', () => {
  it('is accepted if the operator allows it, and gets a proxy', async () => {
    const file = path.join(folder, 'talk.mkv');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=25:d=1', '-c:v', 'ffv1', '-pix_fmt', 'yuv420p', file);
    await expect(upload(client, file, 'video/x-matroska')).rejects.toMatchObject({ status: 415 });
    // Another file name does not help.
    await expect(upload(client, file, 'video/mp4')).rejects.toMatchObject({ status: 422 });
    vi.stubEnv('CUTROOM_FORMATS', 'ts, mkv');
    try {
      expect(await client.health()).toMatchObject({ formats: ['mkv', 'ts'] });
      const { url, mime } = await upload(client, file, 'video/x-matroska');
      expect(mime).toBe('video/x-matroska');
      const light = await saved(await made(url, 'proxy'), 'talk-light.mp4');
      expect(await streamsOf(light)).toEqual([['h264', 96, 64]]);
      expect(await timesOf(light)).toEqual(await timesOf(file));
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('may be AVI, whose frames are at most two late because it stores no presentation times', async () => {
    const file = path.join(folder, 'old.avi');
    // The brightness of each frame encodes its number.
    const picture = 'color=black:s=64x64:r=25:d=2,geq=lum=16+4*N:cb=128:cr=128';
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      picture,
      ...['-c:v', 'libx264', '-bf', '3', '-qp', '1', '-pix_fmt', 'yuv420p', file],
    );
    const named = 'AVI files are not currently supported.';
    await expect(upload(client, file, 'video/x-msvideo')).rejects.toMatchObject({
      status: 415,
      message: new RegExp(named),
    });
    vi.stubEnv('CUTROOM_FORMATS', 'avi');
    try {
      const { url, mime, duration } = await upload(client, file, 'video/x-msvideo');
      expect([mime, duration]).toEqual(['video/vnd.avi', 2]);
      const light = await saved(await made(url, 'proxy'), 'old-light.mp4');
      expect(await streamsOf(light)).toEqual([['h264', 64, 64]]);
      const times = await timesOf(light);
      expect(times.length).toBeGreaterThanOrEqual(48);
      const result = await untilFinal(client, (await client.createVideo(videoBody(new URL(url).pathname)))._id);
      const rendered = await saved(await fetch(result.url ?? ''), 'old-rendered.mp4');
      for (const video of [light, rendered]) {
        const numberAt = (time: number) => Math.round((((decodeFrame(video, time, 1, 1)[0] ?? 0) / 255) * 219) / 4);
        for (const time of [0.5, 1, 1.5])
          expect(Math.abs(numberAt(time + 0.02) - Math.floor(25 * (time + 0.02))), `${time} s`).toBeLessThanOrEqual(2);
      }
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('derivations of a video of half an hour', () => {
  let url: string;

  beforeAll(async () => {
    const file = path.join(folder, 'long.mov');
    const picture = 'color=white:s=320x180:r=1:d=1800,fade=in:st=0:d=1800,format=yuv420p';
    const sound = 'sine=f=440:r=8000:d=1800,volume=8,afade=t=in:d=1800:curve=tri';
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-c:a', 'pcm_mulaw'];
    await ffmpeg('-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...codec, file);
    url = (await upload(client, file, 'video/quicktime')).url;
  });

  it('include a filmstrip of evenly spaced frames, within a minute', async () => {
    const began = Date.now();
    const answer = await made(url, 'strip');
    expect(Date.now() - began).toBeLessThan(60_000);
    const image = await loadImage(Buffer.from(await answer.arrayBuffer()));
    const [width, height] = [image.width / stripGrid.columns, image.height / stripGrid.rows];
    expect([width, height]).toEqual([170, 96]);
    const ctx = createCanvas(image.width, image.height).getContext('2d');
    ctx.drawImage(image, 0, 0);
    const count = stripGrid.columns * stripGrid.rows;
    for (let n = 0; n < count; n += 1) {
      const [column, row] = [n % stripGrid.columns, Math.floor(n / stripGrid.columns)];
      const [gray = 0] = ctx.getImageData((column + 0.5) * width, (row + 0.5) * height, 1, 1).data;
      expect(Math.abs(gray - (255 * n) / count), `picture ${n}`).toBeLessThan(5);
    }
  });

  it('include peaks, one value per hundredth of a second', async () => {
    const peaks = new Uint8Array(await (await made(url, 'peaks')).arrayBuffer());
    expect(Math.abs(peaks.length - 180_000)).toBeLessThan(20);
    for (const second of [10, 300, 900, 1790])
      expect(Math.abs((peaks[second * 100] ?? 0) - (255 * second) / 1800), `second ${second}`).toBeLessThan(14);
  });

  it('are created once for all owners of a file, and deleted with the last upload of it', async () => {
    const file = await makeVideo(path.join(folder, 'twice.mp4'));
    const other = service.client();
    const uris = await Promise.all(
      [client, other].map(async (one) => {
        const [uri] = await one.createUpload([{ fileName: 'twice.mp4', fileType: 'video/mp4' }]);
        await fetch(uri?.upload_uri ?? '', { method: 'PUT', body: await openAsBlob(file) });
        return uri as { upload_uri: string; read_uri: string };
      }),
    );
    const [mine, others] = uris as [(typeof uris)[0], (typeof uris)[0]];
    const root = path.join(service.dataDir, 'derived');
    const before = await readdir(root);
    await made(mine.read_uri, 'strip');
    expect((await ask(others.read_uri, 'strip', {}, other)).status).toBe(200);
    const [added = ''] = (await readdir(root)).filter((name) => !before.includes(name));
    expect(await readdir(path.join(root, added))).toEqual(['strip-1.jpg']);
    // A file that the store has lost is created again.
    await rm(path.join(root, added, 'strip-1.jpg'));
    expect((await made(mine.read_uri, 'strip')).status).toBe(200);
    expect((await fetch(mine.upload_uri, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(others.read_uri, 'strip', {}, other)).status).toBe(200);
    expect((await fetch(others.upload_uri, { method: 'DELETE' })).status).toBe(204);
    expect(await readdir(root)).toEqual(before);
    expect((await readdir(path.join(service.dataDir, 'work'))).filter((name) => name.startsWith('derived-'))).toEqual(
      [],
    );
    expect(service.errors).toEqual([]);
  });
});

describe('a derivation', () => {
  it('is not created for media without that content, or for another session', async () => {
    const picture = (await upload(client, await makePicture(path.join(folder, 'still.png')), 'image/png')).url;
    const silent = path.join(folder, 'silent.mp4');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=96x64:d=1', '-pix_fmt', 'yuv420p', silent);
    const { url } = await upload(client, silent, 'video/mp4');
    const missing = url.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    const other = service.client();
    await upload(other, await makePicture(path.join(folder, 'other.png')), 'image/png');
    for (const [where, kind, by] of [
      [picture, 'proxy', client],
      [picture, 'strip', client],
      [url, 'peaks', client],
      [url, 'strip', other],
      [missing, 'strip', client],
    ] as const)
      expect([kind, (await ask(where, kind, {}, by)).status]).toEqual([kind, 404]);
  });

  it('is dropped when requests for it stop', async () => {
    const { database, queue } = await openStoreAlone();
    const store = createDerivedStore(database, queue);
    const claim = async () => {
      const job = await queue.fetchJob({ queues: ['derivation'] });
      return job && store.claim(job.jobId, 'w');
    };
    const pass = () => sql`update derivations set asked_at = now() - interval '5 minutes'`.execute(database.db);
    await store.request('c0ffee', 'strip', 'o');
    expect(await queue.fetchJob({ queues: ['proxy'] })).toBeUndefined();
    const row = await claim();
    if (!row) throw new Error('Nothing was taken.');
    expect(await store.beat(row, 0.5)).toBe(true);
    expect(await store.request('c0ffee', 'strip', 'o')).toMatchObject({ state: 'running', progress: 0.5 });
    await pass();
    // The same holds when the clock was set: requests arrive more often than the grace period.
    expect(await store.beat(row, 0.6)).toBe(true);
    expect(await createDerivedStore(database, queue, createHeartbeatWatch(0)).beat(row, 0.6)).toBe(false);
    expect(await store.finish(row)).toBe(false);
    expect(await store.get(row.id)).toMatchObject({ state: 'canceled' });
    // A new request queues it again; it is dropped too when it is not awaited as its turn comes.
    await store.request('c0ffee', 'strip', 'o');
    await pass();
    expect(await claim()).toBeUndefined();
    expect(await store.request('c0ffee', 'strip', 'o')).toMatchObject({ state: 'queued', progress: 0 });
    expect(await claim()).toMatchObject({ id: row.id, crashes: 0 });
  });
});
