import { type TransitionEffect, xfadeFilter } from './transitionEffect.ts';

/** Fades the previous scene to black, then the next one from black; half of the time each. */
export const fadeThroughBlack: TransitionEffect = {
  id: 'fade',
  title: 'Fade through black',
  glsl: `vec4 transition(vec2 at, vec2 size, float progress) {
  vec4 seen = progress < 0.5 ? before(at) : after(at);
  return vec4(seen.rgb * abs(1.0 - 2.0 * progress), 1.0);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    ctx.fillStyle = '#000000';
    ctx.fillRect(0, 0, width, height);
    ctx.globalAlpha = Math.abs(1 - 2 * progress);
    ctx.drawImage(progress < 0.5 ? before : after, 0, 0, width, height);
    ctx.globalAlpha = 1;
  },
  filter: (pads) => {
    const { before, after, out, name, frames, rate } = pads;
    // A transition of one frame shows the previous scene.
    if (frames === 1) return [xfadeFilter('fade', pads)];
    const turn = Math.ceil(frames / 2);
    const half = ((frames / 2) * rate[1]) / rate[0];
    // The darkest moment may lie between two frames, so the time base must be finer than the frame rate.
    const fade = (way: string, from: number) =>
      `settb=1/1000000,fade=t=${way}:st=${from.toFixed(6)}:d=${half.toFixed(6)},setpts=PTS-STARTPTS`;
    return [
      `[${before}]trim=end_frame=${turn},${fade('out', 0)}[${name}a]`,
      `[${after}]trim=start_frame=${turn},${fade('in', half)}[${name}b]`,
      `[${name}a][${name}b]concat=n=2[${out}]`,
    ];
  },
};
