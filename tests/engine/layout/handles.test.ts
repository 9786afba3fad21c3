import { describe, expect, it } from 'vitest';
import type { Box } from '../../../engine/layout/box.ts';
import { type Handle, handleCursor, handlePoint, handles, resizeBox } from '../../../engine/layout/handles.ts';
import { type HitTarget, layerAt } from '../../../engine/layout/hit.ts';
import { centerOf } from '../../../engine/layout/point.ts';
import { keepReachable } from '../../../engine/layout/reachable.ts';
import { angleTo, draggedRotation, normalRotation, snapRotation } from '../../../engine/layout/rotation.ts';

const box: Box = { x: 100, y: 200, width: 300, height: 150, rotation: 0 };
const opposite: Record<Handle, Handle> = { nw: 'se', n: 's', ne: 'sw', e: 'w', se: 'nw', s: 'n', sw: 'ne', w: 'e' };
const rotations = [0, 30, 90, 137, 180, 270, 333];
const everyTurn = handles.flatMap((handle) => rotations.map((rotation) => [handle, rotation] as const));
const free = { keepRatio: false };

const isOnLayer = (target: HitTarget, point: { x: number; y: number }) => layerAt([target], point) !== undefined;

describe('resizeBox', () => {
  it.each<[Handle, Partial<Box>]>([
    ['nw', { x: 110, y: 220, width: 290, height: 130 }],
    ['n', { y: 220, height: 130 }],
    ['ne', { y: 220, width: 310, height: 130 }],
    ['e', { width: 310 }],
    ['se', { width: 310, height: 170 }],
    ['s', { height: 170 }],
    ['sw', { x: 110, width: 290, height: 170 }],
    ['w', { x: 110, width: 290 }],
  ])('moves only the edges of %s', (handle, expected) => {
    expect(resizeBox(box, handle, { x: 10, y: 20 }, free)).toEqual({ ...box, ...expected });
  });

  it.each(everyTurn)('keeps the point opposite of %s in place in a box rotated by %d', (handle, rotation) => {
    const start = { ...box, rotation };
    const held = handlePoint(start, opposite[handle]);
    for (const way of [
      { x: 37, y: -21 },
      { x: -900, y: 900 },
      { x: 0, y: 0 },
    ]) {
      for (const keepRatio of [false, true]) {
        const resized = resizeBox(start, handle, way, { keepRatio });
        const after = handlePoint(resized, opposite[handle]);
        expect(after.x).toBeCloseTo(held.x, 6);
        expect(after.y).toBeCloseTo(held.y, 6);
        expect(resized.rotation).toBe(rotation);
        expect(Math.min(resized.width, resized.height)).toBeGreaterThanOrEqual(15 - 1e-9);
        if (keepRatio) expect(resized.width / resized.height).toBeCloseTo(2, 6);
      }
    }
  });

  it.each(rotations)('rotated by %d, lets a corner follow the pointer exactly', (rotation) => {
    const start = { ...box, rotation };
    const from = handlePoint(start, 'se');
    const resized = resizeBox(start, 'se', { x: 25, y: 13 }, { ...free, minSide: 1 });
    const to = handlePoint(resized, 'se');
    expect(to.x - from.x).toBeCloseTo(25, 6);
    expect(to.y - from.y).toBeCloseTo(13, 6);
  });

  it.each(everyTurn)(
    'keeps the center when %s of a box rotated by %d is dragged from its center',
    (handle, rotation) => {
      const start = { ...box, rotation };
      const resized = resizeBox(start, handle, { x: 31, y: 17 }, { keepRatio: false, fromCenter: true });
      expect(centerOf(resized).x).toBeCloseTo(centerOf(start).x, 6);
      expect(centerOf(resized).y).toBeCloseTo(centerOf(start).y, 6);
    },
  );

  it('keeps a minimum size and does not flip the box', () => {
    expect(resizeBox(box, 'e', { x: -5000, y: 0 }, free)).toEqual({ ...box, width: 15 });
    expect(resizeBox(box, 'nw', { x: 5000, y: 5000 }, free)).toEqual({ ...box, x: 385, y: 335, width: 15, height: 15 });
    const locked = resizeBox(box, 'se', { x: -5000, y: -5000 }, { keepRatio: true, minSide: 30 });
    expect(locked).toEqual({ ...box, width: 60, height: 30 });
  });

  it('keeps the ratio by an edge around the center of the opposite edge', () => {
    expect(resizeBox(box, 'e', { x: 100, y: 999 }, { keepRatio: true })).toEqual({
      ...box,
      y: 175,
      width: 400,
      height: 200,
    });
  });

  it('ignores the ratio of a box without height', () => {
    const line = { ...box, height: 0 };
    expect(resizeBox(line, 'e', { x: 10, y: 5 }, { keepRatio: true })).toEqual({ ...line, width: 310 });
    expect(resizeBox(line, 'se', { x: 10, y: 5 }, { keepRatio: true })).toEqual({ ...line, width: 310, height: 15 });
  });
});

