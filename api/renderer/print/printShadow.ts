import type { PartShadow } from '../plan/partShadow.ts';
import type { VideoPart } from '../plan/plan.ts';
import { number } from './ffmpegArgs.ts';
import { printMasked } from './printEffects.ts';

/** Passes of the blur: the more, the nearer it comes to a Gaussian one, as a canvas blurs shadows. */
const passes = 3;

/**
 * A part in planar RGB that is multiplied by alpha, with its round corners, the shadow that it casts as it is then, and the
 * opacity of both. @param name beginning of names for pads of its own.
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

/** The shadow below what casts it, which has room on each side then. */
function printCast({ color, sigma, x, y, around }: PartShadow, name: string): string {
  const [red, green, blue, alpha] = color;
  const pads = ['shown', 'casts', 'hides', 'cast', 'free', 'under'].map((pad) => `[${name}${pad}]`);
  const [shown, casts, hides, cast, free, under] = pads;
  const blur = sigma > 0 ? [`gblur=sigma=${number(sigma)}:steps=${passes}:planes=8`] : [];
  const shades = [red * alpha, green * alpha, blue * alpha, alpha] as const;
  return [
    `pad=iw+${2 * around}:ih+${2 * around}:${around}:${around}:color=black@0,split=3${shown}${casts}${hides}`,
    `${casts}${[...blur, ...printMoved(x, y), ofAlpha, printTimes(shades)].join(',')}${cast}`,
    // Below what is solid there is no shadow.
    `${hides}${ofAlpha},negate=components=r+g+b+a${free}`,
    `${cast}${free}blend=all_mode=multiply${under}`,
    `${shown}${under}blend=all_mode=addition`,
  ].join(';\n');
}

/** Every plane as the one of alpha. */
const ofAlpha = 'shuffleplanes=3:3:3:3';

/** Moves a picture by whole pixels; what comes in is clear. */
function printMoved(x: number, y: number): string[] {
  if (x === 0 && y === 0) return [];
  const [across, down] = [Math.abs(x), Math.abs(y)];
  const cut = `crop=iw-${across}:ih-${down}:${Math.max(0, -x)}:${Math.max(0, -y)}:exact=1`;
  return [cut, `pad=iw+${across}:ih+${down}:${Math.max(0, x)}:${Math.max(0, y)}:color=black@0`];
}

/** @param factors of red, green, blue and alpha. */
function printTimes(factors: readonly [number, number, number, number]): string {
  const planes = ['r', 'g', 'b', 'a'].map((plane, i) => `${plane}='round(val*${number(factors[i] as number)})'`);
  return `lutrgb=${planes.join(':')}`;
}
