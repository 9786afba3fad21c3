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

/** Fields of an enter or exit animation. */
function animation<T extends readonly [string, ...string[]]>(types: T) {
  return z.object({
    type: z.enum(types),
    /** Length in seconds. If enter and exit do not fit into the layer's span, both are shortened in proportion. */
    duration: z.number().min(MIN_ANIMATION_SECONDS).max(MAX_ANIMATION_SECONDS).default(0.5),
    /** For slide and wipe: the side to enter from or exit to. Default: left. */
    side: z.enum(animationSides).optional(),
    /** Seconds of the animation before the layer's start and after its end, as in the parts of a split layer. */
    at: seconds.optional(),
    after: seconds.optional(),
  });
}

/**
 * For animateIn. `over` true: the layer that ends where this one starts plays on during the animation, so that it is a
 * transition between the two. Default: that layer ends.
 */
const transitionFields = { over: z.boolean().optional() };

function animations<T extends readonly [string, ...string[]]>(types: T) {
  return {
    animateIn: animation(types).extend(transitionFields).optional(),
    animateOut: animation(types).optional(),
  };
}

/** Enter and exit animations and keyframes of a visible layer; absent: none. */
export const animatedFields = { ...animations(layerAnimations), keyframes };

/** Enter and exit animations and keyframes of a text layer. */
export const animatedTextFields = { ...animations(textAnimations), keyframes };

/** An enter or exit animation, as parsed; only the former has `over`. */
export type LayerAnimation = NonNullable<z.infer<typeof animatedTextFields.animateIn>>;
/** Side of an enter or exit animation. */
export type AnimationSide = (typeof animationSides)[number];
