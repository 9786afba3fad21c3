import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../../engine/tools/index.ts';
import { downloadName } from '../../../ui/kit/words.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { textBody, videoBody } from '../support/projects.ts';
import { startService, type TestService, untilFinal } from '../support/service.ts';

let service: TestService;
let webDir: string;
let file: string;
let whole: Uint8Array;
let id: string;

beforeAll(async () => {
  const folder = await temporaryFolder();
  const samplesDir = path.join(folder, 'samples');
  webDir = path.join(folder, 'web');
  await mkdir(path.join(samplesDir, 'media'), { recursive: true });
  await mkdir(path.join(samplesDir, 'projects'), { recursive: true });
  await mkdir(path.join(webDir, 'assets'), { recursive: true });
  await makeVideo(path.join(samplesDir, 'media', 'clip one.mp4'), 1);
  await writeFile(path.join(samplesDir, 'secret.txt'), 'secret');
  const { isStudio: _, ...sample } = videoBody('../media/clip one.mp4');
  await writeFile(path.join(samplesDir, 'projects', 'first.json'), JSON.stringify({ ...sample, name: 'First' }));
  await writeFile(path.join(samplesDir, 'projects', 'broken.json'), '{');
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html><title>Cutroom</title>');
  await writeFile(path.join(webDir, 'assets', 'main-ABCD1234.js'), 'export {};');
  await writeFile(path.join(webDir, 'robots.txt'), 'User-agent: *');
  service = await startService({ samplesDir, webDir });
  const client = service.client();
  const done = await untilFinal(
    client,
    (await client.createVideo({ ...textBody(), name: 'Naïve "résumé"\r\nX: 1/..' }))._id,
  );
  id = done._id;
  file = new URL(done.url ?? '').pathname;
  whole = new Uint8Array(await (await service.call(file)).arrayBuffer());
});

