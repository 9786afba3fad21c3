import type { Layer, ShapeLayer } from '../project/layers.ts';
import { type Kind, plainKind } from './kind.ts';

/** A line, arrow, rectangle, ellipse, triangle or path. */
export const shape: Kind<ShapeLayer> = {
  ...plainKind,
  title: ({ shapeType }) => titles[shapeType],
  colorField: (layer, of) => {
    const isArea = hasFill(layer);
    if (of === 'color' && isArea) return { name: 'background', canBeNone: true };
    return { name: 'stroke', canBeNone: of === 'outline' && isArea };
  },
};

const titles: Record<ShapeLayer['shapeType'], string> = {
  line: 'Line',
  arrow: 'Arrow',
  rectangle: 'Rectangle',
  ellipse: 'Ellipse',
  triangle: 'Triangle',
  svg: 'Shape',
};

/** Returns whether a shape has an area to fill; lines and arrows do not. */
export function hasFill({ shapeType }: ShapeLayer): boolean {
  return shapeType !== 'line' && shapeType !== 'arrow';
}

/** Returns whether a layer is a line or an arrow, which runs through the middle of its box. */
export function isLine(layer: Layer): layer is ShapeLayer {
  return layer.type === 'shape' && !hasFill(layer);
}

/** Returns whether a layer has an outline color but no outline. */
export function lacksOutline(layer: Layer): boolean {
  return layer.type === 'shape' && hasFill(layer) && !layer.lineWidth;
}
