import { crossOver, type TransitionEffect } from './transitionEffect.ts';

/** An edge moves from right to left; the next scene stands behind it. */
export const wipe: TransitionEffect = {
  id: 'wipe',
  title: 'Wipe',
  glsl: `vec4 transition(vec2 at, vec2 size, float progress) {
  return at.x * size.x < floor((1.0 - progress) * size.x + 0.5) ? before(at) : after(at);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    const edge = Math.round(width * (1 - progress));
    ctx.drawImage(before, 0, 0, width, height);
    ctx.save();
    ctx.beginPath();
    ctx.rect(edge, 0, width - edge, height);
    ctx.clip();
    ctx.drawImage(after, 0, 0, width, height);
    ctx.restore();
  },
  filter: (pads) => [crossOver('wipeleft', pads)],
};
