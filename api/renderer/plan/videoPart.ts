import { isPlain } from '../../../engine/effects/adjustment.ts';
import { keyOf } from '../../../engine/effects/chromaKey.ts';
import { adjustmentOf } from '../../../engine/effects/index.ts';
import { effectReach, effectsOf, layerEffects, noEffects } from '../../../engine/effects/layerEffects.ts';
import { vignetteAngle } from '../../../engine/effects/vignette.ts';
import { type Box, boundsOf, layerBox, type Size } from '../../../engine/layout/box.ts';
import { parseRgba } from '../../../engine/layout/color.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { fitPicture } from '../../../engine/layout/fitPicture.ts';
import { centerOf } from '../../../engine/layout/point.ts';
import { canvasSeenFrom, grown } from '../../../engine/layout/rect.ts';
import type { LayerState } from '../../../engine/motion/layerState.ts';
import { castsShadow } from '../../../engine/painters/picture.ts';
import { shadowReach } from '../../../engine/painters/shadow.ts';
import { gradeOf } from '../../../engine/project/gradeOf.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { impliedMatrix } from '../../../engine/project/videoColor.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { runOf } from '../../../engine/timeline/mediaTime.ts';
import type { LayerSpan } from '../../../engine/timeline/spans.ts';
import type { Probe } from '../media/probe.ts';
import { cropToVisible, cutMargin, enlarged, finenessFor, nearer, seenOver } from './cropToVisible.ts';
import type { PartShadow } from './partShadow.ts';
import type { Input, PartEffects, VideoPart } from './plan.ts';
import { type FrameGrid, framesOfRun } from './runFrames.ts';
import type { SourceColor } from './sourceColor.ts';
import { reachOf, trackOf } from './track.ts';
import type { Vignette } from './vignette.ts';

/**
 * Up to this many pixels, one thread decodes faster than the encoder encodes. Each further thread would hold frames in
 * memory.
 */
const smallPicture = 1_000_000;

/**
 * Returns the input of a video layer, without an ID.
 * @param from first visible time in the source, in seconds.
 */
export function videoInput(layer: VideoLayer, probe: Probe, from: number): Omit<Input, 'id'> {
  return {
    url: layer.url,
    ...seekStartOf(probe, from),
    ...(probe.codedWidth * probe.codedHeight <= smallPicture ? { threads: 1 } : {}),
    // ffmpeg's native VP8 and VP9 decoders ignore alpha.
    ...(probe.hasAlpha && probe.videoCodec === 'vp9' ? { decoder: 'libvpx-vp9' as const } : {}),
    ...(probe.hasAlpha && probe.videoCodec === 'vp8' ? { decoder: 'libvpx' as const } : {}),
  };
}

/** Returns from where a file is read, so that the frame at a second is decoded. */
export function seekStartOf(
  probe: Probe,
  second: number,
): Pick<Input, 'kind' | 'seek' | 'lead' | 'tick' | 'preroll' | 'rotated'> & { kind: 'video' } {
  const { keyDistance: preroll, lead, tick, rotation } = probe;
  return {
    kind: 'video',
    seek: seekOf(probe, second - preroll),
    ...(lead > 0 ? { lead } : {}),
    tick,
    ...(preroll > 0 ? { preroll } : {}),
    ...(rotation === 0 ? {} : { rotated: true }),
  };
}

/** Returns the last tick of the file's clock at or before a time, rounded like ffmpeg; for earlier times, the start. */
function seekOf({ startTime, tick: [count, per] }: Probe, moment: number): number {
  const startTick = Math.round((startTime * per) / count);
  const targetTick = Math.floor(((startTime + moment) * per) / count + 1e-6);
  return (Math.max(startTick, targetTick) * count) / per - startTime;
}

/** Returns the frame grid of a source; approximate if its irregular times are too many to be stored. */
function gridOf({ firstFrame, frameRate, frameTimes, isRounded, tick, startTime }: Probe): FrameGrid {
  const grid = { first: firstFrame, rate: fpsOf(frameRate) > 0 ? frameRate : usualGrid };
  if (isRounded) return { ...grid, ticks: { length: tick[0] / tick[1], from: -startTime } };
  return frameTimes.length > 0 ? { ...grid, times: frameTimes } : grid;
}

/** Fine enough for sources with an unknown frame rate. */
const usualGrid: FrameGrid['rate'] = [60, 1];

/** Returns what a video layer plays, also in the transition after its scene. */
export function playedRun(span: LayerSpan): NonNullable<LayerSpan['media']> {
  return runOf(span) as NonNullable<LayerSpan['media']>;
}

/**
 * Compiles a video layer. All geometry of videos is computed here.
 * @param input.frames visible frames. @param input.fps frames per second of the output.
 * @param input.lead seconds from its start to the first frame; less than a frame.
 * @param way states of a moving layer per frame, from a frame on.
 */
