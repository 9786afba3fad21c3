import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LocalMedia } from '../../../ui/client/media/mediaEntry.ts';
import { samplesDir } from '../support/page.ts';
import { add, digest, digestOf, type StoreBench, startBench, tryAdd, untilUploaded } from '../support/store.ts';

let bench: StoreBench;
beforeAll(async () => {
  bench = await startBench();
});

describe('local files', () => {
  it('are measured as they are shown, if need be by the server, and rejected with a message if they are not media', async () => {
    const page = await bench.openPage();
    const refused = await tryAdd(page, bench.files.text, bench.files.broken, bench.files.brokenVideo);
    expect(refused[0]).toMatch(/^Your file format is not currently supported/);
    expect(refused[1]).toBe('An error occurred during upload. Please make sure your media is a compatible format.');
    expect(refused[2]).toEqual(expect.stringMatching(/\.$/));
    expect(
      await page.evaluate(() => [Object.keys(window.store.mediaTable.byUrl).length, window.store.mediaTable.measuring]),
    ).toEqual([0, 0]);
    const added = await add(page, bench.files.picture, bench.files.gif, bench.files.clip, bench.files.upright);
    const { width, height } = added[3] as LocalMedia;
    expect(width).toBeLessThan(height);
    expect(added).toMatchObject([
      { kind: 'image', width: 160, height: 120, duration: 0, animated: false, name: 'picture.png', shown: true },
      { kind: 'image', width: 80, height: 60, animated: true, hasAudio: false },
      { kind: 'video', width: 160, height: 120, animated: false, hasAudio: true },
      { kind: 'image', animated: false },
    ]);
    expect(added[1]?.duration).toBeCloseTo(2, 5);
    expect(added[2]?.duration).toBeCloseTo(3, 1);
    for (const { id, url } of added) expect(url).toMatch(new RegExp(`^media/${id}/[\\w.]+$`));
    await Promise.all(added.map(({ url }) => untilUploaded(page, url)));
    // The browser and the server report the same facts.
    const facts = await page.evaluate(() =>
      Object.values(window.store.mediaTable.byUrl).map((entry) => ({ ...entry.facts })),
    );
    for (const [index, { kind, animated, ...one }] of added.entries()) {
      expect(facts[index]).toMatchObject({ kind, animated, width: one.width, height: one.height });
    }
    const [old] = await add(page, bench.files.mpeg);
    expect(old).toMatchObject({ kind: 'video', width: 160, height: 120, hasAudio: true, shown: false });
    expect(old?.duration).toBeCloseTo(3, 0);
    expect(await page.evaluate((path) => window.store.mediaTable.byUrl[path]?.state, old?.url as string)).toBe(
      'uploaded',
    );
  });

  it('survive a reload with their bytes, and are uploaded only once, unless the server loses them', async () => {
    const page = await bench.openPage();
    const [picture] = await add(page, bench.files.picture);
    const url = picture?.url as string;
    await untilUploaded(page, url);
    let announced = 0;
    page.on('request', (request) => {
      if (request.url().includes('createResumableUpload')) announced += 1;
    });
    await page.reload();
    expect(await page.evaluate((path) => window.store.localUrlOf(path) ?? null, url)).toBeNull();
    expect(
      await page.evaluate((path) => window.store.restoreMedia([path, '/samples/x.png', 'media/gone/x.png']), url),
    ).toEqual({
      missing: ['media/gone/x.png'],
    });
    expect(await page.evaluate((path) => window.store.isShown(path), url)).toBe(true);
    expect(await page.evaluate((path) => window.store.digestOf(path), url)).toBe(digestOf(bench.files.picture));
    const readUrls = await page.evaluate(async (path) => [...(await window.store.ensureUploaded([path]))], url);
    expect(readUrls).toEqual([[url, expect.stringMatching(/^\/api\/v1\/uploads\/.+\.png$/)]]);
    expect(announced).toBe(0);
    expect(digest(new Uint8Array(await (await bench.service.call(readUrls[0]?.[1] as string)).arrayBuffer()))).toBe(
      digestOf(bench.files.picture),
    );
    const again = await page.evaluate(async (path) => {
      const entry = window.store.mediaTable.byUrl[path];
      if (entry) entry.readUrl = '/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA/gone.png';
      const progress: number[] = [];
      const onProgress = (done: number, total: number) => progress.push(done / total);
      const found = (await window.store.ensureUploaded([path], { onProgress })).get(path);
      return { found, last: progress.at(-1) };
    }, url);
    expect(again.last).toBe(1);
    expect((await bench.service.call(again.found as string)).status).toBe(200);
  });

  it('survive a restart of the browser, and changes to the originals on disk', async () => {
    const profile = join(bench.folder, 'profile');
    const own = join(bench.folder, 'own.png');
    writeFileSync(own, readFileSync(bench.files.picture));
    const begin = async () => bench.openTab(await bench.openProfile(profile));
    const page = await begin();
    const [picture] = (await add(page, own)) as [LocalMedia];
    writeFileSync(own, 'something else');
    expect(await page.evaluate((path) => window.store.isShown(path), picture.url)).toBe(true);
    await page.evaluate(
      (one) => window.store.saveProject({ id: 'p', project: window.store.projectOf([one]) }),
      picture,
    );
    await page.context().close();

    const again = await begin();
    const loaded = await again.evaluate(() => window.store.loadSaved('p'));
    expect(loaded).toMatchObject({ ok: true, value: { scenes: [{ layers: [{ url: picture.url }] }] } });
    expect(await again.evaluate((path) => window.store.restoreMedia([path]), picture.url)).toEqual({ missing: [] });
    expect(await again.evaluate((path) => window.store.digestOf(path), picture.url)).toBe(
      digestOf(bench.files.picture),
    );
    expect(await again.evaluate((path) => window.store.isShown(path), picture.url)).toBe(true);
  });

  it('are uploaded after a reload if they were not before, two at a time, and can be stopped and uploaded again', async () => {
    const context = await bench.openBrowser();
    const page = await bench.openTab(context);
    await context.route('**/upload/resumable*', (route) => route.abort());
    const [early] = await add(page, bench.files.upright);
    await page.reload();
    await context.unroute('**/upload/resumable*');
    await page.evaluate((path) => window.store.restoreMedia([path]), early?.url as string);
    await untilUploaded(page, early?.url as string);
    const held: (() => void)[] = [];
    let isHeld = true;
    await context.route('**/upload/resumable*', async (route) => {
      if (isHeld) await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    const added = await add(page, bench.files.picture, bench.files.gif, bench.files.clip);
    const urls = added.map(({ url }) => url);
    const states = () =>
      page.evaluate((paths) => paths.map((path) => window.store.mediaTable.byUrl[path]?.state), urls);
    await expect.poll(states).toEqual(['uploading', 'uploading', 'kept']);
    await expect.poll(() => held.length).toBe(2);
    await page.evaluate((path) => window.store.cancelUpload(path), urls[0] as string);
    await expect.poll(states).toEqual(['kept', 'uploading', 'uploading']);
    await page.evaluate((path) => window.store.retryUpload(path), urls[0] as string);
    isHeld = false;
    const sent = page.evaluate(async (paths) => [...(await window.store.ensureUploaded(paths)).keys()], urls);
    for (const go of held) go();
    expect((await sent).sort()).toEqual([...urls].sort());
    expect(await states()).toEqual(['uploaded', 'uploaded', 'uploaded']);
  });

  it('that two tabs have are uploaded once', async () => {
    const context = await bench.openBrowser();
    const [one, two] = [await bench.openTab(context), await bench.openTab(context)];
    let announced = 0;
    context.on('request', (request) => {
      if (request.url().includes('createResumableUpload')) announced += 1;
    });
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await context.route('**/upload/resumable*', async (route) => {
      await held;
      await route.continue();
    });
    const [picture] = (await add(one, bench.files.picture)) as [LocalMedia];
    await two.evaluate((path) => window.store.restoreMedia([path]), picture.url);
    const stateIn = (page: typeof one) =>
      page.evaluate((path) => window.store.mediaTable.byUrl[path]?.state, picture.url);
    await expect.poll(() => stateIn(one)).toBe('uploading');
    await expect.poll(() => stateIn(two)).toBe('elsewhere');
    go();
    await Promise.all([untilUploaded(one, picture.url), untilUploaded(two, picture.url)]);
    expect(announced).toBe(1);
  });

  it('continue their upload after a reload, from the bytes on the server', async () => {
    const context = await bench.openBrowser();
    const page = await bench.openTab(context);
    const ranges: string[] = [];
    let cut = true;
    await context.route('**/upload/resumable*', async (route) => {
      const range = (await route.request().allHeaders())['content-range'] ?? '';
      ranges.push(range);
      if (cut && ranges.length > 1) return route.abort('connectionreset');
      return route.continue();
    });
    const [video] = (await add(page, join(samplesDir, 'media', 'long.mp4'))) as [LocalMedia];
    await expect.poll(() => ranges.length).toBeGreaterThan(2);
    await page.reload();
    cut = false;
    const before = ranges.length;
    await page.evaluate((path) => window.store.restoreMedia([path]), video.url);
    await untilUploaded(page, video.url);
    expect(ranges[0]).toMatch(/^bytes 0-1048575\//);
    expect(ranges[before]).toMatch(/^bytes \*\//);
    expect(ranges[before + 1]).toMatch(/^bytes 1048576-/);
  });

  it('stay in the page and work with a warning if there is no database', async () => {
    const context = await bench.openBrowser();
    await context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
    const page = await bench.openTab(context);
    const [picture] = await add(page, bench.files.picture);
    expect(await page.evaluate((path) => window.store.isShown(path), picture?.url as string)).toBe(true);
    expect(await page.evaluate(() => window.store.mediaTable.warning)).toMatch(/^This browser does not save files/);
    expect(await page.evaluate(() => window.store.listSaved())).toEqual([]);
    expect(await page.evaluate(() => window.store.loadSaved('x'))).toMatchObject({ ok: false });
    await untilUploaded(page, picture?.url as string);
  });

  it('are deleted if no project uses them, unless they are recent or another tab is open', async () => {
    const context = await bench.openBrowser();
    const page = await bench.openTab(context);
    const [kept, spare, remembered] = (await add(page, bench.files.picture, bench.files.gif, bench.files.clip)) as [
      LocalMedia,
      LocalMedia,
      LocalMedia,
    ];
    await page.evaluate((one) => window.store.saveProject({ id: 'p', project: window.store.projectOf([one]) }), kept);
    const tidy = (age?: number) =>
      page.evaluate(([path, young]) => window.store.forgetUnusedMedia([path as string], young as number | undefined), [
        remembered.url,
        age,
      ] as const);
    await page.evaluate(() => window.store.holdMedia());
    expect(await tidy()).toEqual([]);
    const other = await bench.openTab(context);
    await other.evaluate(() => window.store.holdMedia());
    await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(2);
    expect(await tidy(-1)).toEqual([]);
    await other.close();
    await expect.poll(() => tidy(-1)).toEqual([spare.url]);
    expect(await page.evaluate((path) => window.store.localUrlOf(path) ?? null, spare.url)).toBeNull();
    await page.reload();
    const restored = await page.evaluate(
      (paths) => window.store.restoreMedia(paths),
      [kept.url, spare.url, remembered.url],
    );
    expect(restored).toEqual({ missing: [spare.url] });
  });
});

describe('filmstrips', () => {
  it('stay within their memory limit: unused ones are dropped first, and most of them when none is needed', async () => {
    const page = await bench.openPage();
    const [clip] = await add(page, bench.files.clip);
    const sizes = await page.evaluate(async (url) => {
      const strips = window.store.createFilmstrips({
        urlOf: () => window.store.localUrlOf(url),
        ...{ mostBytes: 250_000, restBytes: 0, restMs: 50 },
      });
      const made = async (name: string, count: number) => {
        const ending = new AbortController();
        await new Promise<void>((resolve) => {
          const look = () => strips.picturesOf(name).length >= count && resolve();
          strips.want(name, { from: 0, to: 3, interval: 3 / count }, look, ending.signal);
        });
        ending.abort();
        return strips.bytes;
      };
      const [first, second] = [await made('first', 4), await made('second', 4)];
      const [before] = [strips.picturesOf('first').length];
      while (strips.bytes > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      return { first, second, before };
    }, clip?.url as string);
    // 128 × 96 pixels each.
    expect(sizes).toEqual({ first: 4 * 128 * 96 * 4, second: 4 * 128 * 96 * 4, before: 0 });
  });
});
