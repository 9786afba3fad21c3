import { expect, it } from 'vitest';
import type { Command } from '../../ui/palette/command.ts';
import { findCommands } from '../../ui/palette/findCommands.ts';

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

it('finds by beginnings first, by letters that are left out last, without accents, and by what a thing is', () => {
  expect(found('re')).toEqual(['Resize video', 'Caf\u00e9 menu']);
  expect(found('rszv')).toEqual(['Resize video']);
  expect(found('CAFE')).toEqual(['Caf\u00e9 menu']);
  expect(found('drink')).toEqual(['Caf\u00e9 menu']);
  expect(found('video loop')).toEqual(['Loop video']);
  expect(found('zzz')).toEqual([]);
});

it('shows what was chosen lately before all else, once', () => {
  expect(found('', ['Resize video', 'gone'])).toEqual(['Resize video', 'Delete', 'Loop video']);
  expect(found('video', ['Resize video'])).toEqual(['Resize video', 'Loop video']);
});
