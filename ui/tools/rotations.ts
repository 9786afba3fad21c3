/** Clockwise rotation in degrees, a multiple of 90, and whether the result is then flipped horizontally. */
export interface Orientation {
  rotation: number;
  flipped: boolean;
}

/** Operations on the source as it is displayed. */
export type RotationName = 'left' | 'right' | 'across' | 'over';

/**
 * Each operation. The flip is applied last, so a flipped source rotates in the opposite direction to appear rotated; a
 * vertical flip is a rotation by 180° and a horizontal flip.
 */
export const rotations: Readonly<Record<RotationName, (now: Orientation) => Orientation>> = {
  left: (now) => rotated(now, now.flipped ? 90 : -90),
  right: (now) => rotated(now, now.flipped ? -90 : 90),
  across: ({ rotation, flipped }) => ({ rotation, flipped: !flipped }),
  over: (now) => rotated({ ...now, flipped: !now.flipped }, 180),
};

/** Describes the orientation. */
export function orientationWords({ rotation, flipped }: Orientation): string {
  const angle = rotation === 0 ? '' : `Rotated by ${rotation}° clockwise`;
  return [angle, ...(flipped ? [angle ? 'mirrored' : 'Mirrored'] : [])].filter(Boolean).join(', ');
}

function rotated({ rotation, flipped }: Orientation, by: number): Orientation {
  return { rotation: (rotation + by + 360) % 360, flipped };
}
