/** Position and zoom of the source in its frame. */
export interface Placing {
  /** Offset from the center to the right and downwards, in percent of the frame's sides; −100 to 100. */
  x: number;
  y: number;
  /** Percent of the size at which it fits or crops; 10 to 300. */
  zoom: number;
}

/** Centered, at the size at which it fits or crops. */
export const usualPlacing: Placing = { x: 0, y: 0, zoom: 100 };

/** Snap distance, in percent of the frame. */
const SNAP = 1.5;

/** Moves by percent of the frame, within the limits. */
export function movedBy({ x, y, zoom }: Placing, dx: number, dy: number): Placing {
  return { x: offset(x + dx), y: offset(y + dy), zoom };
}

/** Zooms by a factor around a fixed point. @param at offset from the center, in percent of the frame. */
export function zoomedBy(placing: Placing, factor: number, at: { x: number; y: number }): Placing {
  const zoom = tenths(Math.min(300, Math.max(10, placing.zoom * factor)));
  const by = zoom / placing.zoom;
  return { x: offset(at.x + (placing.x - at.x) * by), y: offset(at.y + (placing.y - at.y) * by), zoom };
}

/** Lines that the source snapped to: center or edges of the frame, in percent from its left and top. */
export interface SnapLines {
  x: number | undefined;
  y: number | undefined;
}

/** Snaps to the center or an edge of the frame if near. @param size of the source, in percent of the frame. */
export function snapped(
  { x, y, zoom }: Placing,
  size: { width: number; height: number },
): { placing: Placing; lines: SnapLines } {
  const [across, down] = [nearest(x, size.width), nearest(y, size.height)];
  return {
    placing: { x: across?.offset ?? x, y: down?.offset ?? y, zoom },
    lines: { x: across?.line, y: down?.line },
  };
}

function nearest(value: number, length: number): { offset: number; line: number } | undefined {
  const places = [
    { offset: 0, line: 50 },
    { offset: length / 2 - 50, line: 0 },
    { offset: 50 - length / 2, line: 100 },
  ];
  const near = places.filter((place) => Math.abs(place.offset - value) < SNAP && Math.abs(place.offset) <= 100);
  near.sort((a, b) => Math.abs(a.offset - value) - Math.abs(b.offset - value));
  return near[0] && { ...near[0], offset: Number(near[0].offset.toFixed(3)) };
}

function offset(value: number): number {
  return tenths(Math.min(100, Math.max(-100, value)));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
