import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '../../../api/contract/http.ts';
import { makeFile } from '../../support/renderLab.ts';
import { makeLongVideo } from '../../support/toolCatalogue.ts';
import { temporaryFolder } from '../support/files.ts';
import { bytesAt, openLinkLab, usualSession } from '../support/links.ts';
import { startService, until } from '../support/service.ts';

const { lab, extract, fresh, newPath, folders } = openLinkLab();

describe('a link to a file', () => {
  it('becomes an upload on this server, with its media facts', async () => {
    const { status, body } = await extract(fresh('clip.mp4'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ mime: 'video/mp4', kind: 'video', width: 96, height: 64, hasAudio: true, size: lab.clip.byteLength },
      ...{ isGif: false, isImage: false, soundUrl: null, name: expect.stringMatching(/^clip_\w+\.mp4$/) },
    });
    expect(body.duration).toBeCloseTo(2, 1);
    expect(body.url).toMatch(new RegExp(`^${lab.service.origin}/api/v1/uploads/`));
    expect((await bytesAt(body.url)).equals(lab.clip)).toBe(true);
  });

  it('is typed by its bytes, whatever the website claims', async () => {
    lab.site.file('/odd', lab.clip, 'text/html; charset=utf-8');
    lab.site.file('/odder.mp4', lab.picture, 'video/mp4');
    expect((await extract(`${lab.site.origin}/odd`)).body.mime).toBe('video/mp4');
    expect((await extract(`${lab.site.origin}/odder.mp4`)).body).toMatchObject({ mime: 'image/png', isImage: true });
    expect((await extract(fresh('tone.mp3'))).body).toMatchObject({ mime: 'audio/mpeg', kind: 'audio' });
  });

  it('may be audio of more than 30 minutes, of which tools use a part, but no such video', async () => {
    const folder = await temporaryFolder();
    const talk = path.join(folder, 'talk.mp3');
    makeFile(talk, '-f', 'lavfi', '-i', 'sine=d=1801:r=8000', '-b:a', '8k');
    lab.site.file('/talk.mp3', await readFile(talk), 'audio/mpeg');
    lab.site.file('/long.mp4', await readFile(makeLongVideo(folder)), 'video/mp4');
    const { body } = await extract(`${lab.site.origin}/talk.mp3`);
    expect(body).toMatchObject({ kind: 'audio', duration: expect.closeTo(1801, 0) });
    expect((await extract(`${lab.site.origin}/long.mp4`)).refusal).toBe('Videos must be shorter than 30 min.');
  });

  it('is fetched once for all requesters, and each of them gets an upload', async () => {
    const url = fresh('clip.mp4');
    const others = ['a', 'b', 'c'].map((letter) => letter.repeat(22));
    const all = await Promise.all([...others, ...others].map((session) => extract(url, { session })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    const again = await extract(url, { session: 'b'.repeat(22) });
    expect(lab.site.asked).toHaveLength(1);
    const found = all.slice(0, 4).map(({ body }) => body.url);
    expect(new Set(found).size).toBe(3);
    expect((await bytesAt(again.body.url)).equals(lab.clip)).toBe(true);
    // The bytes are stored once.
    const hash = createHash('sha256').update(lab.clip).digest('hex');
    expect(await readdir(path.join(lab.service.dataDir, 'contents'))).toContainEqual(
      expect.stringMatching(new RegExp(`^${hash}-[0-9a-f]{8}.mp4$`)),
    );
  });

  it('is that upload if the URL belongs to this server', async () => {
    const { body } = await extract(fresh('clip.mp4'));
    expect((await extract(body.url)).body).toMatchObject({
      url: body.url,
      mime: 'video/mp4',
      size: lab.clip.byteLength,
    });
    expect((await extract(`${lab.service.origin}/`)).refusal).toBe('No content found for this URL.');
    expect((await extract(`${lab.service.origin}/api/v1/health`)).status).toBe(422);
  });

  it('is not fetched again soon after a failure', async () => {
    const url = `${lab.site.origin}${newPath()}`;
    const first = await extract(url);
    expect(first.status).toBe(422);
    expect((await extract(url, { session: 'c'.repeat(22) })).refusal).toBe(first.refusal);
    expect(lab.site.asked).toHaveLength(1);
  });

  it('counts toward the quota of the network that pasted it', async () => {
    const storedBytes = Math.floor(lab.clip.byteLength * 1.5);
    const small = await startService({ workers: 0, uploadLimits: { storedBytes }, links: { hosts: [lab.site.host] } });
    const own = small.client();
    const ask = async (address: string, body: object, from = '192.0.2.1', client = own) => {
      await client.createUpload([{ fileName: 'a.mp4', fileType: 'video/mp4', size: 0 }]);
      const cookie = `${SESSION_COOKIE}=${client.session.get()}`;
      const headers = { 'content-type': 'application/json', cookie, 'x-forwarded-for': from };
      const answer = await small.call(address, { method: 'POST', headers, body: JSON.stringify(body) });
      return [answer.status, answer.headers.get('retry-after')];
    };
    // The second file is sent without a length.
    lab.site.on('/untold.mp4', (reply) => void reply.writeHead(200).write(lab.clip, () => reply.end()));
    expect(await ask('/api/v1/extract', { url: fresh('clip.mp4') })).toEqual([200, null]);
    expect(await ask('/api/v1/extract', { url: fresh('clip.mp4') })).toEqual([429, '3600']);
    expect(await ask('/api/v1/extract', { url: fresh('untold.mp4') })).toEqual([429, '3600']);
    // Another requester of the same link has room for it.
    const held: ServerResponse[] = [];
    lab.site.on('/both.mp4', (reply) => void held.push(reply));
    const asking = ['192.0.2.1', '192.0.2.2'].map(async (from, order) => {
      if (order > 0) await until(() => held.length > 0);
      return ask('/api/v1/extract', { url: `${lab.site.origin}/both.mp4` }, from, small.client(from));
    });
    await until(() => held.length > 0);
    setTimeout(() => {
      lab.site.file('/both.mp4', lab.clip, 'video/mp4');
      held[0]?.writeHead(200).write(lab.clip, () => held[0]?.end());
    }, 300);
    expect(await Promise.all(asking)).toEqual([
      [429, '3600'],
      [200, null],
    ]);
  });

  it('is aborted, and its partial file deleted, when no requester waits anymore', async () => {
    const held = await folders();
    let closed = false;
    lab.site.on('/endless', (reply) => {
      reply.writeHead(200, { 'content-type': 'video/mp4' });
      reply.write(lab.clip);
      const more = setInterval(() => reply.write(lab.clip), 20);
      reply.on('close', () => {
        clearInterval(more);
        closed = true;
      });
    });
    const stop = new AbortController();
    const asking = extract(`${lab.site.origin}/endless`, { signal: stop.signal }).catch(() => 'stopped');
    await until(() => lab.site.asked.length > 0);
    await until(async () => (await folders()) > held);
    stop.abort();
    expect(await asking).toBe('stopped');
    await until(() => closed);
    await until(async () => (await folders()) === held);
  });
});

describe('a rejected link', () => {
  const sends = (at: string, headers: Record<string, string | number>, body: string | Buffer = '') =>
    lab.site.on(at, (reply) => reply.writeHead(200, headers).end(body));

  it.each([
    [
      'a playlist',
      '#EXTM3U\n#EXTINF:9\na.ts',
      'application/x-mpegURL',
      'Format application/x-mpegurl currently unsupported.',
    ],
    [
      'a playlist that calls itself text',
      '#EXTM3U\na.ts',
      'text/plain',
      'Format application/x-mpegurl currently unsupported.',
    ],
    [
      'a manifest',
      '<?xml version="1.0"?><MPD></MPD>',
      'text/xml',
      'Format application/dash+xml currently unsupported.',
    ],
    ['words', 'words', 'video/mp4', /^Your file format is not currently supported\./],
    [
      'a list of files',
      'ffconcat version 1.0\nfile /etc/passwd',
      'video/mp4',
      /^Your file format is not currently supported\./,
    ],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      'image/svg+xml',
      /^Your file format is not currently supported\./,
    ],
    ['nothing', '', 'video/mp4', /./],
  ])('leads to %s', async (_, content, type, sentence) => {
    const at = newPath();
    lab.site.file(at, Buffer.from(content), type);
    const { status, body, refusal } = await extract(lab.site.origin + at);
    expect([status, body.error?.code]).toEqual([422, 'link']);
    expect(refusal).toMatch(sentence);
  });

  it('is missing, breaks off, has a wrong length or is too large', async () => {
    const held = await folders();
    expect((await extract(`${lab.site.origin}/gone`)).refusal).toBe('No content found for this URL.');
    sends('/long', { 'content-type': 'video/mp4', 'content-length': 300_000_001 });
    expect((await extract(`${lab.site.origin}/long`)).refusal).toBe('Your content must be under 300MB');
    sends('/short', { 'content-type': 'video/mp4', 'content-length': 1000 }, lab.clip);
    expect((await extract(`${lab.site.origin}/short`)).status).toBe(422);
    lab.site.on('/half', (reply) => {
      reply.writeHead(200, { 'content-type': 'video/mp4', 'content-length': lab.clip.byteLength });
      reply.write(lab.clip.subarray(0, lab.clip.byteLength / 2), () => setTimeout(() => reply.destroy(), 50));
    });
    expect((await extract(`${lab.site.origin}/half`)).refusal).toBe('The connection to this website was lost.');
    lab.site.on('/huge-head', (reply) => reply.writeHead(200, { 'x-long': 'a'.repeat(200_000) }).end());
    expect((await extract(`${lab.site.origin}/huge-head`)).refusal).toBe('The connection to this website was lost.');
    sends(
      '/packed.mp4',
      { 'content-type': 'video/mp4', 'content-encoding': 'gzip' },
      gzipSync(Buffer.alloc(400_000_000)),
    );
    expect((await extract(`${lab.site.origin}/packed.mp4`)).refusal).toBe('No content found for this URL.');
    expect(await folders()).toBe(held);
    // A failed download may succeed the next time.
    lab.site.file('/half', lab.clip, 'video/mp4');
    expect((await extract(`${lab.site.origin}/half`)).status).toBe(200);
  });

  it('never answers, drips or never ends', async () => {
    const held = await folders();
    lab.site.on('/never', () => undefined);
    lab.site.on('/drops', (reply) => {
      reply.writeHead(200, { 'content-type': 'video/mp4' });
      const drops = setInterval(() => reply.write('.'), 50);
      reply.on('close', () => clearInterval(drops));
    });
    lab.site.on('/steady', (reply) => {
      reply.writeHead(200, { 'content-type': 'video/mp4' });
      const drops = setInterval(() => reply.write(Buffer.alloc(2000)), 50);
      reply.on('close', () => clearInterval(drops));
    });
    const all = await Promise.all(['never', 'drops', 'steady'].map((name) => extract(`${lab.site.origin}/${name}`)));
    expect(all.map(({ refusal }) => refusal)).toEqual(Array(3).fill('This website takes too long to respond.'));
    expect(await folders()).toBe(held);
  });

  it('is local, private or invalid', async () => {
    for (const url of ['http://localhost/', 'http://127.0.0.1:1/', 'ftp://example.org/', 'words', 'http://[::1]/'])
      expect((await extract(url)).body.error?.code).toBe('link');
    expect((await extract('')).status).toBe(400);
    expect((await extract(`http://example.org/${'a'.repeat(2000)}`)).status).toBe(400);
    expect(lab.service.errors).toEqual([]);
  });
});

