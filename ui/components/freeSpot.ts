/** A rectangle of the window, in CSS pixels. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Gap around a message, in CSS pixels. */
const GAP = 8;

/**
 * Finds a position where a message covers no control: as low as possible, centered if possible, else at a side. If
 * there is none, returns the position with the least overlap.
 * @param room available part of the window. @param controls in any order.
 */
export function freeSpot(
  { width, height }: Pick<Rect, 'width' | 'height'>,
  room: Rect,
  controls: readonly Rect[],
): Pick<Rect, 'left' | 'top'> {
  const right = room.left + room.width - width;
  const bottom = room.top + room.height - height;
  const lefts = [(room.left + right) / 2, right, room.left];
  const tops = [bottom, ...controls.map((control) => control.top - GAP - height)]
    .filter((top) => top >= room.top && top <= bottom)
    .toSorted((one, other) => other - one);
  let best = { left: lefts[0] as number, top: bottom };
  let least = Number.POSITIVE_INFINITY;
  for (const top of tops) {
    for (const left of lefts) {
      const covered = controls.reduce((sum, control) => sum + shared({ left, top, width, height }, control), 0);
      if (covered < least) [least, best] = [covered, { left, top }];
      if (covered === 0) return best;
    }
  }
  return best;
}

/** Returns the overlap of a message and a control in square pixels; touching within the gap counts too. */
function shared(one: Rect, other: Rect): number {
  const side = (a: number, aSize: number, b: number, bSize: number) =>
    Math.max(0, Math.min(a + aSize + GAP - 1, b + bSize) - Math.max(a - GAP + 1, b));
  return side(one.left, one.width, other.left, other.width) * side(one.top, one.height, other.top, other.height);
}
