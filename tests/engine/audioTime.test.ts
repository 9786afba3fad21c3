import { describe, expect, it } from 'vitest';
import { setAudio, setAudioStart, trimAudio } from '../../engine/edit/audio.ts';
import { trimLayer } from '../../engine/edit/trim.ts';
import { messages } from '../../engine/project/messages.ts';
import { audioProblems } from '../../engine/timeline/submitProblems.ts';
import { parseTimecode, timecode } from '../../engine/timeline/timecode.ts';
import { good, layerOf, makeProject, scene, video } from './make.ts';

describe('a typed time', () => {
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
  ])('%j is %d s', (text, seconds) => {
    expect(parseTimecode(text)).toBe(seconds);
  });

  it.each(['', ' ', '.', ':', '1:', ':5', '1:60', '1:75:00', '-1', '1e3', 'abc', '1:2:3:4', '1 2'])(
    '%j is none',
    (text) => {
      expect(parseTimecode(text)).toBeUndefined();
    },
  );

  it('is read as it is written', () => {
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
  ])('at %d s of 10 s is taken: %s', (start, isTaken) => {
    const sentences = audioProblems(setAudioStart(project, start)).map(({ message }) => message);
    expect(sentences).toEqual(isTaken ? [] : [messages.audioStartTooLate]);
  });

  it('is no problem without audio, and for pictures that last as long as it', () => {
    expect(audioProblems(makeProject([scene('a')]))).toEqual([]);
    const pictures = setAudio(makeProject([scene('a')]), { url: 'song.mp3', duration: 4 });
    expect(audioProblems(setAudioStart(pictures, 100))).toEqual([]);
  });

  it('is right at 0 s, however short the whole is', () => {
    const blip = setAudio(makeProject([scene('a')]), { url: 'blip.wav', duration: 0.1 });
    expect(audioProblems(blip)).toEqual([]);
  });

  it('needs audio of some length', () => {
    const silent = setAudio(makeProject([scene('a', [video('v', 10)])]), { url: 'song.mp3' });
    expect(audioProblems(silent).map(({ message }) => message)).toEqual([messages.audioMissing]);
  });
});

describe('a trim of a file whose length was not known', () => {
  it('takes the measured length over', () => {
    const bare = { id: 'v', type: 'video' as const, url: 'v.mp4' };
    const project = good(trimLayer(makeProject([scene('a', [bare])]), 'v', 1, 4, 6));
    expect(layerOf(project, 'v', 'video')).toMatchObject({ startTime: 1, endTime: 4, isTrimmed: true, duration: 6 });
    const audio = setAudio(makeProject([scene('a', [video('w', 30)])]), { url: 'song.mp3' });
    expect(good(trimAudio(audio, 0, 20, 20)).audio).toMatchObject({ isTrimmed: false, duration: 20 });
  });

  it('leaves a known length as it is', () => {
    const project = good(trimLayer(makeProject([scene('a', [video('v', 10)])]), 'v', 1, 20, 6));
    expect(layerOf(project, 'v', 'video')).toMatchObject({ endTime: 10, duration: 10 });
  });
});
