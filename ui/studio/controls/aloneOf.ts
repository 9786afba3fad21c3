import { isLine } from '../../../engine/kinds/shape.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';

/** Margin for lines and outlines, which extend beyond the box, as a share of the longer side. */
const margin = 0.06;

/** A still project of one layer in its own size: always visible, without animation and even if hidden. */
export function isolateLayer(project: Project, layer: Layer): Project {
  const box = layerBox(layer, canvasSize(project));
  // A line paints only around the middle of its box.
  const height = isLine(layer) ? box.width / 2 : box.height;
  const room = margin * Math.max(box.width, height);
  const size = {
    width: Math.min(4096, Math.max(16, Math.round(box.width + 2 * room))),
    height: Math.min(4096, Math.max(16, Math.round(height + 2 * room))),
  };
  const left = (100 * room) / (box.width + 2 * room || 1);
  const top = (100 * room) / (height + 2 * room || 1);
  const position = {
    ...layer.position,
    x: `${left.toFixed(3)}%`,
    y: `${top.toFixed(3)}%`,
    width: `${(100 - 2 * left).toFixed(3)}%`,
    height: `${(100 - 2 * top).toFixed(3)}%`,
    rotation: 0,
  };
  const resting = {
    ...layer,
    ...{ from: undefined, to: undefined, isHidden: undefined },
    ...{ keyframes: undefined, animateIn: undefined, animateOut: undefined },
  };
  return projectSchema.parse(
    {
      ...size,
      isImage: true,
      scenes: [{ id: 'alone', background: 'transparent', layers: [{ ...resting, position }] }],
    },
    { jitless: true },
  );
}
