import { Ellipsis, Frame, Layers, type LucideIcon, PaintBucket, Settings2, Shapes, Type, Upload } from 'lucide-react';
import { goTo, openOver } from '../state/go.ts';
import { addText } from '../state/layers.ts';

/** An item of the main footer. */
export interface MainItem {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
}

/** What the main footer offers, in the order of studio spec §2; a line stands between two groups. */
export const mainGroups: readonly (readonly MainItem[])[] = [
  [
    { label: 'Upload', icon: Upload, onClick: () => openOver('upload') },
    { label: 'Text', icon: Type, onClick: () => addText() },
    { label: 'Shapes', icon: Shapes, onClick: () => goTo('shape') },
  ],
  [
    { label: 'Background', icon: PaintBucket, onClick: () => goTo('background') },
    { label: 'Resize', icon: Frame, onClick: () => goTo('size') },
  ],
  [
    { label: 'Layers', icon: Layers, onClick: () => openOver('layers') },
    { label: 'Settings', icon: Settings2, onClick: () => openOver('settings') },
    { label: 'More', icon: Ellipsis, onClick: () => openOver('more-options') },
  ],
];
