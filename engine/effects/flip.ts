/** Flips of an image within its box. */
export interface Flip {
  flipped: boolean;
  flippedVertical: boolean;
}

/**
 * ffmpeg filters for a vertical flip. `vflip` only inverts the row order of the frame, and `scale` then writes beyond
 * its last byte if the width is odd; `copy` gives the flip its own frame.
 */
export const verticalFlip: readonly string[] = ['copy', 'vflip'];

/** Returns the flips as ffmpeg filters, in order; none for an unflipped image. */
export function flipFilters({ flipped, flippedVertical }: Flip): string[] {
  return [...(flipped ? ['hflip'] : []), ...(flippedVertical ? verticalFlip : [])];
}
