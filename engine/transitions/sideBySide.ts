import { filter } from '../effects/ffmpegFilter.ts';
import { directions, type TransitionEffect, type TransitionPads } from './transition.ts';

/** How far both scenes have moved, from 0 to 1, by the progress, in every language. */
interface Pace {
  js: (progress: number) => number;
  /** Of the variable `progress`. */
  glsl: string;
  /** Of an expression. */
  ffmpeg: (progress: string) => string;
}

/** Returns a transition in which both scenes move side by side. */
export function sideBySide(pace: Pace): TransitionEffect {
  return {
    isDirected: true,
    glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  vec2 place = at - direction * floor(${pace.glsl} * size + 0.5) / size;
  bool isBefore = min(place.x, place.y) >= 0.0 && max(place.x, place.y) < 1.0;
  return isBefore ? before(place) : after(place + direction);
}`,
    paint: (ctx, { before, after, width, height }, progress, direction) => {
      const [x, y] = directions[direction];
      // Whole pixels, because a seam between them would be transparent.
      const moved = Math.round((x === 0 ? height : width) * pace.js(progress));
      ctx.drawImage(before, x * moved, y * moved, width, height);
      ctx.drawImage(after, x * (moved - width), y * (moved - height), width, height);
    },
    filter: (pads) => [sideFilter(pads, pace.ffmpeg)],
  };
}

/** Prints both scenes side by side, moved. ffmpeg's own slide leaves a column of the wrong frame at the seam. */
export function sideFilter(pads: TransitionPads, pace: Pace['ffmpeg']): string {
  const { before, after, out, frames, width, height, direction } = pads;
  const [x, y] = directions[direction];
  const length = x === 0 ? height : width;
  const moved = `round(${length}*${pace(`n/${frames}`)})`;
  const isForward = x + y > 0;
  const [first, second] = isForward ? [after, before] : [before, after];
  const place = isForward ? `${length}-${moved}` : moved;
  const view = filter('crop', width, height, x === 0 ? '0' : place, x === 0 ? place : '0');
  return `[${first}][${second}]${x === 0 ? 'vstack' : 'hstack'},${view}[${out}]`;
}

/** A constant pace. */
export const steady: Pace = { js: (progress) => progress, glsl: 'progress', ffmpeg: (progress) => progress };
