import { wipeFilter } from './ffmpegMask.ts';
import { sideFilter, steady } from './sideBySide.ts';
import { directions, paintWithin, type TransitionEffect } from './transition.ts';

/** The next scene enters over the previous one, which stands still. */
export const cover: TransitionEffect = {
  isDirected: true,
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  vec2 place = at + direction * (1.0 - floor(progress * size + 0.5) / size);
  bool isAfter = min(place.x, place.y) >= 0.0 && max(place.x, place.y) < 1.0;
  return isAfter ? after(place) : before(at);
}`,
  paint: (ctx, { before, after, width, height }, progress, direction) => {
    const [x, y] = directions[direction];
    const left = (x === 0 ? height : width) - Math.round((x === 0 ? height : width) * progress);
    // The previous scene must not show through transparent parts of the next.
    const bare = {
      left: [0, 0, left, height],
      right: [width - left, 0, left, height],
      up: [0, 0, width, left],
      down: [0, height - left, width, left],
    } as const;
    paintWithin(ctx, bare[direction], () => ctx.drawImage(before, 0, 0, width, height));
    ctx.drawImage(after, -x * left, -y * left, width, height);
  },
  filter: (pads) => {
    const { before, name } = pads;
    const [still, moving, both] = [`${name}still`, `${name}moving`, `${name}both`];
    return [
      `[${before}]split[${still}][${moving}]`,
      sideFilter({ ...pads, before: moving, out: both }, steady.ffmpeg),
      ...wipeFilter({ ...pads, before: still, after: both }),
    ];
  },
};
