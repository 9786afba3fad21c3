import { MIN_CROP } from '../project/crop.ts';
import type { Box, Size } from './box.ts';
import type { Rect } from './fit.ts';
import { fitPicture, type Placing } from './fitPicture.ts';
import { grownBox, type Handle, resizeBox, sidesOf } from './handles.ts';
import { centerOf, type Point, rotatedAround } from './point.ts';

/** The crop of an image, as a frame over the whole image. In pixels of the canvas, both upright. */
export interface CropFrame {
  /** The visible part. */
  frame: Rect;
  /** The whole image, flipped as its layer. */
  whole: Rect;
  /** Degrees clockwise by which both are rotated around `pivot`. */
  rotation: number;
  pivot: Point;
}

/**
 * Returns the current crop frame of a layer. @param natural size of its file in pixels. @param box in pixels of the
 * canvas.
 */
export function cropFrameOf(layer: Placing, natural: Size, box: Box): CropFrame {
  const { crop, target } = fitPicture(layer, natural, box);
  const [across, down] = [target.width / crop.width, target.height / crop.height];
  const frame = { x: box.x + target.x, y: box.y + target.y, width: target.width, height: target.height };
  const before = {
    x: layer.flipped ? natural.width - crop.x - crop.width : crop.x,
    y: layer.flippedVertical ? natural.height - crop.y - crop.height : crop.y,
  };
  return {
    frame,
    whole: {
      x: frame.x - before.x * across,
      y: frame.y - before.y * down,
      width: natural.width * across,
      height: natural.height * down,
    },
    rotation: box.rotation,
    pivot: centerOf(box),
  };
}

/** Returns the box of the layer that shows a frame, in pixels of the canvas. */
export function boxOfFrame({ frame, rotation, pivot }: CropFrame): Box {
  const { width, height } = frame;
  const middle = rotatedAround(centerOf(frame), pivot, rotation);
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height, rotation };
}

/** Returns the part of the file in a frame, as shares. */
export function cropOfFrame(
  { frame, whole }: CropFrame,
  { flipped, flippedVertical }: Omit<Placing, 'objectFit'>,
): Rect {
  const [width, height] = [frame.width / whole.width, frame.height / whole.height];
  const [x, y] = [(frame.x - whole.x) / whole.width, (frame.y - whole.y) / whole.height];
  return { x: flipped ? 1 - x - width : x, y: flippedVertical ? 1 - y - height : y, width, height };
}

/**
 * Resizes the frame by a handle: the opposite side or corner stays, and it stays inside the image.
 * @param way of the drag, in pixels of the canvas relative to the frame. @param ratio width by height to keep;
 * undefined: any.
 */
export function pulledFrame(before: CropFrame, handle: Handle, way: Point, ratio: number | undefined): CropFrame {
  const sides = sidesOf(handle);
  const start = { ...before.frame, rotation: 0 };
  const shaped = ratio === undefined ? start : { ...start, ...shapedTo(start, sides, ratio) };
  const least = leastSides(before);
  const minSide = Math.max(least.width, least.height);
  const pulled = resizeBox(shaped, handle, way, { keepRatio: ratio !== undefined, minSide });
  const room = roomOf(before, sides);
  const size =
    ratio === undefined
      ? { width: Math.min(pulled.width, room.width), height: Math.min(pulled.height, room.height) }
      : scaledInto(pulled, room);
  return { ...before, frame: rectOf(grownBox(start, sides, size, false)) };
}

/** Moves the image under the frame, within its limits. @param way in pixels of the canvas relative to the frame. */
export function pannedFrame({ frame, whole, ...rest }: CropFrame, way: Point): CropFrame {
  const along = (at: number, by: number, length: number, start: number, side: number) =>
    Math.min(start, Math.max(start + side - length, at + by));
  return {
    ...rest,
    frame,
    whole: {
      ...whole,
      x: along(whole.x, way.x, whole.width, frame.x, frame.width),
      y: along(whole.y, way.y, whole.height, frame.y, frame.height),
    },
  };
}

/** Changes the ratio of the frame, keeping its center and area as far as the image allows. */
export function shapedFrame(before: CropFrame, ratio: number): CropFrame {
  const { frame, whole } = before;
  const area = frame.width * frame.height;
  const ideal = { width: Math.sqrt(area * ratio), height: Math.sqrt(area / ratio) };
  const { width, height } = scaledInto(ideal, whole);
  const middle = centerOf(frame);
  const place = (at: number, length: number, start: number, room: number) =>
    Math.min(start + room - length, Math.max(start, at - length / 2));
  const x = place(middle.x, width, whole.x, whole.width);
  const y = place(middle.y, height, whole.y, whole.height);
  return { ...before, frame: { x, y, width, height } };
}

/** Returns the frame around the whole image. */
export function wholeFrame(before: CropFrame): CropFrame {
  return { ...before, frame: before.whole };
}

/** Returns the smallest sides of a frame: a hundredth of the image, and at least 8 pixels if it has as many. */
function leastSides({ whole }: CropFrame): Size {
  const least = (side: number) => Math.max(MIN_CROP * side, Math.min(8, side));
  return { width: least(whole.width), height: least(whole.height) };
}

/** Returns the largest size of the frame if some sides are dragged and the others grow symmetrically. */
function roomOf({ frame, whole }: CropFrame, sides: Point): Size {
  const along = (side: number, start: number, length: number, from: number, room: number) => {
    const [before, after] = [start + length - from, from + room - start];
    if (side !== 0) return side < 0 ? before : after;
    return 2 * Math.min(before, after) - length;
  };
  return {
    width: along(sides.x, frame.x, frame.width, whole.x, whole.width),
    height: along(sides.y, frame.y, frame.height, whole.y, whole.height),
  };
}

/** Returns a size of a ratio to start dragging from: the dragged sides keep their length. */
function shapedTo({ width, height }: Size, sides: Point, ratio: number): Size {
  return sides.x === 0 ? { width: height * ratio, height } : { width, height: width / ratio };
}

/** Shrinks a size proportionally into a room. */
function scaledInto({ width, height }: Size, room: Size): Size {
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width: width * scale, height: height * scale };
}

function rectOf({ x, y, width, height }: Box): Rect {
  return { x, y, width, height };
}
