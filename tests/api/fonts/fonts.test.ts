import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ensureFonts } from '../../../api/fonts/ensure.ts';
import { installedFont } from '../../../api/fonts/fontPath.ts';
import { fontStoreOf } from '../../../api/fonts/fontStore.ts';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { type FontFace, facesOfFamily } from '../../../engine/painters/fonts.ts';
import { catalogueFamilies } from '../../../engine/painters/fontsCatalogue.ts';
import { findFontById } from '../../../engine/painters/fontsTable.ts';
import { makeProject, scene, text } from '../../engine/make.ts';
import { cpuTime } from '../../support/cpuTime.ts';
import { root } from '../../support/sources.ts';
import { temporaryFolder } from '../support/files.ts';
import { packFont, startRegistry, type TestRegistry, tarball } from '../support/registry.ts';
import { startService, type TestService } from '../support/service.ts';

let registry: TestRegistry;
let service: TestService;
/** A real font file, served for families that are not installed. */
let letters: Buffer;

const get = (where: string) => service.call(`/api/v1/fonts/${where}`);
const regular = (id: string) => `${id}-latin-400-normal.woff2`;
const asksFor = (id: string) => registry.asked.filter((where) => where.includes(`/${id}`));
const addFamily = async (id: string) => registry.add(id, await packFont(id, { [regular(id)]: letters }));
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { message: string } }).error.message;

beforeAll(async () => {
  registry = await startRegistry();
  vi.stubEnv('npm_config_registry', registry.url);
  letters = await readFile(
    installedFont(facesOfFamily('Bangers').find(({ file }) => /-latin-4/.test(file)) as FontFace),
  );
  service = await startService({ workers: 0 });
});
afterEach(() => void vi.stubEnv('CUTROOM_FONTS', ''));

describe('a family that is not installed', () => {
  it('is downloaded once, on first use, and stored', async () => {
    await addFamily('abel');
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(`abel/${regular('abel')}`)));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('font/woff2');
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(Buffer.from(await answer.arrayBuffer()).equals(letters)).toBe(true);
    }
    expect(asksFor('abel.tgz')).toHaveLength(1);
    expect((await get(`abel/${regular('abel')}`)).status).toBe(200);
    expect(asksFor('abel.tgz')).toHaveLength(1);
    expect(readdirSync(path.join(service.dataDir, 'fonts/abel')).sort()).toEqual(['LICENSE', regular('abel')]);
  });

  it('lists its files', async () => {
    await addFamily('acme');
    const answer = await get('acme');
    expect(await answer.json()).toMatchObject({
      id: 'acme',
      name: 'Acme',
      faces: [{ weight: 400, style: 'normal', url: `/api/v1/fonts/acme/${regular('acme')}` }],
    });
  });

  it('answers 404 if the package does not exist, and does not ask npm again', async () => {
    const answer = await get(`actor/${regular('actor')}`);
    expect([answer.status, await errorOf(answer)]).toEqual([404, 'There is no such font.']);
    const asked = asksFor('actor').length;
    expect((await get('actor')).status).toBe(404);
    expect(asksFor('actor')).toHaveLength(asked);
  });

  it('is not downloaded if downloads are off', async () => {
    await addFamily('aldrich');
    vi.stubEnv('CUTROOM_FONTS', 'off');
    const answer = await get(`aldrich/${regular('aldrich')}`);
    expect([answer.status, await errorOf(answer)]).toEqual([404, 'Fetching fonts is turned off on this server.']);
    expect(asksFor('aldrich')).toEqual([]);
    vi.stubEnv('CUTROOM_FONTS', '');
    expect((await get(`aldrich/${regular('aldrich')}`)).status).toBe(200);
  });
});

describe('hostile requests', () => {
  it.each([
    'no-such-family',
    '..%2f..%2fetc',
    '%2e%2e/passwd',
    'abel%00',
    'ABEL',
    '@fontsource%2fabel',
    '--registry=x',
    `abel/..%2f..%2f${regular('abel')}`,
    'abel/LICENSE',
    'abel/abel-latin-900-normal.woff2',
    `alice/${regular('abel')}`,
    '__proto__',
  ])('get 404 for %s without a request to npm', async (where) => {
    const before = registry.asked.length;
    expect((await get(where)).status).toBe(404);
    expect(registry.asked).toHaveLength(before);
  });
});

