import { nudgeLayers } from '../../../engine/edit/arrange.ts';
import { bringForward, sendBack } from '../../../engine/edit/order.ts';
import { growLayer, rotateLayer } from '../../../engine/edit/reshape.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { isText } from '../../../engine/kinds/text.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { cropping, endCropping } from '../crop/croppingState.ts';
import {
  applyCopiedStyle,
  copyStyle,
  group,
  rememberedStyle,
  removeWithGap,
  selectAll,
  toggleHidden,
  toggleLock,
  ungroup,
} from '../state/arrange.ts';
import { fitCanvas, zoomBy } from '../state/canvasView.ts';
import { goTo, leaveLayer, openLayer, openSheet } from '../state/go.ts';
import { changeAtPlayhead, toggleKeyframe } from '../state/keyframes.ts';
import { addText, duplicate, remove, splitAtPlayhead } from '../state/layers.ts';
import { goToMarker, markMoment } from '../state/markers.ts';
import { canPlay, goToEnd, hasStage, restart, SKIP_SECONDS, skip, stepFrames, togglePlay } from '../state/playback.ts';
import {
  change,
  redoChange,
  selectedIds,
  selectedLayer,
  selectedScene,
  selectLayer,
  studio,
  undoChange,
} from '../state/studio.ts';
import { endWriting } from '../state/writing.ts';

/** Groups of the shortcut list, in order. */
export const shortcutGroups = [
  'Layer',
  'Move',
  'Resize',
  'Rotate',
  'Playing',
  'Canvas',
  'Clipboard',
  'Editor',
] as const;

/** A keyboard shortcut with its description. */
export interface Shortcut {
  /**
   * Combinations in hotkeys-js syntax, joined by +; "mod" is Ctrl, or Command on a Mac. A symbol such as ] or ? matches
   * the typed character in any keyboard layout.
   */
  keys: readonly string[];
  words: string;
  group: (typeof shortcutGroups)[number];
  /** Absent if handled elsewhere, such as copy, cut and paste, which have their own events. */
  run?: () => unknown;
  /** Whether it applies now; otherwise the key keeps its default action. Default: always. */
  when?: () => boolean;
  /** Whether the command palette offers it now. Default: `when`. */
  isOffered?: () => boolean;
  /** Whether it repeats while the key is down. Default: once per press. */
  repeats?: true;
  /** Whether it also works while a panel is open next to the canvas. */
  isForPanels?: true;
}

/** Direction of arrow keys: steps to the right and down. */
const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;
/** Step of an arrow key, without and with Shift, in percent of the canvas and in degrees. */
const STEP = { percent: { fine: 1, coarse: 10 }, degrees: { fine: 1, coarse: 15 } };

const plays = () => canPlay() && hasStage();
const onCanvas = () => hasStage() && document.activeElement?.closest('.studio-canvas') !== null;
const hasLayer = () => studio.selectedLayerId !== null;
const hasLayers = () => selectedIds().length > 0;
const hasSeveral = () => studio.severalIds.length > 0;

/** Keys for the selected layer; on the timeline, for the focused bar. */
export const layerKeys = { split: ['s'], remove: ['del', 'backspace'] } as const;

/** Keys for the focused canvas; elsewhere they zoom the page. */
export const zoomKeys = { in: ['mod+=', 'mod++'], out: ['mod+-'], fit: ['mod+0'] } as const;

