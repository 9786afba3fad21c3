import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
} from 'lucide-react';
import { proxy } from 'valtio/vanilla';
import type { Alignment, AlignTo } from '../../../engine/edit/arrange.ts';
import { layersOf } from '../../../engine/edit/find.ts';
import { unitsOf } from '../../../engine/edit/group.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { align, distribute } from '../state/arrange.ts';
import { type ActionContext, type ActionEntry, actionTable } from './action.ts';

/** What several layers are aligned to; remembers the last choice. A single layer is aligned to the canvas. */
export const alignTarget = proxy({ to: 'each other' as AlignTo });

function alignment(how: Alignment): Pick<ActionEntry, 'group' | 'when' | 'run'> {
  return {
    group: 'Layer',
    when: ({ ids, layer }) => ids.length > 1 || (layer !== undefined && kindOf(layer).isSeen && !layer.isLocked),
    run: ({ ids }) => align(ids, how, ids.length > 1 ? alignTarget.to : 'canvas'),
  };
}

function distribution(axis: 'x' | 'y'): Pick<ActionEntry, 'group' | 'when' | 'isOff' | 'run'> {
  return {
    group: 'Layer',
    when: ({ ids }) => ids.length > 2,
    isOff: (context) => units(context) < 3,
    run: ({ ids }) => distribute(ids, axis),
  };
}

/** Number of items to arrange; a group counts as one. */
function units({ project, ids }: ActionContext): number {
  return unitsOf(layersOf(project, ids)).length;
}

/** The alignments. */
export const alignActions = actionTable({
  alignLeft: { title: 'Align left', label: 'Left', icon: AlignStartVertical, ...alignment('left') },
  alignCenter: { title: 'Align center', label: 'Center', icon: AlignCenterVertical, ...alignment('center') },
  alignRight: { title: 'Align right', label: 'Right', icon: AlignEndVertical, ...alignment('right') },
  alignTop: { title: 'Align top', label: 'Top', icon: AlignStartHorizontal, ...alignment('top') },
  alignMiddle: { title: 'Align middle', label: 'Middle', icon: AlignCenterHorizontal, ...alignment('middle') },
  alignBottom: { title: 'Align bottom', label: 'Bottom', icon: AlignEndHorizontal, ...alignment('bottom') },
});

/** Equal gaps between at least three layers or groups. */
export const distributeActions = actionTable({
  distributeAcross: {
    ...{ title: 'Distribute across', label: 'Across', icon: AlignHorizontalSpaceAround },
    ...distribution('x'),
  },
  distributeDown: {
    ...{ title: 'Distribute down', label: 'Down', icon: AlignVerticalSpaceAround },
    ...distribution('y'),
  },
});
