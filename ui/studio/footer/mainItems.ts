import {
  ChartNoAxesGantt,
  Ellipsis,
  Frame,
  Images,
  Layers,
  type LucideIcon,
  Music,
  PaintBucket,
  Settings2,
  Shapes,
  Type,
  Upload,
} from 'lucide-react';
import type { Project } from '../../../engine/project/project.ts';
import type { FocusTarget } from '../../state/focus.ts';
import { goTo, openSheet, openWork } from '../state/go.ts';
import { addText } from '../state/layers.ts';

/** An item of the main footer. */
export interface MainItem {
  label: string;
  /** The label if the project already has what the item adds. */
  labelIn?: (project: Project) => string;
  icon: LucideIcon;
  onClick: () => void;
  /** Name of the focus target that returns focus to the item. */
  target?: FocusTarget;
}

/** The items of the main footer, in order; a line separates groups. */
export const mainGroups: readonly (readonly MainItem[])[] = [
  [
    { label: 'Upload', icon: Upload, onClick: () => openSheet('upload') },
    { label: 'Text', icon: Type, onClick: () => addText() },
    { label: 'Images', icon: Images, onClick: () => openSheet('search') },
    { label: 'Shapes', icon: Shapes, onClick: () => goTo('shape') },
  ],
  [
    { label: 'Background', icon: PaintBucket, onClick: () => goTo('background') },
    {
      label: 'Audio',
      labelIn: ({ audio }) => (audio ? 'Edit Audio' : 'Audio'),
      icon: Music,
      onClick: () => openWork('audio'),
      target: 'audio',
    },
    { label: 'Resize', icon: Frame, onClick: () => goTo('size') },
  ],
  [
    { label: 'Layers', icon: Layers, onClick: () => openSheet('layers') },
    { label: 'Timeline', icon: ChartNoAxesGantt, onClick: () => openWork('timeline'), target: 'timeline' },
    { label: 'Settings', icon: Settings2, onClick: () => openSheet('settings') },
    { label: 'More', icon: Ellipsis, onClick: () => openSheet('more-options') },
  ],
];