/** Every shortcut of the Studio. */
export const shortcuts: readonly Shortcut[] = [
  { keys: layerKeys.remove, words: 'Delete', group: 'Layer', run: withLayers(remove), when: hasLayers },
  {
    keys: ['shift+del', 'shift+backspace'],
    words: 'Delete and close the gap on the timeline',
    group: 'Layer',
    run: withLayers(removeWithGap),
    when: hasLayers,
  },
  { keys: ['mod+d'], words: 'Duplicate', group: 'Layer', run: withLayers(duplicate), when: hasLayers },
  { keys: [']'], words: 'Select the next layer', group: 'Layer', run: () => selectBy(-1), when: hasAnyLayer },
  { keys: ['['], words: 'Select the previous layer', group: 'Layer', run: () => selectBy(1), when: hasAnyLayer },
  {
    keys: ['mod+]'],
    words: 'Bring forward',
    group: 'Layer',
    run: withLayer((id) => change((project) => bringForward(project, id))),
    when: hasLayer,
  },
  {
    keys: ['mod+['],
    words: 'Send back',
    group: 'Layer',
    run: withLayer((id) => change((project) => sendBack(project, id))),
    when: hasLayer,
  },
  {
    keys: layerKeys.split,
    words: 'Split at the current time',
    group: 'Layer',
    run: withLayer(splitAtPlayhead),
    when: hasLayer,
  },
  { keys: ['mod+a'], words: 'Select all layers', group: 'Layer', run: selectAll, when: hasAnyLayer },
  { keys: ['mod+g'], words: 'Group', group: 'Layer', run: withLayers(group), when: hasSeveral },
  { keys: ['mod+shift+g'], words: 'Ungroup', group: 'Layer', run: withLayers(ungroup), when: hasLayers },
  { keys: ['mod+shift+l'], words: 'Lock or unlock', group: 'Layer', run: withLayers(toggleLock), when: hasLayers },
  { keys: ['mod+shift+h'], words: 'Hide or show', group: 'Layer', run: withLayers(toggleHidden), when: hasLayers },
  {
    keys: ['k'],
    words: 'Set or remove a keyframe',
    group: 'Layer',
    run: withLayer(toggleKeyframe),
    when: hasLayer,
    isForPanels: true,
  },
  { keys: ['t'], words: 'Add a text', group: 'Layer', run: () => addText() },
  { keys: ['enter'], words: 'Edit the text', group: 'Layer', run: () => goTo('text'), when: hasTextToEdit },

  ...byArrow('Move', '', { left: 'Left', right: 'Right', up: 'Up', down: 'Down' }, STEP.percent, '%', nudgeLayers),
  ...byArrow(
    'Resize',
    'mod+',
    { right: 'Wider', left: 'Narrower', down: 'Taller', up: 'Shorter' },
    STEP.percent,
    '%',
    (project, [id = ''], x, y) => growLayer(project, id, x, y),
  ),
  ...byArrow(
    'Rotate',
    'alt+',
    { right: 'Rotate right', left: 'Rotate left' },
    STEP.degrees,
    '°',
    (project, [id = ''], by) => rotateLayer(project, id, by),
  ),

  {
    keys: zoomKeys.in,
    words: 'Zoom in',
    group: 'Canvas',
    run: () => zoomBy(1),
    when: onCanvas,
    isOffered: hasStage,
    repeats: true,
  },
  {
    keys: zoomKeys.out,
    words: 'Zoom out',
    group: 'Canvas',
    run: () => zoomBy(-1),
    when: onCanvas,
    isOffered: hasStage,
    repeats: true,
  },
  {
    keys: zoomKeys.fit,
    words: 'Show the whole canvas',
    group: 'Canvas',
    run: fitCanvas,
    when: onCanvas,
    isOffered: hasStage,
  },

  { keys: ['mod+c'], words: 'Copy the layers, or the scene', group: 'Clipboard' },
  { keys: ['mod+x'], words: 'Cut the layers, or the scene', group: 'Clipboard' },
  {
    keys: ['mod+alt+c'],
    words: 'Copy the style',
    group: 'Clipboard',
    run: withLayers(([id = '']) => copyStyle(id)),
    when: hasLayers,
  },
  {
    keys: ['mod+alt+v'],
    words: 'Paste the style',
    group: 'Clipboard',
    run: withLayers(applyCopiedStyle),
    when: () => hasLayers() && rememberedStyle.style !== null,
  },
  { keys: ['mod+v'], words: 'Paste layers, a scene, a file or text', group: 'Clipboard' },

  { keys: ['mod+z'], words: 'Undo', group: 'Editor', run: undoChange, repeats: true, isForPanels: true },
  {
    keys: ['mod+shift+z', 'mod+y'],
    words: 'Redo',
    group: 'Editor',
    run: redoChange,
    repeats: true,
    isForPanels: true,
  },
  { keys: ['space'], words: 'Play or pause', group: 'Playing', run: togglePlay, when: plays, isForPanels: true },
  { keys: ['home'], words: 'Back to the start', group: 'Playing', run: restart, when: plays, isForPanels: true },
  { keys: ['end'], words: 'Go to the end', group: 'Playing', run: goToEnd, when: plays, isForPanels: true },
  {
    keys: [','],
    words: 'One frame back',
    group: 'Playing',
    run: () => stepFrames(-1),
    when: plays,
    repeats: true,
    isForPanels: true,
  },
  {
    keys: ['.'],
    words: 'One frame forward',
    group: 'Playing',
    run: () => stepFrames(1),
    when: plays,
    repeats: true,
    isForPanels: true,
  },
  { keys: ['m'], words: 'Set a marker', group: 'Playing', run: markMoment, when: plays, isForPanels: true },
  {
    keys: ['<'],
    words: 'Go to the previous marker',
    group: 'Playing',
    run: () => goToMarker(-1),
    when: plays,
    isForPanels: true,
  },
  {
    keys: ['>'],
    words: 'Go to the next marker',
    group: 'Playing',
    run: () => goToMarker(1),
    when: plays,
    isForPanels: true,
  },
  {
    keys: ['j'],
    words: `${SKIP_SECONDS} seconds back`,
    group: 'Playing',
    run: () => skip(-SKIP_SECONDS),
    when: plays,
    isForPanels: true,
  },
  {
    keys: ['l'],
    words: `${SKIP_SECONDS} seconds forward`,
    group: 'Playing',
    run: () => skip(SKIP_SECONDS),
    when: plays,
    isForPanels: true,
  },

  { keys: ['esc'], words: 'Release, close, go back', group: 'Editor', run: goBack },
  { keys: ['mod+k'], words: 'Search everything', group: 'Editor' },
  { keys: ['?'], words: 'Show this list', group: 'Editor', run: () => openSheet('shortcuts') },
];

