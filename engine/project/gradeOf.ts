import type { ColorGrade } from './colorGrade.ts';

/** Returns the color grade of a layer; undefined if it has none, or one that changes nothing. */
export function gradeOf({ color }: { color?: ColorGrade | undefined }): ColorGrade | undefined {
  if (!color) return undefined;
  const { curve, lut, ...amounts } = color;
  const hasCurve = curve !== undefined && Object.values(curve).some((points) => points !== undefined);
  const hasLook = lut !== undefined && lut.intensity > 0;
  return hasCurve || hasLook || Object.values(amounts).some((amount) => amount !== 0) ? color : undefined;
}
