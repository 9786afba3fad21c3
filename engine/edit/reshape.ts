import { kindOf } from '../kinds/index.ts';
import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { resizeBox } from '../layout/handles.ts';
import { turned } from '../layout/point.ts';
import { normalRotation } from '../layout/rotation.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';
import { positionOf, shownPosition } from './percent.ts';

/**
 * Makes a layer larger or smaller, as by pulling its right or lower edge; the upper left corner stays, also of a rotated
 * layer. A locked ratio is kept, and no side gets shorter than 15 pixels.
 * @param dx, dy percent of the canvas that it becomes wider and higher by, below 0 narrower and lower; one of them is 0.
 */
export function growLayer(project: Project, layerId: string, dx: number, dy: number): Project {
  const canvas = canvasSize(project);
  return withLayer(project, layerId, (layer) => {
    const position = shownPosition(project, layer);
    const box = layerBox({ ...layer, position }, canvas);
    const keepRatio = layer.lockAspectRatio && box.width > 0 && box.height > 0;
    const wider = (dx * canvas.width) / 100;
    const higher = (dy * canvas.height) / 100;
    // With a locked ratio the corner goes along the diagonal.
    const way = keepRatio
      ? { x: wider + (higher * box.width) / box.height, y: higher + (wider * box.height) / box.width }
      : { x: wider, y: higher };
    const handle = keepRatio ? 'se' : dx !== 0 ? 'e' : 's';
    const grown = resizeBox(box, handle, turned(way, box.rotation), { keepRatio });
    return { ...layer, position: { ...position, ...positionOf(grown, canvas) } };
  });
}

/** Rotates a layer around its middle. @param degrees clockwise. Placeholders stay upright. */
export function rotateLayer(project: Project, layerId: string, degrees: number): Project {
  return withLayer(project, layerId, (layer) => {
    if (!kindOf(layer).canRotate) return layer;
    const position = shownPosition(project, layer);
    return { ...layer, position: { ...position, rotation: normalRotation(position.rotation + degrees) } };
  });
}
