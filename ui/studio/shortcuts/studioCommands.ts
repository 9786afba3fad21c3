import type { Command } from '../../app/paletteCommand.ts';
import { place } from '../../app/place.ts';
import { type ScreenId, screenOf, screens } from '../../app/screens.ts';
import { listTool } from '../../subtitles/plannedCuts.ts';
import { applies, currentContext } from '../actions/action.ts';
import { actions } from '../actions/actions.ts';
import { openScreen } from '../state/go.ts';
import { selectedLayer } from '../state/studio.ts';
import { isForScreen } from './bindShortcuts.ts';

/** The Studio's commands in the palette: actions with keys that apply now, screens, and all other actions. */
export function studioCommands(): Command[] {
  const commands = actionCommands();
  const [withKeys, others] = [true, false].map((has) => commands.filter(({ keys }) => (keys !== undefined) === has));
  return [...(withKeys ?? []), ...screenCommands(), findSilences, ...(others ?? [])];
}

/** A tool of the subtitles that needs none. */
const findSilences: Command = {
  id: 'find-silences',
  title: 'Find silences',
  about: 'Cut pauses out of the whole video',
  group: 'Studio',
  run: () => {
    listTool.open = 'silences';
    if (place.screen !== 'subtitles') openScreen('subtitles');
  },
};

function actionCommands(): Command[] {
  const context = currentContext();
  return actions.flatMap((action) => {
    const { id, title, group, keys: [keys] = [], run, opens, isUnlisted, isOff } = action;
    if (!run || isUnlisted || opens !== undefined) return [];
    if (!isForScreen(action) || !applies(action, context) || (!keys && isOff?.(context))) return [];
    return [{ id, title, about: group, group: 'Studio', ...(keys && { keys }), run: () => run(currentContext()) }];
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
