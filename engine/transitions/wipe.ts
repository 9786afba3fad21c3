import { wipeFilter } from './ffmpegMask.ts';
import { paintWithin, type TransitionEffect } from './transition.ts';

/** An edge moves, from right to left by default, and reveals the next scene. */
export const wipe: TransitionEffect = {
  isDirected: true,
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  vec2 edge = floor((1.0 - progress) * size + 0.5);
  vec2 place = at * size;
  // Measured from the side to which the edge moves.
  vec2 from = direction.x + direction.y < 0.0 ? place : size - place;
  bool isBefore = direction.x != 0.0 ? from.x < edge.x : from.y < edge.y;
  return isBefore ? before(at) : after(at);
}`,
  paint: (ctx, { before, after, width, height }, progress, direction) => {
    const [across, along] = [Math.round(width * (1 - progress)), Math.round(height * (1 - progress))];
    const parts = {
      left: [
        [0, 0, across, height],
        [across, 0, width - across, height],
      ],
      right: [
        [width - across, 0, across, height],
        [0, 0, width - across, height],
      ],
      up: [
        [0, 0, width, along],
        [0, along, width, height - along],
      ],
      down: [
        [0, height - along, width, along],
        [0, 0, width, height - along],
      ],
    } as const;
    const [old, fresh] = parts[direction];
    // Each clipped to its part, because the previous scene must not show through transparent parts of the next.
    paintWithin(ctx, old, () => ctx.drawImage(before, 0, 0, width, height));
    paintWithin(ctx, fresh, () => ctx.drawImage(after, 0, 0, width, height));
  },
  filter: wipeFilter,
};
