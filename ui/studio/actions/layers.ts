import {
  ArrowDownToLine,
  ArrowLeftFromLine,
  ArrowRightFromLine,
  ArrowUpToLine,
  ClipboardPaste,
  Copy,
  CopyCheck,
  Diamond,
  Eye,
  EyeOff,
  FoldHorizontal,
  Group,
  Link,
  Lock,
  LockOpen,
  MoveHorizontal,
  Paintbrush,
  Pencil,
  SquareSplitHorizontal,
  Trash2,
  Ungroup,
  Unlink,
  ZoomIn,
} from 'lucide-react';
import { canHaveStyle, styleOf } from '../../../engine/edit/copiedStyle.ts';
import { layersOf } from '../../../engine/edit/find.ts';
import { canGroup, unitsOf } from '../../../engine/edit/group.ts';
import { areLinked } from '../../../engine/edit/link.ts';
import { bringForward, layerOrder, sendBack } from '../../../engine/edit/order.ts';
import { canSpanProject, returnToScene, spanProject } from '../../../engine/edit/projectLayers.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { isStill } from '../../../engine/project/output.ts';
import {
  applyCopiedStyle,
  copyStyle,
  group,
  link,
  rememberedStyle,
  removeWithGap,
  selectAll,
  spreadStyle,
  startRenaming,
  toggleHidden,
  toggleLock,
  ungroup,
  unlink,
} from '../state/arrange.ts';
import { openLayer } from '../state/go.ts';
import { layerWindow, toggleKeyframe, zoomInHere } from '../state/keyframes.ts';
import { duplicate, remove } from '../state/layers.ts';
import { shownTime } from '../state/playback.ts';
import { canTrimToPlayhead, splitAtPlayhead, splitSceneAtPlayhead, trimToPlayhead } from '../state/splitAtPlayhead.ts';
import { change, layersHere, studio } from '../state/studio.ts';
import { timelineModes } from '../state/timelineModes.ts';
import { type ActionContext, actionTable } from './action.ts';

const hasLayer = ({ layer }: ActionContext) => layer !== undefined;
const hasLayers = ({ ids }: ActionContext) => ids.length > 0;
const hasSeveral = ({ ids }: ActionContext) => ids.length > 1;
const hasAnyLayer = () => layersHere().length > 0;
const layersIn = ({ project, ids }: ActionContext) => layersOf(project, ids);
const all = (is: (layer: Layer) => boolean | undefined) => (context: ActionContext) => layersIn(context).every(is);
const orderOf = ({ project, layer }: ActionContext) => layer && layerOrder(project, layer.id);

/** Ids of the other layers of the video that the style of the selected one suits. */
function sameKind({ project, layer }: ActionContext): string[] {
  if (!layer) return [];
  const style = styleOf(layer);
  return allLayers(project).flatMap((one) => (one.id !== layer.id && canHaveStyle(style, one) ? [one.id] : []));
}

/** Whether the selected layers are one group. */
export function isOneGroup(context: ActionContext): boolean {
  return hasSeveral(context) && unitsOf(layersIn(context)).length === 1;
}

/** Applies an edit to the selected layer. */
function withLayer(work: (layerId: string) => void): (context: ActionContext) => void {
  return ({ layer }) => layer && work(layer.id);
}

