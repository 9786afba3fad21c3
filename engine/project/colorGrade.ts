import * as z from 'zod';

/** Built-in looks, applied last; engine/effects/colorLooks.ts has their numbers. */
export const lookNames = [
  'cinema',
  'golden-hour',
  'moonlight',
  'faded-film',
  'bleach-bypass',
  'cross-process',
  'autumn',
  'noir',
] as const;

const percent = z.number().min(-100).max(100).default(0);
const share = z.number().min(0).max(1);
const curve = z
  .array(z.tuple([share, share]))
  .min(2)
  .max(16)
  .refine((points) => points.every(([x], i) => i === 0 || x > (points[i - 1]?.[0] ?? 1)), {
    message: 'must have points from left to right, each x larger than the last',
  })
  .optional();

/** Color correction of an image or video, after its filter. The defaults change nothing. */
export const colorGrade = z.object({
  /** Exposure in stops: +1 doubles the light. */
  exposure: z.number().min(-3).max(3).default(0),
  /** −100 (blue) to 100 (orange). */
  temperature: percent,
  /** −100 (green) to 100 (magenta). */
  tint: percent,
  highlights: percent,
  shadows: percent,
  contrast: percent,
  saturation: percent,
  /** Curves through points [input, output], 0 to 1: of all channels, then of each. */
  curve: z.object({ master: curve, red: curve, green: curve, blue: curve }).optional(),
  /** A look, mixed in by its intensity in percent. */
  lut: z.object({ name: z.enum(lookNames), intensity: z.number().min(0).max(100).default(100) }).optional(),
});

/** Color correction, as parsed. */
export type ColorGrade = z.infer<typeof colorGrade>;
/** The point of a curve: input, output, 0 to 1. */
export type CurvePoint = [x: number, y: number];
/** Name of a built-in look. */
export type LookName = (typeof lookNames)[number];
