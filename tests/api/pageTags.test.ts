import { describe, expect, it } from 'vitest';
import { tagsOf } from '../../api/sources/links/pageTags.ts';

const read = (page: string) =>
  [...tagsOf(page, ['meta', 'video'])].map(({ name, attributes }) => [name, { ...attributes }]);

describe('the tags of a page', () => {
  it.each([
    ['<meta a="1" b=\'2\' c=3 d>', [['meta', { a: '1', b: '2', c: '3', d: '' }]]],
    ['<META Property="og:x" CONTENT=/a/b?c=d>', [['meta', { property: 'og:x', content: '/a/b?c=d' }]]],
    ['<meta a="x>y" b=2/><p>', [['meta', { a: 'x>y', b: '2/' }]]],
    ['<meta a="?b=1&amp;c=2&lt=3&#38;d&#x26;e">', [['meta', { a: '?b=1&c=2&lt=3&d&e' }]]],
    ['<meta a=1 a=2>', [['meta', { a: '1' }]]],
    ['<meta __proto__=1 constructor=2>', [['meta', JSON.parse('{"__proto__":"1","constructor":"2"}')]]],
    ['<!-- <meta a=1> --><meta a=2>', [['meta', { a: '2' }]]],
    ['<script>"<meta a=1>"</SCRIPT><meta a=2><title><meta a=3></title>', [['meta', { a: '2' }]]],
    ['<metadata a=1><meta\n\ta\n=\n"1">', [['meta', { a: '1' }]]],
    [
      '<video src=a></video>',
      [
        ['video', { src: 'a' }],
        ['/video', {}],
      ],
    ],
    ['< meta a=1><<meta a=2>', [['meta', { a: '2' }]]],
    ['<meta a="1', [['meta', { a: '' }]]],
    ['<!-- <meta a=1>', []],
    ['', []],
  ])('of %j are %j', (page, tags) => {
    expect(read(page)).toEqual(tags);
  });

  it.each([
    '<',
    '<meta a="',
    '<meta a',
    '<!--',
    '<script>',
    '<meta =',
    "<meta a='",
    '</',
    '<meta a="<meta b=',
    '&amp;<meta a=&#',
  ])('of 2 MB of %j are read in a moment', (part) => {
    const started = performance.now();
    read(part.repeat(2_000_000 / part.length));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
