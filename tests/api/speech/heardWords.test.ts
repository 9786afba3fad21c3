import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../api/sources/transcriptions/transcriptions.ts';
import { wordsIn } from '../../../api/speech/pocketSphinx.ts';
import { type RemoteAnswer, wordsOfAnswer } from '../../../api/speech/remoteAnswer.ts';
import { ProcessError } from '../../../api/system/process.ts';

it('PocketSphinx words repeated five times in a row are dropped, three times are kept', () => {
  const said = ['no', 'no', 'no', 'go', ...Array.from({ length: 5 }, () => 'la'), 'on'];
  const printed = said.map((one, i) => `${one} ${i}.00 ${i}.50 0.9`).join('\n');
  expect(wordsIn(printed).map(({ text }) => text)).toEqual(['no', 'no', 'no', 'go', 'on']);
});

describe("the words of a speech service's answer", () => {
  const word = (text: string, start: number, end: number) => ({ word: text, start, end });
  it.each<[string, RemoteAnswer, [text: string, isJoined: boolean | undefined][]]>([
    [
      'words take their marks from the text',
      { text: ' "Hi, you!" Two-three.', words: ['Hi', 'you', 'Two', 'three'].map((one, i) => word(one, i, i + 1)) },
      [
        ['"Hi,', undefined],
        ['you!"', false],
        ['Two-', false],
        ['three.', true],
      ],
    ],
    [
      'a word that is not in the text stands by itself',
      { text: 'a b', words: [word('a', 0, 1), word('x', 1, 2), word('b', 2, 3)] },
      [
        ['a', undefined],
        ['x', undefined],
        ['b', false],
      ],
    ],
    [
      'segments without words are shared out, and nobody knows how their first ones join',
      { text: '', segments: [0, 1].map((start) => ({ text: '\u5929\u6c17\u3002', start, end: start + 1 })) },
      [
        ['\u5929', undefined],
        ['\u6c17\u3002', true],
        ['\u5929', undefined],
        ['\u6c17\u3002', true],
      ],
    ],
    [
      'of empty segments the text counts',
      { text: 'one two', words: [], segments: [{ text: '', start: 0, end: 1 }] },
      [
        ['one', undefined],
        ['two', false],
      ],
    ],
    ['of nothing there is nothing', { text: '' }, []],
  ])('%s', (_name, answer, wanted) => {
    const words = wordsOfAnswer(answer, 10);
    expect(words.map(({ text, isJoined }) => [text, isJoined])).toEqual(wanted);
    for (const { startTime, endTime } of words) expect(endTime).toBeGreaterThan(startTime);
    if (!answer.words?.length && words.length > 0 && answer.text !== '') expect(words.at(-1)?.endTime).toBe(10);
  });
});

it('a transcription that fails on a full disk reports that, whichever program found it', () => {
  const full = new ProcessError('ffmpeg', 'exit', 'av_interleaved_write_frame(): No space left on device');
  expect(failureOf(full)).toMatchObject({ code: 'disk-full' });
  expect(failureOf(new ProcessError('ffmpeg', 'exit', 'Invalid data'))).toMatchObject({ code: 'unreadable' });
});
