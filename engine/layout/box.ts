import { kindOf } from '../kinds/index.ts';
import type { Layer, Position } from '../project/layers.ts';

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A rectangle in pixels: corner and size when upright, rotated by `rotation` degrees clockwise around its center. */
export interface Box extends Size {
  x: number;
  y: number;
  rotation: number;
}

/** Returns the box of a layer on a canvas, in pixels. */
export function layerBox(layer: Layer, canvas: Size): Box {
  if (layer.position) return boxOf(layer.position, canvas);
  return { ...fittedBox(kindOf(layer).naturalSize(layer), canvas), rotation: 0 };
}

function boxOf(position: Position, canvas: Size): Box {
  return {
    x: (Number.parseFloat(position.x) / 100) * canvas.width,
    y: (Number.parseFloat(position.y) / 100) * canvas.height,
    width: Math.max(0, (Number.parseFloat(position.width) / 100) * canvas.width),
    height: Math.max(0, (Number.parseFloat(position.height) / 100) * canvas.height),
    rotation: position.rotation,
  };
}

/** Returns the largest centered box of a natural ratio inside a canvas; the whole canvas if the size is unknown. */
function fittedBox(natural: Partial<Record<keyof Size, number | undefined>>, canvas: Size): Omit<Box, 'rotation'> {
  const { width, height } = natural;
  if (!width || !height) return { x: 0, y: 0, ...canvas };
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const size = { width: width * scale, height: height * scale };
  return { x: (canvas.width - size.width) / 2, y: (canvas.height - size.height) / 2, ...size };
}

/** Returns the upright rectangle around a rotated box, extended by `margin` pixels on each side. */
export function boundsOf(box: Box, margin = 0): Omit<Box, 'rotation'> {
  const radians = (box.rotation * Math.PI) / 180;
  const sin = Math.abs(Math.sin(radians));
  const cos = Math.abs(Math.cos(radians));
  const width = box.width * cos + box.height * sin + 2 * margin;
  const height = box.width * sin + box.height * cos + 2 * margin;
  return { x: box.x + box.width / 2 - width / 2, y: box.y + box.height / 2 - height / 2, width, height };
}
