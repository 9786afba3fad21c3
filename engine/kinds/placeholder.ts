import type { PlaceholderLayer } from '../project/layers.ts';
import { type Kind, plainKind } from './kind.ts';

/** A box that waits for a file; it stays upright. */
export const placeholder: Kind<PlaceholderLayer> = {
  ...plainKind,
  title: () => 'Placeholder',
  content: 'file',
  canRotate: false,
  colorField: (_, of) => (of === 'color' ? { name: 'background', canBeNone: true } : undefined),
};
