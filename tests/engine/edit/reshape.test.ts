import { describe, expect, it } from 'vitest';
import { growLayer, rotateLayer } from '../../../engine/edit/reshape.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { handlePoint } from '../../../engine/layout/handles.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerOf, makeProject, scene } from '../make.ts';

/** A rectangle of 200 by 100 pixels on a canvas of 1000 by 500. */
function withRectangle(rest: object = {}, rotation = 0): Project {
  const position = { x: '20%', y: '20%', width: '20%', height: '20%', rotation };
  const rectangle = { id: 'r', type: 'shape' as const, shapeType: 'rectangle' as const, position, ...rest };
  return makeProject([scene('s', [rectangle])], { ratio: 'custom', width: 1000, height: 500 });
}
const boxOf = (project: Project) => layerBox(layerOf(project, 'r', 'shape'), canvasSize(project));
const placeOf = (project: Project) => {
  const { x, y, width, height, rotation } = boxOf(project);
  return [x, y, width, height, rotation].map((value) => Math.round(value * 10) / 10);
};

describe('growLayer', () => {
  it('moves the right and lower edge by percent of the canvas', () => {
    expect(placeOf(growLayer(withRectangle(), 'r', 1, 0))).toEqual([200, 100, 210, 100, 0]);
    expect(placeOf(growLayer(withRectangle(), 'r', 0, -10))).toEqual([200, 100, 200, 50, 0]);
  });

  it('keeps a locked ratio and the upper left corner', () => {
    const project = withRectangle({ lockAspectRatio: true });
    expect(placeOf(growLayer(project, 'r', 10, 0))).toEqual([200, 100, 300, 150, 0]);
    expect(placeOf(growLayer(project, 'r', 0, 10))).toEqual([200, 100, 300, 150, 0]);
  });

  it('keeps at least 15 pixels and does not flip the box', () => {
    expect(placeOf(growLayer(withRectangle(), 'r', -50, 0))).toEqual([200, 100, 15, 100, 0]);
  });

  it.each([false, true])('keeps the upper left corner of a rotated layer in place; locked: %s', (lockAspectRatio) => {
    const before = withRectangle({ lockAspectRatio }, 37);
    const after = growLayer(before, 'r', 10, 0);
    expect(boxOf(after).width).toBeCloseTo(300, 1);
    expect(handlePoint(boxOf(after), 'nw').x).toBeCloseTo(handlePoint(boxOf(before), 'nw').x, 1);
    expect(handlePoint(boxOf(after), 'nw').y).toBeCloseTo(handlePoint(boxOf(before), 'nw').y, 1);
  });
});

describe('rotateLayer', () => {
  it('rotates around the center, from 0 up to 360 degrees', () => {
    expect(placeOf(rotateLayer(withRectangle(), 'r', 15))).toEqual([200, 100, 200, 100, 15]);
    expect(placeOf(rotateLayer(withRectangle(), 'r', -1))).toEqual([200, 100, 200, 100, 359]);
  });

  it('keeps a placeholder upright', () => {
    const project = makeProject([scene('s', [{ id: 'p', type: 'placeholder' }])]);
    expect(rotateLayer(project, 'p', 15)).toBe(project);
  });
});
