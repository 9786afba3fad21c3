/** Mirroring of a video layer's picture within its box. */
export interface Flip {
  flipped: boolean;
  flippedVertical: boolean;
}

/**
 * ffmpeg's filters that mirror top and bottom. The filter before `vflip` writes its rows upwards, and `scale` then writes beyond
 * the last byte of the frame where the width is odd; `copy` gives it a frame of its own.
 */
export const verticalFlip: readonly string[] = ['copy', 'vflip'];

/** Mirroring as ffmpeg's filters, in order; none for a picture that is not mirrored. */
export function flipFilters({ flipped, flippedVertical }: Flip): string[] {
  return [...(flipped ? ['hflip'] : []), ...(flippedVertical ? verticalFlip : [])];
}
