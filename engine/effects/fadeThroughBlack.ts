import { crossOver, type TransitionEffect } from './transitionEffect.ts';

/** The scene before goes down into black, then the next one comes up out of it; half of the time each. */
export const fadeThroughBlack: TransitionEffect = {
  id: 'fade',
  title: 'Fade',
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
    const { before, after, out, name, frames } = pads;
    const half = Math.ceil(frames / 2);
    const rest = frames - half;
    // A transition of one frame shows the scene before.
    if (rest === 0) return [crossOver('fade', pads)];
    const going = `[${before}]trim=end_frame=${half},setpts=PTS-STARTPTS,fade=t=out:start_frame=0:nb_frames=${half}`;
    const coming = `[${after}]trim=start_frame=${half},setpts=PTS-STARTPTS,fade=t=in:start_frame=0:nb_frames=${rest}`;
    return [`${going}[${name}a]`, `${coming}[${name}b]`, `[${name}a][${name}b]concat=n=2[${out}]`];
  },
};
