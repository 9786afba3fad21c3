import { shapeFilter } from './ffmpegMask.ts';
import { paintShape, type TransitionEffect } from './transition.ts';

/** A hand turns clockwise around the center, from the top, and leaves the next scene behind it. */
export const clock: TransitionEffect = {
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  vec2 place = (at - 0.5) * size;
  float angle = atan(place.x, -place.y);
  float turned = ${(2 * Math.PI).toFixed(9)} * progress - (angle < 0.0 ? angle + ${(2 * Math.PI).toFixed(9)} : angle);
  return mix(before(at), after(at), clamp(turned * length(place) + 0.5, 0.0, 1.0));
}`,
  paint: (ctx, pictures, progress) => {
    const { width, height } = pictures;
    const [x, y] = [width / 2, height / 2];
    const top = -Math.PI / 2;
    paintShape(ctx, pictures, () => {
      ctx.moveTo(x, y);
      ctx.arc(x, y, width + height, top, top + 2 * Math.PI * progress);
      ctx.lineTo(x, y);
    });
  },
  filter: (pads) => {
    const { frames } = pads;
    return shapeFilter(pads, (x, y) => {
      const angle = `st(0,atan2(${x},-${y}))+2*PI*lt(ld(0),0)`;
      return `(2*PI*N/${frames}-(${angle}))*hypot(${x},${y})`;
    });
  },
};
