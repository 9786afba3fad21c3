import { describe, expect, it } from 'vitest';
import { cueMarks } from '../../../engine/edit/cueMarks.ts';
import {
  addCues,
  duplicateCue,
  mergeCues,
  moveCue,
  nextCue,
  removeCue,
  replaceInCues,
  setCueText,
  setCueTimes,
  shiftCues,
  splitCueAt,
} from '../../../engine/edit/cues.ts';
import { cueChanges, shownCues } from '../../../engine/kinds/cueStates.ts';
import { subtitlesLayer } from '../../../engine/project/layers.ts';
import { MAX_CUES } from '../../../engine/project/limits.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const cue = (id: string, startTime: number, endTime: number, text = `Text ${id}`): Cue => ({
  id,
  text,
  startTime,
  endTime,
});
const three = [cue('a', 0, 1), cue('b', 1, 2.5), cue('c', 3, 4)];
const ids = (cues: readonly Cue[]) => cues.map(({ id }) => id).join('');

describe('the cue list', () => {
  it('inserts a copy after its original, and replaces a single empty cue', () => {
    expect(ids(duplicateCue(three, 'b', 'x'))).toBe('abxc');
    expect(ids(addCues([cue('e', 0, 2, ' ')], three))).toBe('abc');
    expect(ids(addCues(three, [nextCue(three, 'n')]))).toBe('abcn');
    expect(nextCue(three, 'n')).toEqual({ id: 'n', text: '', startTime: 4, endTime: 6 });
    expect(ids(removeCue(three, 'b'))).toBe('ac');
    expect(removeCue(three, 'z')).toBe(three);
  });

  it('sets times in hundredths and keeps an end after its start', () => {
    expect(setCueTimes(three, 'b', { startTime: 1.23456 })[1]).toMatchObject({ startTime: 1.23, endTime: 2.5 });
    expect(setCueTimes(three, 'b', { startTime: 5 })[1]).toMatchObject({ startTime: 5, endTime: 5.01 });
    expect(setCueTimes(three, 'b', { endTime: 2.5 })).toBe(three);
    expect(setCueTimes([cue('a', 0, 1.234)], 'a', { startTime: 0.5 })[0]).toMatchObject({ endTime: 1.234 });
    expect(shiftCues(three, 0.5).map(({ startTime }) => startTime)).toEqual([0.5, 1.5, 3.5]);
    expect(shiftCues(shiftCues(three, 0.1), -5)).toEqual(three);
  });

  it('splits a cue at a text position, by word times if known, and merges it again', () => {
    const words = ['Say', 'it', 'now'].map((text, i) => ({ text, startTime: i, endTime: i + 1 }));
    const said = [{ ...cue('a', 0, 3, 'Say it now'), words }];
    const [first, second] = splitCueAt(said, 'a', 7, 'x');
    expect(first).toEqual({ id: 'a', text: 'Say it', startTime: 0, endTime: 2, words: words.slice(0, 2) });
    expect(second).toEqual({ id: 'x', text: 'now', startTime: 2, endTime: 3, words: words.slice(2) });
    expect(splitCueAt(said, 'a', 0, 'x')).toBe(said);
    expect(mergeCues([first as Cue, second as Cue], 'a')).toEqual([{ ...said[0], text: 'Say it\nnow' }]);
  });

  it('gives all words times when only one of two merged cues has them', () => {
    const words = ['Say', 'it'].map((text, i) => ({ text, startTime: i, endTime: i + 1 }));
    const timed = { ...cue('a', 0, 2, 'Say it'), words };
    const shared = [
      { text: 'ab', startTime: 2, endTime: 3 },
      { text: 'cd', startTime: 3, endTime: 4 },
    ];
    expect(mergeCues([timed, cue('b', 2, 4, 'ab cd')], 'a')).toEqual([
      { ...cue('a', 0, 4, 'Say it\nab cd'), words: [...words, ...shared] },
    ]);
    const moved = words.map((word) => ({ ...word, startTime: word.startTime + 4, endTime: word.endTime + 4 }));
    expect(mergeCues([cue('a', 2, 4, 'ab cd'), { ...cue('b', 4, 6, 'Say it'), words: moved }], 'a')).toEqual([
      { ...cue('a', 2, 6, 'ab cd\nSay it'), words: [...shared, ...moved] },
    ]);
    expect(mergeCues([cue('a', 0, 1), cue('b', 1, 2)], 'a')[0]).not.toHaveProperty('words');
  });

  it('rejects edits that make a cue too short, too long or too late', () => {
    const short = [cue('a', 1, 1.01, 'Two words')];
    expect(splitCueAt(short, 'a', 3, 'x')).toBe(short);
    const long = [cue('a', 0, 1, 'x'.repeat(1500)), cue('b', 1, 2, 'x'.repeat(1500))];
    expect(mergeCues(long, 'a')).toBe(long);
    expect(replaceInCues(long, { find: 'x', by: 'yy' })).toEqual({ cues: long, count: 0 });
    const late = [cue('a', 0, 1), cue('b', 3_599_990, 3_600_000)];
    expect(shiftCues(late, 5)).toBe(late);
    expect(setCueTimes(late, 'b', { startTime: 9e9 })[1]).toMatchObject({
      startTime: 3_599_999.99,
      endTime: 3_600_000,
    });
    expect(setCueTimes(late, 'a', { endTime: 9e9 })[0]).toMatchObject({ endTime: 3_600_000 });
    expect(moveCue(late, 'b', 60)).toBe(late);
    expect(shiftCues([cue('a', 0.5, 1), cue('b', 0.2, 0.2)], -9).map(({ startTime }) => startTime)).toEqual([0.3, 0]);
  });

  it('adds no more cues than a layer can have', () => {
    const full = Array.from({ length: MAX_CUES }, (_, i) => cue(`c${i}`, i, i + 1, 'Two words'));
    expect(duplicateCue(full, 'c7', 'x')).toBe(full);
    expect(splitCueAt(full, 'c7', 3, 'x')).toBe(full);
    expect(addCues(full, three)).toBe(full);
    expect(addCues(full.slice(1), three)).toHaveLength(MAX_CUES);
    expect(setCueText(full, 'c7', 'Other')[7]?.text).toBe('Other');
  });

  it('drops times of overwritten words and replaces all occurrences of a text', () => {
    const words = [{ text: 'Text', startTime: 0, endTime: 1 }];
    const [changed] = setCueText([{ ...cue('a', 0, 1), words }], 'a', 'Other');
    expect(changed).toEqual(cue('a', 0, 1, 'Other'));
    const found = replaceInCues(three, { find: 'text ', by: '$&.' });
    expect([found.count, found.cues[0]?.text]).toEqual([3, '$&.a']);
    expect(replaceInCues(three, { find: 'text', by: '', matchCase: true }).cues).toBe(three);
    // Cues without an occurrence stay the same objects.
    const one = replaceInCues(three, { find: 'b', by: 'B' }).cues;
    expect(one.map((cue, index) => cue === three[index])).toEqual([true, false, true]);
  });

  it('marks overlaps, gaps under two frames, over 17 characters a second, over 42 a line, and cues beyond the end of the video', () => {
    const cues = [
      cue('a', 0, 1),
      cue('b', 0.9, 2),
      cue('c', 2.05, 3),
      cue('d', 3, 4, 'x'.repeat(18)),
      cue('e', 5, 9, `${'x'.repeat(43)}\n`),
      cue('f', 9 + 2 / 30, 10),
      cue('g', 10, 11),
    ];
    expect([...cueMarks(cues, { fps: 30, duration: 10 })]).toEqual([
      ['b', ['overlap']],
      ['c', ['gap']],
      ['d', ['speed']],
      ['e', ['length']],
      ['g', ['late']],
    ]);
  });
});

