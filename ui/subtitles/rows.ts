/** Layout of a list of rows of which at most one is open. Heights in CSS pixels. */
export interface Rows {
  count: number;
  /** Height of every row except the open one. */
  height: number;
  /** Index of the open row; -1 for none. */
  open: number;
  openHeight: number;
}

/** Extra rows rendered above and below the view, so that fast scrolling shows no gaps. */
const BESIDE = 4;

/** Returns the top of a row; with the row count as index, the total height. */
export function topOf({ height, open, openHeight }: Rows, index: number): number {
  return index * height + (open >= 0 && index > open ? openHeight - height : 0);
}

/** Returns the index of the row at a position, clamped to the list. */
function rowAt(rows: Rows, y: number): number {
  const { height, open, openHeight } = rows;
  const openTop = topOf(rows, open);
  const isBehind = open >= 0 && y >= openTop + openHeight;
  const isOpen = open >= 0 && y >= openTop && !isBehind;
  const index = isOpen ? open : Math.floor((isBehind ? y - openHeight + height : y) / height);
  return Math.min(rows.count - 1, Math.max(0, index));
}

/** Returns the rows to render for a view; `to` is exclusive. */
export function rowsIn(rows: Rows, top: number, height: number): readonly [from: number, to: number] {
  if (rows.count === 0) return [0, 0];
  return [Math.max(0, rowAt(rows, top) - BESIDE), Math.min(rows.count, rowAt(rows, top + height) + 1 + BESIDE)];
}

/** Returns the scroll position that makes a row fully visible; unchanged if it is. */
export function scrolledTo(rows: Rows, index: number, { top, height }: { top: number; height: number }): number {
  const from = topOf(rows, index);
  const to = topOf(rows, index + 1);
  if (from < top) return from;
  return to > top + height ? to - height : top;
}
