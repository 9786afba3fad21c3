import type { TransitionEffect, TransitionPads } from './transition.ts';
import { xfadeFilter } from './transition.ts';

/** Returns a fade of the previous scene to black or white, then of the next one from there; half of the time each. */
export function fadeThrough(color: 'black' | 'white'): TransitionEffect {
  const isWhite = color === 'white';
  return {
    isOpaque: true,
    typical: 0.25,
    glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  vec4 seen = progress < 0.5 ? before(at) : after(at);
  float share = abs(1.0 - 2.0 * progress);
  return vec4(seen.rgb * share + vec3(${isWhite ? '1.0 - share * seen.a' : '0.0'}), 1.0);
}`,
    paint: (ctx, { before, after, width, height }, progress) => {
      ctx.fillStyle = isWhite ? '#ffffff' : '#000000';
      ctx.fillRect(0, 0, width, height);
      ctx.globalAlpha = Math.abs(1 - 2 * progress);
      ctx.drawImage(progress < 0.5 ? before : after, 0, 0, width, height);
      ctx.globalAlpha = 1;
    },
    filter: (pads) => fadeFilter(pads, isWhite),
  };
}

function fadeFilter(pads: TransitionPads, isWhite: boolean): string[] {
  const { before, after, out, name, frames, rate, isClear } = pads;
  // A transition of one frame shows the previous scene.
  if (frames === 1) return [xfadeFilter('fade', pads)];
  const turn = Math.ceil(frames / 2);
  const half = ((frames / 2) * rate[1]) / rate[0];
  // ffmpeg fades YUV to black only, so white is black of the negative.
  const negative = isClear ? 'negate' : 'lutyuv=y=251-val:u=256-val:v=256-val';
  const within = (fade: string) => (isWhite ? `${negative},${fade},${negative}` : fade);
  // The darkest moment may lie between two frames, so the time base must be finer than the frame rate.
  const fade = (way: string, from: number) =>
    `settb=1/1000000,${within(`fade=t=${way}:st=${from.toFixed(6)}:d=${half.toFixed(6)}`)},setpts=PTS-STARTPTS`;
  return [
    `[${before}]trim=end_frame=${turn},${fade('out', 0)}[${name}a]`,
    `[${after}]trim=start_frame=${turn},${fade('in', half)}[${name}b]`,
    `[${name}a][${name}b]concat=n=2[${out}]`,
  ];
}
