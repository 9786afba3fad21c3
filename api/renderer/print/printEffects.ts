import { adjustmentFilter } from '../../../engine/effects/adjustment.ts';
import { printMask } from '../../../engine/effects/corners.ts';
import { flipFilters } from '../../../engine/effects/flip.ts';
import { vignetteMask } from '../../../engine/effects/vignette.ts';
import type { VideoPart } from '../plan/plan.ts';

/** Flags of every scaling: bicubic, with exact rounding and color at full resolution. */
export const scaler = 'bicubic+accurate_rnd+full_chroma_int';

/**
 * Flags of scaling what may be clear. A bicubic filter overshoots at edges, where alpha is cut off at 255 and colors are not:
 * they would get brighter by a tenth.
 */
export const clearScaler = 'bilinear+accurate_rnd+full_chroma_int';

/** What scale is told of the colors that a video output is in. */
export const toBt709 = ':out_color_matrix=bt709:out_range=tv';

/**
 * The adjustment of a part that is worked on in RGB: what scale is told beside the size, and the steps between it and RGB.
 * @param source what scale is told of the colors that come in. @param planes in which the adjustment is set.
 */
export function printAdjustmentInRgb(
  { adjustment }: VideoPart,
  source: string,
  planes: 'yuv444p' | 'yuva444p',
): [options: string, steps: string[]] {
  if (!adjustment) return [source, []];
  const back = `scale=flags=${scaler}:in_color_matrix=bt709:in_range=tv`;
  return [`${source}${toBt709}`, [`format=${planes}`, adjustmentFilter(adjustment), back]];
}

/** The adjustment of a part that is in BT.709 already. */
export function printAdjustment({ adjustment }: VideoPart): string[] {
  return adjustment ? [adjustmentFilter(adjustment)] : [];
}

/**
 * Mirroring, then darkening of the corners. @param pixels in which the part is then.
 * @param name beginning of names for pads of its own.
 */
export function printCorners(part: VideoPart, pixels: VignettedPixels, name: string): string[] {
  const { width, height, vignette, flipped = false, flippedVertical = false } = part;
  const flip = flipFilters({ flipped, flippedVertical });
  if (!vignette) return flip;
  const [mask, filter] = vignetteMask({ ...vignette, width, height }, pixels);
  return [...flip, `null[${name}lit];\n${mask}[${name}dark];\n[${name}lit][${name}dark]${filter}`];
}

/** How much of a part is seen. @param pixels in which the part is then. @param name beginning of names for pads of its own. */
export function printMasked({ mask, width, height }: VideoPart, pixels: 'solid' | 'gbrap', name: string): string[] {
  if (!mask) return [];
  const [lines, filter] = printMask(mask, { width, height }, pixels, `${name}mask`);
  return [`null[${name}seen];\n${lines.join(';\n')}[${name}mask];\n[${name}seen][${name}mask]${filter}`];
}

type VignettedPixels = Parameters<typeof vignetteMask>[1];
