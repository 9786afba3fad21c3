import { describe, expect, it } from 'vitest';
import german from '../ui/texts/de.json';
import { root } from './support/sources.ts';
import { textsOf } from './support/textsOf.ts';

const keys = [...new Set(textsOf(root).map(({ key }) => key))];
const holes = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([hole]) => hole).toSorted();

describe('the German catalogue', () => {
  it('has a sentence for every text of the interface', () => {
    expect(keys.length).toBeGreaterThan(1500);
    expect(
      keys.filter((key) => !(key in german)),
      'Their German sentences belong in ui/texts/de.json',
    ).toEqual([]);
  });

  it('has none for what is said nowhere', () => {
    const said = new Set(keys);
    expect(Object.keys(german).filter((key) => !said.has(key))).toEqual([]);
  });

  it('fills in what the English sentence does', () => {
    const odd = Object.entries(german).filter(([key, text]) => `${holes(key)}` !== `${holes(text)}`);
    // "be" and "have" before a number need no word of their own.
    expect(odd.map(([key]) => key).filter((key) => !/must \{1\}/.test(key))).toEqual([]);
  });

  it('has sentences without surrounding spaces, and says “du”', () => {
    expect(
      Object.values(german).filter(
        (text) => text.trim() !== text || /\b(Ihnen|bitten wir Sie|[a-z]en Sie)\b/.test(text),
      ),
    ).toEqual([]);
  });
});
