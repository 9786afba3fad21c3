import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { FRAME_ROUNDING } from '../../../engine/timeline/frameRate.ts';
import { rawFormat } from '../plan/bitmapBytes.ts';
import {
  type Bitmap,
  type BitmapPart,
  framesWithTail,
  type Output,
  type Part,
  type RenderPlan,
  type Runs,
  type ScenePlan,
  splitParts,
  type VideoPart,
} from '../plan/plan.ts';
import type { Track } from '../plan/track.ts';
import { number, type Pads, printNumbered, tagBt709, toPremultiplied } from './ffmpegArgs.ts';
import { printBlend, printOverlay } from './printBlend.ts';
import { printColors, scaler, toBt709 } from './printEffects.ts';
import { printFrameWork } from './printFrame.ts';
import { printMoves } from './printMoves.ts';
import { printRun, repeatLastFrame } from './printRun.ts';
import { printPosition, printTrack } from './printTrack.ts';
import { printTransitions } from './printTransition.ts';
import { hasSoftEdges, printEvenSides, printHalved } from './softEdges.ts';

/**
 * A painted image has no sample aspect ratio, a processed video has 1:1. Segments can only be joined if all headers
 * agree.
 */
const square = 'setsar=1';

/**
 * Prints the video part of a plan as an ffmpeg filter graph that ends in the pad [video].
 * Contains only numbers and constant words.
 */
export function printVideo(plan: RenderPlan, pads: Pads): string {
  const lines = plan.scenes.flatMap((scene, i) => printScene(plan, scene, `s${i}`, pads));
  const { rate, pixels, scaled } = plan.output;
  const { lines: transitions, pads: mixed } = printTransitions(plan);
  const streams = plan.scenes.flatMap((scene, i) => {
    const own = mixed[i] as string[];
    if (!scene.overlaid || own.length === 0) return own;
    transitions.push(...printOverlaid(plan, scene, { name: `s${i}`, own }, pads));
    return [`s${i}over`];
  });
  const shrink = scaled ? `,${filter('scale', scaled.width, scaled.height, { flags: scaler })}` : '';
  const timed = printJoined(streams, rate);
  if (plan.output.alpha)
    return [...lines, ...transitions, ...printClearVideo(`${timed}${shrink}`, plan.output)].join(';\n');
  // An animation is scaled where its palette is chosen.
  if (plan.output.onBlack) {
    const toYuv = `${printColors(toBt709)},format=yuv420p,${tagBt709}`;
    return [
      ...lines,
      ...transitions,
      `${timed},${toPremultiplied},format=gbrp${shrink},${toYuv},${square}[video]`,
    ].join(';\n');
  }
  const finish = pixels === 'yuv420p' ? `${shrink},format=yuv420p,${tagBt709}` : '';
  return [...lines, ...transitions, `${timed}${finish},${square}[video]`].join(';\n');
}

/**
 * Converts RGBA to 4:4:4 with alpha for a MOV, to 4:2:0 with alpha for a WebM. In 4:2:0, four pixels share a chroma
 * sample, and transparent ones must not count: they would darken edges.
 */
function printClearVideo(frames: string, { format }: Output): string[] {
  if (format === 'mov') {
    // Of packed pixels, swscale converts an alpha of 255 to 1023, of planes to 1020.
    const toYuv = `${printColors(toBt709)},format=yuva444p10le`;
    return [`${frames},format=rgba,${toYuv},${tagBt709},${square}[video]`];
  }
  const toYuv = `${printColors(toBt709)},format=yuva444p`;
  const half = filter('scale', { w: 'ceil(iw/2)', h: 'ceil(ih/2)', flags: 'area+accurate_rnd' });
  return [
    `${frames},split[clear0][clear1]`,
    `[clear0]${toYuv},extractplanes=y+a[clearY][clearA]`,
    `[clear1]format=gbrap,premultiply=inplace=1,${half},unpremultiply=inplace=1,${toYuv},extractplanes=u+v[clearU][clearV]`,
    `[clearY][clearU][clearV][clearA]mergeplanes=0x00102030:yuva420p,${tagBt709},${square}[video]`,
  ];
}

/** Prints a scene without its `overlaid` parts; its last line ends in a pad with the given name. */
function printScene(plan: RenderPlan, scene: ScenePlan, name: string, pads: Pads): string[] {
  return printParts(plan, { parts: splitParts(scene).own, frames: framesWithTail(scene), name }, pads);
}

