import { filter } from '../effects/ffmpegFilter.ts';
import { paintMix, type TransitionEffect, xfadeFilter } from './transition.ts';

/** Enlargement of the previous scene at the end. */
const most = 0.5;

/** The previous scene grows around its center while it crossfades into the next one. */
export const zoom: TransitionEffect = {
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  vec2 near = (at - 0.5) / (1.0 + ${most} * progress) + 0.5;
  return mix(before(near), after(at), progress);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    const [wide, high] = [width, height].map((length) => length * (1 + most * progress)) as [number, number];
    const draw = {
      before: () => ctx.drawImage(before, (width - wide) / 2, (height - high) / 2, wide, high),
      after: () => ctx.drawImage(after, 0, 0, width, height),
    };
    paintMix(ctx, draw, progress);
  },
  filter: (pads) => {
    const { before, name, frames, width, height, isClear } = pads;
    // The unscaled scene must not show through transparent parts of the enlarged one.
    const bare = isClear ? 'lutrgb=r=0:g=0:b=0:a=0' : 'null';
    const side = (length: number) => `2*round(${length}*(1+${most}*n/${frames})/2)`;
    return [
      `[${before}]split[${name}a][${name}b]`,
      `[${name}a]${bare}[${name}ground]`,
      `[${name}b]${filter('scale', { w: side(width), h: side(height), eval: 'frame', flags: 'bicubic' })}[${name}c]`,
      `[${name}ground][${name}c]${filter('overlay', { x: '(W-w)/2', y: '(H-h)/2', eval: 'frame', format: 'auto' })}[${name}d]`,
      xfadeFilter('fade', { ...pads, before: `${name}d` }),
    ];
  },
};
