/** Mirroring of a video layer's picture within its box. */
export interface Flip {
  flipped: boolean;
  flippedVertical: boolean;
}

/** Mirroring as ffmpeg's filters, in order; none for a picture that is not mirrored. */
export function flipFilters({ flipped, flippedVertical }: Flip): string[] {
  return [...(flipped ? ['hflip'] : []), ...(flippedVertical ? ['vflip'] : [])];
}
