// @vitest-environment node
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openProjectZip } from '../../../engine/browser/zip/projectZip.ts';
import { readZip, type ZipLimits } from '../../../engine/browser/zip/readZip.ts';
import { writeZip } from '../../../engine/browser/zip/writeZip.ts';
import { sameBytes } from '../../../ui/client/projects/unpackProject.ts';

const limits: ZipLimits = { entries: 5, fileBytes: 200_000, totalBytes: 300_000 };
const noise = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index * 31 + index) >>> 3);
const project = strToU8(JSON.stringify({ scenes: [{ id: 's' }] }).padEnd(5000));

/** A zip as other programs write it. */
function zipOf(files: Record<string, Uint8Array>, level: 0 | 6 = 6): Uint8Array<ArrayBuffer> {
  return zipSync(files, { level }) as Uint8Array<ArrayBuffer>;
}

/** The zip with a number changed in its central directory: `place` bytes into the entry of that index. */
function patched(zip: Uint8Array<ArrayBuffer>, entry: number, place: number, value: number, bytes: 2 | 4): Blob {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  let at = view.getUint32(copy.length - 6, true);
  for (let i = 0; i < entry; i += 1) at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true);
  if (bytes === 2) view.setUint16(at + place, value, true);
  else view.setUint32(at + place, value, true);
  return new Blob([copy]);
}

describe('a zip', () => {
  it('contains the same bytes that were written, for this reader and others', async () => {
    const seen: number[] = [];
    const zip = await writeZip(
      [
        { name: 'project.json', blob: new Blob([project]), compress: true },
        { name: 'media/a/noise.bin', blob: new Blob([noise]), compress: false },
        { name: 'media/b/empty', blob: new Blob([]), compress: false },
      ],
      { onProgress: (done, total) => seen.push(done / total) },
    );
    expect(unzipSync(new Uint8Array(await zip.arrayBuffer()))).toEqual({
      'project.json': project,
      'media/a/noise.bin': noise,
      'media/b/empty': new Uint8Array(),
    });
    const entries = await readZip(zip, limits);
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['project.json', 5000],
      ['media/a/noise.bin', 100_000],
      ['media/b/empty', 0],
    ]);
    expect(await entries[0]?.read().then((blob) => blob.bytes())).toEqual(project);
    expect(await sameBytes((await entries[1]?.read()) as Blob, new Blob([noise]))).toBe(true);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it.each([0, 6] as const)('of another program is read at compression level %s and with a comment', async (level) => {
    const zip = zipOf({ 'media/x/a.bin': noise }, level);
    const comment = strToU8('made elsewhere');
    zip[zip.length - 2] = comment.length;
    const [entry] = await readZip(new Blob([zip, comment as Uint8Array<ArrayBuffer>]), limits);
    expect(await entry?.read().then((blob) => blob.bytes())).toEqual(noise);
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const file = { name: 'a', blob: new Blob([noise]), compress: false };
    await expect(writeZip([file], { signal: stop.signal })).rejects.toThrow('stopped');
    const [entry] = await readZip(new Blob([zipOf({ a: noise })]), limits);
    await expect(entry?.read(stop.signal)).rejects.toThrow('stopped');
  });
});

