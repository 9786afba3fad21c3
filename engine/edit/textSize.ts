import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { TextLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';
import { withFollowingKeyframes } from './keyframePlaces.ts';
import { positionOf, shownPosition } from './percent.ts';
import { setLayerFields } from './style.ts';

/** Returns the height of a text's lines plus the padding of its background, in pixels. */
type HeightOf = (project: Project, layer: TextLayer) => number;

/**
 * Sets a fixed font size; the box becomes as high as the lines, around the edge or middle that they are aligned to. Its
 * width stays.
 * @param size pixels of the canvas; clamped to the range of the field.
 * @returns the same project if there is no such text.
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
