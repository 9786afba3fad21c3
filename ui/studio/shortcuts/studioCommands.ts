import type { Command } from '../../app/command.ts';
import { place } from '../../app/place.ts';
import { type ScreenId, screenOf, screens } from '../../app/screens.ts';
import { copyAsCommand, copyAsCurl } from '../state/copyCommands.ts';
import { goTo, openSheet, openWork } from '../state/go.ts';
import { startNew } from '../state/open.ts';
import { saveProjectFile } from '../state/saveProjectFile.ts';
import { selectedLayer } from '../state/studio.ts';
import { isMeant } from './bindShortcuts.ts';
import { shortcuts } from './shortcuts.ts';

/** The Studio's commands in the palette: shortcuts that apply now, screens, and exports. */
export function studioCommands(): Command[] {
  return [...keyCommands(), ...screenCommands(), ...wayCommands()];
}

/** Omitted shortcuts: Escape depends on context, and "?" opens a screen that is listed anyway. */
const IDLE = ['esc', '?'];

function keyCommands(): Command[] {
  return shortcuts
    .filter((one) => isMeant(one, one.isOffered ?? one.when))
    .flatMap(({ words, group, keys: [keys], run }) => {
      if (!run || !keys || IDLE.includes(keys)) return [];
      return [{ id: `do:${group}:${words}`, title: words, about: group, group: 'Studio', keys, run }];
    });
}

/** Screens that cannot be opened directly, since they depend on an earlier choice. */
const LATER: readonly ScreenId[] = ['', 'layer', 'drag-upload', 'audio-trimmer'];

function screenCommands(): Command[] {
  const layer = selectedLayer();
  const fits = (id: ScreenId) => {
    const { layers } = screenOf(id);
    return layers === undefined || (layer !== undefined && (layers === 'any' || layers.includes(layer.type)));
  };
  const ids = (Object.keys(screens) as ScreenId[]).filter((id) => !LATER.includes(id) && id !== place.screen);
  return ids.filter(fits).map((id) => ({
    id: `screen:${id}`,
    title: screenOf(id).title,
    about: 'Open',
    group: 'Studio',
    run: () => openScreen(id),
  }));
}

function openScreen(id: ScreenId): void {
  const { kind } = screenOf(id);
  if (kind === 'sheet') openSheet(id);
  else if (kind === 'work') openWork(id);
  else goTo(id);
}

function wayCommands(): Command[] {
  const ways = [
    ['New project', startNew],
    ['Save project', saveProjectFile],
    ['Copy as command', copyAsCommand],
    ['Copy as curl', copyAsCurl],
  ] as const;
  return ways.map(([title, run]) => ({ id: `way:${title}`, title, about: 'Project', group: 'Studio', run }));
}