describe('the file of a result', () => {
  it('is sent with its type and length, and with headers that prevent scripts', async () => {
    const answer = await service.call(file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(Number(answer.headers.get('content-length'))).toBe(whole.byteLength);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const head = await service.call(file, { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, whole.byteLength]);
  });

  it('has a safe file name based on the project', async () => {
    const inline = (await service.call(file)).headers.get('content-disposition') ?? '';
    expect(inline).toMatch(/^inline; filename="[\x20-\x7e]+\.mp4"; filename\*=UTF-8''Na%C3%AFve/);
    const download = await service.call(`${file}?download=1`);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect((await service.call(`${file}?download=maybe`)).status).toBe(400);
  });

  it('has the default name of the pages if the project is unnamed', async () => {
    const client = service.client();
    const video = await untilFinal(client, (await client.createVideo(textBody()))._id);
    const unnamed = await service.call(`${new URL(video.url ?? '').pathname}?download=1`);
    expect(unnamed.headers.get('content-disposition')).toContain(`filename="${downloadName(video)}"`);
  });

  it('supports byte ranges', async () => {
    const range = async (text: string) => {
      const answer = await service.call(file, { headers: { range: text } });
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes: new Uint8Array(await answer.arrayBuffer()),
      };
    };
    const size = whole.byteLength;
    expect(await range('bytes=0-9')).toEqual({ status: 206, range: `bytes 0-9/${size}`, bytes: whole.slice(0, 10) });
    expect(await range('bytes=100-')).toEqual({
      status: 206,
      range: `bytes 100-${size - 1}/${size}`,
      bytes: whole.slice(100),
    });
    expect(await range('bytes=-7')).toEqual({
      status: 206,
      range: `bytes ${size - 7}-${size - 1}/${size}`,
      bytes: whole.slice(-7),
    });
    expect(await range(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
    const client = service.client();
    expect(new Uint8Array(await (await client.download(file, { from: 5 })).arrayBuffer())).toEqual(whole.slice(5));
  });

  it('is not available before the video is done, nor under another id', async () => {
    expect((await service.call(`/api/v1/videos/${'0'.repeat(32)}/file`)).status).toBe(404);
    expect((await service.call('/api/v1/videos/..%2f..%2flock/file')).status).toBe(404);
    expect((await service.call(`/api/v1/videos/${id}/../../../lock`)).status).toBe(404);
  });
});

describe('samples', () => {
  it('are listed with URLs that can be rendered unchanged', async () => {
    const client = service.client();
    const samples = await client.listSamples();
    expect(samples).toMatchObject([{ id: 'first', name: 'First' }]);
    const text = JSON.stringify(samples);
    expect(text).toContain('/samples/media/clip%20one.mp4');
    const answer = await service.call('/samples/media/clip%20one.mp4', { headers: { range: 'bytes=0-3' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    const created = await client.createVideo({ ...samples[0]?.project, isStudio: true });
    expect(await untilFinal(client, created._id)).toMatchObject({ status: 'done', width: 64 });
  });

  it('expose no other file', async () => {
    for (const path of ['..%2fsecret.txt', '%2e%2e%2fsecret.txt', '..%5csecret.txt', '', 'nothing.mp4', '%00']) {
      expect((await service.call(`/samples/media/${path}`)).status, path).toBeGreaterThanOrEqual(400);
    }
    await expect(service.client().createVideo(videoBody('/samples/media/..%2fsecret.txt'))).rejects.toMatchObject({
      status: 422,
    });
  });
});

describe('the web application', () => {
  it('is served for every page, with immutable caching of hashed files', async () => {
    for (const page of ['/', '/products', '/videos/abc', '/studio/editor', '/trim-video']) {
      const answer = await service.call(page);
      expect([page, answer.status, answer.headers.get('content-type')]).toEqual([
        page,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'");
    }
    const script = await service.call('/assets/main-ABCD1234.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await service.call('/robots.txt')).headers.get('cache-control')).toBe('no-cache');
    // Simulates a build while the server runs.
    await writeFile(path.join(webDir, 'assets', 'main-EFGH5678.js'), 'export {};');
    expect((await service.call('/assets/main-EFGH5678.js')).headers.get('cache-control')).toContain('immutable');
  });

  it('includes the reference of all tools, generated from their fields', async () => {
    const answer = await service.call('/reference');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = await answer.text();
    for (const { title, route } of tools) {
      expect(page).toContain(`${title}</h2>\n<p>`);
      expect(page).toContain(`<a href="${route}">${route}</a>`);
    }
    expect(page).toMatch(/<code>numLoops<.code><.td><td[^>]*><code>--num-loops<.code><.td>/);
    expect([...page.matchAll(/href="#([^"]+)"/g)].filter(([, id]) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(page).not.toContain('lang="de"');
    const german = await service.call('/reference', { headers: { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' } });
    expect(german.headers.get('vary')).toContain('accept-language');
    expect(await german.text()).toContain('<p lang="de">Diese Seite gibt es nur auf Englisch.</p>');
  });

  it('has the title of the page in its head, and answers 404 for unknown pages', async () => {
    expect(await (await service.call('/trim-video/')).text()).toContain('<title>Trim video · Cutroom</title>');
    for (const [unknown, accept] of [
      ['/404', '*/*'],
      ['/no/such/page', '*/*'],
      ['/old.php', 'text/html,*/*'],
    ] as const) {
      const answer = await service.call(unknown, { headers: { accept } });
      expect([unknown, answer.status, answer.headers.get('content-type')]).toEqual([
        unknown,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(await answer.text()).toContain('<title>Not found · Cutroom</title>');
    }
  });

  it('is not served in place of a missing file or call', async () => {
    for (const missing of ['/assets/none.js', '/api/v1/nothing', '/api', '/samples/none']) {
      const answer = await service.call(missing);
      expect([missing, answer.status]).toEqual([missing, 404]);
      expect(await answer.json()).toMatchObject({ error: { code: 'not-found' } });
    }
    expect((await service.call('/', { method: 'POST' })).status).toBe(404);
  });
});

describe('the API description', () => {
  it('is OpenAPI 3.1 and lists every call', async () => {
    const description = (await (await service.call('/api/v1/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, object>;
    };
    expect(description.openapi).toBe('3.1.0');
    const calls = Object.entries(description.paths).flatMap(([where, methods]) =>
      Object.keys(methods).map((method) => `${method} ${where}`),
    );
    expect(calls).toEqual(
      expect.arrayContaining([
        'post /api/v1/videos/createVideo',
        'post /api/v1/videos/triggerLambda',
        'get /api/v1/videos/{id}',
        'get /api/v1/videos/{id}/events',
        'get /api/v1/videos/{id}/file',
        'delete /api/v1/videos/{id}',
        'get /api/v1/videos',
        'post /api/v1/upload/createResumableUpload',
        'put /api/v1/upload/resumable',
        'get /api/v1/stills',
        'get /api/v1/uploads/{id}/proxy',
        'get /api/v1/health',
      ]),
    );
    // Every reference resolves to an existing schema.
    const text = JSON.stringify(description);
    const { components } = description as unknown as { components: { schemas: Record<string, object> } };
    const named = [...text.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)].map((match) => match[1] as string);
    expect(named).toContain('Project');
    for (const name of named) expect(Object.keys(components.schemas)).toContain(name);
  });
});
