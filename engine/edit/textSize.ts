import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { TextLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';
import { withFollowingKeyframes } from './keyframePlaces.ts';
import { positionOf, shownPosition } from './percent.ts';
import { setLayerFields } from './style.ts';

/** How high a text's lines are together, with the padding of its background, pixels. */
type HeightOf = (project: Project, layer: TextLayer) => number;

/**
 * Gives a text a size in numbers; its box becomes as high as its lines then are, about the edge or middle at which they
 * stand. Its width stays.
 * @param size pixels of the canvas; brought between the limits of the field.
 * @returns the same project when there is no such text.
 */
export function setTextSize(project: Project, layerId: string, size: number, heightOf: HeightOf): Project {
  const sized = setLayerFields(project, layerId, 'text', {
    fitText: false,
    fontSize: `${Math.round(size * 100) / 100}px`,
  });
  const canvas = canvasSize(project);
  const next = withLayer(sized, layerId, (layer) => {
    if (layer.type !== 'text') return layer;
    const position = shownPosition(sized, layer);
    const box = layerBox({ ...layer, position }, canvas);
    const height = heightOf(sized, layer);
    const y = box.y + (box.height - height) * { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
    return { ...layer, position: { ...position, ...positionOf({ ...box, y, height }, canvas) } };
  });
  return withFollowingKeyframes(project, next);
}
