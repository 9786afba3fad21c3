import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImageSearchAnswer, imageSearchAnswer } from '../../../api/contract/images.ts';
import { startWebsite, type Website } from '../../support/website.ts';
import { makePicture, temporaryFolder } from '../support/files.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let site: Website;
let picture: Buffer;

beforeAll(async () => {
  site = await startWebsite();
  picture = await readFile(await makePicture(path.join(await temporaryFolder(), 'lake.png')));
  site.file('/lake.png', picture, 'image/png');
  site.file('/thumb/1280px-lake.png', picture, 'image/png');
  site.file('/thumb/330px-lake.png', picture, 'image/png');
  // These files pretend to be images.
  site.file('/page.jpg', Buffer.from('<script>alert(1)</script>'), 'image/jpeg');
  site.file('/drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png');
  site.redirect('/inside.png', 'http://127.0.0.1:1/lake.png');
  service = await startService({
    workers: 0,
    images: { sources: ['emoji', 'openverse', 'commons'], openverseUrl: site.origin, commonsUrl: `${site.origin}/` },
    links: { hosts: [site.host] },
  });
});
afterAll(() => site.close());

async function search(query: string, source: string, page = 1): Promise<ImageSearchAnswer> {
  const answer = await service.call(`/api/v1/images/search?${new URLSearchParams({ query, source, page: `${page}` })}`);
  expect(answer.status).toBe(200);
  return imageSearchAnswer.parse(await answer.json());
}

/** A result in the documented format of Openverse. */
const openverseResult = (more: object = {}) => ({
  id: '1',
  title: 'A  lake\n at dawn',
  url: `${site.origin}/lake.png`,
  thumbnail: `${site.origin}/lake.png?thumb`,
  creator: 'Ann <b>Other</b>',
  license: 'by-sa',
  license_version: '4.0',
  license_url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  foreign_landing_url: 'https://example.org/lake',
  filetype: 'png',
  width: 64,
  height: 48,
  ...more,
});
const openverseAnswers = (body: unknown) =>
  site.file('/v1/images/', Buffer.from(JSON.stringify(body)), 'application/json');
const asked = (start: string) => site.asked.filter((one) => one.startsWith(start));

describe('Openverse', () => {
  it('is queried once in its own format, and its images are proxied with their credit', async () => {
    openverseAnswers({ result_count: 40, page_count: 2, page: 1, results: [openverseResult()] });
    const found = await search('Lake', 'openverse');
    expect(await search(' lake ', 'openverse')).toEqual(found);
    expect(asked('/v1/images/')).toEqual(['/v1/images/?q=Lake&page=1&page_size=20&license_type=commercial']);
    expect(found.next).toBe(2);
    const [image] = found.images;
    expect(image?.credit).toEqual({
      title: 'A lake at dawn',
      creator: 'Ann <b>Other</b>',
      license: 'CC BY-SA 4.0',
      licenseUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
      source: 'https://example.org/lake',
      text: '“A lake at dawn” by Ann <b>Other</b>, CC BY-SA 4.0, https://example.org/lake',
    });
    for (const address of [image?.url ?? '', image?.thumbnail ?? '', image?.url ?? '']) {
      expect(address).toMatch(/^\/api\/v1\/images\/openverse\/[0-9a-f]{32}/);
      const answer = await service.call(address);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    }
    // Each file is fetched once.
    expect(asked('/lake.png')).toEqual(['/lake.png', '/lake.png?thumb']);
  });

  it('may return invalid results, which are skipped', async () => {
    const odd = [
      null,
      7,
      {},
      openverseResult({ url: 'javascript:alert(1)' }),
      openverseResult({ url: 'file:///etc/passwd' }),
      openverseResult({ filetype: 'svg' }),
      openverseResult({ license: null }),
    ];
    openverseAnswers({
      page_count: 'x',
      results: [
        ...odd,
        openverseResult({ url: `${site.origin}/lake.png?2`, title: null, creator: '\u0000'.repeat(9000), width: -1 }),
      ],
    });
    const { images, next } = await search('odd', 'openverse');
    expect([images.length, next]).toEqual([1, null]);
    expect(images[0]?.credit.title).toBe('Untitled');
  });

  it('is listed as failed if its answer is an error, invalid, too large, redirected or late; other sources still answer', async () => {
    const failures: [string, Parameters<Website['on']>[1]][] = [
      ['fails', (reply) => reply.writeHead(500).end('{}')],
      ['asks for less', (reply) => reply.writeHead(429).end()],
      ['garbage', (reply) => reply.writeHead(200).end('<html>')],
      ['other', (reply) => reply.writeHead(200).end('{"results": 7}')],
      ['leads on', (reply) => reply.writeHead(302, { location: '/lake.png' }).end()],
      [
        'cut off',
        (reply) => reply.writeHead(200, { 'content-length': 100 }).write('{') && setTimeout(() => reply.destroy(), 50),
      ],
      ['too much', (reply) => reply.writeHead(200).end(Buffer.alloc(5_000_000, 32))],
      ['silent', () => undefined],
    ];
    site.file('/w/api.php', Buffer.from('{"batchcomplete": true}'), 'application/json');
    for (const [word, answer] of failures) {
      site.on('/v1/images/', answer);
      const all = await service.call(`/api/v1/images/search?query=${encodeURIComponent(`cat ${word}`)}`);
      const { failed, images } = imageSearchAnswer.parse(await all.json());
      expect([word, failed, images.length > 0]).toEqual([word, ['openverse'], true]);
    }
    site.on('/v1/images/', (reply) => reply.writeHead(500).end('{}'));
    const alone = await service.call('/api/v1/images/search?query=alone&source=openverse');
    expect(alone.status).toBe(503);
    expect(((await alone.json()) as { error: { message: string } }).error.message).toMatch(
      /^Openverse does not respond/,
    );
    // Failures are not cached.
    openverseAnswers({ page_count: 1, page: 1, results: [openverseResult()] });
    expect((await search('cat fails', 'openverse')).images).toHaveLength(1);
    expect(
      service.errors.filter(
        (error) => !error.startsWith('could not query Openverse') && !error.includes('Openverse does not respond'),
      ),
    ).toEqual([]);
  });

  it('serves nothing that is not an image, is in a private network or was not found by a search', async () => {
    const urls = [
      `${site.origin}/page.jpg`,
      `${site.origin}/drawing.png`,
      `${site.origin}/inside.png`,
      'http://127.0.0.1:1/x.png',
      'http://169.254.169.254/x.png',
      `${site.origin}/none.png`,
    ];
    openverseAnswers({ page_count: 1, page: 1, results: urls.map((url) => openverseResult({ url })) });
    const { images } = await search('hostile', 'openverse');
    expect(images).toHaveLength(urls.length);
    for (const { url } of images) {
      const answer = await service.call(url);
      expect(answer.status).toBe(503);
      expect(((await answer.json()) as { error: { message: string } }).error.message).toMatch(
        /^This image cannot be loaded/,
      );
    }
    const [first] = images;
    for (const wrong of [
      `openverse/${'0'.repeat(32)}`,
      'openverse/x',
      first?.url.replace('/api/v1/images/openverse', 'commons') ?? '',
    ])
      expect((await service.call(`/api/v1/images/${wrong}`)).status).toBe(404);
  });
});

