import { describe, expect, it } from 'vitest';
import { cutCues } from '../../../engine/edit/cueCuts.ts';
import { type CutVideo, strikeSentence } from '../../../engine/edit/cueStrikes.ts';
import { findFillers, strikeFillers, usualFillers } from '../../../engine/edit/fillers.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { remainingSpans } from '../../../engine/timeline/timeSpans.ts';

/** A cue with one word per second. */
function said(id: string, startTime: number, text: string): Cue {
  const words = text
    .split(' ')
    .map((word, i) => ({ text: word, startTime: startTime + i, endTime: startTime + i + 1 }));
  return { id, text, startTime, endTime: startTime + words.length, words };
}

/** The texts that remain, in the order of the cues. */
const textsLeft = ({ cues, removed }: CutVideo) => cutCues(cues, remainingSpans(removed, 100)).map(({ text }) => text);

describe('filler words', () => {
  it('are found whatever their case, punctuation and length', () => {
    const cues = [said('a', 0, 'Ummm, well UH, you know it is')];
    const strike = (written: string) => textsLeft(strikeFillers({ cues, removed: [] }, written));
    expect(strike('um')).toEqual(['well UH, you know it is']);
    expect(strike('um, uh, you know')).toEqual(['well it is']);
    expect(strike(' ,')).toEqual(['Ummm, well UH, you know it is']);
  });

  it('take a whole subtitle with them, and the pause to the next one', () => {
    const cues = [said('a', 0, 'Hm'), said('b', 3, 'um uh'), said('c', 6, 'Yes')];
    const cut = strikeFillers({ cues, removed: [] }, usualFillers('en-US'));
    expect(cut.removed).toEqual([{ startTime: 0, endTime: 5 }]);
    expect(textsLeft(cut)).toEqual(['Yes']);
  });

  it('share the time of a subtitle without word times', () => {
    const { words: _, ...bare } = said('a', 0, 'so um it');
    const cut = strikeFillers({ cues: [bare], removed: [] }, 'um');
    expect(cut.removed).toEqual([{ startTime: 1, endTime: 2 }]);
    expect(textsLeft(cut)).toEqual(['so it']);
  });

  it('are not counted if they are cut out', () => {
    const video = { cues: [said('a', 0, 'um it um')], removed: [{ startTime: 0, endTime: 1 }] };
    expect(findFillers(video, 'um').map(({ span }) => span)).toEqual([{ startTime: 2, endTime: 3 }]);
    expect(strikeFillers(video, 'like')).toBe(video);
  });

  it('depend on the language', () => {
    const german = [said('a', 0, 'Er geht ähm um die Ecke')];
    expect(textsLeft(strikeFillers({ cues: german, removed: [] }, usualFillers('de-DE')))).toEqual([
      'Er geht um die Ecke',
    ]);
  });
});

describe('sentences', () => {
  const cues = [
    said('a', 0, 'Yes. We go'),
    said('b', 3, 'to the sea. Today'),
    said('c', 7, 'it rains'),
    said('d', 12, 'so'),
  ];
  it.each<[string, string, number, string[]]>([
    ['across subtitles', 'b', 0, ['Yes.', 'Today', 'it rains', 'so']],
    ['at the end of one', 'a', 8, ['Yes.', 'Today', 'it rains', 'so']],
    ['that are short', 'a', 1, ['We go', 'to the sea. Today', 'it rains', 'so']],
    ['up to a pause', 'c', 3, ['Yes. We go', 'to the sea.', 'so']],
    ['after their last word', 'd', 2, ['Yes. We go', 'to the sea. Today', 'it rains']],
  ])('are cut %s', (_, id, at, left) => {
    expect(textsLeft(strikeSentence({ cues, removed: [] }, id, at))).toEqual(left);
  });

  it('are cut with the pauses inside them', () => {
    expect(strikeSentence({ cues: [said('a', 0, 'We'), said('b', 1.5, 'go.')], removed: [] }, 'b', 0).removed).toEqual([
      { startTime: 0, endTime: 2.5 },
    ]);
  });
});
