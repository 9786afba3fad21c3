import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { FONT_COLLECTION, FONT_UNREADABLE } from '../../../engine/formats/fontFormat.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { temporaryFolder } from '../support/files.ts';
import { startService, type TestService, untilFinal } from '../support/service.ts';

const resolver = createRequire(import.meta.url);
const monoton = resolver.resolve('@fontsource/monoton/files/monoton-latin-400-normal.woff2');
const anton = resolver.resolve('@fontsource/anton/files/anton-latin-400-normal.woff2');

const projectWith = (fontFamily: string): Project => {
  const text = { id: 't', type: 'text', text: 'Hamburg', fontFamily, color: '#ffffff', textShadow: 'none' };
  const scenes = [{ id: 's', background: '#000000', layers: [text] }];
  const parsed = parseProject({ width: 320, height: 120, isImage: true, scenes });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
};

describe('a text with a custom font file', () => {
  let folder: string;
  let made = 0;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await copyFile(monoton, path.join(folder, 'brand.woff2'));
  });

  const render = async (fontFamily: string) => {
    const notes: string[] = [];
    const out = path.join(folder, `${++made}.png`);
    const locate = async (url: string) => {
      if (url.startsWith('gone')) throw new ProblemError([problem('media.missing', [], `"${url}" does not exist.`)]);
      return path.join(folder, url);
    };
    await renderProject(projectWith(fontFamily), { out, locate, onNote: (note) => notes.push(note) });
    return { notes, pixels: (await readFile(out)).toString('base64') };
  };

  it('is painted like the listed font with the same content, whatever the file name is', async () => {
    const [own, listed, arial] = [await render('brand.woff2'), await render('Monoton'), await render('Arial')];
    expect(own.notes).toEqual([]);
    expect(own.pixels).toBe(listed.pixels);
    expect(own.pixels).not.toBe(arial.pixels);
    await copyFile(anton, path.join(folder, 'brand.woff2'));
    const other = await render('brand.woff2');
    await copyFile(monoton, path.join(folder, 'brand.woff2'));
    expect(other.pixels).toBe((await render('Anton')).pixels);
  });

  it('falls back to Arial and reports it if the file is missing or invalid', async () => {
    await writeFile(path.join(folder, 'broken.ttf'), (await readFile(monoton)).subarray(0, 900));
    const arial = await render('Arial');
    for (const [family, said] of [
      ['gone/brand.otf', '"gone/brand.otf" does not exist. Arial is used instead.'],
      ['broken.ttf', '"broken.ttf" cannot be read as a font. Arial is used instead.'],
    ] as const) {
      const made = await render(family);
      expect(made.notes).toEqual([said]);
      expect(made.pixels).toBe(arial.pixels);
    }
  });
});

describe('the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ workers: 1 });
  });

  const send = async (bytes: Buffer, name: string, type: string) =>
    service.client().uploadFile(new Blob([new Uint8Array(bytes)]), name, { type });

  it('accepts font files and rejects damaged ones, collections and other files', async () => {
    const bytes = await readFile(monoton);
    const taken = await send(bytes, 'Brand.woff2', 'font/woff2');
    expect(taken).toMatchObject({ kind: 'font', mime: 'font/woff2', duration: 0 });
    const damaged = [bytes.subarray(0, bytes.length - 4000), Buffer.concat([bytes.subarray(0, 60), bytes])];
    const plain = Buffer.alloc(5000);
    plain.writeUInt32BE(0x00010000);
    plain.writeUInt16BE(65_535, 4);
    for (const one of [...damaged, plain])
      await expect(send(one, 'Brand.ttf', 'font/ttf')).rejects.toThrow(FONT_UNREADABLE);
    for (const start of ['ttcf', 'wOF2ttcf'])
      await expect(send(Buffer.from(start.padEnd(5000, ' ')), 'Brand.ttf', 'font/ttf')).rejects.toThrow(
        FONT_COLLECTION,
      );
  });

  it('renders with an uploaded font, and reports a missing one', async () => {
    const { url } = await send(await readFile(monoton), 'Brand.woff2', 'font/woff2');
    const client = service.client();
    const words = async (fontFamily: string) => {
      const video = await client.createVideo({ isStudio: true, ...projectWith(fontFamily) });
      const { notes, url } = await untilFinal(client, video._id);
      const answer = await client.download(url as string);
      return { notes, bytes: Buffer.from(await answer.arrayBuffer()).toString('base64') };
    };
    const [own, listed] = [await words(url), await words('Monoton')];
    expect(own.notes).toEqual([]);
    expect(own.bytes).toBe(listed.bytes);
    const without = await words('media/none/Brand.otf');
    expect(without.notes.join()).toContain('Arial is used instead.');
  });
});
