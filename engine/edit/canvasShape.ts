import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { mapLayers } from '../project/allLayers.ts';
import { ratio as ratioField } from '../project/fields.ts';
import type { Layer } from '../project/layers.ts';
import { MIN_SIDE } from '../project/limits.ts';
import type { Padding, Project } from '../project/project.ts';
import { evenSide, reducedRatio, resized } from './canvas.ts';
import { withKeyframesOnCanvas } from './keyframePlaces.ts';
import { positionOf } from './percent.ts';

/** A side of the canvas. */
export type CanvasSide = keyof Padding;

/** Growth of the canvas per click on "expand padding". */
const paddingFactor = 1.1;

/**
 * Sets the ratio of the canvas; its long side returns to the length before any padding. Layers keep their percentages.
 * Both sides become even, 16 to 4096 pixels.
 * @param ratio "w:h" of positive numbers; anything else counts as 1:1.
 */
export function setRatio(project: Project, ratio: string): Project {
  const valid = ratioField.parse(ratio, { jitless: true });
  const [across = 1, down = 1] = valid.split(':').map(Number);
  const unpadded = withoutPadding(project);
  const long = Math.max(unpadded.width, unpadded.height);
  const width = evenSide(long * Math.min(1, across / down));
  const height = evenSide(long * Math.min(1, down / across));
  return resized(project, { width, height, ratio: valid });
}

/**
 * Extends the canvas at one side by a factor of 1.1; all layers keep their position in pixels. Does nothing at 4096
 * pixels.
 */
export function expandPadding(project: Project, side: CanvasSide): Project {
  const canvas = canvasSize(project);
  const length = side === 'left' || side === 'right' ? 'width' : 'height';
  const added = evenSide(canvas[length] * paddingFactor) - canvas[length];
  if (added <= 0) return project;
  const padding = { ...noPadding, ...project.padding };
  const grown = withMargins(project, { ...noPadding, [side]: added });
  return { ...grown, padding: { ...padding, [side]: padding[side] + added } };
}

/** Removes all padding that expandPadding added; layers keep their position in pixels. */
export function removePadding(project: Project): Project {
  if (!project.padding) return project;
  const { top, right, bottom, left } = shrunkPadding(project, project.padding);
  const { padding: _, ...rest } = withMargins(project, { top: -top, right: -right, bottom: -bottom, left: -left });
  return rest;
}

const noPadding: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

/** Adds or removes pixels at each side of the canvas; layers keep their position in pixels. */
function withMargins(project: Project, { top, right, bottom, left }: Padding): Project {
  const before = canvasSize(project);
  const width = before.width + left + right;
  const height = before.height + top + bottom;
  const after = canvasSize({ ...project, width, height });
  const moved = (layer: Layer): Layer => {
    const box = layerBox(layer, before);
    const position = positionOf({ ...box, x: box.x + left, y: box.y + top }, after);
    const keyframed = withKeyframesOnCanvas(layer, { before, after, left, top });
    return { ...keyframed, position: { ...layer.position, ...position } };
  };
  return { ...mapLayers(project, moved), width, height, ratio: reducedRatio(width, height) };
}

function withoutPadding(project: Project): Pick<Project, 'width' | 'height'> {
  const { top, right, bottom, left } = shrunkPadding(project, project.padding ?? noPadding);
  return { width: project.width - left - right, height: project.height - top - bottom };
}

/** A project file may claim more padding than the canvas has; it is limited to leave the smallest canvas. */
function shrunkPadding(project: Project, { top, right, bottom, left }: Padding): Padding {
  const canvas = canvasSize(project);
  const across = Math.min(left, canvas.width - MIN_SIDE);
  const down = Math.min(top, canvas.height - MIN_SIDE);
  return {
    left: across,
    right: Math.min(right, canvas.width - MIN_SIDE - across),
    top: down,
    bottom: Math.min(bottom, canvas.height - MIN_SIDE - down),
  };
}
