import type { Point } from './point.ts';

/** Distance from 0, 90, 180 or 270 within which a rotation snaps, in degrees. */
const tolerance = 5;
/** Rotation step with Shift, in degrees. */
const coarseStep = 15;

/** Returns the direction between two points: degrees clockwise from straight up, 0 to 360, exclusive. */
export function angleTo(center: Point, point: Point): number {
  return onCircle((Math.atan2(point.x - center.x, center.y - point.y) * 180) / Math.PI);
}

/** Normalizes a rotation to 0 to 360 degrees, exclusive, rounded to hundredths, as Studio positions store it. */
export function normalRotation(degrees: number): number {
  const rotation = onCircle(degrees);
  return Number.isFinite(rotation) ? (Math.round(rotation * 100) / 100) % 360 : 0;
}

/**
 * Snaps a rotation to 0, 90, 180 or 270 within 5 degrees, or to steps of 15.
 * @param coarse steps of 15, as with Shift. @returns 0 to 360, exclusive.
 */
export function snapRotation(degrees: number, coarse: boolean): number {
  if (coarse) return normalRotation(Math.round(degrees / coarseStep) * coarseStep);
  const quarter = Math.round(degrees / 90) * 90;
  return normalRotation(Math.abs(degrees - quarter) <= tolerance ? quarter : degrees);
}

/**
 * Returns the rotation of a box during a drag of its rotation handle.
 * @param start its rotation at the start. @param from, to positions of the pointer at the start and now.
 */
export function draggedRotation(start: number, center: Point, from: Point, to: Point, coarse: boolean): number {
  return snapRotation(start + angleTo(center, to) - angleTo(center, from), coarse);
}

function onCircle(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
