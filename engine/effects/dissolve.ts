import { crossOver, type TransitionEffect } from './transitionEffect.ts';

/** The scene before becomes clear while the next one is seen through it. */
export const dissolve: TransitionEffect = {
  id: 'dissolve',
  title: 'Dissolve',
  glsl: `vec4 transition(vec2 at, vec2 size, float progress) {
  return mix(before(at), after(at), progress);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    ctx.drawImage(before, 0, 0, width, height);
    ctx.globalAlpha = progress;
    ctx.drawImage(after, 0, 0, width, height);
    ctx.globalAlpha = 1;
  },
  filter: (pads) => [crossOver('fade', pads)],
};
