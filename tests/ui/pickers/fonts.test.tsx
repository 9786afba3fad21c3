import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { faceOfName } from '../../../engine/formats/fontFace.ts';
import { defaultFamilies } from '../../../engine/painters/fonts.ts';
import { brandFonts } from '../../../ui/client/brand/brandFonts.ts';
import { familyCount, fontSections, letters, shownSections } from '../../../ui/client/brand/fontSections.ts';
import { FontList } from '../../../ui/pickers/FontList.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const names = (query: string, letter?: string) => fontSections(query, letter, []).flatMap(({ families }) => families);

describe('fontSections', () => {
  it('groups families into default, ready and other, each listed once', () => {
    const [first, ready, others] = fontSections('', undefined, []);
    expect(first?.families).toEqual([...defaultFamilies]);
    expect(ready?.families).toContain('Lobster');
    expect(others?.families).toContain('Abel');
    expect(new Set(names('')).size).toBe(familyCount());
    expect(names('')).toHaveLength(familyCount());
  });

  it('searches family names by prefix, ignoring case', () => {
    expect(names(' aRiAl ')).toEqual(['Arial', 'Arial Black']);
    expect(names('rial')).toEqual([]);
    expect(names('(')).toEqual([]);
    for (const name of names('pa')) expect(name.toLowerCase().startsWith('pa')).toBe(true);
  });

  it('lists every family under its first letter', () => {
    const found = letters.flatMap((letter) => names('', letter));
    expect(names('').filter((name) => !found.includes(name))).toEqual(names('').filter((name) => /^\d/.test(name)));
  });

  it('cuts sections to the number of visible rows', () => {
    const sections = [
      { title: 'a', families: ['1', '2'] },
      { title: 'b', families: ['3', '4'] },
      { title: 'c', families: ['5'] },
    ];
    expect(shownSections(sections, 3)).toEqual([
      { title: 'a', families: ['1', '2'], from: 0 },
      { title: 'b', families: ['3'], from: 2 },
    ]);
  });
});

describe('FontList', () => {
  let root: Root;
  let place: HTMLElement;
  const options = () => [...place.querySelectorAll('[role="option"]')].map((element) => element.textContent);
  const field = () => place.querySelector('input') as HTMLInputElement;
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
      field().dispatchEvent(new Event('input', { bubbles: true }));
    });
  const rest = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  const press = (key: string) =>
    act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  const show = (value: string, onChoose: (family: string) => void = () => {}) =>
    act(async () => root.render(<FontList value={value} onChoose={onChoose} />));

  beforeEach(() => {
    vi.useFakeTimers();
    place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    place.remove();
    vi.useRealTimers();
  });

  it('shows the first 70 families and searches 500 ms after the last key', async () => {
    await show('Arial');
    expect(options()).toHaveLength(70);
    await type('Lob');
    await rest(499);
    expect(options()).toHaveLength(70);
    await rest(1);
    expect(options()).toEqual(['Lobster', 'Lobster Two']);
  });

  it('shows 70 more families for each 2000 px of scrolling', async () => {
    await show('Arial');
    const list = place.querySelector('[role="listbox"]') as HTMLElement;
    const scrollTo = (scrollTop: number) => {
      for (const [name, value] of Object.entries({ scrollTop, scrollHeight: 90_000, clientHeight: 400 })) {
        Object.defineProperty(list, name, { value, configurable: true });
      }
      return act(async () => list.dispatchEvent(new Event('scroll')));
    };
    const counts: number[] = [];
    for (const top of [2000, 2001, 4000, 4001]) {
      await scrollTo(top);
      counts.push(options().length);
    }
    expect(counts).toEqual([70, 140, 140, 210]);
  });

  it('shows the first 100 families of a letter', async () => {
    await show('Arial');
    const letter = letters.find((one) => names('', one).length > 100);
    const choice = [...place.querySelectorAll<HTMLElement>('[role="radio"]')].find((one) => one.textContent === letter);
    await act(async () => choice?.click());
    expect(options()).toHaveLength(100);
  });

  it('reports an empty search result', async () => {
    await show('Arial');
    await type('zzzz');
    await rest(500);
    expect(options()).toEqual([]);
    expect(place.textContent).toContain('No fonts found.');
  });

  it('selects a family with the arrow keys and Enter from the search field', async () => {
    const chosen: string[] = [];
    await show('Arial', (family) => chosen.push(family));
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    expect(chosen).toEqual(['Arial Black']);
    const active = field().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)?.textContent).toBe('Arial Black');
  });

  it('starts at the family in use when the text uses another font file of that family', async () => {
    const faces = ['A-Regular', 'B-Regular', 'B-Bold'].map((name) => [`media/${name}/${name}.ttf`, faceOfName(name)]);
    Object.assign(brandFonts, { faces: Object.fromEntries(faces), list: faces.map(([url]) => url) });
    onTestFinished(() => void Object.assign(brandFonts, { faces: {}, list: [] }));
    await show('media/B-Bold/B-Bold.ttf');
    expect(
      options()
        .slice(0, 3)
        .map((text) => text?.at(0)),
    ).toEqual(['A', 'B', 'A']);
    const active = field().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)?.textContent).toMatch(/^B/);
  });

  it('reports that the font in use is not available', async () => {
    await show('No Such Font');
    expect(place.textContent).toContain('“No Such Font” is not available. Arial is used instead.');
  });
});
