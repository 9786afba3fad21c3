import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText, type Measure, wrapText } from '../../../engine/layout/textFit.ts';
import { directionOf, graphemesOf, paragraphsOf, piecesOf } from '../../../engine/layout/words.ts';

/** A typewriter font: every character is half as wide as the font is high. */
const measure: Measure = (text, fontSize) => graphemesOf(text).length * fontSize * 0.5;
const wrap = (text: string, characters: number): string[] => wrapText(text, characters * 5, 10, measure);

describe('wrapText', () => {
  it.each([
    ['words', 'the quick brown fox', 10, ['the quick', 'brown fox']],
    ['a line that just fits', 'abcde fghij', 11, ['abcde fghij']],
    ['line breaks of the writer', 'one\ntwo\r\n\nthree', 20, ['one', 'two', '', 'three']],
    ['spaces inside a line', 'a   b', 10, ['a   b']],
    ['spaces before a line', '  a b', 10, ['  a b']],
    ['no spaces at a break', 'abc   def', 4, ['abc', 'def']],
    ['no spaces at the end', 'abc   ', 10, ['abc']],
    ['no break at a no-break space', 'a b\u00A0c', 3, ['a', 'b\u00A0c']],
    ['a word longer than the line', 'a bcdefghij k', 4, ['a', 'bcde', 'fghi', 'j k']],
    ['joined emoji as one character', '👩‍🚒👩‍🚒👩‍🚒', 2, ['👩‍🚒👩‍🚒', '👩‍🚒']],
    ['after a hyphen inside a word', 'well-known', 6, ['well-', 'known']],
    ['not after a minus or in a date', 'a -5 2024-05-01', 10, ['a -5', '2024-05-01']],
    ['between ideographs, marks kept', '日本語、テスト', 3, ['日本', '語、テ', 'スト']],
    ['nothing', '', 5, ['']],
  ])('wraps %s', (_, text, characters, lines) => {
    expect(wrap(text, characters)).toEqual(lines);
  });

  it('puts one character on each line of a box narrower than a character', () => {
    expect(wrap('abc', 0.5)).toEqual(['a', 'b', 'c']);
  });

  it('keeps paragraphs unchanged without a width', () => {
    expect(wrap('one two\nthree', 0)).toEqual(['one two', 'three']);
  });

  it('loses only spaces and never makes a line too wide', () => {
    const text = fc.array(
      fc.constantFrom('a', 'word', 'longerword', ' ', '  ', '\n', 'é', '👍🏽', '字', 'x-y', 'שלום'),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        text.map((parts) => parts.join('')),
        fc.integer({ min: 1, max: 20 }),
        (given, characters) => {
          const lines = wrap(given, characters);
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(given.replaceAll(/\s/g, ''));
          for (const line of lines) {
            expect(graphemesOf(line.trimStart()).length).toBeLessThanOrEqual(characters);
          }
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });
});

describe('fitText', () => {
  const fitted = (text: string, width: number, height: number) => fitText(text, { width, height }, 1.2, measure);

  it('returns the largest size at which the lines fit', () => {
    expect(fitted('Hello', 250, 1000)).toEqual({ fontSize: 100, lines: ['Hello'] });
    expect(fitted('Hello', 1000, 120)).toEqual({ fontSize: 100, lines: ['Hello'] });
    expect(fitted('Hello big world', 450, 240)).toEqual({ fontSize: 100, lines: ['Hello big', 'world'] });
  });

  it('does not break words', () => {
    expect(fitted('Hello', 100, 1000)).toEqual({ fontSize: 40, lines: ['Hello'] });
  });

  it('breaks a long run of characters', () => {
    const { fontSize, lines } = fitted('x'.repeat(100), 100, 100);
    expect(lines.length).toBeGreaterThan(1);
    expect(fontSize).toBe(11);
  });

  it('stays between 6 and 500 pixels', () => {
    expect(fitted('A', 5000, 5000).fontSize).toBe(500);
    expect(fitted('A long text in a tiny box', 20, 5).fontSize).toBe(6);
  });

  it.each([
    [0, 100],
    [100, 0],
    [-5, 10],
    [Number.NaN, 10],
    [Number.POSITIVE_INFINITY, 10],
  ])('is 16 pixels in a box of %s × %s', (width, height) => {
    expect(fitted('one two\nthree', width, height)).toEqual({ fontSize: 16, lines: ['one two', 'three'] });
  });

  it('fits, and one pixel more would not', () => {
    const word = fc.constantFrom('a', 'bb', 'ccccc', 'ddddddddd', '\n');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 60, max: 900 }),
        fc.integer({ min: 60, max: 900 }),
        (words, width, height) => {
          const text = words.join(' ');
          const { fontSize, lines } = fitted(text, width, height);
          const fits = (size: number): boolean =>
            wrapText(text, width, size, measure).length * 1.2 * size <= height + 0.01 &&
            Math.max(...text.split(/\s/).map((one) => measure(one, size))) <= width + 0.01;
          expect(lines).toEqual(wrapText(text, width, fontSize, measure));
          if (fontSize > 6) expect(fits(fontSize)).toBe(true);
          if (fontSize < 500) expect(fits(fontSize + 1)).toBe(false);
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });

  it('measures each word of a long text once', () => {
    let calls = 0;
    const counting: Measure = (text, fontSize) => {
      calls += 1;
      return measure(text, fontSize);
    };
    fitText('lorem ipsum dolor '.repeat(500), { width: 1000, height: 1000 }, 1.2, counting);
    expect(calls).toBeLessThanOrEqual(4);
  });
});

describe('directionOf', () => {
  it.each([
    ['hello', 'ltr'],
    ['', 'ltr'],
    ['123 !?', 'ltr'],
    ['שלום hello', 'rtl'],
    ['123 مرحبا', 'rtl'],
    ['«hello» שלום', 'ltr'],
    ['👩‍🚒 שלום', 'rtl'],
    ['\u200Fabc', 'rtl'],
    ['𞤀𞤣', 'rtl'],
  ])('returns for %s the direction %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });
});

it('breaks ASCII text the same with and without another script after it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ1-.,() '), maxLength: 30 }), (text) => {
      expect([...piecesOf(text), '水']).toEqual(piecesOf(`${text}水`));
      expect([...graphemesOf(text), '水']).toEqual(graphemesOf(`${text}水`));
    }),
    { seed: 9, numRuns: 500 },
  );
});

it('splits paragraphs into pieces without losing text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      for (const paragraph of paragraphsOf(text)) expect(piecesOf(paragraph).join('')).toBe(paragraph);
    }),
    { seed: 7, numRuns: 500 },
  );
});
