import { afterEach, expect, it, vi } from 'vitest';
import { startService } from '../support/service.ts';

afterEach(() => vi.unstubAllEnvs());

it('lists the codecs that the installed ffmpeg can encode', async () => {
  const client = (await startService({ workers: 0 })).client();
  expect((await client.health()).codecs).toEqual(expect.arrayContaining(['h264', 'vp9']));
});

it('is in order without ffmpeg, for example on a machine that only serves pages', async () => {
  const client = (await startService({ workers: 0 })).client();
  vi.stubEnv('FFMPEG_PATH', '/none/ffmpeg');
  const health = await client.health();
  expect(health).toMatchObject({ status: 'ok' });
  expect(health.codecs).toBeUndefined();
});
