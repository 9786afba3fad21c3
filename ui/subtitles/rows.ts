/** Rows below each other, of which at most one is open where they are collapsed. Heights in CSS pixels. */
export interface Rows {
  count: number;
  /** Of each row but the open one. */
  height: number;
  /** Its index; -1: none. */
  open: number;
  openHeight: number;
}

/** Rows that are drawn above and below those in sight, so that a fast scroll shows none missing. */
const BESIDE = 4;

/** Where a row begins; of the one behind the last: the height of all. */
export function topOf({ height, open, openHeight }: Rows, index: number): number {
  return index * height + (open >= 0 && index > open ? openHeight - height : 0);
}

/** The row at a place, from 0 to the last one. */
function rowAt(rows: Rows, y: number): number {
  const { height, open, openHeight } = rows;
  const openTop = topOf(rows, open);
  const isBehind = open >= 0 && y >= openTop + openHeight;
  const isOpen = open >= 0 && y >= openTop && !isBehind;
  const index = isOpen ? open : Math.floor((isBehind ? y - openHeight + height : y) / height);
  return Math.min(rows.count - 1, Math.max(0, index));
}

/** The rows that are drawn while a stretch is in sight; the last one is exclusive. */
export function rowsIn(rows: Rows, top: number, height: number): readonly [from: number, to: number] {
  if (rows.count === 0) return [0, 0];
  return [Math.max(0, rowAt(rows, top) - BESIDE), Math.min(rows.count, rowAt(rows, top + height) + 1 + BESIDE)];
}

/** Where to scroll so that a row is wholly in sight; as it is where it is already. */
export function scrolledTo(rows: Rows, index: number, { top, height }: { top: number; height: number }): number {
  const from = topOf(rows, index);
  const to = topOf(rows, index + 1);
  if (from < top) return from;
  return to > top + height ? to - height : top;
}
