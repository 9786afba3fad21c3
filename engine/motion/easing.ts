import type { EasingName } from '../project/keyframes.ts';

/** Maps a share of the time to a share of the change, both 0 to 1. */
export type Easing = (share: number) => number;

/** Starts slowly. */
export const easeIn: Easing = (share) => share ** 2;

/** Ends slowly. */
export const easeOut: Easing = (share) => 1 - (1 - share) ** 2;

/** Starts and ends slowly. */
export const easeInOut: Easing = (share) => (share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2);

/** Easings of keyframes, by name. */
export const easings: Readonly<Record<EasingName, Easing>> = {
  ...{ linear: (share) => share, 'ease-in': easeIn, 'ease-out': easeOut, 'ease-in-out': easeInOut },
  hold: () => 0,
};
