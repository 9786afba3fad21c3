import type { Layer, TextLayer } from '../project/layers.ts';
import { animationAt, animationEnd } from './animation.ts';
import { type Kind, letterColors, plainKind } from './kind.ts';

/** Text in a box, possibly animated. */
export const text: Kind<TextLayer> = {
  ...plainKind,
  title: () => 'Text',
  content: 'text',
  styleFamily: 'letters',
  isMoving: ({ animation }) => animation !== undefined && animation.id !== 'none',
  stateAt: ({ animation }, t) => animationAt(animation, t),
  restingState: ({ animation }) => animationEnd(animation),
  afterCut: (layer, after) => {
    const { animation } = layer;
    if (!animation || animation.id === 'none') return layer;
    return { ...layer, animation: { ...animation, at: (animation.at ?? 0) + after } };
  },
  words: ({ text }) => text,
  lettering: (layer) => [layer],
  colorField: letterColors,
};

/** Returns whether a layer is a text. */
export function isText(layer: Layer): layer is TextLayer {
  return layer.type === 'text';
}
