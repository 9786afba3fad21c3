import type { ImageLayer } from '../project/layers.ts';
import { still } from './animation.ts';
import { type Kind, plainKind } from './kind.ts';
import { viewAt } from './pictureMotion.ts';

/** A picture. */
export const image: Kind<ImageLayer> = {
  ...plainKind,
  title: () => 'Image',
  media: 'image',
  isMoving: ({ motion }) => motion !== undefined,
  stateAt: ({ motion }, t) => (motion ? { ...still, view: viewAt(motion, t) } : still),
  naturalSize: (layer) => layer,
};
