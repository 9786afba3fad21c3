import { layerBox, type Size } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { parseRgba } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { areaOf, intersection } from '../layout/rect.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, ShapeLayer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { newShapeLayer, type Random } from './newLayers.ts';
import { positionOf } from './percent.ts';

/** Colours of new shapes, one after the other: each stands off the others, off white and off black. */
const colors = ['#5969e2', '#e0575b', '#f0b429', '#2f9e77', '#8e5bd0', '#e8853b'] as const;
/** A colour this near to the background, of 0 to 1 in each part, would not be seen on it. */
const tooNear = 0.15;
/** Sides of a new shape, and length and room of a line, as shares of the canvas's shorter side. */
const side = 0.3;
const line = { width: 0.5, height: 0.08 };
/** How far a new shape stays from the canvas's edges, as a share of its shorter side. */
const margin = 0.03;
/** Where its middle may be, shares of the canvas, the best first: nine shapes have room beside each other. */
const middles = [
  ...([
    [0.5, 0.5],
    [0.18, 0.18],
    [0.82, 0.18],
    [0.18, 0.82],
    [0.82, 0.82],
  ] as const),
  ...([
    [0.5, 0.18],
    [0.5, 0.82],
    [0.18, 0.5],
    [0.82, 0.5],
  ] as const),
] as const;

/**
 * A shape as a person adds it: as newShapeLayer, but of a size that leaves room beside it, where the scene has most room for it,
 * and in a colour that its other shapes do not have.
 */
export function newShapeIn(
  project: Project,
  scene: Scene,
  shape: Parameters<typeof newShapeLayer>[0],
  makeId: MakeId,
  random: Random,
): ShapeLayer {
  const made = newShapeLayer(shape, scene.background, makeId, random);
  const isLine = shape.shapeType === 'line' || shape.shapeType === 'arrow';
  const color = colorIn(scene);
  const canvas = canvasSize(project);
  const place = placeIn(scene, canvas, isLine ? line : { width: side, height: side });
  const position = { ...made.position, ...positionOf({ ...place, rotation: 0 }, canvas) };
  return { ...made, ...(isLine ? { background: color, stroke: color } : { background: color }), position };
}

/** The first colour, from that of the next shape on, that no shape has and that is seen on the background. */
function colorIn({ background, layers }: Scene): string {
  const taken = new Set(layers.flatMap((layer) => (layer.type === 'shape' ? [layer.background] : [])));
  const seen = colors.filter((color) => !isNear(color, background));
  const count = layers.filter(({ type }) => type === 'shape').length;
  return seen.find((color) => !taken.has(color)) ?? (seen[count % seen.length] as string);
}

function isNear(color: string, background: string): boolean {
  const [one, other] = [parseRgba(color), parseRgba(background)];
  return other.a > 0 && (['r', 'g', 'b'] as const).every((part) => Math.abs(one[part] - other[part]) < tooNear);
}

function placeIn({ layers }: Scene, canvas: Size, share: Size): Rect {
  const shorter = Math.min(canvas.width, canvas.height);
  const [width, height] = [share.width * shorter, share.height * shorter];
  const within = (middle: number, size: number, room: number) =>
    Math.min(Math.max(middle * room - size / 2, margin * shorter), room - size - margin * shorter);
  const places = middles.map(([x, y]) => ({
    ...{ x: within(x, width, canvas.width), y: within(y, height, canvas.height) },
    ...{ width, height },
  }));
  const covered = places.map((place) => coveredBy(layers, canvas, place));
  return places[covered.indexOf(Math.min(...covered))] as Rect;
}

/** How much of a place other layers take, in pixels; a layer counts as often as it is there. */
function coveredBy(layers: readonly Layer[], canvas: Size, place: Rect): number {
  return layers.reduce((sum, layer) => {
    if (layer.type === 'audio') return sum;
    return sum + Math.round(areaOf(intersection(layerBox(layer, canvas), place)));
  }, 0);
}
