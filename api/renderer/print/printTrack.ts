import { type Curve, curveAt, isFlat } from '../plan/curve.ts';
import type { Output, VideoPart } from '../plan/plan.ts';
import { type Path, type Track, windowAt } from '../plan/track.ts';
import { hasClearPixels } from '../plan/videoPart.ts';
import { number } from './ffmpegArgs.ts';
import { scaler } from './printEffects.ts';
import { printHalved } from './softEdges.ts';

/** A part that changes as a whole from frame to frame. */
type Tracked = Pick<VideoPart, 'width' | 'height' | 'alpha' | 'key' | 'mask' | 'shadow' | 'blend'> & { track: Track };

/** How a track is printed. */
interface TrackTime {
  /** How many frames are shown. */
  frames: number;
  /** Beginning of names for pads of its own. */
  name: string;
  /** For one picture: the filter that repeats it; the later that comes, the less is done again and again. */
  repeat?: string;
}

/**
 * What is done with the finished frames of a part on a track: how much of them is seen, then where they are. They lie between
 * the pixels: an overlay alone would go from pixel to pixel, in 4:2:0 from every second to the next, which is seen as a tremor.
 * @returns filters; empty for a part that does not move. They end in RGBA or 4:2:0, and in yuva444p for a blended part.
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

/** Where overlay puts a part on a track, by the time of what is below it: it counts its frames ahead. @param from the part's first frame. */
export function printWay(
  { path, at }: Track,
  { rate }: Pick<Output, 'rate'>,
  from: number,
): { x: string; y: string } | undefined {
  if (!path) return undefined;
  const { window, x, y } = path;
  if (window.x !== undefined && window.y !== undefined) return { x: String(window.x), y: String(window.y) };
  const place = (middle: Curve, length: number) =>
    `'${printFrame(`floor(t*${rate.join('/')}+0.5)`, at - from)};${printStart(middle, length)}'`;
  return { x: place(x, window.width), y: place(y, window.height) };
}

/** Side of what stands for an edge that nothing changes along, pixels: it is stretched. */
const thin = 16;

/** The share of each pixel that is seen, laid over what its own alpha says. */
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
    `color=c=black:s=${size}:r=${rate.join('/')},trim=end_frame=${frames},format=gray`,
    `geq=lum='${printFrame('N', at)};255*${share}+0.5',scale=${width}:${height}:flags=neighbor`,
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

/** Pixels around a picture, which smooth its edges: clear ones, or where it covers its window, those of its edges once more. */
const border = 2;

/** So little beyond its edges, pixels, a picture still covers. */
const nearEdge = 0.02;

/** Whether a picture that is not rotated covers its window at each frame: then nothing is clear there, and nothing smoothed at an edge. */
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
 * The picture as it is in its window. What is clear has no color that could show as a fringe. @param covers whether nothing is
 * clear. @param name beginning of names for pads of its own. @returns what is the same for all frames, and what is not.
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
  // The middle of a pixel of the window, from the middle of the picture; the filter counts from the middle of the first pixel.
  const from = (right: number, down: number) =>
    `st(1,${start(x, window.width, window.x)}+${number(right + 0.5)});st(2,${start(y, window.height, window.y)}+${number(down + 0.5)})`;
  const corners = [
    [0, 0],
    [size.width, 0],
    [0, size.height],
    [size.width, size.height],
  ].flatMap(([right = 0, down = 0], i) => {
    const [across, along] = isUpright
      ? ['ld(1)', 'ld(2)']
      : [`(${cos}*ld(1)+${sin}*ld(2))`, `(${cos}*ld(2)-${sin}*ld(1))`];
    const place = (way: string, by: Curve, length: number) =>
      `'${frame};${from(right, down)};${way}${printShare(by)}+${number(length / 2 + border - 0.5)}'`;
    return [`x${i}=${place(across, scale, width)}`, `y${i}=${place(along, scaleY, height)}`];
  });
  const view = [
    `perspective=${corners.join(':')}:interpolation=linear:sense=source:eval=frame`,
    `crop=${window.width}:${window.height}:0:0:exact=1`,
  ];
  if (covers) {
    // Room for the edges alone, then for the window: of a border that is wider than half of its picture none is made.
    const around = `pad=${width + 2 * border}:${height + 2 * border}:${border}:${border}:color=black`;
    const smear = `fillborders=left=${border}:top=${border}:right=${border}:bottom=${border}:mode=smear`;
    const rest = `pad=${size.width}:${size.height}:0:0:color=black`;
    // Colors as fine as the light, or they would be blurred where the picture is enlarged.
    const fine = [`scale=flags=${scaler}`, 'format=yuv444p', around, smear, rest];
    return [fine, [...view, `scale=flags=${scaler}`, 'format=yuv420p', 'setsar=1']];
  }
  const ready = [
    ...(isRgb ? ['format=gbrap'] : [`scale=flags=${scaler}`, 'format=yuva444p']),
    'premultiply=inplace=1',
    `pad=${size.width}:${size.height}:${border}:${border}:color=black@0`,
  ];
  if (!isRgb && !blend) return [ready, [...view, printHalved('multiplied', name), 'setsar=1']];
  return [ready, [...view, 'unpremultiply=inplace=1', isRgb ? 'format=rgba' : 'format=yuva444p', 'setsar=1']];
}

/** Division by a factor of the size; nothing for the size as it is. */
function printShare(scale: Curve): string {
  return isFlat(scale) && scale[0]?.c[0] === 1 ? '' : `/max(0.001,${printCurve(scale)})`;
}

/** Puts the number of a frame on the track at 0. */
function printFrame(name: string, at: number): string {
  return `st(0,${name}${at < 0 ? '' : '+'}${number(at)})`;
}

/** Where a window begins around a middle: on an even pixel. */
function printStart(middle: Curve, length: number): string {
  return `2*floor((${printCurve(middle)}-${number(length / 2)})/2)`;
}

/** A curve at the frame whose number is at 0: halves are chosen until one stretch is left. */
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

/** A number with all the digits that count where it is multiplied by thousands, without an exponent. */
function digits(value: number): string {
  const text = String(Number(value.toPrecision(12)));
  const plain = /e/.test(text)
    ? Number(text)
        .toFixed(24)
        .replace(/\.?0+$/, '')
    : text;
  return plain.startsWith('-') ? `(${plain})` : plain;
}
