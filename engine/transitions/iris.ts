import { shapeFilter } from './ffmpegMask.ts';
import { paintShape, type TransitionEffect } from './transition.ts';

/** A circle around the center opens to the next scene, at a constant pace until it reaches the corners. */
export const iris: TransitionEffect = {
  typical: 0.5,
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  float radius = progress * length(size) * 0.5;
  float share = clamp(radius - length((at - 0.5) * size) + 0.5, 0.0, 1.0);
  return mix(before(at), after(at), progress > 0.0 ? share : 0.0);
}`,
  paint: (ctx, pictures, progress) => {
    const { width, height } = pictures;
    const radius = (progress * Math.hypot(width, height)) / 2;
    paintShape(ctx, pictures, () => {
      ctx.moveTo(width / 2 + radius, height / 2);
      ctx.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
    });
  },
  filter: (pads) => {
    const { width, height, frames } = pads;
    const radius = `N*${Math.hypot(width, height) / 2 / frames}`;
    // Nothing of the circle shows in the first frame.
    return shapeFilter(pads, (x, y) => `if(N,${radius}-hypot(${x},${y}),-2)`);
  },
};
