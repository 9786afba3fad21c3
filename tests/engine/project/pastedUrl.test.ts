import { describe, expect, it } from 'vitest';
import { cutPastedUrl, isWebAddress, pastedUrlFailed } from '../../../engine/project/pastedUrl.ts';
import { cpuTime } from '../../support/cpuTime.ts';

describe('a pasted URL', () => {
  it.each([
    ['https://example.org/a.mp4', 'https://example.org/a.mp4'],
    ['  https://example.org/a.mp4\n', 'https://example.org/a.mp4'],
    ['https://example.org/a.mp4?token=1#t=3', 'https://example.org/a.mp4'],
    ['https://example.org/a.JPG/b', 'https://example.org/a.JPG'],
    ['https://example.org/a.jpeg.png', 'https://example.org/a.jpeg'],
    ['https://example.org/a.png.jpeg', 'https://example.org/a.png'],
    ['https://example.org/a.gif?x=.mp4', 'https://example.org/a.gif'],
    ['https://example.org/watch?file=a.mp4&b=1', 'https://example.org/watch?file=a.mp4'],
    ['https://example.org/a.webm?token=1', 'https://example.org/a.webm?token=1'],
    ['https://www.gifs.example/page?x=1', 'https://www.gifs.example/page?x=1'],
    ['http://user.png.example:8080/b.jpg?c', 'http://user.png.example:8080/b.jpg'],
    ['example.org/a.mp4', 'https://example.org/a.mp4'],
    ['HTTP://EXAMPLE.ORG/x', 'HTTP://EXAMPLE.ORG/x'],
    ['https://example.org', 'https://example.org'],
    ['https://bücher.example/ü.png?1', 'https://bücher.example/ü.png'],
  ])('%j is requested as %j', (pasted, cut) => {
    expect(cutPastedUrl(pasted)).toBe(cut);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n '],
    ['a sentence', 'look at https://example.org/a.mp4'],
    ['another scheme', 'ftp://example.org/a.mp4'],
    ['a file', 'file:///etc/passwd'],
    ['no host', 'https:///a.mp4'],
    ['2001 characters', `https://example.org/${'a'.repeat(1981)}`],
  ])('is ignored if it is %s', (_, pasted) => {
    expect(cutPastedUrl(pasted)).toBeUndefined();
  });

  it('can have 2000 characters', () => {
    expect(cutPastedUrl(`https://example.org/${'a'.repeat(1980)}`)).toHaveLength(2000);
  });

  it.each([
    ['https://example.org/a b', false],
    ['https://example.org/a', true],
    ['example.org/a', false],
    ['Hello', false],
    ['javascript:alert(1)', false],
  ])('%j is a link and nothing else: %s', (text, isLink) => {
    expect(isWebAddress(text)).toBe(isLink);
  });

  it('is rejected quickly if it is a long text', () => {
    const spent = cpuTime();
    expect(isWebAddress(`https://${'a'.repeat(300_000)}/ b`)).toBe(false);
    expect(spent()).toBeLessThan(1000);
  });

  it('is shown by its first 50 characters on failure', () => {
    expect(pastedUrlFailed('https://example.org/a', 'Why.')).toBe(
      "Sorry, that pasted URL (https://example.org/a) didn't work. Why.",
    );
    const long = `https://example.org/${'a'.repeat(31)}`;
    expect(pastedUrlFailed(long, 'Why.')).toBe(`Sorry, that pasted URL (${long.slice(0, 50)}...) didn't work. Why.`);
  });
});
