import { type ImageLayer, imageLayer } from '../project/layers.ts';
import { type Kind, plainKind } from './kind.ts';

/** A picture. */
export const image: Kind<ImageLayer> = {
  ...plainKind,
  title: () => 'Image',
  schema: imageLayer,
  media: 'image',
  naturalSize: (layer) => layer,
};