/** Actions on the selected layers. */
export const layerActions = actionTable({
  delete: {
    ...{ title: 'Delete', icon: Trash2, group: 'Layer', keys: ['del', 'backspace'] },
    when: hasLayers,
    run: ({ ids }) => (timelineModes.isRippling ? removeWithGap : remove)(ids),
  },
  deleteWithGap: {
    title: 'Delete and close the gap on the timeline',
    label: 'Delete and close the gap',
    ...{ icon: FoldHorizontal, group: 'Layer', keys: ['shift+del', 'shift+backspace'] },
    when: hasLayers,
    run: ({ ids }) => removeWithGap(ids),
  },
  duplicate: {
    ...{ title: 'Duplicate', icon: Copy, group: 'Layer', keys: ['mod+d'] },
    when: hasLayers,
    run: ({ ids }) => duplicate(ids),
  },
  selectNext: {
    ...{ title: 'Select the next layer', group: 'Layer', keys: [']'] },
    when: hasAnyLayer,
    run: () => selectBy(-1),
  },
  selectPrevious: {
    ...{ title: 'Select the previous layer', group: 'Layer', keys: ['['] },
    when: hasAnyLayer,
    run: () => selectBy(1),
  },
  selectHere: {
    title: 'Select the layer at the current time; again: the one behind it',
    ...{ group: 'Layer', keys: ['d'] },
    when: hasAnyLayer,
    run: selectHere,
    isForPanels: true,
  },
  bringForward: {
    ...{ title: 'Bring forward', icon: ArrowUpToLine, group: 'Layer', keys: ['mod+]'] },
    when: hasLayer,
    isOff: (context) => orderOf(context)?.canBringForward !== true,
    run: withLayer((id) => change((project) => bringForward(project, id))),
  },
  sendBack: {
    ...{ title: 'Send back', icon: ArrowDownToLine, group: 'Layer', keys: ['mod+['] },
    when: hasLayer,
    isOff: (context) => orderOf(context)?.canSendBack !== true,
    run: withLayer((id) => change((project) => sendBack(project, id))),
  },
  split: {
    ...{ title: 'Split at the current time', label: 'Split', icon: SquareSplitHorizontal, group: 'Layer', keys: ['s'] },
    // Without a selection, it splits the scene.
    when: ({ project, layer, ids }) => layer !== undefined || (ids.length === 0 && !isStill(project)),
    run: ({ layer, sceneId }) => (layer ? splitAtPlayhead(layer.id) : splitSceneAtPlayhead(sceneId)),
  },
  trimStart: {
    ...{ title: 'Start at the current time', icon: ArrowRightFromLine, group: 'Layer', keys: ['q'] },
    when: ({ layer }) => layer !== undefined && canTrimToPlayhead(layer.id, 'start'),
    run: withLayer((id) => trimToPlayhead(id, 'start')),
  },
  trimEnd: {
    ...{ title: 'End at the current time', icon: ArrowLeftFromLine, group: 'Layer', keys: ['w'] },
    when: ({ layer }) => layer !== undefined && canTrimToPlayhead(layer.id, 'end'),
    run: withLayer((id) => trimToPlayhead(id, 'end')),
  },
  selectAll: {
    ...{ title: 'Select all layers', group: 'Layer', keys: ['mod+a'] },
    when: hasAnyLayer,
    run: selectAll,
  },
  group: {
    ...{ title: 'Group', icon: Group, group: 'Layer', keys: ['mod+g'] },
    when: hasSeveral,
    isOff: ({ project, ids }) => !canGroup(project, ids),
    run: ({ ids }) => group(ids),
  },
  ungroup: {
    ...{ title: 'Ungroup', icon: Ungroup, group: 'Layer', keys: ['mod+shift+g'] },
    when: hasLayers,
    isOff: (context) => layersIn(context).every((layer) => layer.group === undefined),
    run: ({ ids }) => ungroup(ids),
  },
  link: {
    ...{ title: 'Link layers', icon: Link, group: 'Layer' },
    when: hasSeveral,
    isOff: ({ project, ids }) => areLinked(project, ids),
    run: ({ ids }) => link(ids),
  },
  unlink: {
    ...{ title: 'Unlink layers', label: 'Unlink', icon: Unlink, group: 'Layer' },
    when: hasLayers,
    isOff: (context) => layersIn(context).every((layer) => layer.link === undefined),
    run: ({ ids }) => unlink(ids),
  },
  rename: {
    ...{ title: 'Rename', icon: Pencil, group: 'Layer', keys: ['f2'] },
    when: hasLayer,
    run: withLayer(startRenaming),
    isForPanels: true,
  },
  spanProject: {
    ...{ title: 'Show in the whole video', label: 'Whole video', icon: MoveHorizontal, group: 'Layer' },
    when: ({ project, layer }) => layer !== undefined && canSpanProject(project, layer.id),
    run: withLayer((id) => change((project) => spanProject(project, id))),
  },
  returnToScene: {
    ...{ title: 'Show only in this scene', label: 'Only this scene', icon: FoldHorizontal, group: 'Layer' },
    when: ({ project, layer }) => project.layers?.some(({ id }) => id === layer?.id) ?? false,
    run: withLayer((id) => change((project) => returnToScene(project, id, studio.selectedSceneId))),
  },
  toggleLock: {
    ...{ title: 'Lock or unlock', label: 'Lock', icon: Lock, group: 'Layer', keys: ['mod+shift+l'] },
    whenOn: { isOn: all(({ isLocked }) => isLocked), label: 'Unlock', icon: LockOpen },
    when: hasLayers,
    run: ({ ids }) => toggleLock(ids),
  },
  toggleHidden: {
    ...{ title: 'Hide or show', label: 'Hide', icon: EyeOff, group: 'Layer', keys: ['mod+shift+h'] },
    whenOn: { isOn: all(({ isHidden }) => isHidden), label: 'Show', icon: Eye },
    when: hasLayers,
    run: ({ ids }) => toggleHidden(ids),
  },
  applyToAll: {
    title: 'Apply the style to all layers of this kind',
    ...{ label: 'Apply to all scenes', icon: CopyCheck, group: 'Layer' },
    when: (context) => hasLayer(context) && sameKind(context).length > 0,
    run: (context) => context.layer && spreadStyle(context.layer, sameKind(context)),
  },
  toggleKeyframe: {
    ...{ title: 'Set or remove a keyframe', icon: Diamond, group: 'Layer', keys: ['shift+k'] },
    when: hasLayer,
    run: withLayer(toggleKeyframe),
    isForPanels: true,
  },
  zoomLayer: {
    title: 'Zoom into the layer for the marked part, or for three seconds',
    ...{ label: 'Zoom in for a while', icon: ZoomIn, group: 'Layer', keys: ['z'] },
    when: ({ layer }) => layer !== undefined && kindOf(layer).isSeen,
    run: withLayer(zoomInHere),
    isForPanels: true,
  },
});

