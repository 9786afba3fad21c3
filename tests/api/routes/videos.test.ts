import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/contract/errors.ts';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { messages } from '../../../engine/project/messages.ts';
import { makePicture, makeTone, makeVideo, probeWithFfprobe, temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres, type TestPostgres } from '../support/postgres.ts';
import { rendersOf } from '../support/process.ts';
import { longBody, textBody, videoBody } from '../support/projects.ts';
import { startService, type TestService, until, untilFinal, upload } from '../support/service.ts';

const databases = hasPostgres() ? ['embedded', 'postgresql'] : ['embedded'];

describe.each(databases)('videos on %s', (kind) => {
  let postgres: TestPostgres | undefined;
  let service: TestService;
  let folder: string;
  let clip: string;

  beforeAll(async () => {
    if (kind === 'postgresql') postgres = await createPostgres();
    service = await startService(postgres ? { databaseUrl: postgres.url } : {});
    folder = await temporaryFolder();
    clip = await makeVideo(path.join(folder, 'clip.mp4'));
  });

  afterAll(async () => {
    await service?.app.close();
    await postgres?.stop();
    expect(service.errors).toEqual([]);
  });

  it('health reports the state and the database', async () => {
    expect(await service.client().health()).toMatchObject({ status: 'ok', database: kind });
  });

  it('renders a Studio project with an uploaded video, image and audio', async () => {
    const client = service.client();
    const video = await upload(client, clip, 'video/mp4');
    const picture = await upload(client, await makePicture(path.join(folder, 'still.png')), 'image/png');
    const sound = await upload(client, await makeTone(path.join(folder, 'tone.mp3')), 'audio/mpeg');
    const position = { x: '10%', y: '10%', width: '40%', height: '40%', rotation: 0 };
    const body = {
      ...videoBody(video.url),
      name: 'My first',
      audio: { url: sound.url, startTime: 0.5 },
    };
    (body as unknown as { scenes: { layers: unknown[] }[] }).scenes[0]?.layers.unshift({
      id: 'p',
      type: 'image',
      url: picture.url,
      position,
    });
    const created = await client.createVideo(body);
    expect(created).toMatchObject({
      status: 'queued',
      progressText: 'Loading ...',
      done: false,
      url: null,
      name: 'My first',
      mine: true,
    });
    expect(created._id).toMatch(/^[0-9a-f]{32}$/);
    const seen: VideoRecord[] = [];
    for await (const record of client.events(created._id)) seen.push(record);
    const last = seen.at(-1) as VideoRecord;
    expect(last).toMatchObject({
      status: 'done',
      done: true,
      progress: 1,
      mime: 'video/mp4',
      width: 64,
      height: 64,
      error: null,
    });
    const ratios = seen.map((record) => record.progress);
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
    const file = path.join(folder, 'result.mp4');
    await writeFile(file, new Uint8Array(await (await client.download(last.url as string)).arrayBuffer()));
    const probe = await probeWithFfprobe(file);
    expect(probe).toMatchObject({ width: 64, height: 64, codec: 'h264' });
    expect(probe.duration).toBeCloseTo(2, 0);
    expect(last.duration).toBeCloseTo(probe.duration, 1);
    const poster = await client.download(last.poster as string);
    expect(poster.headers.get('content-type')).toBe('image/jpeg');
    expect(await readdir(path.join(service.dataDir, 'videos', created._id))).toHaveLength(2);
  });

  it('renders the body of the trim tool, and rejects what its rules forbid', async () => {
    const client = service.client();
    const { url } = await upload(client, clip, 'video/mp4');
    const trim = { sourceVideo: url, isTrimmed: true, isTrimmedOnly: true, startTime: 0.5, endTime: 1.8 };
    const done = await untilFinal(client, (await client.createVideo(trim))._id);
    expect(done).toMatchObject({ status: 'done', mime: 'video/mp4', width: 96, height: 64 });
    expect(done.duration).toBeCloseTo(1.3, 1);
    await expect(client.createVideo({ ...trim, startTime: 1.5, endTime: 0.5 })).rejects.toMatchObject({
      status: 422,
      message: messages.trimOrder,
    });
    await expect(client.createVideo({ ...trim, endTime: 0.9 })).rejects.toMatchObject({
      status: 422,
      message: messages.trimTooShort,
    });
    await expect(client.createVideo({ ...trim, sourceVideo: 'https://10.0.0.1/a.mp4' })).rejects.toMatchObject({
      status: 422,
      problems: [{ code: 'media.link', pointer: '/sourceVideo' }],
    });
  });

  it('reports every problem of an invalid project with its place and message', async () => {
    const error: ApiError = await service
      .client()
      .createVideo({
        ...textBody(),
        background: 'no color',
        width: 'wide',
        scenes: [{ id: 's', layers: [{ id: 'x', type: 'text', fontSize: 'big' }] }],
      })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'invalid' });
    expect(error.problems.map(({ pointer }) => pointer)).toContain('/background');
    expect(error.problems.length).toBeGreaterThan(1);
    for (const { message } of error.problems) expect(message).toMatch(/\.$/);
    await expect(service.client().createVideo({ hello: 1 })).rejects.toMatchObject({
      status: 422,
      problems: [{ code: 'choice' }],
    });
    await expect(service.client().createVideo({ isStudio: true })).rejects.toMatchObject({
      status: 422,
      problems: [{ code: 'required', pointer: '/scenes' }],
    });
  });

  it('accepts only media of this server and public links', async () => {
    const client = service.client();
    const { url } = await upload(client, clip, 'video/mp4');
    const own = new URL(url).pathname;
    const refused: Record<string, string[]> = {
      'media.link': ['http://169.254.169.254/latest', 'http://localhost:1/x.mp4', `http://other.localhost${own}`],
      'media.refused': ['/etc/passwd', '/api/v1/health', '//10.0.0.1/x.mp4'],
    };
    for (const [code, urls] of Object.entries(refused)) {
      for (const one of urls) {
        await expect(client.createVideo(videoBody(one)), one).rejects.toMatchObject({
          status: 422,
          problems: [{ code, pointer: '/scenes/0/layers/0/url' }],
        });
      }
    }
    for (const missing of [
      'clip.mp4',
      '../../lock',
      `/api/v1/uploads/${'0'.repeat(32)}/x.mp4`,
      '/api/v1/uploads/..%2f..%2flock/x',
    ]) {
      await expect(client.createVideo(videoBody(missing))).rejects.toMatchObject({
        status: 422,
        problems: [{ code: 'media.missing' }],
      });
    }
    await expect(client.createVideo(videoBody('file:///etc/passwd'))).rejects.toMatchObject({ status: 422 });
    expect((await untilFinal(client, (await client.createVideo(videoBody(own)))._id)).status).toBe('done');
  });

  it('rejects an idempotency key that was used for another body', async () => {
    const client = service.client();
    const first = await client.createVideo(textBody('one'), { idempotencyKey: 'reused' });
    const other = client.createVideo(textBody('other'), { idempotencyKey: 'reused' });
    await expect(other).rejects.toMatchObject({ status: 422, message: expect.stringContaining('with another body') });
    expect((await client.createVideo(textBody('one'), { idempotencyKey: 'reused' }))._id).toBe(first._id);
  });

  it('serves a result whose name is cut in the middle of a character', async () => {
    const name = `${'a'.repeat(79)}\u{1f600}\u{1f600}`;
    const { _id } = await service.client().createVideo({ ...textBody(), name });
    await untilFinal(service.client(), _id);
    const answer = await service.call(`/api/v1/videos/${_id}/file?download=1`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('%F0%9F%98%80.mp4');
  });

  it('creates one video per idempotency key, even for parallel requests', async () => {
    const client = service.client();
    await client.createVideo(textBody(), { idempotencyKey: 'first' });
    const calls = Array.from({ length: 10 }, () => client.createVideo(textBody('same'), { idempotencyKey: 'key-1' }));
    const records = await Promise.all(calls);
    expect(new Set(records.map(({ _id }) => _id)).size).toBe(1);
    expect((await client.listVideos()).videos).toHaveLength(2);
    await untilFinal(client, records[0]?._id ?? '');
    expect((await client.createVideo(textBody('same'), { idempotencyKey: 'key-1' })).status).toBe('done');
    const other = service.client();
    expect((await other.createVideo(textBody(), { idempotencyKey: 'key-1' }))._id).not.toBe(records[0]?._id);
  });

  it('lists only the owner’s videos, newest first, page by page', async () => {
    const client = service.client();
    expect(await client.listVideos()).toEqual({ videos: [], next: null });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await client.createVideo(textBody(`n${count}`)))._id);
    const first = await client.listVideos({ limit: 3 });
    expect(first.videos.map(({ _id }) => _id)).toEqual(ids.slice(0, 3));
    const rest = await client.listVideos({ limit: 3, before: first.next ?? '' });
    expect(rest.videos.map(({ _id }) => _id)).toEqual(ids.slice(3));
    expect(rest.next).toBeNull();
    expect((await service.client().listVideos()).videos).toEqual([]);
  });

  it('lets everyone with the link read a video, and only the owner delete it', async () => {
    const owner = service.client();
    const other = service.client();
    await other.createVideo(textBody());
    const { _id } = await owner.createVideo(textBody('mine'));
    await untilFinal(owner, _id);
    expect(await other.getVideo(_id)).toMatchObject({ status: 'done', mine: false });
    await expect(other.deleteVideo(_id)).rejects.toMatchObject({ status: 404 });
    await expect(service.client().deleteVideo(_id)).rejects.toMatchObject({ status: 404 });
    expect(await owner.deleteVideo(_id)).toEqual({ _id, outcome: 'deleted' });
    await expect(owner.getVideo(_id)).rejects.toMatchObject({ status: 404, code: 'not-found' });
    await expect(owner.deleteVideo(_id)).rejects.toMatchObject({ status: 404 });
    expect((await service.call(`/api/v1/videos/${_id}/file`)).status).toBe(404);
    expect(await readdir(path.join(service.dataDir, 'videos'))).not.toContain(_id);
  });

  it('starts nothing twice when triggered', async () => {
    const client = service.client();
    const record = await client.createVideo(textBody());
    expect((await client.triggerLambda(record))._id).toBe(record._id);
    await untilFinal(client, record._id);
    expect(await client.triggerLambda(record)).toEqual({ _id: record._id, status: 'done' });
    expect((await client.listVideos()).videos).toHaveLength(1);
    await expect(client.triggerLambda({ _id: 'f'.repeat(32) })).rejects.toMatchObject({ status: 404 });
  });

  it('cancels a video while it is rendered: ffmpeg ends and the next video continues', async () => {
    const client = service.client();
    const { url } = await upload(client, clip, 'video/mp4');
    const { _id } = await client.createVideo(longBody(url));
    const waiting = await client.createVideo(textBody('after'));
    await until(async () => (await rendersOf(_id)).length > 0);
    expect(await client.deleteVideo(_id)).toEqual({ _id, outcome: 'cancelled' });
    expect(await client.getVideo(_id)).toMatchObject({ status: 'cancelled', done: false, url: null });
    expect((await client.deleteVideo(_id)).outcome).toBe('deleted');
    await until(async () => (await rendersOf(_id)).length === 0);
    expect((await untilFinal(client, waiting._id)).status).toBe('done');
    expect(await readdir(path.join(service.dataDir, 'videos'))).not.toContain(_id);
  });

  it('cancels a queued video', async () => {
    const client = service.client();
    const { url } = await upload(client, clip, 'video/mp4');
    const before = await client.createVideo(longBody(url));
    const { _id } = await client.createVideo(textBody('never'));
    expect((await client.deleteVideo(_id)).outcome).toBe('cancelled');
    expect((await client.deleteVideo(before._id)).outcome).toBe('cancelled');
    expect(await untilFinal(client, _id)).toMatchObject({ status: 'cancelled' });
    const next = await client.createVideo(textBody('next'));
    expect((await untilFinal(client, next._id)).status).toBe('done');
    expect((await client.getVideo(_id)).status).toBe('cancelled');
  });

  it('checks trims against the measured file, and layers against its kind', async () => {
    const client = service.client();
    const { url } = await upload(client, clip, 'video/mp4');
    const sound = await upload(client, await makeTone(path.join(folder, 'short.mp3'), 2), 'audio/mpeg');
    const withLayer = (layer: object) => {
      const position = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
      return { ...textBody(), scenes: [{ id: 's', layers: [{ id: 'l', url, position, ...layer }] }] };
    };
    const refusals: [Record<string, unknown>, string, string][] = [
      [
        withLayer({ type: 'video', isTrimmed: true, startTime: 5, endTime: 8 }),
        'trim.order',
        '/scenes/0/layers/0/endTime',
      ],
      [
        withLayer({ type: 'video', isTrimmed: true, startTime: 1.5, endTime: 8 }),
        'trim.short',
        '/scenes/0/layers/0/endTime',
      ],
      [withLayer({ type: 'image' }), 'media.kind', '/scenes/0/layers/0/url'],
      [withLayer({ type: 'video', url: sound.url }), 'media.kind', '/scenes/0/layers/0/url'],
    ];
    for (const [body, code, pointer] of refusals) {
      await expect(client.createVideo(body)).rejects.toMatchObject({ status: 422, problems: [{ code, pointer }] });
    }
  });

  it('reports rejections of the renderer with the specified messages', async () => {
    const client = service.client();
    const long = { ...textBody('x', 61), videoType: 'gif' };
    await expect(client.createVideo(long)).rejects.toMatchObject({ status: 422, message: messages.gifTooLong });
    await expect(client.createVideo({ ...textBody('x', 1201) })).rejects.toMatchObject({
      status: 422,
      message: messages.videoTooLong,
    });
  });
});
