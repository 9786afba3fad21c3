import { type TextLayer, textLayer } from '../project/layers.ts';
import { animationAt, animationEnd } from './animation.ts';
import { type Kind, plainKind } from './kind.ts';

/** Words in a box, which may be animated. */
export const text: Kind<TextLayer> = {
  ...plainKind,
  title: () => 'Text',
  schema: textLayer,
  isMoving: ({ animation }) => animation !== undefined && animation.id !== 'none',
  stateAt: ({ animation }, t) => animationAt(animation, t),
  restingState: ({ animation }) => animationEnd(animation),
  lettering: (layer) => [layer],
  colorField: (_, of) => (of === 'color' ? 'color' : 'textShadow'),
};