/** Copies, cuts and pastes. Copy, cut and paste of layers have their own events, see `useShortcuts`. */
export const clipboardActions = actionTable({
  copy: { title: 'Copy the layers, or the scene', group: 'Clipboard', keys: ['mod+c'] },
  cut: { title: 'Cut the layers, or the scene', group: 'Clipboard', keys: ['mod+x'] },
  copyStyle: {
    ...{ title: 'Copy the style', label: 'Copy style', icon: Paintbrush, group: 'Clipboard', keys: ['mod+alt+c'] },
    when: hasLayers,
    run: ({ ids: [id = ''] }) => copyStyle(id),
  },
  pasteStyle: {
    ...{ title: 'Paste the style', label: 'Paste style', icon: ClipboardPaste, group: 'Clipboard' },
    keys: ['mod+alt+v'],
    when: (context) => hasLayers(context) && rememberedStyle.style !== null,
    isOff: (context) => {
      const { style } = rememberedStyle;
      return style === null || !layersIn(context).some((layer) => canHaveStyle(style, layer));
    },
    run: ({ ids }) => applyCopiedStyle(ids),
  },
  paste: { title: 'Paste layers, a scene, a file or text', group: 'Clipboard', keys: ['mod+v'] },
});

/**
 * Selects the next layer in the stack (towards the front), wrapping around. Without a selection, next starts at the
 * back.
 */
function selectBy(step: 1 | -1): void {
  const layers = layersHere();
  const at = layers.findIndex(({ id }) => id === studio.selectedLayerId);
  const from = at < 0 && step > 0 ? -1 : at < 0 ? layers.length : at;
  const to = layers[(from + step + layers.length) % layers.length];
  if (to) openLayer(to.id);
}

/** Selects the next layer that lasts at the playhead, front to back; subtitles, which cover everything, come last. */
function selectHere(): void {
  const now = shownTime();
  const lasting = layersHere().filter(({ id }) => {
    const { from, to } = layerWindow(id);
    return now >= from && now < to;
  });
  const here = [
    ...lasting.filter(({ type }) => type !== 'subtitles'),
    ...lasting.filter(({ type }) => type === 'subtitles'),
  ];
  const next = here[(here.findIndex(({ id }) => id === studio.selectedLayerId) + 1) % here.length];
  if (next) openLayer(next.id);
}
