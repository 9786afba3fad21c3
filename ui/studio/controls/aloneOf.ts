import { isLine } from '../../../engine/kinds/shape.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';

/** Room around lines and outlines, which stand out of their box, as a share of the longer side. */
const margin = 0.06;

/** A still of a layer alone, as large as the layer: it is there and at rest, whenever it comes and wherever it goes, also while it is hidden. */
export function aloneOf(project: Project, layer: Layer): Project {
  const box = layerBox(layer, canvasSize(project));
  // A line paints around the middle of its box only.
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
