import { type Action, currentContext } from './action.ts';
import { addActions } from './add.ts';
import { alignActions, distributeActions } from './align.ts';
import { arrowActions } from './arrows.ts';
import { canvasActions } from './canvas.ts';
import { contentActions } from './content.ts';
import { editorActions, historyActions } from './editor.ts';
import { clipboardActions, layerActions } from './layers.ts';
import { markActions } from './marks.ts';
import { outputActions } from './output.ts';
import { playbackActions } from './playback.ts';
import { sceneActions } from './scenes.ts';
import { clipActions, timelineActions } from './timeline.ts';

/** Every action of the Studio, in the order of the palette and the list of shortcuts. */
export const actions: readonly Action[] = [
  layerActions,
  addActions,
  contentActions,
  alignActions,
  distributeActions,
  arrowActions,
  canvasActions,
  clipboardActions,
  historyActions,
  sceneActions,
  playbackActions,
  markActions,
  timelineActions,
  clipActions,
  editorActions,
  outputActions,
].flatMap((table) => Object.values<Action>(table));

/** The actions that have keys by default. The user may have given them to others. */
export const shortcuts: readonly Action[] = actions.filter((one) => 'keys' in one);

/** Whether the keys of an action apply now, apart from the screen. */
export function isPressable({ when, whenPressed }: Action): boolean {
  return (whenPressed?.() ?? true) && (when?.(currentContext()) ?? true);
}
