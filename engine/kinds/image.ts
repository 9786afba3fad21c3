import type { ImageLayer } from '../project/layers.ts';
import { type Kind, plainKind } from './kind.ts';

/** A picture. */
export const image: Kind<ImageLayer> = {
  ...plainKind,
  title: () => 'Image',
  media: 'image',
  naturalSize: (layer) => layer,
};
