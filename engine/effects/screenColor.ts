import { parseRgba } from '../layout/color.ts';
import { blueWeight, greenWeight, redWeight, uScale, vScale } from './bt709.ts';

/** Smallest distance of a screen's color from gray, in color differences of −0.5 to 0.5. */
const leastColor = 0.1;
/** Colors closer than this belong to one, unevenly lit screen. */
const oneScreen = 0.1;

/**
 * Guesses the color of a green screen. @param colors along the edges of the image, CSS.
 * @returns undefined if no saturated color is common among them.
 */
export function likeliestScreen(colors: readonly string[]): string | undefined {
  const all = colors.map((color) => ({ color, at: differences(color) }));
  const colorful = all.filter(({ at }) => Math.hypot(...at) >= leastColor);
  const near = (one: (typeof all)[number]) =>
    all.filter(({ at }) => Math.hypot(at[0] - one.at[0], at[1] - one.at[1]) < oneScreen).length;
  const best = colorful.map((one) => ({ ...one, near: near(one) })).sort((a, b) => b.near - a.near)[0];
  return best && best.near >= colors.length / 3 ? best.color : undefined;
}

function differences(color: string): [u: number, v: number] {
  const { r, g, b } = parseRgba(color);
  const y = redWeight * r + greenWeight * g + blueWeight * b;
  return [(b - y) / uScale, (r - y) / vScale];
}
