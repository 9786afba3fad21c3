import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify, { type FastifyRequest } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { embedRoutes } from '../../../api/routes/embed.ts';
import { sharedVideoTags } from '../../../api/routes/sharedVideo.ts';
import { validateRequest } from '../../../api/routes/validateRequest.ts';
import type { Service } from '../../../api/service/service.ts';
import { newBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/files.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  const webDir = await temporaryFolder();
  await mkdir(webDir, { recursive: true });
  const html = '<html><head><title>x</title><meta name="description" content=""></head><body></body></html>';
  await writeFile(path.join(webDir, 'index.html'), html);
  service = await startService({ webDir });
});

const body = {
  isStudio: true,
  name: 'A "quiet" <sea>',
  width: 64,
  height: 36,
  scenes: [{ id: 's', duration: 0.2, background: '#28439a' }],
};

async function made() {
  const owner = newBrowser(service);
  const { _id } = (await owner.call('POST', '/videos/createVideo', body)).body;
  const video = await until(async () => {
    const record = (await owner.call('GET', `/videos/${_id}`)).body;
    return record.done ? record : false;
  });
  return { owner, id: _id as string, video };
}

it('a video is visible to everyone with the link, or only to its owner if it is private', async () => {
  const { owner, id, video } = await made();
  const other = newBrowser(service);
  await other.call('GET', '/videos');
  const statusesOf = async (by: typeof owner) => {
    const cookie = [...by.jar].map((pair) => pair.join('=')).join('; ');
    const paths = [`/api/v1/videos/${id}`, ...['events', 'file', 'poster'].map((one) => `/api/v1/videos/${id}/${one}`)];
    const found = paths.map(async (at) => {
      const answer = await service.call(at, { headers: cookie ? { cookie } : {} });
      await answer.arrayBuffer();
      return answer.status;
    });
    return Promise.all(found);
  };
  expect(video).toMatchObject({ isPrivate: false, mine: true });
  expect(await statusesOf(other)).toEqual([200, 200, 200, 200]);
  expect((await other.call('PATCH', `/videos/${id}`, { isPrivate: true })).status).toBe(404);
  const changed = await owner.call('PATCH', `/videos/${id}`, { isPrivate: true });
  expect([changed.status, changed.body]).toMatchObject([200, { isPrivate: true, mine: true }]);
  expect(await statusesOf(other)).toEqual([404, 404, 404, 404]);
  expect(await statusesOf(newBrowser(service))).toEqual([404, 404, 404, 404]);
  expect(await statusesOf(owner)).toEqual([200, 200, 200, 200]);
  // Others cannot use it as a layer either.
  const layer = {
    id: 'l',
    type: 'video',
    url: video.url,
    position: { x: '0%', y: '0%', width: '100%', height: '100%' },
  };
  const copy = { ...body, scenes: [{ id: 's', layers: [layer] }] };
  expect((await other.call('POST', '/videos/createVideo', copy)).status).toBe(422);
  expect((await other.call('POST', '/extract', { url: video.url })).status).toBe(422);
  expect((await owner.call('POST', '/videos/createVideo', copy)).status).toBe(201);
  // The owner's account and scripts still have access.
  await owner.call('POST', '/account/sign-up', { email: 'private@example.org', password: 'correct horse' });
  const { token } = (await owner.call('POST', '/account/tokens', { name: 'x' })).body;
  const script = await newBrowser(service).call('GET', `/videos/${id}`, undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(script.body).toMatchObject({ isPrivate: true, mine: true });
  const kept = async () => (await owner.call('HEAD', `/videos/${id}/file`)).headers.get('cache-control');
  expect(await kept()).toBe('private, no-cache');
  expect((await owner.call('PATCH', `/videos/${id}`, { isPrivate: false })).status).toBe(200);
  expect(await kept()).toContain('immutable');
  expect(await statusesOf(other)).toEqual([200, 200, 200, 200]);
  expect(service.errors).toEqual([]);
});

it('a shared video can be embedded in any page, with its metadata; no other page can be framed', async () => {
  const { owner, id } = await made();
  const embedded = await service.call(`/embed/${id}`);
  const policy = embedded.headers.get('content-security-policy') ?? '';
  expect([embedded.status, embedded.headers.get('x-frame-options')]).toEqual([200, null]);
  expect(policy).toContain('frame-ancestors *');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  const html = await embedded.text();
  expect(html).toContain(`<video src="/api/v1/videos/${id}/file"`);
  expect(html).toContain('<title>A &quot;quiet&quot; &lt;sea></title>');
  const page = await service.call(`/videos/${id}`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const shown = await page.text();
  for (const tag of [
    '<meta property="og:title" content="A &quot;quiet&quot; &lt;sea>">',
    `<meta property="og:video" content="${service.origin}/api/v1/videos/${id}/file">`,
    `<meta property="og:image" content="${service.origin}/api/v1/videos/${id}/poster">`,
    `<meta name="twitter:player" content="${service.origin}/embed/${id}">`,
  ])
    expect(shown).toContain(tag);
  // The encoded URL leads to the same page.
  expect(await (await service.call(`/%76ideos/${id}`)).text()).toBe(shown);
  const missing = await service.call('/%61pi/v1/none', { headers: { accept: 'text/html' } });
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
  await owner.call('PATCH', `/videos/${id}`, { isPrivate: true });
  // A private video exposes nothing, not even to its owner in a frame.
  const cookie = [...owner.jar].map((pair) => pair.join('=')).join('; ');
  expect((await service.call(`/embed/${id}`, { headers: { cookie } })).status).toBe(404);
  expect(await (await service.call(`/videos/${id}`, { headers: { cookie } })).text()).not.toContain('og:');
  expect((await service.call('/embed/nothing')).status).toBe(404);
});

it('shared audio plays in an embedding page and has no preview image', async () => {
  const id = '0'.repeat(32);
  const row = { id, state: 'done', file: 'a.mp3', mime: 'audio/mpeg', name: 'Sea', poster: null, is_private: false };
  const kept = { store: { get: async () => row } } as unknown as Pick<Service, 'store'>;
  const app = Fastify();
  app.setValidatorCompiler(validateRequest as never);
  await app.register(embedRoutes(kept, undefined) as never);
  const { body: html } = await app.inject(`/embed/${id}`);
  await app.close();
  expect(html).toContain(`<audio src="/api/v1/videos/${id}/file" controls`);
  expect(html).not.toContain('<img');
  const request = { url: `/videos/${id}`, protocol: 'http', host: 'localhost' } as FastifyRequest;
  expect(await sharedVideoTags(kept)(request)).not.toContain('og:image');
});
