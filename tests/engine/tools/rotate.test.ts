import { describe, expect, it } from 'vitest';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { good, layerOf, sentences } from '../make.ts';
import { clip, compile, gif, photo } from './make.ts';

const rotate = (body: Record<string, unknown>, facts = clip) => compile({ isRotate: true, ...body }, facts);

describe('rotate', () => {
  it.each([
    [0, 1280, 720],
    [90, 720, 1280],
    [180, 1280, 720],
    [270, 720, 1280],
  ])('by %d° fills a canvas of %d × %d', (rotation, width, height) => {
    const project = good(rotate({ rotation }));
    const canvas = canvasSize(project);
    expect(canvas).toEqual({ width, height });
    const box = layerBox(layerOf(project, 'source', 'video'), canvas);
    expect(box).toMatchObject({ rotation, width: expect.closeTo(1280, 1), height: expect.closeTo(720, 1) });
    expect([box.x + box.width / 2, box.y + box.height / 2].map(Math.round)).toEqual([width / 2, height / 2]);
  });

  it('flips the visible picture horizontally', () => {
    const mirror = (rotation: number) => {
      const { flipped, flippedVertical } = layerOf(good(rotate({ rotation, flipped: true })), 'source', 'video');
      return { flipped, flippedVertical };
    };
    for (const upright of [0, 180]) expect(mirror(upright)).toEqual({ flipped: true, flippedVertical: false });
    for (const onSide of [90, 270]) expect(mirror(onSide)).toEqual({ flipped: false, flippedVertical: true });
  });

  it('flips images too', () => {
    expect(layerOf(good(rotate({ flipped: true }, photo)), 'source', 'image').flipped).toBe(true);
  });

  it('keeps the kind and the span of its source', () => {
    expect(good(rotate({ rotation: 90 }, photo))).toMatchObject({ output: { type: 'image' }, width: 640, height: 960 });
    expect(good(rotate({ rotation: 90 }, gif))).toMatchObject({ output: { type: 'gif' } });
    expect(totalDuration(good(rotate({ rotation: 90, startTime: 2, endTime: 5 })))).toBe(3);
  });

  it('rejects angles other than quarter turns, and a side that would be too long', () => {
    expect(sentences(rotate({ rotation: 45 }))).toEqual(['"rotation" must be 0, 90, 180 or 270.']);
    expect(sentences(rotate({ rotation: 90 }, { ...photo, width: 1920, height: 100 }))).toHaveLength(1);
    expect(rotate({ rotation: 180 }, { ...photo, width: 1920, height: 100 }).ok).toBe(true);
  });
});