/** Prints the `overlaid` parts of a scene over its pads, which follow each other. */
function printOverlaid(
  plan: RenderPlan,
  scene: ScenePlan,
  { name, own }: { name: string; own: readonly string[] },
  pads: Pads,
): string[] {
  const parts = splitParts(scene).over;
  const below = `[${name}all]`;
  const lines = printParts(plan, { parts, frames: scene.frames, name: `${name}over`, below }, pads);
  return [`${printJoined(own, plan.output.rate)}${below}`, ...lines];
}

/** Prints frames of pads that follow each other. */
function printJoined(pads: readonly string[], rate: Output['rate']): string {
  const join = pads.length > 1 ? [filter('concat', { n: pads.length })] : [];
  return `${pads.map((pad) => `[${pad}]`).join('')}${[...join, printNumbered(rate)].join(',')}`;
}

/** Parts of a scene. */
interface PrintedParts {
  parts: readonly Part[];
  /** Number of their frames. */
  frames: number;
  /** Pad of the result. */
  name: string;
  /** Pad below all of them; default: the first part is the lowest. */
  below?: string;
}

/** Prints parts over each other. */
function printParts(plan: RenderPlan, { parts, frames, name, below: lowest = '' }: PrintedParts, pads: Pads): string[] {
  const { output } = plan;
  const lines: string[] = [];
  let below = lowest;
  parts.forEach((part, i) => {
    const last = i === parts.length - 1;
    const isBase = below === '';
    const end = last ? `,${filter('trim', { end_frame: frames })},setpts=PTS-STARTPTS[${name}]` : `[${name}c${i}]`;
    const source =
      part.kind === 'video'
        ? printVideoPart(part, frames, output, `${name}v${i}`, pads)
        : printBitmapPart(bitmapOf(plan, part), part, { frames, isBase, name: `${name}v${i}` }, output, pads);
    if (isBase) {
      lines.push(`${source}${end}`);
    } else {
      const track = part.kind === 'video' ? part.track : bitmapOf(plan, part).moved?.track;
      const place = fixedWindow(track) ?? (part.kind === 'video' ? part.bounds : shownBox(bitmapOf(plan, part)));
      const { blend: mode } = part.kind === 'video' ? part : bitmapOf(plan, part);
      const ends = part.until !== undefined;
      if (mode) {
        lines.push(...printBlend({ below, source, mode, place, name: `${name}b${i}`, ends }, output));
        lines.push(`${lines.pop()}${end}`);
        below = `[${name}c${i}]`;
        return;
      }
      const way = track && printPosition(track, output, part.from ?? 0);
      const { x, y } = way ?? place;
      lines.push(`${source}[${name}p${i}]`);
      lines.push(`${below}[${name}p${i}]${printOverlay({ x, y, ends }, output)}${end}`);
    }
    below = `[${name}c${i}]`;
  });
  return lines;
}

/** Returns where a bitmap is visible; a panning one is painted larger. */
function shownBox({ x, y, width, height, moves }: Bitmap): Rect {
  return { x, y, ...(moves?.size ?? { width, height }) };
}

function bitmapOf(plan: RenderPlan, part: BitmapPart): Bitmap {
  const found = plan.bitmaps.find((bitmap) => bitmap.id === part.bitmap);
  if (!found) throw new Error(`The plan has no bitmap ${part.bitmap}.`);
  return found;
}

function printBitmapPart(
  bitmap: Bitmap,
  part: BitmapPart,
  { frames, isBase, name }: Pick<ScenePlan, 'frames'> & { isBase: boolean; name: string },
  output: Output,
  pads: Pads,
): string {
  const pad = `[${pads(part.bitmap)}]`;
  if (bitmap.at) return `${pad}${filter('setpts', printTimes(bitmap.at))}`;
  const time = printTime(part, output);
  // Its file is read repeatedly, so that a long loop is not buffered in memory.
  if (bitmap.runs) return `${pad}${printRuns(bitmap.runs, bitmap.times.length, part, output)}`;
  if (bitmap.loops) return `${pad}setpts=N${time}`;
  const { moves, moved } = bitmap;
  const fine =
    rawFormat(bitmap, output) === 'rgba' && output.pixels === 'yuv420p'
      ? `${printColors(toBt709)},format=yuva444p,`
      : '';
  if (moved) {
    const shown = (part.until ?? frames) - (part.from ?? 0);
    const repeat = printRepeated(shown);
    const tracked = { ...bitmap, alpha: true, track: moved.track };
    return `${pad}${fine}${printTrack(tracked, output, { frames: shown, name, repeat }).join(',')}${time}`;
  }
  if (moves) {
    const shown = (part.until ?? frames) - (part.from ?? 0);
    return `${pad}${fine}${printRepeated(shown)},${printMoves({ ...bitmap, moves }, output, name)}${time}`;
  }
  // An image on top need not repeat until its scene's end: overlay keeps showing the last frame.
  const shownFrames = isBase ? frames : part.until === undefined ? 0 : part.until - (part.from ?? 0);
  if (shownFrames === 0) return `${pad}setpts=N${time}`;
  const many = bitmap.times.length > 1;
  return `${pad}${many ? `${repeatLastFrame},setpts=N` : printRepeated(shownFrames)}${time}`;
}

