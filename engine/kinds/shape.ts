import { type ShapeLayer, shapeLayer } from '../project/layers.ts';
import { type Kind, plainKind } from './kind.ts';

/** A line, arrow, rectangle, ellipse, triangle or path. */
export const shape: Kind<ShapeLayer> = {
  ...plainKind,
  title: ({ shapeType }) => titles[shapeType],
  schema: shapeLayer,
  colorField: (layer, of) => (of === 'color' && hasFill(layer) ? 'background' : 'stroke'),
};

const titles: Record<ShapeLayer['shapeType'], string> = {
  line: 'Line',
  arrow: 'Arrow',
  rectangle: 'Rectangle',
  ellipse: 'Ellipse',
  triangle: 'Triangle',
  svg: 'Shape',
};

/** Whether a shape has an area to fill; a line and an arrow have none. */
export function hasFill({ shapeType }: ShapeLayer): boolean {
  return shapeType !== 'line' && shapeType !== 'arrow';
}
