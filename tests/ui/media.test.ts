import { describe, expect, it } from 'vitest';
import type { MediaReference } from '../../engine/project/media.ts';
import { fileNameOf, isLink, matchMedia } from '../../ui/media/references.ts';

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
  ])('of %s is %s', (url, name) => expect(fileNameOf(url)).toBe(name));
});

describe('isLink', () => {
  it.each(['https://example.com/a.mp4', 'HTTP://example.com/a.mp4', '/samples/media/a.mp4'])(
    '%s needs no file',
    (url) => expect(isLink(url)).toBe(true),
  );
  it.each(['a.mp4', './a.mp4', '../a.mp4', 'https.mp4'])('%s needs a file', (url) => expect(isLink(url)).toBe(false));
});

describe('matchMedia', () => {
  it('prefers the very name over one with other capitals', () => {
    const found = matchMedia([reference('Clip.mp4')], [{ name: 'clip.mp4' }, { name: 'Clip.mp4' }]);
    expect(found.map((media) => media.fileName)).toEqual(['Clip.mp4']);
  });

  it('matches accents however they are written', () => {
    const composed = 'Am\u00e9lie.mp4';
    const [found] = matchMedia([reference(composed)], [{ name: composed.normalize('NFD') }]);
    expect(found?.state).toBe('here');
  });

  it('lists a file that is used twice once', () => {
    expect(matchMedia([reference('a.mp4'), reference('a.mp4')], [])).toHaveLength(1);
  });

  it('matches two paths of the same name with the same file', () => {
    const found = matchMedia([reference('one/a.mp4'), reference('two/a.mp4')], [{ name: 'a.mp4' }]);
    expect(found.map((media) => media.fileName)).toEqual(['a.mp4', 'a.mp4']);
  });
});