/** Applies an arrow key to layers, in steps to the right and down. */
type ArrowEdit = (project: Project, layerIds: readonly string[], x: number, y: number) => Project;

/** Shortcuts of arrow keys with a modifier, each also with Shift. The repeats of an arrow key are one undo step. */
function byArrow(
  group: Shortcut['group'],
  modifier: '' | 'mod+' | 'alt+',
  words: Partial<Record<keyof typeof WAYS, string>>,
  steps: { fine: number; coarse: number },
  unit: string,
  edit: ArrowEdit,
): Shortcut[] {
  const arrows = Object.keys(words) as (keyof typeof WAYS)[];
  return arrows.flatMap((arrow) =>
    [`${modifier}${arrow}`, `${modifier}shift+${arrow}`].map((keys, index) => {
      const by = index === 0 ? steps.fine : steps.coarse;
      const [x, y] = WAYS[arrow];
      return {
        keys: [keys],
        words: `${words[arrow]} by ${by}${unit}`,
        group,
        run: withLayers((ids) =>
          changeAtPlayhead(ids, (project) => edit(project, ids, x * by, y * by), `${modifier}arrow:${ids}`),
        ),
        when: modifier === '' ? hasLayers : hasHandles,
        repeats: true,
      };
    }),
  );
}

/** Whether the selected layer is on the canvas with its handles. */
function hasHandles(): boolean {
  const layer = selectedLayer();
  return place.screen === 'layer' && layer !== undefined && kindOf(layer).isSeen;
}

function hasTextToEdit(): boolean {
  const layer = selectedLayer();
  return place.screen === 'layer' && layer !== undefined && isText(layer);
}

function withLayer(work: (layerId: string) => void): () => void {
  return () => {
    if (studio.selectedLayerId !== null) work(studio.selectedLayerId);
  };
}

function withLayers(work: (layerIds: readonly string[]) => void): () => void {
  return () => {
    if (hasLayers()) work(selectedIds());
  };
}

function hasAnyLayer(): boolean {
  return selectedScene().layers.length > 0;
}

/**
 * Selects the next layer in the stack (towards the front), wrapping around. Without a selection, next starts at the
 * back.
 */
function selectBy(step: 1 | -1): void {
  const { layers } = selectedScene();
  const at = layers.findIndex(({ id }) => id === studio.selectedLayerId);
  const from = at < 0 && step > 0 ? -1 : at < 0 ? layers.length : at;
  const to = layers[(from + step + layers.length) % layers.length];
  if (to) openLayer(to.id);
}

function goBack(): void {
  if (studio.writingLayerId !== null) endWriting();
  else if (cropping.layerId !== null) endCropping();
  else if (hasLayers() && screenOf(place.screen)?.isAllScenes) selectLayer(null);
  else if (hasLayers()) leaveLayer();
  else if (place.screen !== '') goTo('');
}
