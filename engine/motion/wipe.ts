import { easeInOut } from './easing.ts';
import type { EntranceAt } from './entrance.ts';

/** Uncovers from one side to the other. */
export const wipe: EntranceAt = (share, side) => {
  const seen = easeInOut(share);
  if (side === 'left') return { seen: { x: 0, y: 0, width: seen, height: 1 } };
  if (side === 'right') return { seen: { x: 1 - seen, y: 0, width: seen, height: 1 } };
  if (side === 'top') return { seen: { x: 0, y: 0, width: 1, height: seen } };
  return { seen: { x: 0, y: 1 - seen, width: 1, height: seen } };
};
