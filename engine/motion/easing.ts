import type { EasingName } from '../project/keyframes.ts';

/** How a change goes along: from a share of its time to a share of its way, 0 to 1 both. */
export type Easing = (share: number) => number;

/** Starts slowly. */
export const easeIn: Easing = (share) => share ** 2;

/** Ends slowly. */
export const easeOut: Easing = (share) => 1 - (1 - share) ** 2;

/** Starts and ends slowly. */
export const easeInOut: Easing = (share) => (share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2);

/** The easings of keyframes by their names. */
export const easings: Readonly<Record<EasingName, Easing>> = {
  ...{ linear: (share) => share, 'ease-in': easeIn, 'ease-out': easeOut, 'ease-in-out': easeInOut },
  hold: () => 0,
};
