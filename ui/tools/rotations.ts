/** How a picture is rotated, clockwise by quarters in degrees, and whether the result is then mirrored left for right. */
export interface Orientation {
  rotation: number;
  flipped: boolean;
}

/** What can be done with the picture as it is seen. */
export type RotationName = 'left' | 'right' | 'across' | 'over';

/**
 * Each of them. As the mirror comes last, what is mirrored is rotated the other way round to be seen rotated; and
 * upside down is half a rotation, mirrored.
 */
export const rotations: Readonly<Record<RotationName, (now: Orientation) => Orientation>> = {
  left: (now) => rotated(now, now.flipped ? 90 : -90),
  right: (now) => rotated(now, now.flipped ? -90 : 90),
  across: ({ rotation, flipped }) => ({ rotation, flipped: !flipped }),
  over: (now) => rotated({ ...now, flipped: !now.flipped }, 180),
};

/** The orientation in words. */
export function quarterWords({ rotation, flipped }: Orientation): string {
  const angle = rotation === 0 ? '' : `Rotated by ${rotation}° clockwise`;
  return [angle, ...(flipped ? [angle ? 'mirrored' : 'Mirrored'] : [])].filter(Boolean).join(', ');
}

function rotated({ rotation, flipped }: Orientation, by: number): Orientation {
  return { rotation: (rotation + by + 360) % 360, flipped };
}
