/** Where a picture stands in its frame. */
export interface Placing {
  /** From the middle of the frame to the right and downwards, percent of its width and height; −100 to 100. */
  x: number;
  y: number;
  /** Percent of the size in which it fits or crops; 10 to 300. */
  zoom: number;
}

/** In the middle, as it fits or crops. */
export const usualPlacing: Placing = { x: 0, y: 0, zoom: 100 };

/** How near to a line a picture snaps, percent of the frame. */
const SNAP = 1.5;

/** Moved by percents of the frame, as far as it may go. */
export function movedBy({ x, y, zoom }: Placing, dx: number, dy: number): Placing {
  return { x: offset(x + dx), y: offset(y + dy), zoom };
}

/** Made larger by a factor while the point below `at` stays there. @param at from the middle of the frame, percent. */
export function zoomedBy(placing: Placing, factor: number, at: { x: number; y: number }): Placing {
  const zoom = tenths(Math.min(300, Math.max(10, placing.zoom * factor)));
  const by = zoom / placing.zoom;
  return { x: offset(at.x + (placing.x - at.x) * by), y: offset(at.y + (placing.y - at.y) * by), zoom };
}

/** Where a picture snapped to: its middle, or an edge, on that of the frame. Percent of the frame from its left and top. */
export interface SnapLines {
  x: number | undefined;
  y: number | undefined;
}

/** Put to the middle or an edge of the frame where it is near. @param size of the picture, percent of the frame. */
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
