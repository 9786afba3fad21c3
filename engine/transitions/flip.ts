import { filter } from '../effects/ffmpegFilter.ts';
import { viewFilter } from './ffmpegView.ts';
import type { TransitionEffect } from './transition.ts';

/** Smallest width, as a share, at which the frame stands on its edge. */
const least = 0.001;

/** Black pixels around the frame in ffmpeg, which its edges fade into. */
const border = 2;

/**
 * The frame turns around its vertical axis like a card in front of black, seen from far away: its width is |cos π p|. The
 * next scene is on the back.
 */
export const flip: TransitionEffect = {
  isOpaque: true,
  typical: 0.3,
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  float width = max(${least}, abs(cos(${Math.PI.toFixed(9)} * progress)));
  vec2 place = vec2((at.x - 0.5) / width + 0.5, at.y);
  float share = clamp((0.5 - abs(place.x - 0.5)) * width * size.x + 0.5, 0.0, 1.0);
  return vec4((progress < 0.5 ? before(place) : after(place)).rgb * (progress > 0.0 ? share : 1.0), 1.0);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    const seen = width * Math.max(least, Math.abs(Math.cos(Math.PI * progress)));
    ctx.fillStyle = '#000000';
    ctx.fillRect(0, 0, width, height);
    ctx.drawImage(progress < 0.5 ? before : after, (width - seen) / 2, 0, seen, height);
  },
  filter: (pads) => {
    const { before, after, out, name, frames, width, height } = pads;
    const turn = Math.ceil(frames / 2);
    const size = { width: width + 2 * border, height: height + 2 * border };
    const view = viewFilter(size, {
      scaleX: `max(${least},abs(cos(PI*ld(0)/${frames})))`,
      scaleY: '1',
    });
    const around = filter('pad', size.width, size.height, border, border, { color: 'black' });
    return [
      `[${before}]trim=end_frame=${turn}[${name}a]`,
      `[${after}]trim=start_frame=${turn},setpts=PTS-STARTPTS[${name}b]`,
      `[${name}a][${name}b]concat=n=2,${around},${view},${filter('crop', width, height, border, border)}[${out}]`,
    ];
  },
};
