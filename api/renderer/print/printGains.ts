import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { type GainPoint, HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { number } from './ffmpegArgs.ts';

/**
 * Multiplies audio by piecewise linear gains, sample by sample. The gains are an audio stream of their own: the filter
 * `volume` evaluates them only once per frame, which is audible as steps.
 * @param points at least one, in seconds since the audio's start. @param length audible samples.
 * @param name prefix of its pad names. @returns the end of the audio's chain, continued with an open output.
 */
export function printGains(points: readonly GainPoint[], length: number, name: string): string {
  const source = filter('aevalsrc', printLines(points), { s: HERTZ, d: length / HERTZ });
  return [
    `aformat=sample_fmts=fltp[${name}dry]`,
    `${source},aformat=sample_fmts=fltp,pan=stereo|c0=c0|c1=c0[${name}gain]`,
    `[${name}dry][${name}gain]amultiply`,
  ].join(';\n');
}

/** Prints linear pieces as an expression of the sample number n, by binary search. */
function printLines(points: readonly GainPoint[]): string {
  const ends = points.map(({ at, gain }) => ({ at: Math.round(at * HERTZ), gain }));
  const [first, last] = [ends[0], ends.at(-1)] as [GainPoint, GainPoint];
  const lines = ends.slice(1).map((to, i) => printLine(ends[i] as GainPoint, to));
  const pieces = [number(first.gain), ...lines, number(last.gain)];
  const within = (from: number, to: number): string => {
    if (to - from === 1) return pieces[from] as string;
    const middle = (from + to) >> 1;
    return `if(lt(n,${(ends[middle - 1] as GainPoint).at}),${within(from, middle)},${within(middle, to)})`;
  };
  return within(0, pieces.length);
}

/** @param from.at,to.at in samples. */
function printLine(from: GainPoint, to: GainPoint): string {
  const [rise, run] = [to.gain - from.gain, to.at - from.at];
  if (rise === 0 || run === 0) return number(to.gain);
  return `${number(from.gain)}+(${number(rise)})*(n-(${from.at}))/${run}`;
}