describe('a hostile zip', () => {
  const small = zipOf({ a: noise, b: project });
  it.each([
    ['no zip', new Blob(['hello']), 'This is not a zip file, or it is incomplete.'],
    ['an empty file', new Blob([]), 'This is not a zip file, or it is incomplete.'],
    ['cut off', new Blob([small.slice(0, -30)]), 'This is not a zip file, or it is incomplete.'],
    ['too many files', zipOf(Object.fromEntries([...'abcdef'].map((name) => [name, project]))), 'more than 5 files'],
    ['a file too large', zipOf({ a: new Uint8Array(200_001) }), '"a" is larger than 0 MB.'],
    ['too much together', zipOf({ a: noise, b: noise, c: noise, d: project }), 'in total'],
    ['a password', patched(small, 0, 8, 1, 2), 'has a password'],
    ['an unknown packing', patched(small, 0, 10, 99, 2), '"a" uses an unknown compression method.'],
    ['parts over each other', patched(small, 1, 20, 4_000_000, 4), 'damaged'],
    ['64-bit sizes', patched(small, 0, 24, 0xffffffff, 4), 'too large to open'],
    ['a list that leads out of it', patched(small, 0, 28, 60_000, 2), 'damaged'],
  ])('with %s is rejected before anything is unpacked', async (_, zip, sentence) => {
    await expect(readZip(zip instanceof Blob ? zip : new Blob([zip]), limits)).rejects.toThrow(sentence);
  });

  it('with a duplicate name is rejected', async () => {
    const zip = zipOf({ a: noise, b: project });
    const list = new DataView(zip.buffer).getUint32(zip.length - 6, true);
    // The name of the second entry: after the first entry, whose name is one character, and its own header.
    const second = list + 47 + 46;
    expect(zip[second]).toBe('b'.charCodeAt(0));
    zip[second] = 'a'.charCodeAt(0);
    await expect(readZip(new Blob([zip]), limits)).rejects.toThrow('contains "a" twice');
  });

  it.each([
    ['more than it claims', 24, 4999],
    ['less than it claims', 24, 5001],
    ['another content than it claims', 16, 1],
    ['a beginning elsewhere', 42, 7],
  ])('with %s is rejected while unpacking', async (_, place, value) => {
    const [entry] = await readZip(patched(zipOf({ p: project }), 0, place, value, 4), limits);
    await expect(entry?.read()).rejects.toThrow('This zip file is damaged or incomplete.');
  });

  it('that unpacks to far more than it claims is stopped early', async () => {
    const bomb = zipOf({ p: new Uint8Array(50_000_000) });
    const [entry] = await readZip(patched(bomb, 0, 24, 1000, 4), limits);
    await expect(entry?.read()).rejects.toThrow('damaged');
  });

  it('with flipped bits is either read or rejected with a ZipError', async () => {
    const zip = zipOf({ 'project.json': project, 'media/a/b.png': project });
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const copy = zip.slice();
      for (let flips = 0; flips < 3; flips += 1) copy[random(copy.length)] = random(256);
      try {
        for (const entry of await readZip(new Blob([copy]), limits)) await entry.read();
      } catch (error) {
        expect((error as Error).name, `round ${round}`).toBe('ZipError');
      }
    }
  });
});

describe('a project file', () => {
  const open = (files: Record<string, Uint8Array>) => openProjectZip(new Blob([zipOf(files)]));

  it('yields its project and media and ignores other files', async () => {
    const found = await open({ 'project.json': project, 'media/a/b.png': noise, 'readme.txt': noise });
    expect(found.project.size).toBe(5000);
    expect([...found.media.keys()]).toEqual(['media/a/b.png']);
  });

  it('may be inside one folder', async () => {
    const found = await open({ 'Summer/project.json': project, 'Summer/media/a/b.png': noise, '__MACOSX/x': noise });
    expect([...found.media.keys()]).toEqual(['media/a/b.png']);
  });

  it.each([
    ['../project.json'],
    ['media/../../x.png'],
    ['/media/a.png'],
    ['C:/media/a.png'],
    ['media\\a.png'],
    ['media//a.png'],
    ['media/a\u0000.png'],
    ['media/./a.png'],
  ])('with a file named %j is rejected', async (name) => {
    await expect(open({ 'project.json': project, [name]: noise })).rejects.toThrow('an invalid name');
  });

  it('without a project, or with a huge one, is rejected', async () => {
    await expect(open({ 'media/a/b.png': noise })).rejects.toThrow('contains no project.json');
    await expect(open({ 'a/project.json': project, 'b/project.json': project })).rejects.toThrow('no project.json');
    await expect(open({ 'project.json': new Uint8Array(8_000_001) })).rejects.toThrow('at most 8 MB');
  });
});