describe('shownCues', () => {
  const layer = (cues: readonly Cue[], more: object = {}) =>
    subtitlesLayer.parse({ id: 's', type: 'subtitles', cues, ...more });

  it('stacks overlapping cues and skips empty ones', () => {
    const given = layer([cue('b', 1, 3), cue('a', 0, 2), cue('e', 0, 9, '  ')]);
    expect([0, 1, 2, 3].map((t) => shownCues(given, t)?.text)).toEqual([
      'Text a',
      'Text a\nText b',
      'Text b',
      undefined,
    ]);
    expect(cueChanges(given)).toEqual([0, 1, 2, 3]);
  });

  it('highlights the spoken word by its time or by its share of the letters', () => {
    const given = layer([cue('a', 0, 3, 'aa bbbb')], { highlight: true });
    expect([0.5, 1.5].map((t) => shownCues(given, t)?.spoken)).toEqual([[[0, 2]], [[3, 7]]]);
  });

  it('tells which words are spoken later', () => {
    const given = layer([cue('a', 0, 3, 'aa bbbb'), cue('b', 1, 4, 'c d')], { highlight: true });
    expect(shownCues(given, 0.5)?.upcoming).toEqual([[3, 7]]);
    expect(shownCues(given, 1.2)?.upcoming).toEqual([[10, 11]]);
    expect(shownCues(given, 2.9)?.upcoming).toEqual([]);
  });

  it('looks up 5,000 cues quickly', () => {
    const given = layer(Array.from({ length: 5000 }, (_, i) => cue(`c${i}`, i, i + 1.5)));
    const spent = cpuTime();
    for (let t = 0; t < 5000; t += 1) shownCues(given, t + 0.7);
    expect(spent()).toBeLessThan(1000);
    expect(shownCues(given, 4321.7)?.text).toBe('Text c4321');
  });

  it('rejects invalid cues of a project with their pointers', () => {
    const layers = [{ id: 's', type: 'subtitles', cues: [cue('a', 1, 1), cue('a', 0, 1)] }];
    const parsed = parseProject({ scenes: [{ id: 's', layers }] });
    expect(parsed.ok ? [] : parsed.problems.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/scenes/0/layers/0/cues/1/id', 'Another subtitle already has the id "a".'],
      ['/scenes/0/layers/0/cues/0/endTime', 'A subtitle must end after it starts.'],
    ]);
  });
});
