import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { type Curve, curveAt, isFlat } from '../plan/curve.ts';
import type { Output, VideoPart } from '../plan/plan.ts';
import { type Path, type Track, windowAt } from '../plan/track.ts';
import { hasClearPixels } from '../plan/videoPart.ts';
import { number } from './ffmpegArgs.ts';
import { printColors } from './printEffects.ts';
import { printHalved } from './softEdges.ts';

/** A part that is transformed per frame. */
type Tracked = Pick<VideoPart, 'width' | 'height' | 'alpha' | 'key' | 'mask' | 'shadow' | 'blend'> & { track: Track };

/** Options for printing a track. */
interface TrackTime {
  /** Number of visible frames. */
  frames: number;
  /** Prefix of its pad names. */
  name: string;
  /** For a single image: the filter that repeats it, placed as late as possible to avoid repeated work. */
  repeat?: string;
}

/**
 * Prints the transformation of a part's finished frames: opacity and edges, then position, with subpixel precision.
 * Overlay alone would jump between pixels, in 4:2:0 between even pixels, which is visible as a tremor.
 * @returns filters; empty for a part that does not change. They end in RGBA or 4:2:0, or yuva444p for a blended part.
 */
export function printTrack(part: Tracked, output: Output, { frames, name, repeat }: TrackTime): string[] {
  const { opacity, edges, path } = part.track;
  const isPartlySeen = opacity !== undefined || edges !== undefined;
  const repeated = repeat === undefined ? [] : [repeat];
  const room = 2 * (part.shadow?.around ?? 0);
  const whole = { ...part, width: part.width + room, height: part.height + room, alpha: hasClearPixels(part) };
  const isSolid = !isPartlySeen && !whole.alpha && !part.mask && room === 0 && output.pixels === 'yuv420p';
  const covers = path !== undefined && isSolid && coversWindow(whole, path, frames);
  const [ready, moved] = path ? printPath(whole, path, output, { covers, name }) : [[], []];
  return isPartlySeen
    ? [...repeated, printCoverage(whole, output, frames, name), ...ready, ...moved]
    : [...ready, ...repeated, ...moved];
}

/**
 * Prints where overlay places a tracked part, by the time of the stream below, because overlay counts its own frames
 * ahead.
 * @param from the part's first frame.
 */
export function printPosition(
  { path, at }: Track,
  { rate }: Pick<Output, 'rate'>,
  from: number,
): { x: string; y: string } | undefined {
  if (!path) return undefined;
  const { window, x, y } = path;
  if (window.x !== undefined && window.y !== undefined) return { x: String(window.x), y: String(window.y) };
  const place = (middle: Curve, length: number) =>
    `${printFrame(`floor(t*${rate.join('/')}+0.5)`, at - from)};${printStart(middle, length)}`;
  return { x: place(x, window.width), y: place(y, window.height) };
}

/** Side in pixels of a mask along which nothing changes; it is stretched later. */
const thin = 16;

/** Prints the opacity of each pixel, multiplied with its own alpha. */
function printCoverage(
  { width, height, alpha, mask, track }: Tracked,
  { rate }: Output,
  frames: number,
  name: string,
): string {
  const { at, opacity, edges = {} } = track;
  const { left, right, top, bottom } = edges;
  const across = left || right;
  const share = [
    ...(opacity ? [printCurve(opacity)] : []),
    ...(left ? [`clip(X+1-(${printCurve(left)}),0,1)`] : []),
    ...(right ? [`clip(${printCurve(right)}-X,0,1)`] : []),
    ...(top ? [`clip(Y+1-(${printCurve(top)}),0,1)`] : []),
    ...(bottom ? [`clip(${printCurve(bottom)}-Y,0,1)`] : []),
  ].join('*');
  const size = `${across ? width : thin}x${top || bottom ? height : thin}`;
  const coverage = [
    filter('color', { c: 'black', s: size, r: rate.join('/') }),
    filter('trim', { end_frame: frames }),
    'format=gray',
    filter('geq', { lum: `${printFrame('N', at)};255*${share}+0.5` }),
    filter('scale', width, height, { flags: 'neighbor' }),
  ].join(',');
  if (!alpha && !mask)
    return `null[${name}bare];\n${coverage}[${name}coverage];\n[${name}bare][${name}coverage]alphamerge`;
  return [
    `split[${name}bare][${name}solid]`,
    `${coverage}[${name}coverage]`,
    `[${name}solid]alphaextract[${name}alpha]`,
    `[${name}alpha][${name}coverage]blend=all_mode=multiply[${name}both]`,
    `[${name}bare][${name}both]alphamerge`,
  ].join(';\n');
}

/** Pixels around a frame that smooth its edges: transparent, or repeated edge pixels where it covers its window. */
const border = 2;

/** Tolerance in pixels by which an image may miss its window's edge. */
const nearEdge = 0.02;

/** Whether an unrotated image covers its window in every frame: then nothing is transparent or smoothed there. */
function coversWindow({ width, height, track: { at } }: Tracked, path: Path, frames: number): boolean {
  const { window, x, y, scale, scaleY = scale, turn } = path;
  if (!isFlat(turn) || turn[0]?.c[0] !== 0) return false;
  const covers = (middle: number, reach: number, length: number, place = windowAt(middle, length)) =>
    middle - reach <= place + nearEdge && middle + reach >= place + length - nearEdge;
  return Array.from({ length: frames }, (_, i) => at + i).every(
    (frame) =>
      covers(curveAt(x, frame), (width / 2) * curveAt(scale, frame), window.width, window.x) &&
      covers(curveAt(y, frame), (height / 2) * curveAt(scaleY, frame), window.height, window.y),
  );
}

