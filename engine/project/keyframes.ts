import * as z from 'zod';
import { percent } from './fields.ts';
import { MAX_KEYFRAMES, MAX_ROTATION, MAX_SECONDS } from './limits.ts';

/** How a layer goes on from a keyframe to the next one: "hold" stays until then. */
export const easings = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'hold'] as const;

/** Where a layer stands at a moment, and how much of it is seen; what is not said is as at the keyframes around it. */
export const keyframe = z.object({
  /** Seconds since the layer is there; below 0 what went by before, as in the second part of a layer that was cut. */
  time: z.number().min(-MAX_SECONDS).max(MAX_SECONDS),
  /** The layer's box, as in its position: percentages of the canvas. */
  x: percent.optional(),
  y: percent.optional(),
  width: percent.optional(),
  height: percent.optional(),
  /** Degrees clockwise, by value: from 0 to 720 it is rotated twice. */
  rotation: z.number().min(-MAX_ROTATION).max(MAX_ROTATION).optional(),
  /** Factor of the layer's own opacity, 0 to 1. */
  opacity: z.number().min(0).max(1).optional(),
  /** How it goes on to the next keyframe. */
  easing: z.enum(easings).default('linear'),
});

/** The keyframes of a layer, in the order of their times, no two at one; absent: it stands where its position says. */
export const keyframes = z.array(keyframe).max(MAX_KEYFRAMES).optional();

/** A keyframe, as parsed. */
export type Keyframe = z.infer<typeof keyframe>;
/** How a layer goes on from a keyframe. */
export type EasingName = (typeof easings)[number];