export function videoPart(
  span: LayerSpan & { layer: VideoLayer },
  probe: Probe,
  canvas: Size,
  input: Pick<Input, 'id' | 'seek'> & { frames: number; fps: number; lead: number },
  way?: { states: readonly LayerState[]; from: number },
): VideoPart {
  const { layer } = span;
  const { loops, ...run } = playedRun(span);
  const place = layerBox(layer, canvas);
  const fineness = way ? finenessFor(layer, way.states, canvas) : 1;
  const box = enlarged(place, fineness);
  const natural = { width: probe.width, height: probe.height };
  const turn = ((box.rotation % 360) + 360) % 360;
  const source = uprightSize(probe);
  const pair = { width: (2 * natural.width) / source.width, height: (2 * natural.height) / source.height };
  const seen = way ? seenOver(way.states, place, canvas, fineness) : canvasSeenFrom(box, canvas, cutMargin);
  const effects = effectsOf(layer);
  const shorter = Math.min(box.width, box.height);
  const {
    crop,
    target,
    middle: dark,
    radius,
    whole,
  } = cropToVisible(fitPicture(layer, natural, box), {
    ...{ box, canvas, pair },
    seen: effects === noEffects ? seen : grown(seen, effectReach(effects, shorter)),
  });
  const left = Math.round(target.x);
  const top = Math.round(target.y);
  const width = Math.max(2, Math.round(target.x + target.width) - left);
  const height = Math.max(2, Math.round(target.y + target.height) - top);
  const shadow = shadowOf(layer);
  const around = shadow?.around ?? 0;
  const size = { width: width + 2 * around, height: height + 2 * around };
  const bounds = rotatedBounds({ x: left - around, y: top - around, ...size, rotation: turn });
  const isFine = fineness !== 1;
  // After scaling, half a source pixel may be several canvas pixels, so the path compensates for rounding.
  const middle = isFine ? centerOf(target) : { x: left + width / 2, y: top + height / 2 };
  const stretch = isFine ? { x: target.width / width, y: target.height / height } : { x: 1, y: 1 };
  const isFixed = layer.blendMode !== 'normal';
  const track =
    way &&
    trackOf(way.states, way.from, {
      box: place,
      middle: nearer(middle, place, fineness),
      size,
      canvas,
      isFixed,
      fineness,
      stretch,
    });
  return {
    kind: 'video',
    layer: layer.id,
    input: input.id,
    ...framesOfRun(run, {
      ...input,
      loops,
      grid: gridOf(probe),
    }),
    source,
    crop: mirrored(layer, {
      x: crop.x / natural.width,
      y: crop.y / natural.height,
      width: crop.width / natural.width,
      height: crop.height / natural.height,
    }),
    width,
    height,
    ...(track?.path ? { turn: 0, bounds: reachOf(track.path, way?.states.length ?? 0) } : { turn, bounds }),
    ...writtenAs(probe),
    ...lookOf(layer, { ...dark, radius }),
    ...(effects === noEffects ? {} : { effects: { amounts: amountsOf(layer), shorter } }),
    ...maskOf({ ...layer, radius: layer.radius * fineness }, target, whole),
    ...(track ? { track } : {}),
    ...(shadow ? { shadow } : {}),
    ...(layer.blendMode === 'normal' ? {} : { blend: layer.blendMode }),
  };
}

/** Encoding properties of a source. */
function writtenAs(probe: Probe): Pick<VideoPart, 'alpha' | 'interlaced' | 'sourceRotation' | 'color'> {
  const { interlaced, rotation } = probe;
  const woven = interlaced ? { interlaced, ...(rotation === 0 ? {} : { sourceRotation: rotation }) } : {};
  return { alpha: probe.hasAlpha, ...woven, color: sourceColor(probe) };
}

/** Size of the coded frame, upright. */
export function uprightSize({
  rotation,
  codedWidth: width,
  codedHeight: height,
}: Pick<Probe, 'rotation' | 'codedWidth' | 'codedHeight'>): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Properties that change the image itself. */
function lookOf(
  layer: VideoLayer,
  corners: Omit<Vignette, 'angle'>,
): Pick<VideoPart, 'key' | 'adjustment' | 'grade' | 'flipped' | 'flippedVertical' | 'vignette'> {
  const adjustment = adjustmentOf(layer);
  const grade = gradeOf(layer);
  return {
    ...(layer.chromaKey ? { key: keyOf(layer.chromaKey) } : {}),
    ...(isPlain(adjustment) ? {} : { adjustment }),
    ...(grade ? { grade } : {}),
    ...(layer.flipped ? { flipped: true } : {}),
    ...(layer.flippedVertical ? { flippedVertical: true } : {}),
    ...(layer.vignette > 0 ? { vignette: { angle: vignetteAngle(layer.vignette), ...corners } } : {}),
  };
}

/** Returns the amounts of a layer's effects. */
function amountsOf(layer: VideoLayer): PartEffects['amounts'] {
  return Object.fromEntries(layerEffects.flatMap(({ id }) => (layer[id] === undefined ? [] : [[id, layer[id]]])));
}

