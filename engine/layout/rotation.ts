import type { Point } from './point.ts';

/** How near a rotation must be to 0, 90, 180 or 270 to become it, degrees. */
const tolerance = 5;
/** Steps of a rotation with Shift held, degrees. */
const coarseStep = 15;

/** The direction from one place to another: degrees clockwise from straight up, 0 up to, not including, 360. */
export function angleTo(center: Point, point: Point): number {
  return onCircle((Math.atan2(point.x - center.x, center.y - point.y) * 180) / Math.PI);
}

/** The same rotation as 0 up to, not including, 360 degrees, to a hundredth. Positions of the Studio hold it so. */
export function normalRotation(degrees: number): number {
  const rotation = onCircle(degrees);
  return Number.isFinite(rotation) ? (Math.round(rotation * 100) / 100) % 360 : 0;
}

/**
 * Snaps a rotation: to 0, 90, 180 or 270 when it is within 5 degrees of it, or to steps of 15.
 * @param coarse steps of 15, as with Shift held. @returns 0 up to, not including, 360.
 */
export function snapRotation(degrees: number, coarse: boolean): number {
  if (coarse) return normalRotation(Math.round(degrees / coarseStep) * coarseStep);
  const quarter = Math.round(degrees / 90) * 90;
  return normalRotation(Math.abs(degrees - quarter) <= tolerance ? quarter : degrees);
}

/**
 * The rotation of a box whose handle for it was pulled.
 * @param start its rotation when the pull began. @param from, to where the pointer was then and is now.
 */
export function draggedRotation(start: number, center: Point, from: Point, to: Point, coarse: boolean): number {
  return snapRotation(start + angleTo(center, to) - angleTo(center, from), coarse);
}

function onCircle(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
