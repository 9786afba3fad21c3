import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Command } from '../../../ui/app/paletteCommand.ts';
import { speak } from '../../../ui/client/page/t.ts';
import { keyWords } from '../../../ui/kit/keyWords.ts';
import { listCommands } from '../../../ui/shell/palette/commands.ts';
import { findCommands, Palette } from '../../../ui/shell/palette/Palette.tsx';
import { watchPaletteKey } from '../../../ui/shell/palette/paletteKey.ts';
import { actions, shortcuts } from '../../../ui/studio/actions/actions.ts';
import { translation } from '../../../ui/texts/translation.ts';

const command = (title: string, about = '', group: Command['group'] = 'Tools'): Command => ({
  ...{ id: title, title, about, group },
  run: () => {},
});
const all = [
  command('Loop video'),
  command('Resize video'),
  command('Caf\u00e9 menu', 'Food and drink', 'Ready-made projects'),
  command('Delete', 'Layer', 'Studio'),
];
const found = (text: string, recent: readonly string[] = []) =>
  findCommands(text, all, recent).flatMap(({ commands }) => commands.map(({ title }) => title));

it('ranks prefix matches first and subsequences last, ignores accents and searches descriptions', () => {
  expect(found('re')).toEqual(['Resize video', 'Caf\u00e9 menu']);
  expect(found('rszv')).toEqual(['Resize video']);
  expect(found('CAFE')).toEqual(['Caf\u00e9 menu']);
  expect(found('drink')).toEqual(['Caf\u00e9 menu']);
  expect(found('video loop')).toEqual(['Loop video']);
  expect(found('zzz')).toEqual([]);
});

it('lists recent commands first and only once', () => {
  expect(found('', ['Resize video', 'gone'])).toEqual(['Resize video', 'Delete', 'Loop video']);
  expect(found('video', ['Resize video'])).toEqual(['Resize video', 'Loop video']);
});

it('finds projects by their names in any language', () => {
  const one = command('Delete', 'Project', 'Projects');
  speak(translation('de', { Delete: 'L\u00f6schen' }));
  try {
    const ids = (text: string) => findCommands(text, [...all, one], []).flatMap(({ commands }) => commands);
    expect(ids('delete')).toEqual([one]);
    expect(ids('losch')).toEqual([all[3]]);
  } finally {
    speak({ locale: 'en', sentence: (text) => text, props: (_, props) => props });
  }
});

it('keeps key presses from the page and closes with its own shortcut', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const [heard, closed]: string[][] = [[], []];
  const listen = ({ key }: KeyboardEvent) => void heard?.push(key);
  addEventListener('keydown', listen);
  const listed = { now: [], rest: Promise.resolve([]) };
  act(() => root.render(<Palette listed={listed} onClose={() => closed?.push('closed')} onChoose={() => {}} />));
  const close = document.querySelector('dialog button');
  for (const [key, ctrlKey] of [
    ['Escape', false],
    ['z', true],
    ['k', true],
  ] as const)
    close?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }));
  expect([heard, closed]).toEqual([[], ['closed']]);
  removeEventListener('keydown', listen);
  act(() => root.unmount());
});

it('opens with Command K on a Mac, where Ctrl K deletes to the end of the line', () => {
  const platform = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  onTestFinished(() => platform.mockRestore());
  const isTaken = (keys: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { key: 'k', cancelable: true, ...keys });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  onTestFinished(watchPaletteKey());
  expect([isTaken({ metaKey: true }), isTaken({ ctrlKey: true })]).toEqual([true, false]);
  platform.mockReturnValue('Linux x86_64');
  expect(isTaken({ ctrlKey: true })).toBe(true);
});

it('names no command like a key, because both would have one translation', () => {
  const keys = new Set(
    shortcuts.flatMap((one) => (one.keys ?? []).flatMap((combination) => keyWords(combination, false))),
  );
  const titles = [...listCommands().now.map(({ title }) => title), ...actions.map(({ title }) => title)];
  expect(keys).toContain('Home');
  expect(titles.filter((title) => keys.has(title))).toEqual([]);
});