describe('requests for fonts', () => {
  it('are rejected from pages of other sites', async () => {
    const before = registry.asked.length;
    const asked = await service.call('/api/v1/fonts/aclonica', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([asked.status, registry.asked.length]).toEqual([403, before]);
  });

  it('are limited for fonts that need a download, but not for installed ones', async () => {
    await addFamily('allan');
    const small = await startService({ workers: 0, rateLimit: { all: 1000, creates: 1000, fonts: 1 } });
    const where = ['allan', 'no-such-family', 'bangers', 'aclonica', 'allan'].map((id) => `/api/v1/fonts/${id}`);
    const answers: Response[] = [];
    for (const one of where) answers.push(await small.call(one));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 429, 200]);
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('wait in a queue of limited length', async () => {
    const folder = await temporaryFolder();
    const store = fontStoreOf(folder);
    const families = catalogueFamilies().filter(({ id }) => findFontById(id)?.source === 'further');
    const asked = families.slice(0, 70).map(({ id }) => store.ensure(id).catch((error: Error) => error.message));
    const refused = (await Promise.race(asked.slice(60))) ?? '';
    await store.close();
    expect(refused).toBe('Too many fonts are being fetched. Please try again in a moment.');
  });
});

describe('hostile packages', () => {
  const good = () => ({ name: `package/files/${regular('ID')}`, bytes: letters });
  const nameOf = (id: string, name: string) => name.replaceAll('ID', id);
  it.each([
    ['alata', 'names that lead elsewhere', () => [{ name: `package/files/../../../${regular('ID')}`, bytes: letters }]],
    ['alatsi', 'absolute names', () => [{ name: `/tmp/${regular('ID')}`, bytes: letters }]],
    ['alef', 'a link for a font', () => [{ ...good(), bytes: Buffer.alloc(0), type: '2' }]],
    ['alegreya', 'a font that is none', () => [{ ...good(), bytes: Buffer.from('<script>') }]],
    [
      'aleo',
      'a font of many megabytes',
      () => [{ ...good(), bytes: Buffer.concat([letters, Buffer.alloc(5_000_000)]) }],
    ],
    ['alice', 'a size that is not there', () => [{ ...good(), size: 3_000_000 }]],
    ['alike', 'the same font twice', () => [good(), good()]],
    ['alike-angular', 'no letters', () => [{ name: 'package/readme', bytes: Buffer.from('hello') }]],
  ] as const)('of %s with %s are rejected and leave no files', async (id, _what, entries) => {
    registry.add(id, tarball(entries().map((entry) => ({ ...entry, name: nameOf(id, entry.name) }))));
    const answer = await get(`${id}/${regular(id)}`);
    expect(answer.status).toBeGreaterThanOrEqual(404);
    expect(await errorOf(answer)).toMatch(/^The font/);
    expect(readdirSync(path.join(service.dataDir, 'fonts')).filter((name) => name.includes(id))).toEqual([]);
    expect(existsSync(`/tmp/${regular(id)}`)).toBe(false);
  });

  it('are rejected if they are not tarballs', async () => {
    registry.add('allan', Buffer.from('no tarball'));
    expect((await get(`allan/${regular('allan')}`)).status).toBeGreaterThanOrEqual(404);
  });
});

describe('an installed family', () => {
  it('is served from its package, without npm', async () => {
    const before = registry.asked.length;
    const answer = await get('bangers/bangers-latin-400-normal.woff2');
    expect(Buffer.from(await answer.arrayBuffer()).equals(letters)).toBe(true);
    expect(((await (await get('lobster')).json()) as { faces: unknown[] }).faces.length).toBeGreaterThanOrEqual(3);
    expect(registry.asked).toHaveLength(before);
  });
});

describe('a render', () => {
  const still = async (fontFamily: string, fontsDir?: string, written = 'Font') => {
    const out = path.join(await temporaryFolder(), 'still.png');
    const layer = text('t', {
      text: written,
      fontFamily,
      position: { x: '0%', y: '0%', width: '100%', height: '100%' },
    });
    const project = makeProject([scene('s', [layer])], { width: 320, height: 160, isImage: true });
    const notes: string[] = [];
    const locate = async () => '';
    await renderProject(project, { out, locate, fontsDir, onNote: (note) => notes.push(note) });
    const image = await loadImage(out);
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    return { notes, pixels: Buffer.from(canvas.data()).toString('base64') };
  };

  it('reports a missing font and paints with Arial, or downloads the font if allowed', async () => {
    await addFamily('almendra');
    const away = await still('Almendra');
    expect(away.notes).toEqual(['The font "Almendra" is not available. Arial is used instead.']);
    const there = await still('Almendra', await temporaryFolder());
    expect(there.notes).toEqual([]);
    expect(there.pixels === away.pixels).toBe(false);
    expect((await still('Arial')).notes).toEqual([]);
  });

  it('continues without a font that cannot be downloaded, and names it', async () => {
    const { notes, pixels } = await still('No Such\u001b[31m Font', await temporaryFolder());
    expect(notes).toEqual(['The font "No Such[31m Font" is not available. Arial is used instead.']);
    expect(pixels === (await still('Arial')).pixels).toBe(true);
  });

  it('downloads a font for another script, and reports characters that no font has', async () => {
    const devanagari = 'noto-sans-devanagari-devanagari-400-normal.woff2';
    const poppins = path.join(root, 'node_modules/@fontsource/poppins/files/poppins-devanagari-400-normal.woff2');
    registry.add(
      'noto-sans-devanagari',
      await packFont('noto-sans-devanagari', { [devanagari]: await readFile(poppins) }),
    );
    const away = await still('Arial', undefined, 'हिन्दी Ω→');
    expect(away.notes).toEqual(['No font here supports “हिन्दी”; boxes are shown instead.']);
    const there = await still('Arial', await temporaryFolder(), 'हिन्दी Ω→');
    expect(there.notes).toEqual([]);
    expect(there.pixels === away.pixels).toBe(false);
  });

  it('downloads all parts of a split font, and checks each for the character', async () => {
    const file = 'noto-sans-sc-7-wght-normal.woff2';
    const parts = { '[7]': 'U+4e2d', latin: 'U+0-ff' };
    registry.add(
      'noto-sans-sc',
      tarball([
        { name: 'package/unicode.json', bytes: Buffer.from(JSON.stringify(parts)) },
        { name: `package/files/${file}`, bytes: letters },
        { name: 'package/files/noto-sans-sc-latin-wght-normal.woff2', bytes: letters },
      ]),
    );
    const folder = await temporaryFolder();
    const { notes } = await still('Arial', folder, '中 中文');
    expect(notes).toEqual(['No font here supports “中文”; boxes are shown instead.']);
    expect(readdirSync(path.join(folder, 'noto-sans-sc')).sort()).toEqual([file, 'unicode.json']);
    expect(await (await get('noto-sans-sc')).json()).toMatchObject({
      name: 'Noto Sans SC',
      parts,
      faces: [{ weight: '100 900' }],
    });
    expect((await get(`noto-sans-sc/${file}`)).status).toBe(200);
    expect((await get('noto-sans-sc/noto-sans-sc-8-wght-normal.woff2')).status).toBe(404);
  });

  it('searches for rare characters quickly, however many a text has', async () => {
    vi.stubEnv('CUTROOM_FONTS', 'off');
    const rare = String.fromCodePoint(...Array.from({ length: 9_999 }, (_, i) => 0x900 + i));
    const texts = [...'abcde'].map((first) => text(first, { text: first + rare, fontFamily: 'Arial' }));
    const layers = makeProject([scene('s', texts)]).scenes.flatMap((one) => one.layers);
    const spent = cpuTime();
    const notes = await ensureFonts(layers, await temporaryFolder());
    expect(spent()).toBeLessThan(20_000);
    expect(notes).toEqual([expect.stringMatching(/ and many more; boxes are shown instead\.$/)]);
  });

  it('waits a limited time for fonts, and names those that did not arrive', async () => {
    const silent = net.createServer();
    await new Promise<void>((listens) => silent.listen(0, '127.0.0.1', listens));
    onTestFinished(() => void silent.close());
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(silent.address() as net.AddressInfo).port}`);
    const folder = await temporaryFolder();
    const slow = makeProject([scene('s', [text('t', { text: 'ᚠ', fontFamily: 'Amiri' })])]);
    const notes = await ensureFonts(slow.scenes[0]?.layers ?? [], folder, { waitMs: 300 });
    vi.stubEnv('npm_config_registry', registry.url);
    await fontStoreOf(folder).close();
    expect(notes).toEqual([
      'The font "Amiri" is not available. Arial is used instead.',
      'No font here supports “ᚠ”; boxes are shown instead.',
    ]);
  });

  it('stops waiting for a font when it is aborted', async () => {
    const stop = AbortSignal.abort(new Error('stopped'));
    await expect(ensureFonts([], await temporaryFolder(), { signal: stop })).rejects.toThrow('stopped');
  });
});

describe('a registry that is down', () => {
  it('leads to a 503 that is remembered for a while', async () => {
    registry.fail();
    const answer = await get(`amaranth/${regular('amaranth')}`);
    expect([answer.status, await errorOf(answer)]).toEqual([503, 'The font could not be fetched.']);
    const asked = registry.asked.length;
    expect((await get('amaranth')).status).toBe(503);
    expect(registry.asked).toHaveLength(asked);
  });
});
