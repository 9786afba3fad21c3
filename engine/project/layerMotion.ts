import * as z from 'zod';
import { seconds } from './fields.ts';
import { keyframes } from './keyframes.ts';
import { MAX_ANIMATION_SECONDS, MIN_ANIMATION_SECONDS } from './limits.ts';

/** The ways in which any layer that is seen may come and go. */
export const layerAnimations = ['fade', 'slide', 'zoom', 'pop', 'wipe'] as const;

/** Those of a text, which may also be written letter by letter. */
export const textAnimations = [...layerAnimations, 'typewriter'] as const;

/** The sides that a layer may come from or go to. */
export const animationSides = ['left', 'right', 'top', 'bottom'] as const;

function animation<T extends readonly [string, ...string[]]>(types: T) {
  return z
    .object({
      type: z.enum(types),
      /** How long it takes, seconds. In a layer that is there for less than both take, both are shortened alike. */
      duration: z.number().min(MIN_ANIMATION_SECONDS).max(MAX_ANIMATION_SECONDS).default(0.5),
      /** Of a slide or a wipe: where it comes from, or goes to; absent: left. */
      side: z.enum(animationSides).optional(),
      /** How much of it went by before the layer is there, and goes on after it, as where a layer was cut in two, seconds. */
      at: seconds.optional(),
      after: seconds.optional(),
    })
    .optional();
}

/** How a layer that is seen comes and goes, absent: at once; and how it moves meanwhile. */
export const animatedFields = {
  ...{ animateIn: animation(layerAnimations), animateOut: animation(layerAnimations) },
  keyframes,
};

/** How a text comes, goes and moves. */
export const animatedTextFields = {
  ...{ animateIn: animation(textAnimations), animateOut: animation(textAnimations) },
  keyframes,
};

/** How a layer comes or goes, as parsed. */
export type LayerAnimation = NonNullable<z.infer<typeof animatedTextFields.animateIn>>;
/** A side that a layer comes from or goes to. */
export type AnimationSide = (typeof animationSides)[number];
