import { verticalFlip } from '../../../engine/effects/flip.ts';
import type { Output, VideoPart } from '../plan/plan.ts';
import type { SourceColor } from '../plan/sourceColor.ts';
import { hasClearPixels } from '../plan/videoPart.ts';
import { number } from './ffmpegArgs.ts';
import {
  clearScaler,
  printAdjustment,
  printAdjustmentInRgb,
  printCorners,
  printMasked,
  scaler,
  toBt709,
} from './printEffects.ts';
import { printKeyed } from './printKey.ts';
import { printShadowed } from './printShadow.ts';
import { isAtOddPlace } from './softEdges.ts';

/**
 * Cropping, tone mapping, scaling, key, adjustment, mirroring and vignette, mask, shadow, rotation and color conversion, in that order. Where clear and solid pixels are
 * blended by scaling or turning, it happens in RGB that is multiplied by alpha: else the color of clear pixels shows
 * as a fringe.
 * @returns filters that end in frames of straight alpha: RGBA, or 4:2:0, or 4:4:4 where the part has soft edges.
 * @param name beginning of names for pads of its own.
 */
export function printFrameWork(part: VideoPart, output: Output, name: string): string[] {
  const { before, size, after } = printCrop(part);
  const [toneMap, source] = printSource(part.color);
  const steps = [...printOneSize(part), ...before, ...toneMap];
  const scale = `scale=${size}:flags=${part.alpha ? clearScaler : scaler}`;
  if (hasClearPixels(part) || part.turn % 90 !== 0) {
    return [
      ...steps,
      ...printClear(part, source, { scale, after }, name),
      ...printCorners(part, 'gbrap', name),
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
    return [
      ...steps,
      `${scale}${colors}`,
      ...adjustment,
      'format=rgba',
      ...after,
      ...corners,
      ...printMasked(part, 'solid', name),
      ...printRotation(part),
      'setsar=1',
    ];
  }
  const odd = isAtOddPlace(part);
  const [colors, matrix] = odd ? [`${source}${toBt709}`, []] : printToBt709(part, source);
  return [
    ...steps,
    ...(odd || !isAsItComes(part) ? [`${scale}${colors}`] : []),
    `format=${odd ? 'yuva444p' : 'yuv420p'}`,
    ...after,
    ...matrix,
    ...printAdjustment(part),
    ...printCorners(part, odd ? 'yuv444' : 'yuv420', name),
    ...(part.mask && !odd ? ['format=yuva420p'] : []),
    ...printMasked(part, 'solid', name),
    ...printRotation(part),
    ...(odd ? printEvenPlace(part) : []),
    'setsar=1',
  ];
}

/** The picture at its size in RGB that is multiplied by alpha. @param sized how it comes to its size. */
function printClear(
  part: VideoPart,
  source: string,
  { scale, after }: { scale: string; after: readonly string[] },
  name: string,
): string[] {
  if (part.key) return printKeyed(part, part.key, { source, scale, after, name });
  const [colors, adjustment] = printAdjustmentInRgb(part, source, part.alpha ? 'yuva444p' : 'yuv444p');
  return part.alpha
    ? [`scale=flags=${scaler}${colors}`, ...adjustment, 'format=gbrap', 'premultiply=inplace=1', scale, ...after]
    : [`${scale}${colors}`, ...adjustment, 'format=gbrap', ...after];
}

/** A source may change its size and pixels on the way; what has neither is passed on as it is. */
function printOneSize({ segments, source }: VideoPart): string[] {
  return segments.length > 0 ? [`scale=${source.width}:${source.height}:flags=${scaler}`] : [];
}

/** Whether the frames of a source, of one size, come out as they are: scale would copy them, pixel by pixel. */
function isAsItComes({ segments, source, crop, width, height, color }: VideoPart): boolean {
  return (
    segments.length > 0 && color.isFinal === true && isWhole(crop) && source.width === width && source.height === height
  );
}

/**
 * What scale is told so that BT.709 comes out, and the step that does what scale would only do by way of RGB, at several
 * times the price. That step writes beyond pictures of odd sides.
 * @param source what scale is told of the colors that come in.
 */
function printToBt709({ color, width, height }: VideoPart, source: string): [options: string, steps: string[]] {
  const isEven = width % 2 === 0 && height % 2 === 0;
  if (color.matrix !== 'bt601' || color.hdr || !isEven) return [`${source}${toBt709}`, []];
  return [`${source}:out_color_matrix=smpte170m:out_range=tv`, ['colormatrix=bt601:bt709']];
}

/**
 * Cutting to the shown part: first to whole even pixels of the source around it, then, after scaling, to whole pixels
 * of the canvas. A few more pixels of the source are taken where its borders then lie nearer to whole pixels of the canvas:
 * what is off by half a pixel is seen beside the preview.
 */
function printCrop({ crop, source, width, height }: VideoPart): { before: string[]; size: string; after: string[] } {
  if (isWhole(crop)) return { before: [], size: `${width}:${height}`, after: [] };
  const x = cutSide(crop.x, crop.width, source.width, width);
  const y = cutSide(crop.y, crop.height, source.height, height);
  const cut = [`round(iw*${x.share})`, `round(ih*${y.share})`, `round(iw*${x.from})`, `round(ih*${y.from})`];
  return {
    before: [`crop=${cut.join(':')}:exact=1`],
    size: `${x.scaled}:${y.scaled}`,
    after: [`crop=${width}:${height}:${x.offset}:${y.offset}:exact=1`],
  };
}

/** Whether nothing is cut off; ratios of the same shape differ in their last digits. */
function isWhole({ width, height }: VideoPart['crop']): boolean {
  return width > 1 - 1e-6 && height > 1 - 1e-6;
}

/** One side of a crop. @param from,share shares of the source. @param source,shown pixels. */
function cutSide(
  from: number,
  share: number,
  source: number,
  shown: number,
): Record<'from' | 'share' | 'scaled' | 'offset', string> {
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
    scaled: String(scaled),
    offset: String(offset),
  };
}