describe('a project', () => {
  const scenes = (...urls: string[]) => [
    { id: 's', layers: urls.map((url, index) => ({ id: `l${index}`, type: 'video', url })) },
  ];
  const create = async (body: unknown) => {
    const answer = await lab.service.call('/api/v1/videos/createVideo', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `${SESSION_COOKIE}=${usualSession}` },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('may contain public links, each of which is fetched once', async () => {
    const url = fresh('clip.mp4');
    const made = await create({ isStudio: true, scenes: scenes(url, url) });
    expect(made).toMatchObject({ status: 201 });
    const trim = { isTrimmedOnly: true, isTrimmed: true, startTime: 0, endTime: 1, sourceVideo: { url } };
    expect(await create(trim)).toMatchObject({ status: 201 });
    expect(lab.site.asked).toHaveLength(1);
  });

  it('fetches four links at a time, and reports dead ones in the order of the project', async () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `/together/${name}`);
    const open: ServerResponse[] = [];
    const together: number[] = [];
    const answerAll = () => {
      together.push(open.length);
      for (const reply of open.splice(0).reverse()) reply.writeHead(404).end();
    };
    for (const one of paths) {
      lab.site.on(one, (reply) => {
        // The last two start when there is room; a fifth before that would be one too many.
        if (open.push(reply) === [4, 2][together.length]) setTimeout(answerAll, 200);
      });
    }
    const { status, body } = await create({
      isStudio: true,
      scenes: scenes(...paths.map((one) => lab.site.origin + one)),
    });
    expect(status).toBe(422);
    const { problems } = body.error as { problems: { pointer: string; message: string }[] };
    expect(problems.map(({ pointer }) => pointer)).toEqual(paths.map((_, index) => `/scenes/0/layers/${index}/url`));
    expect(together).toEqual([4, 2]);
  });

  it('is rejected if a link is dead, with the reason and the field', async () => {
    const dead = `${lab.site.origin}/gone`;
    const { status, body } = await create({
      isStudio: true,
      scenes: scenes(fresh('clip.mp4'), dead, 'http://10.0.0.1/a'),
    });
    expect(status).toBe(422);
    const sentence = (url: string, why: string) => `Sorry, that pasted URL (${url}) didn't work. ${why}`;
    expect((body.error as { problems: unknown }).problems).toEqual([
      {
        code: 'media.link',
        pointer: '/scenes/0/layers/1/url',
        message: sentence(dead, 'No content found for this URL.'),
      },
      {
        code: 'media.link',
        pointer: '/scenes/0/layers/2/url',
        message: sentence('http://10.0.0.1/a', 'There is no public website at this address.'),
      },
    ]);
  });
});
