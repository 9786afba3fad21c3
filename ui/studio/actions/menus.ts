import { type Action, type ActionContext, applies } from './action.ts';
import { contentActions } from './content.ts';
import { layerKindOf } from './layerKinds.ts';
import { clipboardActions, isOneGroup, layerActions } from './layers.ts';
import { clipActions } from './timeline.ts';

const { editText, editSubtitles, trim, toggleMute, replace, detachAudio, reattachAudio, transitionBefore } =
  contentActions;
const { split, group, ungroup, duplicate, rename, bringForward, sendBack, toggleLock, toggleHidden } = layerActions;
const { spanProject, returnToScene, link, unlink } = layerActions;
const { copyStyle, pasteStyle } = clipboardActions;

/** The menu next to the canvas: the main actions of the selected layers. */
export function floatingMenu(context: ActionContext): Action[] {
  const { layer } = context;
  const items = layer ? layerKindOf(layer).menu : [isOneGroup(context) ? ungroup : group, duplicate];
  return [...items.filter((one) => applies(one, context)), layerActions.delete];
}

/** All items of the context menu, in order. */
const contextItems: readonly Action[] = [
  ...[editText, editSubtitles, trim, toggleMute, replace, split, group, ungroup, duplicate, rename],
  ...[clipActions.insertIntoRow, clipActions.overwriteRow, transitionBefore],
  ...[detachAudio, reattachAudio, link, unlink, spanProject, returnToScene],
  ...[bringForward, sendBack, toggleLock, toggleHidden, copyStyle, pasteStyle, layerActions.delete],
];

/** The menu of a right click on layers: every item that has an effect now. */
export function contextMenu(context: ActionContext): Action[] {
  return contextItems.filter((one) => applies(one, context) && one.isOff?.(context) !== true);
}