/** Repeats the only frame. @param frames its number then. */
function printRepeated(frames: number): string {
  return `${filter('loop', { loop: frames - 1, size: 1 })},setpts=N`;
}

function printVideoPart(part: VideoPart, frames: number, output: Output, name: string, pads: Pads): string {
  const { from = 0, until = frames } = part;
  const run = { rate: output.rate, scene: { frames: until - from }, name };
  const { width, height, track } = part;
  // A window already starts on even pixels.
  const own = track?.path ? { ...part, bounds: { x: 0, y: 0, width, height } } : part;
  // Blending needs full chroma.
  const isHalved = output.pixels === 'yuv420p' && part.blend === undefined && !track?.path && hasSoftEdges(part);
  const halved = (pad: string) => (isHalved ? [...printEvenSides(part), printHalved('straight', pad)] : []);
  if (!track) {
    const work = (pad: string) => [...printFrameWork(part, output, pad), ...halved(pad)];
    return `${printRun(pads(part.input), part, run, work)}${printTime(part, output)}`;
  }
  const made = printRun(pads(part.input), own, run, (pad) => printFrameWork(own, output, pad));
  const steps = printTrack({ ...own, track }, output, { frames: until - from, name });
  return `${[made, ...steps, ...halved(name)].join(',')}${printTime(part, output)}`;
}

/** Returns the place of a tracked part if its window is fixed. */
function fixedWindow(track: Track | undefined): Rect | undefined {
  const { x, y, ...size } = track?.path?.window ?? {};
  return x !== undefined && y !== undefined ? { x, y, width: 0, height: 0, ...size } : undefined;
}

/** Moves the frames of a part to its time; they are numbered from 0 before. */
function printTime({ from = 0, until }: Pick<BitmapPart, 'from' | 'until'>, { rate }: Output): string {
  const cut = until === undefined ? '' : `,${filter('trim', { end_frame: until - from })}`;
  return from === 0 ? cut : `${cut},${printNumbered(rate, from)}`;
}

/** Shows the nearest of the evenly distributed images of a run. @param count images of one run. */
function printRuns(
  { period, passed }: Runs,
  count: number,
  { from = 0, until }: BitmapPart,
  { rate }: Pick<Output, 'rate'>,
): string {
  const shift = number(passed + period / count / 2 + FRAME_ROUNDING);
  return [
    filter('setpts', `ceil(N*${period / count}-${shift})`),
    // Of images that begin at the same frame, fps keeps the last and overlay would show the first.
    filter('fps', rate.join('/'), { start_time: 0 }),
    ...(until === undefined ? [] : [filter('trim', { end_pts: until - from })]),
    ...(from === 0 ? [] : [filter('setpts', `PTS+${from}`)]),
  ].join(',');
}

/** Maps the index of an image to the frame from which it is visible, by binary search. */
function printTimes(at: readonly number[]): string {
  const stretches = at.flatMap((frame, i) =>
    i > 0 && frame === (at[i - 1] as number) + 1 ? [] : [{ i, ahead: frame - i }],
  );
  const choose = (first: number, last: number): string => {
    const { ahead } = stretches[first] as (typeof stretches)[number];
    if (first === last) return ahead === 0 ? 'N' : `N+${ahead}`;
    const middle = Math.ceil((first + last) / 2);
    return `if(lt(N,${(stretches[middle] as (typeof stretches)[number]).i}),${choose(first, middle - 1)},${choose(middle, last)})`;
  };
  return choose(0, stretches.length - 1);
}