describe('handleCursor', () => {
  it.each<[Handle, number, string]>([
    ['n', 0, 'ns-resize'],
    ['ne', 0, 'nesw-resize'],
    ['e', 0, 'ew-resize'],
    ['se', 0, 'nwse-resize'],
    ['s', 0, 'ns-resize'],
    ['w', 0, 'ew-resize'],
    ['nw', 0, 'nwse-resize'],
    ['n', 90, 'ew-resize'],
    ['n', 45, 'nesw-resize'],
    ['n', 20, 'ns-resize'],
    ['se', -45, 'ew-resize'],
    ['e', 359, 'ew-resize'],
    ['e', -720, 'ew-resize'],
  ])('of %s rotated by %d is %s', (handle, rotation, cursor) => {
    expect(handleCursor(handle, rotation)).toBe(cursor);
  });
});

describe('rotation', () => {
  const center = { x: 0, y: 0 };

  it.each([
    [0, -1, 0],
    [1, 0, 90],
    [0, 1, 180],
    [-1, 0, 270],
    [1, -1, 45],
  ])('measures the angle of the point %d, %d', (x, y, angle) => {
    expect(angleTo(center, { x, y })).toBe(angle);
  });

  it.each([
    [4.9, 0],
    [5.1, 5.1],
    [-3, 0],
    [355, 0],
    [354.9, 354.9],
    [86, 90],
    [184, 180],
    [-91, 270],
    [725, 0],
    [45.678, 45.68],
    [-0, 0],
    [Number.NaN, 0],
  ])('snaps %d to %d', (degrees, expected) => {
    expect(snapRotation(degrees, false)).toBe(expected);
  });

  it.each([
    [8, 15],
    [7, 0],
    [-20, 345],
    [352.6, 0],
  ])('snaps %d in coarse steps to %d', (degrees, expected) => {
    expect(snapRotation(degrees, true)).toBe(expected);
  });

  it('adds the angle of the pointer movement, past the top too', () => {
    expect(draggedRotation(10, center, { x: 1, y: 0 }, { x: 0, y: 1 }, false)).toBe(100);
    expect(draggedRotation(0, center, { x: -0.5, y: -1 }, { x: 0.5, y: -1 }, false)).toBe(53.13);
    expect(normalRotation(-36_000.004)).toBe(0);
  });
});

describe('layerAt', () => {
  const front = { id: 'front', box: { x: 0, y: 0, width: 100, height: 100, rotation: 0 } };
  const back = { id: 'back', box: { x: 50, y: 50, width: 100, height: 100, rotation: 0 } };
  const at = (x: number, y: number, slop = 0) => layerAt([front, back], { x, y }, slop)?.id;

  it('returns the front layer', () => {
    expect([at(75, 75), at(120, 120), at(200, 20), at(100, 100)]).toEqual(['front', 'back', undefined, 'front']);
  });

  it('prefers an exact hit to a near one', () => {
    expect([at(105, 75, 12), at(-10, 50, 12), at(-13, 50, 12)]).toEqual(['back', 'front', undefined]);
  });

  it('respects rotation', () => {
    const bar = { id: 'bar', box: { x: 0, y: 45, width: 100, height: 10, rotation: 90 } };
    expect(isOnLayer(bar, { x: 50, y: 5 })).toBe(true);
    expect(isOnLayer(bar, { x: 5, y: 50 })).toBe(false);
    const diamond = { id: 'd', box: { x: 0, y: 0, width: 100, height: 100, rotation: 45 } };
    expect([isOnLayer(diamond, { x: 2, y: 2 }), isOnLayer(diamond, { x: 50, y: -19 })]).toEqual([false, true]);
  });

  it('hits a thin line from nearby, even with a layer behind it', () => {
    const line = { id: 'line', box: { x: 0, y: 50, width: 100, height: 0, rotation: 30 } };
    expect(layerAt([line, front], { x: 50, y: 58 }, 12)?.id).toBe('line');
    expect(layerAt([line, front], { x: 50, y: 58 })?.id).toBe('front');
    expect(layerAt([line, front], { x: 50, y: 70 }, 12)?.id).toBe('front');
  });

  it('prefers a hit box to the box, rotated around the center of the box', () => {
    const half = { ...front, box: { ...front.box, rotation: 180 }, hitBox: { x: 0, y: 0, width: 50, height: 100 } };
    expect([isOnLayer(half, { x: 75, y: 50 }), isOnLayer(half, { x: 25, y: 50 })]).toEqual([true, false]);
  });
});

describe('keepReachable', () => {
  const canvas = { width: 1000, height: 500 };
  const kept = (x: number, y: number, start = box) => keepReachable({ ...start, x, y }, start, canvas, 15);

  it('keeps a strip of the layer on the canvas', () => {
    expect(kept(-5000, 5000)).toMatchObject({ x: -285, y: 485 });
    expect(kept(5000, -5000)).toMatchObject({ x: 985, y: -135 });
    expect(kept(-280, 480)).toMatchObject({ x: -280, y: 480 });
  });

  it('lets a layer outside these limits stay, but move no further', () => {
    const out = { ...box, x: 1100 };
    expect(kept(1100, 200, out).x).toBe(1100);
    expect(kept(1050, 200, out).x).toBe(1050);
    expect(kept(1200, 200, out).x).toBe(1100);
  });

  it('keeps a layer on the canvas that is smaller than the strip', () => {
    expect(kept(5000, 0, { ...box, width: 4, height: 4 }).x).toBe(996);
  });
});
