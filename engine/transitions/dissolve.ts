import { paintMix, type TransitionEffect, xfadeFilter } from './transition.ts';

/** Crossfades from the previous to the next scene. */
export const dissolve: TransitionEffect = {
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  return mix(before(at), after(at), progress);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    const draw = (picture: unknown) => () => ctx.drawImage(picture, 0, 0, width, height);
    paintMix(ctx, { before: draw(before), after: draw(after) }, progress);
  },
  filter: (pads) => [xfadeFilter('fade', pads)],
};
