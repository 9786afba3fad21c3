import { type FilterOptions, filter } from '../../../engine/effects/ffmpegFilter.ts';
import { verticalFlip } from '../../../engine/effects/flip.ts';
import type { Output, VideoPart } from '../plan/plan.ts';
import type { SourceColor } from '../plan/sourceColor.ts';
import { hasClearPixels } from '../plan/videoPart.ts';
import { number } from './ffmpegArgs.ts';
import {
  clearScaler,
  fromBt709,
  printAdjustment,
  printAdjustmentInRgb,
  printColors,
  printCorners,
  printLayerEffects,
  printMasked,
  scaler,
  toBt709,
} from './printEffects.ts';
import { printGrade } from './printGrade.ts';
import { printKeyed, type Sized } from './printKey.ts';
import { printShadowed } from './printShadow.ts';
import { isAtOddPlace } from './softEdges.ts';

/**
 * Prints, in this order: crop, tone mapping, scaling, key, adjustment, color correction, flips and vignette, effects,
 * mask, shadow, rotation, color conversion. Scaling or rotating frames with transparent pixels happens in premultiplied
 * RGB; otherwise the color of transparent pixels would show as a fringe.
 * @returns filters that end in straight alpha: RGBA, or 4:2:0, or 4:4:4 if the part has soft edges.
 * @param name prefix of its pad names.
 */
export function printFrameWork(part: VideoPart, output: Output, name: string): string[] {
  const { before, size, after } = printCrop(part);
  const [toneMap, source] = printSource(part.color);
  const steps = [...printOneSize(part), ...before, ...toneMap];
  const scale = (colors: FilterOptions = {}) =>
    filter('scale', ...size, { flags: part.alpha ? clearScaler : scaler, ...colors });
  if (hasClearPixels(part) || part.turn % 90 !== 0) {
    return [
      ...steps,
      ...printClear(part, source, { scale, after }, name),
      ...printCorners(part, 'gbrap', name),
      ...printLayerEffects(part, 'gbrap'),
      ...(part.shadow ? printShadowed(part, part.shadow, name) : printMasked(part, 'gbrap', name)),
      ...printRotation(part),
      'unpremultiply=inplace=1',
      ...(output.pixels === 'rgba' ? [] : printEvenPlace(part)),
      ...printStraight(output),
      'setsar=1',
    ];
  }
  if (output.pixels === 'rgba') {
    const [colors, adjustment] = printAdjustmentInRgb(part, source, 'yuv444p');
    const corners = printCorners(part, 'rgb', name);
    const effects = part.effects ? ['format=gbrap', ...printLayerEffects(part, 'gbrap'), 'format=rgba'] : [];
    return [
      ...steps,
      scale(colors),
      ...adjustment,
      'format=rgba',
      ...printGrade(part),
      ...after,
      ...corners,
      ...effects,
      ...printMasked(part, 'solid', name),
      ...printRotation(part),
      'setsar=1',
    ];
  }
  const odd = isAtOddPlace(part);
  const planes = odd ? 'yuva444p' : 'yuv420p';
  return [
    ...steps,
    ...(part.grade
      ? printGraded(part, source, { scale, after, planes })
      : printPlanes(part, source, { scale, after, planes })),
    ...printCorners(part, odd ? 'yuv444' : 'yuv420', name),
    ...printLayerEffects(part, planes),
    ...(part.mask && !odd ? ['format=yuva420p'] : []),
    ...printMasked(part, 'solid', name),
    ...printRotation(part),
    ...(odd ? printEvenPlace(part) : []),
    'setsar=1',
  ];
}

/** How a part is scaled, and its pixel format afterwards. */
interface Planes extends Pick<Sized, 'scale' | 'after'> {
  planes: 'yuv420p' | 'yuva444p';
}

/** Prints a scaled, adjusted frame in BT.709. */
function printPlanes(part: VideoPart, source: FilterOptions, { scale, after, planes }: Planes): string[] {
  const odd = planes === 'yuva444p';
  const [colors, matrix] = odd ? [{ ...source, ...toBt709 }, []] : printToBt709(part, source);
  return [
    ...(odd || !isAsItComes(part) ? [scale(colors)] : []),
    filter('format', planes),
    ...after,
    ...matrix,
    ...printAdjustment(part, planes),
  ];
}

