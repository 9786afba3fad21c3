import { paintMix, type TransitionEffect, xfadeFilter } from './transitionEffect.ts';

/** Crossfades from the previous to the next scene. */
export const dissolve: TransitionEffect = {
  id: 'dissolve',
  title: 'Crossfade',
  glsl: `vec4 transition(vec2 at, vec2 size, float progress) {
  return mix(before(at), after(at), progress);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    const draw = (picture: unknown) => () => ctx.drawImage(picture, 0, 0, width, height);
    paintMix(ctx, { before: draw(before), after: draw(after) }, progress);
  },
  filter: (pads) => [xfadeFilter('fade', pads)],
};
