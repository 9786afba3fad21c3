import { describe, expect, it } from 'vitest';
import type { MediaReference } from '../../../engine/project/media.ts';
import { fileNameOf, isLink, matchMedia } from '../../../ui/client/media/references.ts';

const reference = (url: string): MediaReference => ({ url, path: [], kind: 'video' });

describe('fileNameOf', () => {
  it.each([
    ['clip.mp4', 'clip.mp4'],
    ['../media/clip.mp4', 'clip.mp4'],
    ['C:\\videos\\clip.mp4', 'clip.mp4'],
    ['my%20clip.mp4', 'my clip.mp4'],
    ['https://example.com/a/b.mp4?x=1#t=2', 'b.mp4'],
    ['100%.mp4', '100%.mp4'],
    ['https://example.com/a/b/', 'b'],
  ])('turns %s into %s', (url, name) => expect(fileNameOf(url)).toBe(name));
});

describe('isLink', () => {
  it.each(['https://example.com/a.mp4', 'HTTP://example.com/a.mp4', '/samples/media/a.mp4'])(
    'returns true for %s',
    (url) => expect(isLink(url)).toBe(true),
  );
  it.each(['a.mp4', './a.mp4', '../a.mp4', 'https.mp4'])('returns false for %s', (url) =>
    expect(isLink(url)).toBe(false),
  );
});

describe('matchMedia', () => {
  it('prefers an exact name to one that differs in case', () => {
    const found = matchMedia([reference('Clip.mp4')], [{ name: 'clip.mp4' }, { name: 'Clip.mp4' }]);
    expect(found.map((media) => media.fileName)).toEqual(['Clip.mp4']);
  });

  it('matches accented names in any Unicode normalization', () => {
    const composed = 'Am\u00e9lie.mp4';
    const [found] = matchMedia([reference(composed)], [{ name: composed.normalize('NFD') }]);
    expect(found?.state).toBe('here');
  });

  it('lists a file once that is used twice', () => {
    expect(matchMedia([reference('a.mp4'), reference('a.mp4')], [])).toHaveLength(1);
  });

  it('matches two paths with the same file name to one file', () => {
    const found = matchMedia([reference('one/a.mp4'), reference('two/a.mp4')], [{ name: 'a.mp4' }]);
    expect(found.map((media) => media.fileName)).toEqual(['a.mp4', 'a.mp4']);
  });
});
