import type { ImageLayer, Layer } from '../project/layers.ts';
import { stillState } from './animation.ts';
import { croppedSize } from './croppedSize.ts';
import { type Kind, plainKind } from './kind.ts';
import { viewAt } from './pictureMotion.ts';

/** A still image. */
export const image: Kind<ImageLayer> = {
  ...plainKind,
  title: () => 'Image',
  media: 'image',
  content: 'file',
  styleFamily: 'picture',
  isMoving: ({ motion }) => motion !== undefined,
  stateAt: ({ motion }, t) => (motion ? { ...stillState, view: viewAt(motion, t) } : stillState),
  afterCut: ({ motion, ...layer }, after) =>
    motion ? { ...layer, motion: { ...motion, at: (motion.at ?? 0) + after } } : layer,
  naturalSize: croppedSize,
};

/** Returns whether a layer is a still image, with or without motion. */
export function isImage(layer: Layer): layer is ImageLayer {
  return layer.type === 'image';
}
