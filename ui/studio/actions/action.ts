import type { LucideIcon } from 'lucide-react';
import { layersOf } from '../../../engine/edit/find.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { ScreenId } from '../../app/screens.ts';
import { openScreen } from '../state/go.ts';
import { playhead } from '../state/playback.ts';
import { selectedIds, selectedLayer, studio } from '../state/studio.ts';
import { type Keys, keysOf } from './keymap.ts';

/** Groups of actions, in the order of the list of shortcuts. */
export const actionGroups = [
  'Layer',
  'Move',
  'Resize',
  'Rotate',
  'Playing',
  'Canvas',
  'Scene',
  'Clipboard',
  'Editor',
  'Project',
] as const;

/** What an action applies to. */
export interface ActionContext {
  project: Project;
  /** Id of the selected scene. */
  sceneId: string;
  /** Ids of the selected layers, front to back. */
  ids: readonly string[];
  /** The selected layer if there is exactly one. */
  layer: Layer | undefined;
  /** Whether playback is paused. */
  isPaused: boolean;
}

/** An action of the Studio, as its entry describes it. */
export interface ActionEntry {
  /** Describes it in lists: the palette, the list of shortcuts, the guide. */
  title: string;
  /** Label of its buttons and menu items. Default: `title`. */
  label?: string;
  /** Second line of its item in a menu that has room. */
  hint?: string;
  icon?: LucideIcon;
  /** Label and icon while a state is on, such as "Unmute". */
  whenOn?: { isOn: (context: ActionContext) => boolean; label: string; icon?: LucideIcon };
  group: (typeof actionGroups)[number];
  /**
   * Combinations in hotkeys-js syntax, joined by +; "mod" is Ctrl, or Command on a Mac. A symbol such as ] or ? matches
   * the typed character in any keyboard layout. Users may choose other ones.
   */
  keys?: Keys;
  /** Whether it applies now: keys keep their default action otherwise, and menus omit it. Default: always. */
  when?: (context: ActionContext) => boolean;
  /** Another condition of its keys, such as the focus. */
  whenPressed?: () => boolean;
  /** Whether it has no effect now: buttons are disabled, and the context menu omits it. */
  isOff?: (context: ActionContext) => boolean;
  /** Absent if handled elsewhere, such as copy, cut and paste, which have their own events. */
  run?: (context: ActionContext) => unknown;
  /** The screen that it opens, instead of `run`. The palette lists all screens by themselves. */
  opens?: ScreenId;
  /** Whether it repeats while the key is down. Default: once per press. */
  repeats?: true;
  /** Whether the key also works while a panel is open next to the canvas. */
  isForPanels?: true;
  /** Whether the palette omits it. */
  isUnlisted?: true;
}

export interface Action extends ActionEntry {
  /** Unique among all actions. */
  id: string;
}

/** Creates a table of actions by id, with the user's keys. Entries that open a screen run so. */
export function actionTable<Id extends string>(entries: Record<Id, ActionEntry>): Record<Id, Action> {
  const made = Object.entries<ActionEntry>(entries).map(([id, entry]) => {
    const { opens, keys } = entry;
    const action: Action = { id, ...entry, ...(opens !== undefined && { run: () => openScreen(opens) }) };
    if (keys) Object.defineProperty(action, 'keys', { enumerable: true, get: () => keysOf(id, keys) });
    return [id, action];
  });
  return Object.fromEntries(made) as Record<Id, Action>;
}

/** The context of the open project and its selection. */
export function currentContext(): ActionContext {
  const { project, selectedSceneId: sceneId } = studio;
  return { project, sceneId, ids: selectedIds(), layer: selectedLayer(), isPaused: playhead.isPaused };
}

/** The context of these layers, such as those that a menu shows. */
export function contextOf(project: Project, ids: readonly string[]): ActionContext {
  const [layer, ...others] = layersOf(project, ids);
  return { ...currentContext(), project, ids, layer: others.length === 0 ? layer : undefined };
}

/** Whether an action applies. */
export function applies({ when }: Action, context: ActionContext): boolean {
  return when?.(context) ?? true;
}

/** Label and icon of an action's buttons. */
export function faceOf(action: Action, context: ActionContext): { label: string; icon: LucideIcon | undefined } {
  const { title, label = title, icon, whenOn } = action;
  return whenOn?.isOn(context) ? { label: whenOn.label, icon: whenOn.icon ?? icon } : { label, icon };
}
