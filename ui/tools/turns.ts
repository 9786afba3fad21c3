/** How a picture is rotated, clockwise by quarters in degrees, and whether the result is then mirrored left for right. */
export interface Turned {
  rotation: number;
  flipped: boolean;
}

/** What can be done with the picture as it is seen. */
export type TurnName = 'left' | 'right' | 'across' | 'over';

/**
 * Each of them. As the mirror comes last, what is mirrored is rotated the other way round to be seen rotated; and
 * upside down is half a turn, mirrored.
 */
export const turns: Readonly<Record<TurnName, (now: Turned) => Turned>> = {
  left: (now) => rotated(now, now.flipped ? 90 : -90),
  right: (now) => rotated(now, now.flipped ? -90 : 90),
  across: ({ rotation, flipped }) => ({ rotation, flipped: !flipped }),
  over: (now) => rotated({ ...now, flipped: !now.flipped }, 180),
};

/** How it is turned, in words. */
export function quarterWords({ rotation, flipped }: Turned): string {
  const turned = rotation === 0 ? '' : `Rotated by ${rotation}° clockwise`;
  return [turned, ...(flipped ? [turned ? 'mirrored' : 'Mirrored'] : [])].filter(Boolean).join(', ');
}

function rotated({ rotation, flipped }: Turned, by: number): Turned {
  return { rotation: (rotation + by + 360) % 360, flipped };
}
