import type { LookName } from '../project/colorGrade.ts';

/** Slope, offset and power of a channel. */
type Channel = readonly [slope: number, offset: number, power: number];

/**
 * A look in numbers of the ASC Color Decision List 1.2: out = clamp(in × slope + offset) ^ power per channel, then
 * saturation around BT.709 luma.
 */
interface Look {
  red: Channel;
  green: Channel;
  blue: Channel;
  saturation: number;
}

/** The built-in looks. */
export const colorLooks: Readonly<Record<LookName, Look>> = {
  cinema: { red: [1.12, -0.05, 1.02], green: [1.04, -0.02, 1.02], blue: [0.92, 0.05, 1.05], saturation: 1.1 },
  'golden-hour': { red: [1.1, 0.02, 0.92], green: [1.02, 0.01, 1], blue: [0.82, 0.01, 1.08], saturation: 1.12 },
  moonlight: { red: [0.72, 0, 1.12], green: [0.84, 0.01, 1.05], blue: [1.02, 0.05, 0.95], saturation: 0.7 },
  'faded-film': { red: [0.82, 0.1, 1], green: [0.82, 0.085, 1], blue: [0.78, 0.11, 1], saturation: 0.78 },
  'bleach-bypass': { red: [1.28, -0.14, 1], green: [1.28, -0.14, 1], blue: [1.26, -0.13, 1], saturation: 0.45 },
  'cross-process': { red: [1.2, -0.08, 1.1], green: [1.15, -0.04, 0.92], blue: [0.72, 0.16, 1], saturation: 1.2 },
  autumn: { red: [1.12, 0.02, 0.95], green: [0.92, 0.01, 1.02], blue: [0.78, 0.02, 1.15], saturation: 0.92 },
  noir: { red: [1.3, -0.14, 1.1], green: [1.3, -0.14, 1.1], blue: [1.3, -0.14, 1.1], saturation: 0 },
};