describe('Wikimedia Commons', () => {
  it('is queried for the words only, and its HTML becomes plain text', async () => {
    const page = (title: string, index: number, info: object) => ({ pageid: index, title, index, imageinfo: [info] });
    const info = {
      ...{
        url: `${site.origin}/original.svg`,
        thumburl: `${site.origin}/thumb/1280px-lake.png`,
        mime: 'image/svg+xml',
      },
      ...{ width: 2560, height: 1920, descriptionurl: 'https://commons.wikimedia.org/wiki/File:Lake.svg' },
      extmetadata: {
        Artist: {
          value: '<a href="javascript:alert(1)" onclick="x">Ann&nbsp;&amp; Bo</a><img src=x onerror=alert(1)>',
        },
        LicenseShortName: { value: 'CC BY-SA 3.0' },
        LicenseUrl: { value: 'javascript:alert(1)' },
      },
    };
    const pages = [
      page('File:Second.svg', 2, { ...info, thumburl: `${site.origin}/thumb/1280px-second.png` }),
      page('File:Lake.svg', 1, info),
      page('File:No license.svg', 3, { ...info, extmetadata: {} }),
    ];
    site.file(
      '/w/api.php',
      Buffer.from(JSON.stringify({ continue: { gsroffset: 20 }, query: { pages } })),
      'application/json',
    );
    const found = await search('lake insource:/(a+)+$/ "x" | -y', 'commons');
    const query = new URL(asked('/w/api.php').at(-1) ?? '', site.origin).searchParams;
    expect([query.get('gsrsearch'), query.get('gsroffset'), query.get('gsrnamespace')]).toEqual([
      'lake insource a x y filetype:bitmap|drawing',
      '0',
      '6',
    ]);
    expect(found.next).toBe(2);
    expect(found.images.map(({ credit }) => credit.title)).toEqual(['Lake', 'Second']);
    const [lake] = found.images;
    expect(lake).toMatchObject({ mime: 'image/png', width: 1280, height: 960 });
    expect(lake?.credit).toEqual({
      title: 'Lake',
      creator: 'Ann & Bo',
      license: 'CC BY-SA 3.0',
      source: 'https://commons.wikimedia.org/wiki/File:Lake.svg',
      text: '“Lake” by Ann & Bo, CC BY-SA 3.0, https://commons.wikimedia.org/wiki/File:Lake.svg',
    });
    expect((await service.call(lake?.thumbnail ?? '')).status).toBe(200);
    expect(asked('/thumb/')).toEqual(['/thumb/330px-lake.png']);
    expect(asked('/original.svg')).toEqual([]);
  });
});

it('an online collection is queried only if the operator named it; an unknown one stops the start', async () => {
  const plain = await startService({ workers: 0 });
  const answer = imageSearchAnswer.parse(await (await plain.call('/api/v1/images/search?query=lake')).json());
  expect(answer.sources.map(({ id }) => id)).toEqual(['emoji', 'icons']);
  await expect(startService({ workers: 0, images: { sources: ['elsewhere'] } })).rejects.toThrow(
    '"elsewhere" is not an image collection',
  );
});