/**
 * Prints the image within its window. Premultiplied alpha avoids fringes. @param covers whether nothing is transparent.
 * @param name prefix of its pad names. @returns the filters that are constant for all frames, and the ones that are
 * not.
 */
function printPath(
  { width, height, blend, track: { at } }: Tracked,
  path: Path,
  output: Output,
  { covers, name }: { covers: boolean; name: string },
): [ready: string[], moved: string[]] {
  const { window, x, y, scale, scaleY = scale, turn } = path;
  const isRgb = output.pixels === 'rgba';
  const size = {
    width: Math.max(window.width, width + 2 * border),
    height: Math.max(window.height, height + 2 * border),
  };
  const [sin, cos] = [`sin(${printCurve(turn)})`, `cos(${printCurve(turn)})`];
  const isUpright = isFlat(turn) && turn[0]?.c[0] === 0;
  const start = (middle: Curve, length: number, place: number | undefined) =>
    `(${place === undefined ? printStart(middle, length) : place})-(${printCurve(middle)})`;
  const frame = printFrame('(on-1)', at);
  // Position of a window pixel's center relative to the image's center. The filter's origin is the center of the first
  // pixel.
  const from = (right: number, down: number) =>
    `st(1,${start(x, window.width, window.x)}+${number(right + 0.5)});st(2,${start(y, window.height, window.y)}+${number(down + 0.5)})`;
  const corners = [
    [0, 0],
    [size.width, 0],
    [0, size.height],
    [size.width, size.height],
  ].map(([right = 0, down = 0], i) => {
    const [across, along] = isUpright
      ? ['ld(1)', 'ld(2)']
      : [`(${cos}*ld(1)+${sin}*ld(2))`, `(${cos}*ld(2)-${sin}*ld(1))`];
    const place = (way: string, by: Curve, length: number) =>
      `${frame};${from(right, down)};${way}${printShare(by)}+${number(length / 2 + border - 0.5)}`;
    return { [`x${i}`]: place(across, scale, width), [`y${i}`]: place(along, scaleY, height) };
  });
  const view = [
    filter('perspective', ...corners, { interpolation: 'linear', sense: 'source', eval: 'frame' }),
    filter('crop', window.width, window.height, 0, 0, { exact: 1 }),
  ];
  if (covers) {
    // Pad for the edges first, then for the window: fillborders fails if a border is wider than half of the frame.
    const around = filter('pad', width + 2 * border, height + 2 * border, border, border, { color: 'black' });
    const sides = { left: border, top: border, right: border, bottom: border };
    const smear = filter('fillborders', sides, { mode: 'smear' });
    const rest = filter('pad', size.width, size.height, 0, 0, { color: 'black' });
    // Full chroma resolution; otherwise chroma would blur where the image is enlarged.
    const fine = [printColors(), 'format=yuv444p', around, smear, rest];
    return [fine, [...view, printColors(), 'format=yuv420p', 'setsar=1']];
  }
  const ready = [
    ...(isRgb ? ['format=gbrap'] : [printColors(), 'format=yuva444p']),
    'premultiply=inplace=1',
    filter('pad', size.width, size.height, border, border, { color: 'black@0' }),
  ];
  if (!isRgb && !blend) return [ready, [...view, printHalved('multiplied', name), 'setsar=1']];
  return [ready, [...view, 'unpremultiply=inplace=1', isRgb ? 'format=rgba' : 'format=yuva444p', 'setsar=1']];
}

/** Prints a division by the scale; nothing for a scale of 1. */
function printShare(scale: Curve): string {
  return isFlat(scale) && scale[0]?.c[0] === 1 ? '' : `/max(0.001,${printCurve(scale)})`;
}

/** Stores the track's frame number in variable 0. */
function printFrame(name: string, at: number): string {
  return `st(0,${name}${at < 0 ? '' : '+'}${number(at)})`;
}

/** Prints the start of a window around a center, on an even pixel. */
function printStart(middle: Curve, length: number): string {
  return `2*floor((${printCurve(middle)}-${number(length / 2)})/2)`;
}

/** Prints a curve at the frame number in variable 0, by binary search. */
function printCurve(curve: Curve): string {
  const choose = (first: number, last: number): string => {
    const { from, c } = curve[first] as Curve[number];
    if (first === last) return printPolynomial(c, from === 0 ? 'ld(0)' : `(ld(0)-${from})`);
    const middle = Math.ceil((first + last) / 2);
    return `if(lt(ld(0),${(curve[middle] as Curve[number]).from}),${choose(first, middle - 1)},${choose(middle, last)})`;
  };
  return choose(0, curve.length - 1);
}

function printPolynomial([first = 0, ...rest]: readonly number[], frame: string): string {
  return rest.length === 0 ? digits(first) : `(${digits(first)}+${frame}*${printPolynomial(rest, frame)})`;
}

/** Formats a number with enough digits to be multiplied by thousands, without an exponent. */
function digits(value: number): string {
  const text = String(Number(value.toPrecision(12)));
  const plain = /e/.test(text)
    ? Number(text)
        .toFixed(24)
        .replace(/\.?0+$/, '')
    : text;
  return plain.startsWith('-') ? `(${plain})` : plain;
}
