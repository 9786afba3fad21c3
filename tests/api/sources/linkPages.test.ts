import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../support/cpuTime.ts';
import { temporaryFolder } from '../support/files.ts';
import { bytesAt, openLinkLab } from '../support/links.ts';
import { until } from '../support/service.ts';

const { lab, extract, newPath } = openLinkLab();

describe('a link to a page', () => {
  const page = (head: string) => `<!doctype html><html><head>${head}</head><body>words</body></html>`;
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
  const asPage = async (head: string, options: { signal?: AbortSignal } = {}) => {
    const at = newPath();
    lab.site.page(at, page(head));
    return extract(lab.site.origin + at, options);
  };

  it.each([
    ['its video', meta('og:video', '/clip.mp4') + meta('og:image', '/picture.png'), 'video/mp4'],
    [
      'its secure video',
      meta('og:video', 'http://nowhere.example/a.mp4') + meta('og:video:secure_url', '/clip.mp4?s'),
      'video/mp4',
    ],
    [
      'not its player',
      meta('og:video', '/player.html') + meta('og:video:type', 'text/html') + meta('og:video', '/clip.mp4?p'),
      'video/mp4',
    ],
    ['the stream of a Twitter card', '<meta name="twitter:player:stream" content="/clip.mp4?t">', 'video/mp4'],
    [
      'the next one where the first is not there',
      meta('og:video', '/gone.mp4') + meta('og:video', '/clip.mp4?n'),
      'video/mp4',
    ],
    ['its sound', meta('og:audio', '/tone.mp3') + meta('og:image', '/picture.png?s'), 'audio/mpeg'],
    ['its image', meta('og:image', '/picture.png?i'), 'image/png'],
    ['the picture of a Twitter card', "<meta name='twitter:image' content='picture.png?a=1&amp;b=2'>", 'image/png'],
    ['the video on it', '<body><video controls><source src="/clip.mp4?v"></video>', 'video/mp4'],
  ])('leads to %s', async (_, head, mime) => {
    const { body, refusal } = await asPage(head);
    expect(refusal).toBeUndefined();
    expect(body.mime).toBe(mime);
  });

  it.each([
    ['nothing', '<title>Words</title>', 'No content found for this URL.'],
    [
      'a player',
      meta('og:video', 'https://x.example/embed') +
        meta('og:video:type', 'text/html') +
        meta('og:image', '/picture.png'),
      'No content found for this URL.',
    ],
    ['a playlist', meta('og:video', '/live.m3u8'), 'Format application/x-mpegurl currently unsupported.'],
    [
      'a long video',
      meta('og:video', '/clip.mp4') + meta('video:duration', '1801'),
      'Videos must be shorter than 30 min.',
    ],
    ['a page', meta('og:video', '/page'), 'No content found for this URL.'],
    [
      'this machine',
      meta('og:video', 'http://127.0.0.1:1/a.mp4'),
      'Use a public http or https address without a port or password.',
    ],
    [
      'a file',
      meta('og:image', 'file:///etc/passwd'),
      'Use a public http or https address without a port or password.',
    ],
  ])('is rejected if the page has %s', async (_, head, sentence) => {
    lab.site.page('/page', page(''));
    expect((await asPage(head)).refusal).toBe(sentence);
  });

  it('adds the separate audio of a silent video', async () => {
    const silent = path.join(await temporaryFolder(), 'silent.mp4');
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=96x64:d=1', '-pix_fmt', 'yuv420p', silent]);
    const bytes = await readFile(silent);
    lab.site.file('/silent.mp4', bytes, 'video/mp4');
    // If the request is aborted while the audio loads, the video is deleted too.
    const stop = new AbortController();
    lab.site.on('/held.mp3', () => stop.abort());
    const stopped = asPage(meta('og:video', '/silent.mp4') + meta('og:audio', '/held.mp3'), stop);
    await expect(stopped).rejects.toThrow();
    const hash = createHash('sha256').update(bytes).digest('hex');
    const contents = () => readdir(path.join(lab.service.dataDir, 'contents'));
    await until(async () => !(await contents()).some((name) => name.startsWith(hash)));
    const { body } = await asPage(meta('og:video', '/silent.mp4') + meta('og:audio', '/tone.mp3'));
    expect(body).toMatchObject({ kind: 'video', hasAudio: false });
    expect((await bytesAt(body.soundUrl ?? '')).equals(lab.tone)).toBe(true);
  });

  it('is parsed quickly even with 10,000 tags, 50 MB of noise or compression', async () => {
    const spent = cpuTime();
    const many = meta('og:video', '/gone.mp4').repeat(10_000) + '<video>'.repeat(10_000);
    expect((await asPage(many)).refusal).toBe('No content found for this URL.');
    const noise = Buffer.alloc(50_000_000, '<\xff\xfe<meta property=og:image content=\xed\xa0\x80', 'latin1');
    lab.site.file('/noise', Buffer.concat([Buffer.from('<!doctype html>'), noise]), 'text/html; charset=utf-7');
    expect((await extract(`${lab.site.origin}/noise`)).status).toBe(422);
    const packed = gzipSync(page(meta('og:video', '/clip.mp4?g')));
    lab.site.on('/packed', (reply) =>
      reply.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed),
    );
    expect((await extract(`${lab.site.origin}/packed`)).body.mime).toBe('video/mp4');
    const bomb = gzipSync(Buffer.alloc(200_000_000, '<p>'));
    lab.site.on('/bomb', (reply) =>
      reply.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
    );
    expect((await extract(`${lab.site.origin}/bomb`)).refusal).toBe('No content found for this URL.');
    expect(spent()).toBeLessThan(8000);
  });
});
