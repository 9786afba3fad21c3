import { describe, expect, it } from 'vitest';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { excerptAt } from '../../../ui/kit/ProblemList.tsx';
import { tenths } from '../../../ui/kit/progress.tsx';
import {
  agoInWords,
  countInWords,
  downloadName,
  formatInWords,
  lengthInWords,
  secondsWords,
  sizeInWords,
} from '../../../ui/kit/words.ts';

describe('words', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [999_600, '1 MB'],
    [1500, '1.5 kB'],
    [123_456_789, '123 MB'],
  ])('writes a size of %d bytes', (bytes, words) => expect(sizeInWords(bytes)).toBe(words));

  it.each([
    [0.5, '0.5 s'],
    [3, '3 s'],
    [59.94, '59.9 s'],
    [59.96, '1:00'],
    [65, '1:05'],
    [3723, '1:02:03'],
  ])('writes a length of %d s', (seconds, words) => expect(lengthInWords(seconds)).toBe(words));

  it.each([
    [2.5, '2.5 s', '00:02.50'],
    [9.529, '9.52 s', '00:09.52'],
    [2.999_999_9, '3 s', '00:03.00'],
    [65, '1:05', '01:05.00'],
    [600.02, '10:00.02', '10:00.02'],
    [3605, '1:00:05', '60:05.00'],
  ])('writes a length of %d s to the hundredth, with the digits of its timecode', (seconds, words, code) => {
    expect([secondsWords(seconds), timecode(seconds)]).toEqual([words, code]);
  });

  it('writes how long ago something was', () => {
    const now = Date.parse('2024-05-01T12:00:00Z');
    expect(agoInWords('2024-05-01T11:59:30Z', now)).toBe('just now');
    expect(agoInWords('2024-05-01T11:58:00Z', now)).toBe('2 minutes ago');
    expect(agoInWords('2024-04-30T11:00:00Z', now)).toBe('yesterday');
    // The server's clock may be slightly ahead.
    expect(agoInWords('2024-05-01T12:00:20Z', now)).toBe('just now');
  });

  it('writes counts and formats', () => {
    expect(countInWords(1, 'scene')).toBe('1 scene');
    expect(countInWords(2, 'scene')).toBe('2 scenes');
    expect(
      ['video/mp4', 'audio/mpeg', 'audio/mp4', 'audio/wav', 'video/webm', 'image/webp'].map(formatInWords),
    ).toEqual(['MP4', 'MP3', 'M4A', 'WAV', 'WebM', 'WebP']);
    expect(formatInWords(null)).toBe('');
  });

  it('announces progress in tenths', () => {
    expect([0, 0.09, 0.1, 0.3, 0.999, 1].map(tenths)).toEqual([
      '0 percent',
      '0 percent',
      '10 percent',
      '30 percent',
      '90 percent',
      '100 percent',
    ]);
  });
});

describe('downloadName', () => {
  it.each([
    ['Ocean morning', 'video/mp4', 'Ocean morning.mp4'],
    ['../../etc/passwd', 'image/png', 'etc passwd.png'],
    ['a/b:c*?"<>|', 'image/gif', 'a b c.gif'],
    ['Größe 😀', 'image/jpeg', 'Größe.jpg'],
    ['...', 'video/mp4', 'Untitled project.mp4'],
    [null, 'video/mp4', 'Untitled project.mp4'],
    ['हिन्दी ไทย 動画', 'video/mp4', 'हिन्दी ไทย 動画.mp4'],
    ['𠮷'.repeat(100), 'video/mp4', `${'𠮷'.repeat(80)}.mp4`],
    ['beach', 'video/webm', 'beach.webm'],
    ['song', 'audio/mp4', 'song.m4a'],
    ['song', 'audio/flac', 'song.flac'],
    ['song', 'audio/ogg', 'song.opus'],
  ])('builds a file name from %s', (name, mime, expected) => expect(downloadName({ name, mime })).toBe(expected));
});

describe('excerptAt', () => {
  const value = { 'a/b': { '~': [{ text: 'x'.repeat(100) }, null] }, size: 5 };
  it('returns the value at a pointer', () => {
    expect(excerptAt(value, '/size')).toBe('5');
    expect(excerptAt(value, '/a~1b/~0/1')).toBe('null');
  });
  it('is at most 60 characters long', () => {
    expect(excerptAt(value, '/a~1b/~0/0/text')).toHaveLength(60);
    expect(excerptAt([`${'x'.repeat(57)}\u{1f469}\u200d\u{1f680}`], '/0')).toBe(`"${'x'.repeat(57)}\u2026`);
  });
  it('returns undefined where there is no value', () => {
    expect(excerptAt(value, '')).toBeUndefined();
    expect(excerptAt(value, '/nothing/here')).toBeUndefined();
    expect(excerptAt(value, '/constructor')).toBeUndefined();
    expect(excerptAt(undefined, '/size')).toBeUndefined();
  });
});
