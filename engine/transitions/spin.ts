import { viewFilter } from './ffmpegView.ts';
import { paintMix, type TransitionEffect, xfadeFilter } from './transition.ts';

/** Enlargement beyond what covers the canvas, so that no edge becomes visible. */
const more = 0.05;

/**
 * Both scenes make half a turn clockwise while they crossfade, enlarged as far as their corners would leave the canvas
 * bare. The turn eases in and out: 3 p² − 2 p³, the smoothstep of GLSL.
 */
export const spin: TransitionEffect = {
  typical: 0.3,
  glsl: `vec2 turned(vec2 at, vec2 size, float angle) {
  float s = sin(angle);
  float c = cos(angle);
  vec2 place = (at - 0.5) * size / (abs(c) + abs(s) * (max(size.x / size.y, size.y / size.x) + ${more}));
  return vec2(c * place.x + s * place.y, c * place.y - s * place.x) / size + 0.5;
}

vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  float angle = ${Math.PI.toFixed(9)} * smoothstep(0.0, 1.0, progress);
  return mix(before(turned(at, size, angle)), after(turned(at, size, angle - ${Math.PI.toFixed(9)})), progress);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    const angle = Math.PI * progress * progress * (3 - 2 * progress);
    const drawTurned = (picture: unknown, radians: number) => {
      const scale = coverScale(width, height, radians);
      ctx.save();
      ctx.translate(width / 2, height / 2);
      ctx.rotate(radians);
      ctx.scale(scale, scale);
      ctx.drawImage(picture, -width / 2, -height / 2, width, height);
      ctx.restore();
    };
    const draw = {
      before: () => drawTurned(before, angle),
      after: () => drawTurned(after, angle - Math.PI),
    };
    paintMix(ctx, draw, progress);
  },
  filter: (pads) => {
    const { before, after, name, frames, width, height } = pads;
    const share = `(ld(0)/${frames})`;
    const angle = `${Math.PI.toFixed(9)}*${share}*${share}*(3-2*${share})`;
    const view = (radians: string) => {
      const [sin, cos] = [`sin(${radians})`, `cos(${radians})`];
      const scale = `abs(${cos})+abs(${sin})*${Math.max(width / height, height / width) + more}`;
      return viewFilter(pads, { turn: { sin, cos }, scaleX: scale, scaleY: scale });
    };
    return [
      `[${before}]${view(angle)}[${name}a]`,
      `[${after}]${view(`${angle}-${Math.PI.toFixed(9)}`)}[${name}b]`,
      xfadeFilter('fade', { ...pads, before: `${name}a`, after: `${name}b` }),
    ];
  },
};

function coverScale(width: number, height: number, radians: number): number {
  const ratio = Math.max(width / height, height / width) + more;
  return Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians)) * ratio;
}
