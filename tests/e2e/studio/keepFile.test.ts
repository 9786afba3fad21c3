import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LocalMedia } from '../../../ui/client/media/mediaEntry.ts';
import { cutroom } from '../../cli/command.ts';
import { samplesDir } from '../support/page.ts';
import { add, digest, digestOf, type StoreBench, startBench, untilUploaded } from '../support/store.ts';

let bench: StoreBench;
beforeAll(async () => {
  bench = await startBench();
});

describe('a project file', () => {
  const pack = (page: Page, media: LocalMedia[], more: Record<string, unknown> = {}) =>
    page.evaluate(
      async ([given, rest]) => {
        const project = window.store.projectOf(given, rest);
        const seen: number[] = [];
        const file = await window.store.packProject(project, {
          onProgress: (done, total) => seen.push(done / total),
        });
        const bytes = new Uint8Array(await file.blob.arrayBuffer());
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return { project, fileName: file.fileName, missing: file.missing, base64: btoa(text), last: seen.at(-1) };
      },
      [media, more] as const,
    );
  const unpack = (page: Page, paths: string[]) =>
    page.setInputFiles('input', paths).then(() =>
      page.evaluate(async () => {
        const [file, ...media] = window.store.chosen();
        return window.store.importProject(file as File, { media });
      }),
    );

  it('restores the whole project in another browser, and renders on the command line', async () => {
    const page = await bench.openPage();
    const media = await add(page, bench.files.picture, bench.files.clip, bench.files.gif);
    const packed = await pack(page, media, { name: 'Summer: “holiday”' });
    expect(packed).toMatchObject({ fileName: 'Summer “holiday”.zip', missing: [], last: 1 });
    const zip = join(bench.folder, 'summer.zip');
    writeFileSync(zip, Buffer.from(packed.base64, 'base64'));

    const other = await bench.openPage();
    const found = await unpack(other, [zip]);
    expect(found).toEqual({ ok: true, project: packed.project, missing: [] });
    for (const [index, name] of (['picture', 'clip', 'gif'] as const).entries()) {
      const url = media[index]?.url as string;
      expect(await other.evaluate((path) => window.store.digestOf(path), url)).toBe(digestOf(bench.files[name]));
      await untilUploaded(other, url);
    }

    const unpacked = join(bench.folder, 'summer');
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(zip)))) {
      mkdirSync(dirname(join(unpacked, name)), { recursive: true });
      writeFileSync(join(unpacked, name), bytes);
    }
    const called = await cutroom(['render', 'project.json', '--json'], { cwd: unpacked });
    expect(called.stderr).not.toMatch(/problem/i);
    expect(called.code).toBe(0);
    expect(JSON.parse(called.stdout)).toMatchObject({ ok: true, outputs: [{ width: 160, height: 120 }] });
  });

  it('contains media that only the server had, and keeps links and lost files unchanged', async () => {
    const page = await bench.openPage();
    const facts = { kind: 'image', width: 4, height: 3, duration: 0, hasAudio: false, animated: false } as const;
    const named = (url: string): LocalMedia => ({ ...facts, url, id: 'x', name: 'x', size: 1, shown: true });
    const urls = ['/samples/media/logo.png', `${bench.service.origin}/samples/media/lake.jpg`];
    const rest = ['https://example.org/a.png', '/samples/media/none.png', 'media/gone/a.png'];
    const packed = await pack(page, [...urls, ...rest].map(named));
    const entries = unzipSync(Buffer.from(packed.base64, 'base64'));
    expect(packed.missing).toEqual(rest.slice(1));
    const { scenes } = JSON.parse(new TextDecoder().decode(entries['project.json'])) as typeof packed.project;
    const written = scenes[0]?.layers.map((layer) => ('url' in layer ? layer.url : '')) ?? [];
    expect(written.slice(2)).toEqual(rest);
    expect(written.slice(0, 2)).toEqual([
      expect.stringMatching(/^media\/\w{12}\/logo\.png$/),
      expect.stringMatching(/^media\/\w{12}\/lake\.jpg$/),
    ]);
    expect(Object.keys(entries).sort()).toEqual(['project.json', ...written.slice(0, 2)].sort());
    expect(digest(entries[written[0] as string] as Uint8Array)).toBe(
      digest(readFileSync(join(samplesDir, 'media/logo.png'))),
    );
  });

  it('opens from loose files and measures them, lists missing ones, and reports what it cannot read', async () => {
    const page = await bench.openPage();
    const layers = ['stuff/picture.png', 'clip.mp4'].map((url, index) => ({
      ...{ id: `l${index}`, url, type: index === 0 ? 'image' : 'video' },
    }));
    const path = join(bench.folder, 'loose.json');
    writeFileSync(path, JSON.stringify({ scenes: [{ id: 's', layers }] }));
    const found = await unpack(page, [path, bench.files.picture, bench.files.text]);
    expect(found).toMatchObject({ ok: true, missing: ['clip.mp4'], project: { name: 'loose' } });
    if (!found.ok) throw new Error('It was not opened.');
    const [picture] = found.project.scenes[0]?.layers ?? [];
    const url = picture && 'url' in picture ? picture.url : '';
    expect(url).toMatch(/^media\/\w{12}\/picture\.png$/);
    expect(await page.evaluate((at) => window.store.digestOf(at), url)).toBe(digestOf(bench.files.picture));
    const unmeasured = join(bench.folder, 'unmeasured.json');
    const media = [
      { id: 'a', type: 'video', url: 'clip.mp4' },
      { id: 'b', type: 'video', url: `${bench.service.origin}/samples/media/mountains.mp4` },
      { id: 'c', type: 'image', url: 'picture.png' },
      { id: 'd', type: 'audio', url: `${bench.service.origin}/samples/media/speech.wav` },
    ];
    const audio = { url: `${bench.service.origin}/samples/media/music.mp3` };
    writeFileSync(unmeasured, JSON.stringify({ audio, scenes: [{ id: 's', layers: media }] }));
    const measured = await unpack(page, [unmeasured, bench.files.clip, bench.files.picture]);
    if (!measured.ok) throw new Error('It was not opened.');
    expect(measured.project.audio?.duration).toBeCloseTo(20, 0);
    const [clip, link, image, speech] = measured.project.scenes.flatMap((scene) => scene.layers);
    expect(clip).toMatchObject({ width: 160, height: 120, duration: expect.closeTo(3, 1) });
    expect(link).toMatchObject({ width: 320, height: 180, duration: expect.closeTo(6, 0) });
    expect(image).toMatchObject({ width: 160, height: 120 });
    expect(speech).toMatchObject({ duration: expect.closeTo(6.6, 1) });
    for (const [what, text, pointer, message] of [
      ['no zip', 'hello', '', 'This is not a zip file, or it is incomplete.'],
      ['no JSON', '{', '', 'This is not JSON'],
      ['a wrong project', '{"width":5,"scenes":[{"id":"s"}]}', '/width', '"width" must be at least 16.'],
      ['a key that alters objects', '{"scenes":[],"__proto__":{}}', '/__proto__', 'is not allowed'],
    ] as const) {
      const broken = join(bench.folder, what === 'no zip' ? 'x.zip' : 'x.json');
      writeFileSync(broken, text);
      expect(await unpack(page, [broken]), what).toMatchObject({
        ok: false,
        text: what === 'no zip' ? '' : text,
        problems: [{ pointer, message: expect.stringContaining(message) }],
      });
    }
  });

  it('never changes a file that another project has under the same path', async () => {
    const page = await bench.openPage();
    const [picture] = (await add(page, bench.files.picture)) as [LocalMedia];
    const packed = await pack(page, [picture]);
    const original = Buffer.from(packed.base64, 'base64');
    const zip = join(bench.folder, 'same.zip');
    writeFileSync(zip, original);
    expect(await unpack(page, [zip])).toMatchObject({ project: packed.project });
    const path = join(bench.folder, 'forged.json');
    writeFileSync(path, JSON.stringify(packed.project));
    const forgery = join(bench.folder, 'forged', picture.url.split('/')[2] as string);
    mkdirSync(dirname(forgery), { recursive: true });
    writeFileSync(forgery, readFileSync(join(samplesDir, 'media/logo.png')));
    const found = await unpack(page, [path, forgery]);
    if (!found.ok) throw new Error('It was not opened.');
    const [layer] = found.project.scenes[0]?.layers ?? [];
    expect(layer && 'url' in layer && layer.url).not.toBe(picture.url);
    expect(await page.evaluate((url) => window.store.digestOf(url), picture.url)).toBe(digestOf(bench.files.picture));
  });
});
