import { filter } from '../effects/ffmpegFilter.ts';
import { maskFilter } from './ffmpegMask.ts';
import { paintMix, type TransitionEffect, type TransitionPads, type TransitionPictures } from './transition.ts';

/** Sides of the averaged squares, as shares of the longer side of the canvas, from sharp to most blurred. */
const steps = [1 / 240, 1 / 80, 1 / 27];
/** Share of the time in which a scene blurs, or becomes sharp. They overlap in the middle, where both crossfade. */
const blurring = 2 / 3;

/**
 * The previous scene gets out of focus, crossfades into the next one, and that comes into focus. Blurred frames are
 * reduced to averages of squares and enlarged again, bilinearly; the strength moves from one size of squares to the next.
 */
export const blur: TransitionEffect = {
  usesMipmaps: true,
  glsl: `vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  float side = max(size.x, size.y);
  float lods[${steps.length + 1}] = float[${steps.length + 1}](0.0, ${steps.map((step) => `max(0.0, log2(side * ${step.toFixed(9)}))`).join(', ')});
  float first = ${steps.length.toFixed(1)} * min(1.0, progress / ${blurring.toFixed(9)});
  float second = ${steps.length.toFixed(1)} * min(1.0, (1.0 - progress) / ${blurring.toFixed(9)});
  int i = int(min(first, ${(steps.length - 1).toFixed(1)}));
  int j = int(min(second, ${(steps.length - 1).toFixed(1)}));
  vec4 one = mix(before(at, lods[i]), before(at, lods[i + 1]), first - float(i));
  vec4 other = mix(after(at, lods[j]), after(at, lods[j + 1]), second - float(j));
  return mix(one, other, clamp((progress - ${(1 - blurring).toFixed(9)}) / ${(2 * blurring - 1).toFixed(9)}, 0.0, 1.0));
}`,
  paint: (ctx, pictures, progress) => {
    const { before, after, width, height } = pictures;
    const share = Math.min(1, Math.max(0, (progress - (1 - blurring)) / (2 * blurring - 1)));
    const blurred = (picture: unknown, strength: number, index: number) => {
      const level = Math.min(steps.length - 1, Math.floor(strength * steps.length));
      const { ctx: mixed, picture: made } = pictures.scratch(index, width, height);
      const drawAt = (at: number, role: number) => {
        const small = at === 0 ? picture : reduced(pictures, picture, steps[at - 1] as number, index + role);
        return () => mixed.drawImage(small, 0, 0, width, height);
      };
      const draw = { before: drawAt(level, 1), after: drawAt(level + 1, 3) };
      paintMix(mixed, draw, strength * steps.length - level);
      return made;
    };
    const one = share < 1 ? blurred(before, Math.min(1, progress / blurring), 0) : undefined;
    const other = share > 0 ? blurred(after, Math.min(1, (1 - progress) / blurring), 5) : undefined;
    const draw = (picture: unknown) => () => picture !== undefined && ctx.drawImage(picture, 0, 0, width, height);
    paintMix(ctx, { before: draw(one), after: draw(other) }, share);
  },
  filter: (pads) => {
    const { before, after, name, frames } = pads;
    const passed = `N/${frames}`;
    return [
      ...blurFilter({ ...pads, name: `${name}x` }, before, `${name}one`, `${passed}/${blurring}`),
      ...blurFilter({ ...pads, name: `${name}y` }, after, `${name}other`, `(1-${passed})/${blurring}`),
      ...maskFilter(
        { ...pads, before: `${name}one`, after: `${name}other` },
        `(${passed}-${1 - blurring})/${2 * blurring - 1}`,
        'none',
      ),
    ];
  },
};

function sizeOf(width: number, height: number, step: number): [width: number, height: number] {
  const side = Math.max(1, step * Math.max(width, height));
  return [Math.max(1, Math.round(width / side)), Math.max(1, Math.round(height / side))];
}

/** Returns a frame reduced to averages of squares, by halves, because drawImage averages no more than 2 × 2 pixels. */
function reduced(
  { width, height, scratch }: TransitionPictures,
  picture: unknown,
  step: number,
  index: number,
): unknown {
  const [least, lowest] = sizeOf(width, height, step);
  let [made, wide, high] = [picture, width, height];
  for (let turn = 0; wide > least || high > lowest; turn += 1) {
    const [nextWide, nextHigh] = [Math.max(least, Math.ceil(wide / 2)), Math.max(lowest, Math.ceil(high / 2))];
    const next = scratch(index + (turn % 2), nextWide, nextHigh);
    next.ctx.drawImage(made, 0, 0, nextWide, nextHigh);
    [made, wide, high] = [next.picture, nextWide, nextHigh];
  }
  return made;
}

/** Prints a scene blurred by a strength. @param strength an expression; 1 and more is the most. */
function blurFilter(pads: TransitionPads, input: string, out: string, strength: string): string[] {
  const { name, width, height } = pads;
  const parts = steps.map((_, i) => `${name}${i}`);
  return [
    `[${input}]split=${steps.length + 1}[${name}sharp]${parts.map((part) => `[${part}]`).join('')}`,
    ...steps.flatMap((step, i) => {
      const [wide, high] = sizeOf(width, height, step);
      const small = filter('scale', wide, high, { flags: 'area' });
      const next = `${name}mix${i}`;
      const mixed = {
        ...pads,
        before: i === 0 ? `${name}sharp` : `${name}mix${i - 1}`,
        after: `${parts[i]}soft`,
        out: i === steps.length - 1 ? out : next,
        name: next,
      };
      return [
        `[${parts[i]}]${small},${filter('scale', width, height, { flags: 'bilinear' })}[${parts[i]}soft]`,
        ...maskFilter(mixed, `${steps.length}*min(1,${strength})-${i}`, 'none'),
      ];
    }),
  ];
}