/** The shadow of a keyed video, which changes with every frame. Shadows of other videos are painted. */
function shadowOf(layer: VideoLayer): PartShadow | undefined {
  if (!layer.chromaKey || !castsShadow(layer)) return undefined;
  const { r, g, b, a } = parseRgba(layer.shadowColor);
  return {
    color: [r, g, b, a],
    sigma: layer.shadowBlur / 2,
    x: Math.round(layer.shadowOffsetX),
    y: Math.round(layer.shadowOffsetY),
    around: 2 * Math.ceil((shadowReach(layer) + 1) / 2),
  };
}

/** Whether a part may have transparent pixels apart from its mask. */
export function hasClearPixels({ alpha, key }: Pick<VideoPart, 'alpha' | 'key'>): boolean {
  return alpha || key !== undefined;
}

/**
 * Opacity and round corners. @param kept place of the kept part, @param whole the whole frame, relative to its corner.
 */
function maskOf({ globalAlpha: opacity, radius }: VideoLayer, kept: Rect, whole: Rect): Pick<VideoPart, 'mask'> {
  if (opacity === 1 && radius === 0) return {};
  // Its edges lie on the same pixels as those of the frame.
  const side = (at: number, from: number, length: number): [number, number] => {
    const start = Math.round(at + from) - Math.round(at);
    return [start, Math.round(at + from + length) - Math.round(at) - start];
  };
  const [x, width] = side(kept.x, whole.x, whole.width);
  const [y, height] = side(kept.y, whole.y, whole.height);
  return { mask: { opacity, radius, x, y, width, height } };
}

/** Returns the part of the source, in shares, that a flipped layer shows at the same place. */
function mirrored({ flipped, flippedVertical, crop: shown }: VideoLayer, crop: Rect): Rect {
  const [across, down] = shown ? [2 * shown.x + shown.width, 2 * shown.y + shown.height] : [1, 1];
  return {
    ...crop,
    x: flipped ? across - crop.x - crop.width : crop.x,
    y: flippedVertical ? down - crop.y - crop.height : crop.y,
  };
}

/**
 * Whole pixels around a rotated frame, with its center exact to half a pixel. Starts on even pixels unless rotated by
 * quarter turns, so that 4:2:0 chroma stays on its grid.
 */
function rotatedBounds(box: Box): Rect {
  const { x, y, width, height } = boundsOf(box);
  if (box.rotation % 90 === 0)
    return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  const around = (start: number, length: number): [number, number] => {
    const first = Math.floor((start - 2) / 2) * 2;
    return [first, Math.round(2 * (start + length / 2 - first))];
  };
  const [left, across] = around(x, width);
  const [top, down] = around(y, height);
  return { x: left, y: top, width: across, height: down };
}

/**
 * Returns the color encoding of a source. If undeclared, small frames are BT.601 and large ones BT.709, as players
 * assume.
 */
export function sourceColor(probe: Probe): SourceColor {
  const hdr = hdrOf(probe.colorTransfer);
  const color: SourceColor = {
    matrix: matrixOf(probe),
    range: probe.fullRange ? 'full' : 'limited',
    ...(hdr ? { hdr } : {}),
    ...(isWide(probe) ? { isWide: true as const } : {}),
  };
  const isFinal =
    probe.pixelFormat === 'yuv420p' && color.matrix === 'bt709' && color.range === 'limited' && !color.hdr;
  return isFinal ? { ...color, isFinal } : color;
}

/** Returns the HDR transfer function by ffmpeg's name; undefined for SDR. */
export function hdrOf(colorTransfer: string): SourceColor['hdr'] {
  if (colorTransfer === 'smpte2084') return 'pq';
  return colorTransfer === 'arib-std-b67' ? 'hlg' : undefined;
}

/** Whether SDR colors have BT.2020 primaries. Sources with alpha or in RGB are used as they are. */
function isWide({ colorPrimaries, colorTransfer, colorMatrix, hasAlpha }: Probe): boolean {
  return colorPrimaries === 'bt2020' && /^bt2020/.test(colorMatrix) && !hdrOf(colorTransfer) && !hasAlpha;
}

function matrixOf(probe: Probe): SourceColor['matrix'] {
  if (/^(rgb|bgr|argb|abgr|gbr|rgba|bgra|pal8|gray|mono)/.test(probe.pixelFormat)) return 'rgb';
  if (probe.colorMatrix === 'bt709') return 'bt709';
  if (/^bt2020/.test(probe.colorMatrix)) return 'bt2020';
  if (/^(smpte170m|bt470bg|fcc|smpte240m)$/.test(probe.colorMatrix)) return 'bt601';
  const shownWidth = probe.rotation % 180 === 0 ? probe.width : probe.height;
  return impliedMatrix({ width: probe.codedWidth, height: probe.codedHeight }, shownWidth);
}
