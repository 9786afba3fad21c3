import type { Layer, TextLayer } from '../project/layers.ts';
import { animationAt, animationEnd, animationLoops } from './animation.ts';
import { type Kind, letterColors, plainKind } from './kind.ts';

/** Words in a box, which may be animated. */
export const text: Kind<TextLayer> = {
  ...plainKind,
  title: () => 'Text',
  isMoving: ({ animation }) => animation !== undefined && animation.id !== 'none',
  stateAt: ({ animation }, t) => animationAt(animation, t),
  restingState: ({ animation }) => animationEnd(animation),
  afterCut: withoutEntrance,
  lettering: (layer) => [layer],
  colorField: letterColors,
};

/** Whether a layer is a text, which is written on the canvas. */
export function isText(layer: Layer): layer is TextLayer {
  return layer.type === 'text';
}

function withoutEntrance(layer: TextLayer): TextLayer {
  const { animation, ...rest } = layer;
  return animation && !animationLoops(animation) ? rest : layer;
}
