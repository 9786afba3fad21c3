import * as z from 'zod';
import { percent } from './fields.ts';
import { MAX_KEYFRAMES, MAX_ROTATION, MAX_SECONDS } from './limits.ts';

/** Interpolation from a keyframe to the next one; "hold" keeps the values until then. */
export const easings = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'hold'] as const;

/** Position and opacity of a layer at one moment. Absent fields are interpolated from adjacent keyframes. */
export const keyframe = z.object({
  /** Seconds since the layer's start. Negative in the second part of a layer that was split. */
  time: z.number().min(-MAX_SECONDS).max(MAX_SECONDS),
  /** The layer's box, as in `position`: percentages of the canvas. */
  x: percent.optional(),
  y: percent.optional(),
  width: percent.optional(),
  height: percent.optional(),
  /** Degrees clockwise, interpolated as a number: from 0 to 720 is two full turns. */
  rotation: z.number().min(-MAX_ROTATION).max(MAX_ROTATION).optional(),
  /** Factor of the layer's own opacity, 0 to 1. */
  opacity: z.number().min(0).max(1).optional(),
  /** Interpolation to the next keyframe. */
  easing: z.enum(easings).default('linear'),
});

/** Keyframes of a layer, in order of time, each at a different time; absent: the layer stays at its position. */
export const keyframes = z.array(keyframe).max(MAX_KEYFRAMES).optional();

/** A keyframe, as parsed. */
export type Keyframe = z.infer<typeof keyframe>;
/** Name of an interpolation. */
export type EasingName = (typeof easings)[number];
