import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';

const made = mkdtempSync(join(tmpdir(), 'cutroom-media-'));
let lab: CompositorLab;
let page: CompositorLab['page'];
const requested: string[] = [];

beforeAll(async () => {
  writeFileSync(join(made, 'broken.jpg'), 'no image');
  lab = await openLab({ made });
  page = lab.page;
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
});

afterAll(async () => {
  await lab?.close();
  rmSync(made, { recursive: true, force: true });
});

describe('the media pool', () => {
  it('loads an image once for all users, and releases it with the last one', async () => {
    requested.length = 0;
    const found = await page.evaluate(async () => {
      const pool = globalThis.lab.createMediaPool({ urlOf: (url) => url });
      const uses = await Promise.all(
        [1, 2, 3].map(
          () =>
            new Promise<ReturnType<typeof pool.acquire>>((done) => {
              const use = pool.acquire('/media/forest.jpg', 'image', () => done(use));
            }),
        ),
      );
      const [first] = uses;
      const shared = uses.every((use) => use.source === first?.source);
      const sizes = [pool.size];
      for (const use of uses) {
        use.release();
        use.release();
        sizes.push(pool.size);
      }
      return { shared, sizes, state: first?.state, source: first?.source };
    });
    expect(found).toEqual({ shared: true, sizes: [1, 1, 1, 0], state: 'ready', source: undefined });
    expect(requested.filter((path) => path === '/media/forest.jpg')).toHaveLength(1);
  });

  it('gives each owner a separate video, and stops and releases it in the end', async () => {
    const found = await page.evaluate(async () => {
      const pool = globalThis.lab.createMediaPool({ urlOf: (url) => url });
      const open = (owner: string) =>
        new Promise<ReturnType<typeof pool.acquire>>((done) => {
          const use = pool.acquire('/media/numbers.mp4', 'video', () => use.state === 'ready' && done(use), owner);
        });
      const [a, b] = await Promise.all([open('a'), open('b')]);
      const again = pool.acquire('/media/numbers.mp4', 'video', () => {}, 'a');
      const elements = [a, b, again].map((use) => use.source as HTMLVideoElement);
      const [video] = elements as [HTMLVideoElement];
      a.follow(1, 1);
      await new Promise((playing) => video.addEventListener('playing', playing, { once: true }));
      const facts = { width: a.width, height: a.height, length: Math.round(a.duration) };
      const own = elements[0] !== elements[1] && elements[0] === elements[2];
      a.release();
      const held = { size: pool.size, paused: video.paused };
      again.release();
      b.release();
      const dropped = elements.map((one) => [one.paused, one.getAttribute('src'), one.readyState]);
      return { facts, own, held, dropped, size: pool.size };
    });
    expect(found.own).toBe(true);
    expect(found.held).toEqual({ size: 2, paused: false });
    expect(found.dropped).toEqual(Array(3).fill([true, null, 0]));
    expect(found.size).toBe(0);
    expect(found.facts.width).toBeGreaterThan(0);
  });

  it('shows the nearest thumbnail until the sought frame arrives', async () => {
    const found = await page.evaluate(async () => {
      const image = await createImageBitmap(new ImageData(16, 9));
      const standIn = () => new globalThis.lab.NearbyPictures((time) => ({ time: Math.round(time), image }));
      const pool = globalThis.lab.createMediaPool({ urlOf: (url) => url, standIn });
      let told = () => {};
      const use = pool.acquire('/media/numbers.mp4', 'video', () => told(), 'a');
      const until = (isSo: () => boolean) =>
        new Promise<void>((done) => {
          told = () => isSo() && done();
          told();
        });
      const shown = () => (use.source instanceof HTMLVideoElement ? 'frame' : 'picture');
      use.follow(0.5, 0);
      await until(() => use.settled);
      const before = use.version;
      use.follow(3, 0);
      const meanwhile = [shown(), use.settled];
      await Promise.resolve();
      const isTold = use.version > before;
      await until(() => use.settled);
      const after = shown();
      // The current frame is closer than any thumbnail.
      use.follow(3.1, 0);
      const near = shown();
      use.release();
      return { meanwhile, isTold, after, near };
    });
    expect(found).toEqual({ meanwhile: ['picture', false], isTold: true, after: 'frame', near: 'frame' });
  });

  it('reports a failure as a state, and loads a file again once it has a URL', async () => {
    const found = await page.evaluate(async () => {
      const address = new Map([['late.jpg', undefined as string | undefined]]);
      const pool = globalThis.lab.createMediaPool({ urlOf: (url) => (address.has(url) ? address.get(url) : url) });
      const stateOf = (url: string, kind: 'image' | 'video') =>
        new Promise<string>((done) => {
          const use = pool.acquire(url, kind, () => done(use.state));
        });
      const failures = await Promise.all([
        stateOf('/media/none.jpg', 'image'),
        stateOf('/made/broken.jpg', 'image'),
        stateOf('/media/none.mp4', 'video'),
        stateOf('/made/broken.jpg', 'video'),
      ]);
      let told = () => {};
      const late = pool.acquire('late.jpg', 'image', () => late.state === 'ready' && told());
      const before = [late.state, late.version] as const;
      address.set('late.jpg', '/media/forest.jpg');
      const arrived = new Promise<void>((done) => {
        told = done;
      });
      pool.refresh('late.jpg');
      const meanwhile = late.state;
      await arrived;
      const after = { state: late.state, grew: late.version > before[1], width: late.width };
      pool.dispose();
      return { failures, before: before[0], meanwhile, after };
    });
    expect(found.failures).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect(found.before).toBe('failed');
    expect(found.meanwhile).toBe('loading');
    expect(found.after).toMatchObject({ state: 'ready', grew: true });
  });
});
