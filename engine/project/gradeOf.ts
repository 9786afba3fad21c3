import type { ColorGrade } from './colorGrade.ts';

/** Returns the color correction of a layer; undefined if the layer has none, or if its correction changes nothing. */
export function gradeOf({ color }: { color?: ColorGrade | undefined }): ColorGrade | undefined {
  if (!color) return undefined;
  const { curve, lut, ...amounts } = color;
  const hasCurve = curve !== undefined && Object.values(curve).some((points) => points !== undefined);
  const hasLook = lut !== undefined && lut.intensity > 0;
  return hasCurve || hasLook || Object.values(amounts).some((amount) => amount !== 0) ? color : undefined;
}
