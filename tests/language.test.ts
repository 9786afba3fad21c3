import { describe, expect, it } from 'vitest';
import german from '../ui/texts/de.json';
import { allowed, banned, bannedInTitles } from './support/bannedWords.ts';
import { filesUnder, textOf } from './support/sources.ts';
import { commentsOf, stringsOf, titlesOf, type Words } from './support/wordsOf.ts';

const code = filesUnder().filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const own = code.filter((path) => /^(engine|api|ui|cli|bench)\//.test(path));

describe('plain English', () => {
  it('is the language of comments', () => {
    const files = [
      ...own,
      ...code.filter((path) => path.startsWith('tests/support/') && !path.endsWith('/bannedWords.ts')),
    ];
    expect(suspects(files, banned).flatMap((path) => findBanned(commentsOf(path), banned))).toEqual([]);
  });

  it('is the language of texts in the interface', () => {
    const texts = Object.keys(german).map((text, index) => ({ file: 'ui/texts/de.json', line: index + 2, text }));
    expect(findBanned(texts, banned)).toEqual([]);
  });

  it('is the language of help, messages, logs and descriptions of fields and calls', () => {
    const files = own.filter((path) => !path.startsWith('ui/'));
    expect(suspects(files, banned).flatMap((path) => findBanned(stringsOf(path), banned))).toEqual([]);
  });

  it('is the language of test titles', () => {
    const files = code.filter((path) => path.startsWith('tests/'));
    expect(suspects(files, bannedInTitles).flatMap((path) => findBanned(titlesOf(path), bannedInTitles))).toEqual([]);
  });
});

describe('the reader of words', () => {
  const source = [
    '/** Sends it. @param told, held what `nobody` has. */',
    "const a = 'x // no comment';",
    'const b = /`/; // anew',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string.
    "it.skipIf(b).each([a])('starts %s', () => say(`sent to ${a} and left`));",
  ].join('\n');

  it('finds comments without code and names of parameters', () => {
    expect(findBanned(commentsOf('x.ts', source), banned)).toEqual(['x.ts:3: “anew”; instead: again: anew']);
  });

  it('finds texts and test titles', () => {
    expect(stringsOf('x.ts', source).map(({ text }) => text)).toEqual(['x // no comment', 'sent to … and left']);
    expect(titlesOf('x.ts', source)).toEqual([{ file: 'x.ts', line: 4, text: 'starts %s' }]);
  });
});

/** Returns the files that contain a banned word anywhere, so that only these few are parsed. */
function suspects(files: readonly string[], list: typeof banned): string[] {
  const word = new RegExp(`\\b(?:${list.map(([pattern]) => pattern).join('|')})\\b`, 'i');
  return files.filter((path) => word.test(textOf(path).replace(/\s*\n[\s*]*/g, ' ')));
}

/** Lists each banned word with its place and the word to use instead. */
function findBanned(words: readonly Words[], list: typeof banned): string[] {
  return list.flatMap(([pattern, instead]) => {
    const word = new RegExp(`\\b(?:${pattern})\\b`, 'i');
    return words.flatMap(({ file, line, text }) => {
      const found = word.exec(text)?.[0];
      if (found === undefined || allowed.some((pattern) => pattern.test(text))) return [];
      return `${file}:${line}: “${found}”; instead: ${instead}: ${text.trim().slice(0, 160)}`;
    });
  });
}