/** Like printPlanes, with a color correction: scales to RGB at once, because it would amplify each further rounding. */
function printGraded(part: VideoPart, source: FilterOptions, { scale, after, planes }: Planes): string[] {
  const [colors, adjustment] = printAdjustmentInRgb(part, source, 'yuv444p');
  const grade = [...printGrade(part), ...after, printColors(toBt709), filter('format', planes)];
  return [scale(colors), ...adjustment, 'format=gbrp', ...grade];
}

/** Prints the scaled frame in premultiplied RGB. @param sized how it is scaled. */
function printClear(
  part: VideoPart,
  source: FilterOptions,
  { scale, after }: Pick<Sized, 'scale' | 'after'>,
  name: string,
): string[] {
  if (part.key) return printKeyed(part, part.key, { source, scale, after, name });
  const [colors, adjustment] = printAdjustmentInRgb(part, source, part.alpha ? 'yuva444p' : 'yuv444p');
  return part.alpha
    ? [
        printColors(colors),
        ...adjustment,
        'format=gbrap',
        ...printGrade(part),
        'premultiply=inplace=1',
        scale(),
        ...after,
      ]
    : [scale(colors), ...adjustment, 'format=gbrap', ...printGrade(part), ...after];
}

/** A source may change size and pixel format midway. Frames that do not need it pass unchanged. */
function printOneSize({ segments, source }: VideoPart): string[] {
  return segments.length > 0 ? [filter('scale', source.width, source.height, { flags: scaler })] : [];
}

/** Whether a source's frames of one size stay unchanged: scale would copy them pixel by pixel. */
function isAsItComes({ segments, source, crop, width, height, color }: VideoPart): boolean {
  return (
    segments.length > 0 && color.isFinal === true && isWhole(crop) && source.width === width && source.height === height
  );
}

/**
 * Prints the options of scale for BT.709, and a step that converts the matrix directly, because scale would go through
 * RGB at several times the cost. The step writes out of bounds for frames with odd sides.
 * @param source options of scale for the input colors.
 */
function printToBt709(
  { color, width, height }: VideoPart,
  source: FilterOptions,
): [options: FilterOptions, steps: string[]] {
  const isEven = width % 2 === 0 && height % 2 === 0;
  if (color.matrix !== 'bt601' || color.hdr || !isEven) return [{ ...source, ...toBt709 }, []];
  return [{ ...source, out_color_matrix: 'smpte170m', out_range: 'tv' }, [filter('colormatrix', 'bt601', 'bt709')]];
}

/**
 * Prints the crop: first to whole even pixels of the source around the visible part, then, after scaling, to whole
 * canvas pixels.
 * Includes a few more source pixels if their borders then lie closer to whole canvas pixels: an error of half a pixel
 * would differ visibly from the preview.
 */
function printCrop({ crop, source, width, height }: VideoPart): {
  before: string[];
  size: [width: number, height: number];
  after: string[];
} {
  if (isWhole(crop)) return { before: [], size: [width, height], after: [] };
  const x = cutSide(crop.x, crop.width, source.width, width);
  const y = cutSide(crop.y, crop.height, source.height, height);
  const cut = [`round(iw*${x.share})`, `round(ih*${y.share})`, `round(iw*${x.from})`, `round(ih*${y.from})`];
  return {
    before: [`crop=${cut.join(':')}:exact=1`],
    size: [x.scaled, y.scaled],
    after: [filter('crop', width, height, x.offset, y.offset, { exact: 1 })],
  };
}

/** Whether nothing is cropped; equal ratios may differ in their last digits. */
function isWhole({ width, height }: VideoPart['crop']): boolean {
  return width > 1 - 1e-6 && height > 1 - 1e-6;
}

/** Computes one side of a crop. @param from,share shares of the source. @param source,shown pixels. */
function cutSide(
  from: number,
  share: number,
  source: number,
  shown: number,
): { from: string; share: string; scaled: number; offset: number } {
  const scale = shown / (share * source);
  const first = nearestWhole(
    evenFrom(Math.floor((from * source) / 2) * 2, -1, 0),
    (border) => (from * source - border) * scale,
  );
  const last = nearestWhole(
    evenFrom(Math.ceil(((from + share) * source) / 2) * 2, 1, source),
    (border) => (border - first) * scale,
  );
  const { scaled, offset } = nearestSize((last - first) * scale, (from * source - first) * scale, shown);
  return {
    from: number(first / source),
    share: number((last - first) / source),
    scaled,
    offset,
  };
}

/**
 * Returns the whole-pixel size in which a side deviates least from its exact place on the canvas, at its start and end.
 * @param length of the side, @param before its part cropped at the start, @param shown the visible rest; canvas pixels.
 */
