/** A rectangle of the window, CSS pixels. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Room around a message, CSS pixels. */
const GAP = 8;

/**
 * Where a message covers no control: as low as possible, in the middle if it can be, else at a side. Where every place
 * covers something, the one that covers least.
 * @param room the part of the window that it may use. @param controls in any order.
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

/** Square pixels that a message and a control share; a control at the message's edge counts as well. */
function shared(one: Rect, other: Rect): number {
  const side = (a: number, aSize: number, b: number, bSize: number) =>
    Math.max(0, Math.min(a + aSize + GAP - 1, b + bSize) - Math.max(a - GAP + 1, b));
  return side(one.left, one.width, other.left, other.width) * side(one.top, one.height, other.top, other.height);
}
