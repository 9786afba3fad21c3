import { type TransitionEffect, xfadeFilter } from './transitionEffect.ts';

/** An edge moves from right to left and reveals the next scene. */
export const wipe: TransitionEffect = {
  id: 'wipe',
  title: 'Wipe',
  glsl: `vec4 transition(vec2 at, vec2 size, float progress) {
  return at.x * size.x < floor((1.0 - progress) * size.x + 0.5) ? before(at) : after(at);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    const edge = Math.round(width * (1 - progress));
    const drawWithin = (picture: unknown, from: number, to: number) => {
      ctx.save();
      ctx.beginPath();
      ctx.rect(from, 0, to - from, height);
      ctx.clip();
      ctx.drawImage(picture, 0, 0, width, height);
      ctx.restore();
    };
    // Each clipped to its part, because the previous scene must not show through transparent parts of the next.
    drawWithin(before, 0, edge);
    drawWithin(after, edge, width);
  },
  filter: (pads) => [xfadeFilter('wipeleft', pads)],
};