function nearestSize(length: number, before: number, shown: number): { scaled: number; offset: number } {
  const around = (value: number) => [Math.round(value), Math.floor(value), Math.ceil(value)];
  const sizes = around(length).flatMap((scaled) =>
    around(before).map((offset) => {
      const at = (pixel: number) => Math.abs(((pixel + offset) * length) / scaled - before - pixel);
      return { scaled, offset, off: Math.max(at(0), at(shown)) };
    }),
  );
  const possible = sizes.filter(({ scaled, offset }) => offset >= 0 && offset + shown <= scaled);
  const least = Math.min(...possible.map(({ off }) => off));
  return possible.find(({ off }) => off <= least + 1e-6) ?? { scaled: Math.max(shown, Math.round(length)), offset: 0 };
}

/** Number of even source pixels that are tried as a crop border. */
const mostTried = 12;
/** Tolerated distance to a whole pixel. */
const nearEnough = 0.02;

/** Even pixels outwards from a border, within the source. */
function evenFrom(border: number, outwards: 1 | -1, end: number): number[] {
  const all = Array.from({ length: mostTried }, (_, i) => border + 2 * i * outwards);
  const within = all.filter((pixel) => (end - pixel) * outwards >= 0);
  return within.length > 0 ? within : [end];
}

/** Returns the border closest to a whole canvas pixel; the first that is close enough. */
function nearestWhole(borders: readonly number[], onCanvas: (border: number) => number): number {
  const off = borders.map((border) => Math.abs(onCanvas(border) - Math.round(onCanvas(border))));
  const found = off.findIndex((value) => value <= nearEnough);
  return borders[found < 0 ? off.indexOf(Math.min(...off)) : found] as number;
}

/** Converts RGB to the pixel format of a part. */
function printStraight({ pixels }: Output): string[] {
  return pixels === 'rgba' ? ['format=rgba'] : [printColors(toBt709), 'format=yuva444p'];
}

/**
 * overlay places 4:2:0 frames on even pixels only, so a frame at an odd position gets a transparent column or row
 * before it.
 */
function printEvenPlace(part: VideoPart): string[] {
  if (!isAtOddPlace(part)) return [];
  const left = Math.abs(part.bounds.x % 2);
  const top = Math.abs(part.bounds.y % 2);
  return [filter('pad', `iw+${left}`, `ih+${top}`, left, top, { color: 'black@0' })];
}

/**
 * Prints how a source's colors are read: steps that tone-map HDR to BT.709, and options of scale for the input colors.
 * RGB has no matrix.
 */
export function printSource(color: SourceColor): [steps: string[], options: FilterOptions] {
  if (color.hdr) return [printToneMap(color), fromBt709];
  if (color.isWide) return [[printNarrowed(color)], fromBt709];
  if (color.matrix === 'rgb') return [[], {}];
  const matrix = color.matrix === 'bt601' ? 'smpte170m' : color.matrix;
  return [[], { in_color_matrix: matrix, in_range: color.range === 'limited' ? 'tv' : 'pc' }];
}

/** SDR white is at 203 cd/m² in HDR (ITU-R BT.2408 §3.1). */
function printToneMap(color: SourceColor): string[] {
  const curve = color.hdr === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    filter('zscale', { tin: curve, min: 'bt2020nc', pin: 'bt2020', t: 'linear', npl: 203 }),
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=mobius:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ];
}

/** BT.2020 to BT.709; colors outside BT.709 are clipped. */
function printNarrowed({ range }: SourceColor): string {
  const from = { min: 'bt2020nc', pin: 'bt2020', tin: 'bt709', rin: range === 'full' ? 'pc' : 'tv' };
  return `${filter('zscale', from, { m: 'bt709', p: 'bt709', t: 'bt709', r: 'tv' })},format=yuv420p`;
}

function printRotation(part: VideoPart): string[] {
  if (part.turn === 0) return [];
  if (part.turn === 90) return ['transpose=clock'];
  if (part.turn === 180) return ['hflip', ...verticalFlip];
  if (part.turn === 270) return ['transpose=cclock'];
  const radians = number((part.turn * Math.PI) / 180);
  const [width, height] = [part.bounds.width, part.bounds.height];
  // Transparent pixels around the frame let the rotation smooth its edges.
  return [
    filter('pad', 'iw+4', 'ih+4', 2, 2, { color: 'black@0' }),
    filter('rotate', radians, { ow: width, oh: height, c: 'black@0' }),
  ];
}
