import { adjustmentFilter, leavesRange } from '../../../engine/effects/adjustment.ts';
import { printMask } from '../../../engine/effects/corners.ts';
import { type FilterOptions, filter } from '../../../engine/effects/ffmpegFilter.ts';
import { flipFilters } from '../../../engine/effects/flip.ts';
import type { EffectPlanes } from '../../../engine/effects/layerEffect.ts';
import { effectFilters, effectsOf } from '../../../engine/effects/layerEffects.ts';
import { vignetteMask } from '../../../engine/effects/vignette.ts';
import type { VideoPart } from '../plan/plan.ts';

/** Flags of all scaling: bicubic, exact rounding, full chroma resolution. */
export const scaler = 'bicubic+accurate_rnd+full_chroma_int';

/**
 * Flags for scaling frames with alpha. A bicubic filter overshoots at edges, where alpha clips at 255 and colors do
 * not, so colors would get brighter by a tenth.
 */
export const clearScaler = 'bilinear+accurate_rnd+full_chroma_int';

/** Options of scale for the colors of a video output. */
export const toBt709: FilterOptions = { out_color_matrix: 'bt709', out_range: 'tv' };

/** Options of scale for frames in the colors of a video output. */
export const fromBt709: FilterOptions = { in_color_matrix: 'bt709', in_range: 'tv' };

/** Prints a conversion of colors at the same size. @param colors options of scale. */
export function printColors(colors: FilterOptions = {}): string {
  return filter('scale', { flags: scaler, ...colors });
}

/**
 * Prints the adjustment of a part that is processed in RGB: options of scale besides the size, and the steps back to
 * RGB.
 * @param source options of scale for the input colors. @param planes pixel format of the adjustment.
 */
export function printAdjustmentInRgb(
  { adjustment }: VideoPart,
  source: FilterOptions,
  planes: 'yuv444p' | 'yuva444p',
): [options: FilterOptions, steps: string[]] {
  if (!adjustment) return [source, []];
  return [{ ...source, ...toBt709 }, [filter('format', planes), adjustmentFilter(adjustment), printColors(fromBt709)]];
}

/**
 * Prints the adjustment of a part that is already BT.709. Y'CbCr can express colors beyond black and white, which would
 * become visible where the part is darkened or mixed afterwards; only a conversion to RGB clamps them.
 * @param planes pixel format of the part.
 */
export function printAdjustment(part: VideoPart, planes: 'yuv420p' | 'yuva444p'): string[] {
  const { adjustment } = part;
  if (!adjustment) return [];
  const isMixed = part.vignette || part.effects || part.mask || part.track?.opacity;
  return [adjustmentFilter(adjustment), ...(isMixed && leavesRange(adjustment) ? printClamped(planes) : [])];
}

/** Prints a conversion to RGB and back, which clamps colors. */
export function printClamped(planes: 'yuv420p' | 'yuv444p' | 'yuva444p'): string[] {
  const rgb = planes === 'yuva444p' ? 'gbrap' : 'gbrp';
  return [printColors(fromBt709), filter('format', rgb), printColors(toBt709), filter('format', planes)];
}

/**
 * Prints flips, then the vignette. @param pixels current pixel format of the part.
 * @param name prefix of its pad names.
 */
export function printCorners(part: VideoPart, pixels: VignettedPixels, name: string): string[] {
  const { width, height, vignette, flipped = false, flippedVertical = false } = part;
  const flip = flipFilters({ flipped, flippedVertical });
  if (!vignette) return flip;
  const [mask, filter] = vignetteMask({ ...vignette, width, height }, pixels);
  return [...flip, `null[${name}lit];\n${mask}[${name}dark];\n[${name}lit][${name}dark]${filter}`];
}

/** Prints the effects on the picture of a part. @param planes current pixel format of the part. */
export function printLayerEffects({ effects }: VideoPart, planes: EffectPlanes): string[] {
  return effects ? effectFilters(effectsOf(effects.amounts), effects.shorter, planes) : [];
}

/** Prints the mask of a part. @param pixels current pixel format of the part. @param name prefix of its pad names. */
export function printMasked({ mask, width, height }: VideoPart, pixels: 'solid' | 'gbrap', name: string): string[] {
  if (!mask) return [];
  const [lines, filter] = printMask(mask, { width, height }, pixels, `${name}mask`);
  return [`null[${name}seen];\n${lines.join(';\n')}[${name}mask];\n[${name}seen][${name}mask]${filter}`];
}

type VignettedPixels = Parameters<typeof vignetteMask>[1];
