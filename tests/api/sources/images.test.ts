import { loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ImageSearchAnswer, imageSearchAnswer } from '../../../api/contract/images.ts';
import { cpuTime } from '../../support/cpuTime.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ workers: 0 });
});

/** Searches as a page does. */
async function search(query: string, more: Record<string, string> = {}): Promise<ImageSearchAnswer> {
  const answer = await service.call(`/api/v1/images/search?${new URLSearchParams({ query, ...more })}`);
  expect(answer.status).toBe(200);
  return imageSearchAnswer.parse(await answer.json());
}

const titles = ({ images }: ImageSearchAnswer) => images.map(({ credit }) => credit.title);

async function refusal(answer: Response): Promise<[status: number, code: string, message: string]> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, error.code, error.message];
}

describe('the built-in images', () => {
  it('are found by words, with GET and with POST', async () => {
    const found = await search('cat');
    expect(titles(found)[0]).toBe('Cat');
    expect(found.sources.map(({ id }) => id)).toEqual(['emoji', 'icons']);
    expect(found.failed).toEqual([]);
    const posted = await service.call('/api/v1/images/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'cat' }),
    });
    expect(await posted.json()).toEqual(found);
    // The simplest match comes first; all words count; plurals and prefixes match.
    expect(titles(await search('hearts', { source: 'emoji' }))).toContain('Red heart');
    expect(titles(await search('red heart', { source: 'emoji' }))[0]).toBe('Red heart');
    expect(titles(await search('shopp cart', { source: 'icons' }))[0]).toBe('Shopping cart');
  });

  it('are found in other languages and scripts, and by an emoji itself', async () => {
    for (const word of ['Katze', 'chat noir', '猫', 'кот', 'बिल्ली', '고양이', 'แมว', 'ネコ'])
      expect([word, titles(await search(word, { source: 'emoji' })).some((title) => /cat/i.test(title))]).toEqual([
        word,
        true,
      ]);
    expect(titles(await search('❤️'))).toEqual(['Red heart']);
    expect(titles(await search('👍🏽'))).toEqual(['Thumbs up medium']);
    expect(titles(await search('🍕🎉'))).toEqual(['Pizza', 'Party popper']);
  });

  it('are paged completely and without duplicates', async () => {
    const seen = new Set<string>();
    let page: number | null = 1;
    while (page !== null) {
      const { images, next } = await search('', { page: String(page), source: 'emoji' });
      expect(images.length).toBeGreaterThan(0);
      for (const { url } of images) {
        expect(seen.has(url)).toBe(false);
        seen.add(url);
      }
      page = next;
    }
    expect(seen.size).toBeGreaterThan(1500);
    expect(await search('cat', { page: '1000' })).toMatchObject({ images: [], next: null });
  });

  it('are transparent PNGs in two sizes, with credit', async () => {
    const [heart] = (await search('❤️')).images;
    expect(heart?.credit).toMatchObject({ title: 'Red heart', creator: 'Microsoft Corporation', license: 'MIT' });
    expect(heart?.credit.text).toBe(
      '“Red heart” by Microsoft Corporation, MIT, https://github.com/microsoft/fluentui-emoji',
    );
    for (const [address, side] of [
      [heart?.url, 1024],
      [heart?.thumbnail, 128],
    ] as const) {
      const answer = await service.call(address ?? '');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const picture = await loadImage(Buffer.from(await answer.arrayBuffer()));
      expect([picture.width, picture.height]).toEqual([side, side]);
    }
  });

  it('can all be painted', async () => {
    const { emojiSource } = await import('../../../api/sources/images/emoji.ts');
    const emoji = emojiSource();
    const names: string[] = [];
    for (let page = 1; ; page += 1) {
      const { images, hasMore } = await emoji.search('', page);
      names.push(...images.map(({ url }) => url.split('/').at(-1) ?? ''));
      if (!hasMore) break;
    }
    const missing = [];
    // Only every tenth: painting all of them takes half a minute.
    for (const name of names.filter((_, index) => index % 10 === 0)) {
      const picture = await emoji.picture(name, 'small');
      if (!picture || !('bytes' in picture) || picture.bytes.length < 200) missing.push(name);
    }
    expect(missing).toEqual([]);
  });
});

describe('an image search', () => {
  it('finds nothing and causes no error for odd queries', async () => {
    const odd = [
      "'; drop table videos; --",
      '(a+)+$',
      '%_%',
      '\\',
      '\u0000',
      '../../etc/passwd',
      '__proto__',
      'qqqzzz',
      '\ud800',
      '👨‍👩‍👧‍👦'.repeat(10),
    ];
    for (const query of odd) {
      const spent = cpuTime();
      await search(query);
      expect(spent()).toBeLessThan(2000);
    }
    expect(titles(await search('qqqzzz'))).toEqual([]);
  });

  it('is rejected with a clear message if its text or page is invalid', async () => {
    const get = (query: string) => service.call(`/api/v1/images/search${query}`);
    expect(await refusal(await get(`?query=${'x'.repeat(10_000)}`))).toEqual([
      400,
      'malformed',
      'A search can have at most 200 characters.',
    ]);
    expect(await refusal(await get(''))).toEqual([400, 'malformed', '"query" must be a text to search for.']);
    for (const page of ['0', '-1', '1.5', 'x', '1e9', 'Infinity'])
      expect((await get(`?query=cat&page=${page}`)).status).toBe(400);
    expect((await get('?query=cat&source=elsewhere')).status).toBe(400);
    expect((await refusal(await get('?query=cat&source=openverse')))[0]).toBe(404);
  });

  it('exposes no other file, and rejects pages of other sites', async () => {
    for (const id of ['constructor', '__proto__', 'none', '..%2f..%2fpackage.json', 'cat.svg', `${'a'.repeat(300)}`])
      expect([id, (await service.call(`/api/v1/images/emoji/${id}`)).status]).toEqual([
        id,
        id.length > 200 ? 400 : 404,
      ]);
    expect((await service.call('/api/v1/images/other/cat')).status).toBe(404);
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await service.call('/api/v1/images/search?query=cat', elsewhere)).status).toBe(403);
    expect((await service.call('/api/v1/images/emoji/cat', elsewhere)).status).toBe(403);
    expect(service.errors).toEqual([]);
  });
});
