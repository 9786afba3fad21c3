import { describe, expect, it } from 'vitest';
import german from '../ui/texts/de.json';
import { root } from './support/sources.ts';
import { textsOf } from './support/textsOf.ts';

const keys = [...new Set(textsOf(root).map(({ key }) => key))];
const holes = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([hole]) => hole).toSorted();

describe('German translations', () => {
  it('include a sentence for every text of the interface', () => {
    expect(keys.length).toBeGreaterThan(1500);
    expect(
      keys.filter((key) => !(key in german)),
      'Their German sentences belong in ui/texts/de.json',
    ).toEqual([]);
  });

  it('include no unused sentence', () => {
    const said = new Set(keys);
    expect(Object.keys(german).filter((key) => !said.has(key))).toEqual([]);
  });

  it('have the same placeholders as the English sentence', () => {
    const odd = Object.entries(german).filter(([key, text]) => `${holes(key)}` !== `${holes(text)}`);
    // Before a number, "be" and "have" need no word of their own.
    expect(odd.map(([key]) => key).filter((key) => !/must \{1\}/.test(key))).toEqual([]);
  });

  it('have no surrounding spaces and use “du”', () => {
    expect(
      Object.values(german).filter(
        (text) => text.trim() !== text || /\b(Ihnen|bitten wir Sie|[a-z]en Sie)\b/.test(text),
      ),
    ).toEqual([]);
  });
});
