import { filter } from '../effects/ffmpegFilter.ts';
import { paintWithin, type TransitionEffect } from './transition.ts';

/** Number of bands from top to bottom, and of jumps during the transition. */
const bands = 12;
const jumps = 10;
/** Largest shift of a band, as a share of the width. */
const most = 0.3;

/** What a band shows from one jump to the next. */
interface Band {
  /** Shift to the right, as a share of the width. */
  shift: number;
  isAfter: boolean;
}

/** Bands of all jumps, in order of time, then from top to bottom. The first jump shows only the previous scene. */
const table: readonly Band[] = Array.from({ length: jumps }, (_, jump) => {
  const progress = jump / (jumps - 1);
  const strength = Math.sin(Math.PI * (0.15 + 0.7 * progress));
  return Array.from({ length: bands }, (_, band): Band => {
    const seed = 3 * (jump * bands + band);
    const isMoved = randomAt(seed) < 0.7 && jump > 0;
    const shift = isMoved ? (2 * randomAt(seed + 1) - 1) * most * strength : 0;
    return { shift: shift < 0 ? shift + 1 : shift, isAfter: jump > 0 && randomAt(3 * band + 2) < progress };
  });
}).flat();

/**
 * Frames are torn into bands, which jump sideways and change to the next scene one by one. All jumps come from a fixed
 * seed, so that every render has the same.
 */
export const glitch: TransitionEffect = {
  typical: 0.45,
  glsl: `const float shifts[${bands * jumps}] = float[${bands * jumps}](${table.map(({ shift }) => shift.toFixed(4))});
const float picks[${bands * jumps}] = float[${bands * jumps}](${table.map(({ isAfter }) => (isAfter ? '1.0' : '0.0'))});

vec4 transition(vec2 at, vec2 size, float progress, vec2 direction) {
  int band = int(min(at.y * ${bands.toFixed(1)}, ${(bands - 1).toFixed(1)}));
  int i = int(min(progress * ${jumps.toFixed(1)} + 0.0001, ${(jumps - 1).toFixed(1)})) * ${bands} + band;
  vec2 place = vec2(fract(at.x - floor(shifts[i] * size.x + 0.5) / size.x), at.y);
  return progress > 0.0 && picks[i] > 0.5 ? after(place) : before(place);
}`,
  paint: (ctx, { before, after, width, height }, progress) => {
    for (let i = 0; i < bands; i += 1) {
      const { shift, isAfter } = bandAt(i, Math.floor(progress * jumps + 0.0001));
      const [top, bottom] = [edgeOf(i, height), edgeOf(i + 1, height)];
      const moved = Math.floor(shift * width + 0.5);
      const picture = isAfter ? after : before;
      paintWithin(ctx, [0, top, width, bottom - top], () => {
        for (const x of [moved - width, moved, moved + width]) ctx.drawImage(picture, x, 0, width, height);
      });
    }
  },
  filter: ({ before, after, out, name, frames, width, height }) => {
    const all = Array.from({ length: bands }, (_, i) => i).filter((i) => edgeOf(i + 1, height) > edgeOf(i, height));
    const jump = `floor(n*${jumps}/${frames}+0.0001)`;
    const cuts = all.map((i) => {
      const [top, bottom] = [edgeOf(i, height), edgeOf(i + 1, height)];
      const seen = Array.from({ length: jumps }, (_, step) => bandAt(i, step));
      const x = seen.map(({ shift }) => (width - Math.floor(shift * width + 0.5)) % width);
      const y = seen.map(({ isAfter }) => top + (isAfter ? height : 0));
      return `[${name}${i}]${filter('crop', width, bottom - top, choose(jump, x), choose(jump, y), { exact: 1 })}[${name}${i}cut]`;
    });
    const stack = all.length > 1 ? `vstack=inputs=${all.length}` : 'null';
    return [
      `[${before}][${after}]vstack,split[${name}one][${name}two]`,
      `[${name}one][${name}two]hstack,split=${all.length}${all.map((i) => `[${name}${i}]`).join('')}`,
      ...cuts,
      `${all.map((i) => `[${name}${i}cut]`).join('')}${stack}[${out}]`,
    ];
  },
};

/** First row of a band, in pixels: rows belong to the band at their middle. */
function edgeOf(band: number, height: number): number {
  return Math.ceil((height * band) / bands - 0.5);
}

/** Prints the value of a step. @param step an expression from 0. */
function choose(step: string, values: readonly number[], from = 0, to = values.length - 1): string {
  if (values.slice(from, to + 1).every((value) => value === values[from])) return String(values[from]);
  const middle = Math.ceil((from + to) / 2);
  return `if(lt(${step},${middle}),${choose(step, values, from, middle - 1)},${choose(step, values, middle, to)})`;
}

function bandAt(band: number, jump: number): Band {
  return table[Math.min(jumps - 1, jump) * bands + band] as Band;
}

/** Returns a number from 0 to below 1 for an index: a multiplicative hash of 32 bits, by Knuth's golden-ratio factor. */
function randomAt(index: number): number {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0) / 2 ** 32;
}
