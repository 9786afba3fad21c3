import * as z from 'zod';
import { seconds } from './fields.ts';
import { keyframes } from './keyframes.ts';
import { MAX_ANIMATION_SECONDS, MIN_ANIMATION_SECONDS } from './limits.ts';

/** Enter and exit animations of visible layers. */
export const layerAnimations = ['fade', 'slide', 'zoom', 'pop', 'wipe'] as const;

/** Enter and exit animations of text layers. */
export const textAnimations = [...layerAnimations, 'typewriter'] as const;

/** Sides from which a layer enters or to which it exits. */
export const animationSides = ['left', 'right', 'top', 'bottom'] as const;

function animation<T extends readonly [string, ...string[]]>(types: T) {
  return z
    .object({
      type: z.enum(types),
      /** Length in seconds. If enter and exit do not fit into the layer's span, both are shortened in proportion. */
      duration: z.number().min(MIN_ANIMATION_SECONDS).max(MAX_ANIMATION_SECONDS).default(0.5),
      /** For slide and wipe: the side to enter from or exit to. Default: left. */
      side: z.enum(animationSides).optional(),
      /** Seconds of the animation before the layer's start and after its end, as in the parts of a split layer. */
      at: seconds.optional(),
      after: seconds.optional(),
    })
    .optional();
}

/** Enter and exit animations and keyframes of a visible layer; absent: none. */
export const animatedFields = {
  ...{ animateIn: animation(layerAnimations), animateOut: animation(layerAnimations) },
  keyframes,
};

/** Enter and exit animations and keyframes of a text layer. */
export const animatedTextFields = {
  ...{ animateIn: animation(textAnimations), animateOut: animation(textAnimations) },
  keyframes,
};

/** An enter or exit animation, as parsed. */
export type LayerAnimation = NonNullable<z.infer<typeof animatedTextFields.animateIn>>;
/** Side of an enter or exit animation. */
export type AnimationSide = (typeof animationSides)[number];
