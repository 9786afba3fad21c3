import type { TransitionEffect } from './transitionEffect.ts';

/** The next scene enters from the right and pushes the previous one out to the left. */
export const slide: TransitionEffect = {
  id: 'slide',
  title: 'Slide',
  glsl: `vec4 transition(vec2 at, vec2 size, float progress) {
  float x = at.x + floor(progress * size.x + 0.5) / size.x;
  return x < 1.0 ? before(vec2(x, at.y)) : after(vec2(x - 1.0, at.y));
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    // Whole pixels, because a seam between them would be transparent.
    const moved = Math.round(width * progress);
    ctx.drawImage(before, -moved, 0, width, height);
    ctx.drawImage(after, width - moved, 0, width, height);
  },
  // ffmpeg's slide leaves a column of the wrong frame at the seam.
  filter: ({ before, after, out, frames, width, height }) => [
    `[${before}][${after}]hstack,crop=${width}:${height}:'round(${width}*n/${frames})':0[${out}]`,
  ],
};
