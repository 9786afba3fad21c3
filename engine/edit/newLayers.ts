import { parseRgba } from '../layout/color.ts';
import type { MakeId } from '../project/id.ts';
import {
  type AudioLayer,
  audioLayer,
  type ImageLayer,
  imageLayer,
  type Layer,
  type PlaceholderLayer,
  placeholderLayer,
  type ShapeLayer,
  shapeLayer,
  type TextLayer,
  textLayer,
  type VideoLayer,
  videoLayer,
} from '../project/layers.ts';
import { DUPLICATE_OFFSET_PERCENT } from '../project/limits.ts';
import type { MediaFacts } from '../project/media.ts';
import { movedPosition, printPercent } from './percent.ts';

/** Line width of a new line or arrow, in pixels. */
const NEW_LINE_WIDTH = 20;
/** Outline of any other new shape in pixels; without one, overlapping shapes of one color look like one. */
const NEW_OUTLINE_WIDTH = 2;

/** A file chosen for a layer, with its measured facts. */
export interface ChosenMedia extends MediaFacts {
  url: string;
  /** Origin, such as "pastedLink". */
  source?: string;
  /** Attribution, in one line. */
  credit?: string;
  /** The link that was pasted, if any. */
  pastedUrl?: string;
}

/** Returns a random number from 0 to 1, exclusive; tests pass a deterministic one. */
export type Random = () => number;

/** Creates a text layer: "Sample text", Arial, centered, black, normal weight, white outline. */
export function newTextLayer(makeId: MakeId): TextLayer {
  const position = { x: '10%', y: '40%', width: '80%', height: '20%', rotation: 0 };
  return textLayer.parse({ id: makeId(), type: 'text', position }, { jitless: true });
}

/**
 * Creates a shape of 60 % by 60 % of the canvas, near its center with a random offset of up to 5 % in each direction
 * (corner at about 20 %, ellipse center at about 50 %). White, or black on a white background. The color fills the
 * shape, with a thin outline in the other color; for lines and arrows it is the line color.
 * @param shape `svg`: a path and its size in pixels, for shapeType svg; `name`: the name of such a shape.
 */
export function newShapeLayer(
  shape: {
    shapeType: ShapeLayer['shapeType'];
    name?: string;
    svg?: { data: string; width: number; height: number };
  },
  background: string,
  makeId: MakeId,
  random: Random,
): ShapeLayer {
  const isLine = shape.shapeType === 'line' || shape.shapeType === 'arrow';
  const [color, contrast] = isWhite(background) ? ['#000000', '#ffffff'] : ['#ffffff', '#000000'];
  const position = {
    x: printPercent(20 + offset(random)),
    y: printPercent(20 + offset(random)),
    width: '60%',
    height: '60%',
    ...(shape.svg ? { svg_width: shape.svg.width, svg_height: shape.svg.height } : {}),
  };
  return shapeLayer.parse(
    {
      id: makeId(),
      type: 'shape',
      shapeType: shape.shapeType,
      ...(shape.name === undefined ? {} : { name: shape.name }),
      background: color,
      stroke: isLine ? color : contrast,
      lineWidth: isLine ? NEW_LINE_WIDTH : NEW_OUTLINE_WIDTH,
      lineCap: shape.shapeType === 'line' ? 'round' : 'butt',
      position,
      ...(shape.svg ? { svgData: shape.svg.data } : {}),
    },
    { jitless: true },
  );
}

/**
 * Moves a new layer 3 % to the right and down until no layer of its type has the same position, because two texts at
 * one position look like one.
 */
export function apartFrom<L extends Layer>(layer: L, others: readonly Layer[]): L {
  const taken = new Set(others.filter(({ type }) => type === layer.type).map(({ position }) => placeOf(position)));
  let position = layer.position;
  while (position && taken.has(placeOf(position)))
    position = movedPosition(position, DUPLICATE_OFFSET_PERCENT, DUPLICATE_OFFSET_PERCENT);
  return { ...layer, position };
}

function placeOf(position: Layer['position']): string {
  return `${position?.x} ${position?.y}`;
}

/** Creates a placeholder in the center of the canvas: #eeeeee, no border. */
export function newPlaceholderLayer(makeId: MakeId): PlaceholderLayer {
  const position = { x: '20%', y: '20%', width: '60%', height: '60%', rotation: 0 };
  return placeholderLayer.parse({ id: makeId(), type: 'placeholder', position }, { jitless: true });
}

/**
 * Creates the layer of a file: an image, a video or audio; an animated image becomes a converted GIF. Without a
 * position it is fitted and centered.
 */
export function newMediaLayer(media: ChosenMedia, makeId: MakeId): ImageLayer | VideoLayer | AudioLayer {
  const common = {
    id: makeId(),
    url: media.url,
    ...(media.source === undefined ? {} : { source: media.source }),
    ...(media.credit === undefined ? {} : { credit: media.credit }),
    ...(media.width > 0 && media.height > 0 ? { width: media.width, height: media.height } : {}),
  };
  if (media.kind === 'image' && !media.animated)
    return imageLayer.parse({ ...common, type: 'image' }, { jitless: true });
  const duration = media.duration > 0 ? { duration: media.duration } : {};
  if (media.kind === 'audio') return audioLayer.parse({ ...common, ...duration, type: 'audio' }, { jitless: true });
  const rate = media.fps ? { fps: media.fps } : {};
  return videoLayer.parse(
    { ...common, ...duration, ...rate, type: 'video', converted_gif: media.animated },
    { jitless: true },
  );
}

function offset(random: Random): number {
  return (random() * 2 - 1) * 5;
}

function isWhite(background: string): boolean {
  const { r, g, b, a } = parseRgba(background);
  return r === 1 && g === 1 && b === 1 && a > 0;
}
