import { describe, expect, it } from 'vitest';
import { setAudio, setAudioStart, trimAudio } from '../../../engine/edit/audio.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import { messages } from '../../../engine/project/messages.ts';
import { audioProblems } from '../../../engine/timeline/submitProblems.ts';
import { frameTimecode, parseFrameTimecode, parseTimecode, timecode } from '../../../engine/timeline/timecode.ts';
import { good, layerOf, makeProject, scene, video } from '../make.ts';

describe('parseTimecode', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['12.34', 12.34],
    ['.5', 0.5],
    ['3.', 3],
    ['1,5', 1.5],
    [' 01:02.50 ', 62.5],
    ['90:00', 5400],
    ['1:02:03.5', 3723.5],
    ['75', 75],
  ])('parses %j as %d s', (text, seconds) => {
    expect(parseTimecode(text)).toBe(seconds);
  });

  it.each(['', ' ', '.', ':', '1:', ':5', '1:60', '1:75:00', '-1', '1e3', 'abc', '1:2:3:4', '1 2'])(
    'rejects %j',
    (text) => {
      expect(parseTimecode(text)).toBeUndefined();
    },
  );

  it('parses what timecode writes', () => {
    for (const seconds of [0, 0.01, 59.99, 60, 61.05, 3599.99, 6000, 86_399.5]) {
      expect(parseTimecode(timecode(seconds))).toBeCloseTo(seconds, 6);
    }
  });
});

describe('the start of the audio', () => {
  const project = setAudio(makeProject([scene('a', [video('v', 10)])]), { url: 'song.mp3', duration: 4 });

  it.each([
    [0, true],
    [9.79, true],
    [9.8, false],
    [9.81, false],
    [30, false],
  ])('at %d s of 10 s is accepted: %s', (start, isTaken) => {
    const sentences = audioProblems(setAudioStart(project, start)).map(({ message }) => message);
    expect(sentences).toEqual(isTaken ? [] : [messages.audioStartTooLate]);
  });

  it('causes no problem without audio or for images that last as long as the audio', () => {
    expect(audioProblems(makeProject([scene('a')]))).toEqual([]);
    const pictures = setAudio(makeProject([scene('a')]), { url: 'song.mp3', duration: 4 });
    expect(audioProblems(setAudioStart(pictures, 100))).toEqual([]);
  });

  it('is valid at 0 s, however short the project is', () => {
    const blip = setAudio(makeProject([scene('a')]), { url: 'blip.wav', duration: 0.1 });
    expect(audioProblems(blip)).toEqual([]);
  });

  it('requires audio with a known length', () => {
    const silent = setAudio(makeProject([scene('a', [video('v', 10)])]), { url: 'song.mp3' });
    expect(audioProblems(silent).map(({ message }) => message)).toEqual([messages.audioMissing]);
  });
});

describe('a trim of a file whose length was not known', () => {
  it('stores the measured length', () => {
    const bare = { id: 'v', type: 'video' as const, url: 'v.mp4' };
    const project = good(trimLayer(makeProject([scene('a', [bare])]), 'v', 1, 4, 6));
    expect(layerOf(project, 'v', 'video')).toMatchObject({ startTime: 1, endTime: 4, isTrimmed: true, duration: 6 });
    const audio = setAudio(makeProject([scene('a', [video('w', 30)])]), { url: 'song.mp3' });
    expect(good(trimAudio(audio, 0, 20, 20)).audio).toMatchObject({ isTrimmed: false, duration: 20 });
  });

  it('keeps a known length', () => {
    const project = good(trimLayer(makeProject([scene('a', [video('v', 10)])]), 'v', 1, 20, 6));
    expect(layerOf(project, 'v', 'video')).toMatchObject({ endTime: 10, duration: 10 });
  });
});

describe('parseFrameTimecode', () => {
  it('reads every frame of a rate back, and other times as usual', () => {
    for (const fps of [10, 24, 25, 30, 30000 / 1001, 60]) {
      for (const frame of [0, 1, 9, 299, 300, 18_001]) {
        const seconds = parseFrameTimecode(frameTimecode(frame / fps, fps), fps);
        expect(Math.round((seconds ?? Number.NaN) * fps)).toBe(frame);
      }
    }
    expect(parseFrameTimecode('12.5', 30)).toBe(12.5);
    expect(parseFrameTimecode('1:02', 30)).toBe(62);
  });

  it.each(['0:00:30', '0:60:00', '0:00:-1', 'x'])('rejects %s at 30 frames per second', (text) => {
    expect(parseFrameTimecode(text, 30)).toBeUndefined();
  });
});
