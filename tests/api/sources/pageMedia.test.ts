import { describe, expect, it } from 'vitest';
import { mediaOfPage } from '../../../api/sources/links/pageMedia.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const nothing = { videos: [], sounds: [], pictures: [] };
const picture = '<meta property=og:image content=/a.png>';
const other = '<meta property=og:image content=/b.png>';

describe('the media of a page', () => {
  it.each([
    [`<META Property='og:image' CONTENT="/a.png">`, { pictures: ['/a.png'] }],
    ['<meta\n\tproperty\n=\n"og:image" content=/a/b?c=d>', { pictures: ['/a/b?c=d'] }],
    ['<meta property=og:image content="/a?b>c"/><p>', { pictures: ['/a?b>c'] }],
    ['<meta property=og:image content="?b=1&amp;c=2&lt=3&#38;d&#x26;e&eacute;">', { pictures: ['?b=1&c=2&lt=3&d&eé'] }],
    ['<meta property=og:image content=/a.png content=/b.png>', { pictures: ['/a.png'] }],
    [`<meta __proto__=1 constructor=2>${picture}`, { pictures: ['/a.png'] }],
    [`<!-- ${other} -->${picture}`, { pictures: ['/a.png'] }],
    [`<script>"${other}"</SCRIPT>${picture}<title>${other}</title><style>${other}`, { pictures: ['/a.png'] }],
    [`<textarea>${other}</textarea><noscript>${picture}</noscript>`, { pictures: ['/a.png'] }],
    ['<metadata property=og:image content=/a.png>', {}],
    [`< meta property=og:image content=/b.png><${picture}`, { pictures: ['/a.png'] }],
    ['<meta property=og:image content="/a.png', {}],
    [`<!-- ${picture}`, {}],
    ['<video src=/a.mp4></video><source src=/b.mp4>', { videos: ['/a.mp4'] }],
    ['<video><source src=/a.mp4><track src=/a.vtt><img src=/a.png></video>', { videos: ['/a.mp4'] }],
    ['<div><video><source src=/a.webm></div><source src=/b.webm>', { videos: ['/a.webm'] }],
    ['<audio><source src=/a.mp3></audio>', { sounds: ['/a.mp3'] }],
    ['', {}],
  ])('are found: %j contains %j', (page, media) => {
    const { videos, sounds, pictures } = mediaOfPage(page);
    expect({ videos, sounds, pictures }).toEqual({ ...nothing, ...media });
  });

  it.each([
    ['<'],
    ['<meta a="'],
    ['<meta a'],
    ['<!--'],
    ['<script>'],
    ['<meta ='],
    ["<meta a='"],
    ['</'],
    ['<meta a="<meta b='],
    ['&amp;<meta a=&#'],
    ['<a>'],
    ['<a>', '</b>'],
    ['<p><b>', '</i>'],
    ['<svg><a b=1>', '</p>'],
  ])('are searched quickly in 2 MB of %j', (...parts) => {
    const page = parts.map((part) => part.repeat(2_000_000 / parts.length / part.length)).join('');
    const spent = cpuTime();
    expect(mediaOfPage(page)).toMatchObject(nothing);
    expect(spent()).toBeLessThan(1000);
  });
});
