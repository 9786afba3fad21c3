import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import type { PartShadow } from '../plan/partShadow.ts';
import type { VideoPart } from '../plan/plan.ts';
import { number } from './ffmpegArgs.ts';
import { printMasked } from './printEffects.ts';

/** Passes of the blur: more passes are closer to a Gaussian blur, which canvas uses. */
const passes = 3;

/**
 * Prints a part in premultiplied planar RGB with round corners, its shadow, and the opacity of both.
 * @param name prefix of its pad names.
 */
export function printShadowed(part: VideoPart, shadow: PartShadow, name: string): string[] {
  const { mask } = part;
  const round = mask && mask.radius > 0 ? printMasked({ ...part, mask: { ...mask, opacity: 1 } }, 'gbrap', name) : [];
  const opacity = mask ? mask.opacity : 1;
  return [
    ...round,
    printCast(shadow, name),
    ...(opacity < 1 ? [printTimes([opacity, opacity, opacity, opacity])] : []),
  ];
}

/** Puts a shadow below its frame, which is padded on each side. */
function printCast({ color, sigma, x, y, around }: PartShadow, name: string): string {
  const [red, green, blue, alpha] = color;
  const pads = ['shown', 'casts', 'hides', 'cast', 'free', 'under'].map((pad) => `[${name}${pad}]`);
  const [shown, casts, hides, cast, free, under] = pads;
  const blur = sigma > 0 ? [filter('gblur', { sigma, steps: passes, planes: 8 })] : [];
  const shades = [red * alpha, green * alpha, blue * alpha, alpha] as const;
  const padded = filter('pad', `iw+${2 * around}`, `ih+${2 * around}`, around, around, { color: 'black@0' });
  return [
    `${padded},split=3${shown}${casts}${hides}`,
    `${casts}${[...blur, ...printMoved(x, y), ofAlpha, printTimes(shades)].join(',')}${cast}`,
    // There is no shadow below opaque pixels.
    `${hides}${ofAlpha},negate=components=r+g+b+a${free}`,
    `${cast}${free}blend=all_mode=multiply${under}`,
    `${shown}${under}blend=all_mode=addition`,
  ].join(';\n');
}

/** Copies alpha to every plane. */
const ofAlpha = 'shuffleplanes=3:3:3:3';

/** Moves a frame by whole pixels; uncovered pixels are transparent. */
function printMoved(x: number, y: number): string[] {
  if (x === 0 && y === 0) return [];
  const [across, down] = [Math.abs(x), Math.abs(y)];
  return [
    filter('crop', `iw-${across}`, `ih-${down}`, Math.max(0, -x), Math.max(0, -y), { exact: 1 }),
    filter('pad', `iw+${across}`, `ih+${down}`, Math.max(0, x), Math.max(0, y), { color: 'black@0' }),
  ];
}

/** @param factors of red, green, blue and alpha. */
function printTimes(factors: readonly [number, number, number, number]): string {
  const planes = ['r', 'g', 'b', 'a'].map((plane, i) => ({ [plane]: `round(val*${number(factors[i] as number)})` }));
  return filter('lutrgb', ...planes);
}