/**
 * In which size, of whole pixels, a side has least to be moved to where it should be on the canvas, at its beginning or its end.
 * @param length of the side, @param before what of it is cut off at the beginning, @param shown what is left; pixels of the canvas.
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

/** How many even pixels around a cut are tried as its border. */
const mostTried = 12;
/** So near to a whole pixel is near enough. */
const nearEnough = 0.02;

/** Even pixels from a border on outwards, as far as the source goes. */
function evenFrom(border: number, outwards: 1 | -1, end: number): number[] {
  const all = Array.from({ length: mostTried }, (_, i) => border + 2 * i * outwards);
  const within = all.filter((pixel) => (end - pixel) * outwards >= 0);
  return within.length > 0 ? within : [end];
}

/** The border that lies nearest to a whole pixel of the canvas; of those that are near enough the first. */
function nearestWhole(borders: readonly number[], onCanvas: (border: number) => number): number {
  const off = borders.map((border) => Math.abs(onCanvas(border) - Math.round(onCanvas(border))));
  const found = off.findIndex((value) => value <= nearEnough);
  return borders[found < 0 ? off.indexOf(Math.min(...off)) : found] as number;
}

/** RGB as the frames of a part. */
function printStraight({ pixels }: Output): string[] {
  return pixels === 'rgba' ? ['format=rgba'] : [`scale=flags=${scaler}${toBt709}`, 'format=yuva444p'];
}

/** overlay puts 4:2:0 pictures on even pixels only: a picture at an odd place gets a clear column or row before it. */
function printEvenPlace(part: VideoPart): string[] {
  if (!isAtOddPlace(part)) return [];
  const left = Math.abs(part.bounds.x % 2);
  const top = Math.abs(part.bounds.y % 2);
  return [`pad=iw+${left}:ih+${top}:${left}:${top}:color=black@0`];
}

/**
 * How a source's colors are read: steps that bring high dynamic range down to BT.709, and what scale is told of the
 * colors that come in. RGB has no matrix.
 */
export function printSource(color: SourceColor): [steps: string[], options: string] {
  if (color.hdr) return [printToneMap(color), ':in_color_matrix=bt709:in_range=tv'];
  if (color.isWide) return [[printNarrowed(color)], ':in_color_matrix=bt709:in_range=tv'];
  if (color.matrix === 'rgb') return [[], ''];
  const matrix = color.matrix === 'bt601' ? 'smpte170m' : color.matrix;
  return [[], `:in_color_matrix=${matrix}:in_range=${color.range === 'limited' ? 'tv' : 'pc'}`];
}

/** White of ordinary pictures stands at 203 cd/m² in high dynamic range (ITU-R BT.2408 §3.1). */
function printToneMap(color: SourceColor): string[] {
  const curve = color.hdr === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    `zscale=tin=${curve}:min=bt2020nc:pin=bt2020:t=linear:npl=203`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=mobius:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ];
}

/** BT.2020 to BT.709; what BT.709 cannot show is cut off. */
function printNarrowed({ range }: SourceColor): string {
  const from = `min=bt2020nc:pin=bt2020:tin=bt709:rin=${range === 'full' ? 'pc' : 'tv'}`;
  return `zscale=${from}:m=bt709:p=bt709:t=bt709:r=tv,format=yuv420p`;
}

function printRotation(part: VideoPart): string[] {
  if (part.turn === 0) return [];
  if (part.turn === 90) return ['transpose=clock'];
  if (part.turn === 180) return ['hflip', ...verticalFlip];
  if (part.turn === 270) return ['transpose=cclock'];
  const radians = number((part.turn * Math.PI) / 180);
  const [width, height] = [part.bounds.width, part.bounds.height];
  // The clear pixels around the picture let the rotation smooth its edges.
  return [`pad=iw+4:ih+4:2:2:color=black@0`, `rotate=${radians}:ow=${width}:oh=${height}:c=black@0`];
}
