import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cueMarks } from '../../../engine/edit/cueMarks.ts';
import { groupWords, type RecognizedWord } from '../../../engine/edit/gatherCues.ts';

let ids = 0;
const gather = (words: readonly RecognizedWord[], until = 1000) =>
  groupWords(words, until, () => {
    ids += 1;
    return `c${ids}`;
  });

/** Words one after the other, each of the same length in seconds. */
function spoken(text: string, each = 0.3, from = 0): RecognizedWord[] {
  return text.split(' ').map((word, i) => ({ text: word, startTime: from + i * each, endTime: from + (i + 1) * each }));
}

describe('gatherCues', () => {
  it('splits at pauses and ends of sentences, and shows cues long enough to be read', () => {
    const cues = gather([
      ...spoken('This is the first sentence of them. And this one is the second.'),
      ...spoken('After a pause', 0.2, 8),
    ]);
    expect(cues.map(({ text, startTime, endTime }) => [text, startTime, endTime])).toEqual([
      ['This is the first sentence of them.', 0, 2.1],
      ['And this one is the second.', 2.1, 3.9],
      ['After a pause', 8, 9],
    ]);
  });

  it('keeps short sentences together and splits long ones near the middle, at a comma if there is one', () => {
    expect(gather(spoken('Yes. I do. Thank you.')).map(({ text }) => text)).toEqual(['Yes. I do. Thank you.']);
    const long =
      'when everybody had gone home and the lights were out, the small cat came back into the kitchen and slept';
    expect(gather(spoken(long)).map(({ text }) => text)).toEqual([
      'when everybody had gone home\nand the lights were out,',
      'the small cat came back\ninto the kitchen and slept',
    ]);
  });

  it('joins words of scripts without spaces', () => {
    const words = [...'今日は良い天気です'].map((text, i) => ({
      ...{ text, startTime: i * 0.2, endTime: (i + 1) * 0.2 },
      ...(i > 0 ? { isJoined: true } : {}),
    }));
    expect(gather(words).map(({ text }) => text)).toEqual(['今日は良い天気です']);
  });

  it('splits such scripts at ends of sentences, and joins words if it is unknown whether they join', () => {
    const signs = (text: string, from: number) =>
      (text.match(/.[\u3002\uff01\uff1f]?/g) ?? []).map((one, i) => ({
        ...{ text: one, startTime: from + i * 0.1, endTime: from + (i + 1) * 0.1 },
        ...(i > 0 ? { isJoined: true } : {}),
      }));
    const sentence = '\u4eca\u65e5\u306f\u826f\u3044\u5929\u6c17\u3067\u3059\u306d'.repeat(3);
    const words = [...signs(`${sentence}\u3002${sentence}\uff1f`, 0)];
    expect(gather(words).map(({ text }) => text)).toEqual([`${sentence}\u3002`, `${sentence}\uff1f`]);
    // The first words of two parts, of one script and of two.
    const two = [...signs('\u5929\u6c17', 0), ...signs('\u826f\u3044', 0.2), ...spoken('ok yes', 0.1, 0.4)];
    expect(gather(two).map(({ text }) => text)).toEqual(['\u5929\u6c17\u826f\u3044 ok yes']);
    const apart = [...signs('\u5929', 0), { text: '\u826f', startTime: 0.1, endTime: 0.2, isJoined: false }];
    expect(gather(apart).map(({ text }) => text)).toEqual(['\u5929 \u826f']);
  });

  it('gives words with the same start a hundredth of a second each', () => {
    const [cue] = gather(['a', 'b', 'c'].map((text) => ({ text, startTime: 1, endTime: 1 })));
    expect(cue?.words?.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [1, 1.01],
      [1.01, 1.02],
      [1.02, 1.03],
    ]);
  });

  it('gathers a hundred thousand words in little time', () => {
    const words = Array.from({ length: 100_000 }, (_, i) => ({ text: 'x,', startTime: i / 2, endTime: i / 2 + 0.001 }));
    expect(gather(words, 1e6).length).toBeGreaterThan(5000);
  });

  it('returns all words in order, in lines that fit, with no two cues at once', () => {
    const word = fc.record({
      text: fc.string({ minLength: 1, maxLength: 42, unit: fc.constantFrom(...'abcdefg,.!?') }),
      pause: fc.double({ min: 0, max: 2, noNaN: true }),
      length: fc.double({ min: 0, max: 1.5, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (list) => {
        let at = 0;
        const words = list.map(({ text, pause, length }) => {
          const startTime = at + pause;
          at = startTime + length;
          return { text, startTime, endTime: at };
        });
        const cues = gather(words, at + 5);
        expect(cues.flatMap(({ text }) => text.split(/\s/))).toEqual(words.map(({ text }) => text));
        const marks = [...cueMarks(cues, { fps: 10, duration: 3600 }).values()].flat();
        expect(marks.filter((mark) => mark === 'length' || mark === 'gap')).toEqual([]);
        for (const [i, cue] of cues.entries()) {
          expect(cue.endTime).toBeGreaterThan(cue.startTime);
          expect(cue.text.split('\n').length).toBeLessThanOrEqual(2);
          // A hundredth where two words were heard at the same moment.
          expect(cue.endTime - (cues[i + 1]?.startTime ?? cue.endTime)).toBeLessThan(0.0101);
        }
      }),
      { seed: 13, numRuns: 300 },
    );
  });

  it('drops or repairs invalid words', () => {
    const heard = [
      { text: ' ', startTime: 0, endTime: 1 },
      { text: 'late', startTime: 50, endTime: 60 },
      { text: 'early', startTime: -5, endTime: -4 },
      { text: 'never', startTime: Number.NaN, endTime: 1 },
    ];
    expect(gather(heard, 10).map(({ text, startTime, endTime }) => [text, startTime, endTime])).toEqual([
      ['late early', 10, 10.01],
    ]);
    expect(gather([])).toEqual([]);
  });
});
