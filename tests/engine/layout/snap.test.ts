import { describe, expect, it } from 'vitest';
import { type Box, boundsOf } from '../../../engine/layout/box.ts';
import { handles, resizeBox } from '../../../engine/layout/handles.ts';
import { snapMove, snapResize } from '../../../engine/layout/snap.ts';

/** 2 % are 20 pixels across and 10 down. */
const canvas = { width: 1000, height: 500 };
const box = (x: number, y: number, width = 200, height = 100, rotation = 0): Box => ({ x, y, width, height, rotation });
const vertical = (at: number) => ({ orientation: 'vertical', at, width: 1.5 });
const horizontal = (at: number) => ({ orientation: 'horizontal', at, width: 2 });

describe('snapMove', () => {
  it.each([
    ['left edge to the left', box(20, 130), box(0, 130), [vertical(0)]],
    ['left edge to the middle', box(485, 130), box(500, 130), [vertical(500)]],
    ['left edge to the right', box(1015, 130), box(1000, 130), [vertical(1000)]],
    ['center to the left', box(-85, 130), box(-100, 130), [vertical(0)]],
    ['center to the middle', box(419, 130), box(400, 130), [vertical(500)]],
    ['right edge to the middle', box(281, 130), box(300, 130), [vertical(500)]],
    ['right edge to the right', box(790, 130), box(800, 130), [vertical(1000)]],
    ['top edge to the top', box(130, -10), box(130, 0), [horizontal(0)]],
    ['top edge to the middle', box(130, 259), box(130, 250), [horizontal(250)]],
    ['center to the middle', box(130, 191), box(130, 200), [horizontal(250)]],
    ['bottom edge to the bottom', box(130, 407), box(130, 400), [horizontal(500)]],
    ['both axes at once', box(5, 395), box(0, 400), [vertical(0), horizontal(500)]],
    ['nothing beyond 2 %', box(20.1, 10.1), box(20.1, 10.1), []],
  ])('snaps the %s', (_what, before, after, guides) => {
    expect(snapMove(before, canvas)).toEqual({ box: after, guides });
  });

  it('uses a smaller distance at a high zoom', () => {
    const lines = { x: [], y: [], within: 3, nearer: 4 };
    expect(snapMove(box(5.1, 130), canvas, { x: true, y: true }, lines).box.x).toBe(5.1);
    expect(snapMove(box(4.5, 130), canvas, { x: true, y: true }, lines).box.x).toBe(0);
  });

  it('snaps the nearest of several edges', () => {
    // The left edge is 12 from 0, the center 7 from 500.
    expect(snapMove(box(12, 130, 962), canvas).box.x).toBe(19);
    expect(snapMove(box(6, 130, 970), canvas).box.x).toBe(0);
  });

  it('shows a guide for each edge on a line', () => {
    expect(snapMove(box(3, 4, 1000, 500), canvas)).toEqual({
      box: box(0, 0, 1000, 500),
      guides: [vertical(0), vertical(500), vertical(1000), horizontal(0), horizontal(250), horizontal(500)],
    });
  });

  it('skips an axis and its guides', () => {
    expect(snapMove(box(5, 5), canvas, { x: true, y: false })).toEqual({ box: box(0, 5), guides: [vertical(0)] });
    expect(snapMove(box(0, 0), canvas, { x: false, y: false })).toEqual({ box: box(0, 0), guides: [] });
  });

  it.each([30, 90, 200, 315])('uses the bounds of a box rotated by %d', (rotation) => {
    const turned = box(300, 300, 200, 100, rotation);
    const bounds = boundsOf(turned);
    const near = { ...turned, x: turned.x - bounds.x + 11, y: turned.y - bounds.y + 4 };
    const snapped = snapMove(near, canvas);
    expect(boundsOf(snapped.box).x).toBeCloseTo(0, 9);
    expect(boundsOf(snapped.box).y).toBeCloseTo(0, 9);
    expect(snapped.box.rotation).toBe(rotation);
    expect(snapped.guides).toEqual([vertical(0), horizontal(0)]);
  });
});

describe('snapResize', () => {
  const start = box(300, 150);
  const pulled = (handle: (typeof handles)[number], x: number, y: number, options = { keepRatio: false }) =>
    snapResize(start, resizeBox(start, handle, { x, y }, options), handle, canvas, options);

  it.each([
    ['e', 490, 77, box(300, 150, 700, 100), [vertical(1000)]],
    ['w', -285, 0, box(0, 150, 500, 100), [vertical(0)]],
    ['s', 0, 241, box(300, 150, 200, 350), [horizontal(500)]],
    ['n', 0, -141, box(300, 0, 200, 250), [horizontal(0)]],
    ['se', 490, 3, box(300, 150, 700, 100), [vertical(1000), horizontal(250)]],
    ['se', 100, 30, box(300, 150, 300, 130), []],
    ['nw', -290, -145, box(0, 0, 500, 250), [vertical(0), horizontal(0)]],
  ] as const)('snaps %s pulled by %d, %d', (handle, x, y, after, guides) => {
    expect(pulled(handle, x, y)).toEqual({ box: after, guides });
  });

  it('uses the nearer axis and scales the other if the ratio is kept', () => {
    // The right edge comes to 10 before 1000, the lower one to 495: 345 of 350 down is nearer.
    const { box: after, guides } = pulled('se', 490, 245, { keepRatio: true });
    expect(after).toEqual(box(300, 150, 700, 350));
    expect(guides).toEqual([vertical(1000), horizontal(500)]);
    const edge = pulled('e', 295, 0, { keepRatio: true });
    expect(edge.guides).toEqual([]);
    const middle = snapResize(box(0, 200, 480, 96), box(0, 200, 490, 98), 'e', canvas, { keepRatio: true });
    expect(middle.box.width).toBe(500);
    expect(middle.box.height).toBeCloseTo(100, 9);
    expect(middle.guides).toEqual([vertical(500)]);
  });

  it('keeps the center when resizing from it', () => {
    const options = { keepRatio: false, fromCenter: true };
    const { box: after, guides } = pulled('e', 95, 0, options);
    expect(after).toEqual(box(205, 150, 390, 100));
    expect(guides).toEqual([]);
    expect(pulled('e', 492, 0, options).box).toEqual(box(-200, 150, 1200, 100));
  });

  it('ignores a rotated box and keeps the minimum size', () => {
    const turned = { ...start, rotation: 10 };
    expect(snapResize(start, turned, 'e', canvas, { keepRatio: false })).toEqual({ box: turned, guides: [] });
    const small = box(492, 150, 200, 100);
    const thin = resizeBox(small, 'e', { x: -900, y: 0 }, { keepRatio: false });
    expect(snapResize(small, thin, 'e', canvas, { keepRatio: false }).box.width).toBe(15);
  });

  it('keeps the opposite side for every handle', () => {
    for (const handle of handles) {
      for (const way of [-13, 8, 45, 190]) {
        const { box: after } = pulled(handle, way, way);
        if (!handle.includes('w')) expect(after.x).toBe(300);
        if (!handle.includes('n')) expect(after.y).toBe(150);
        if (!handle.includes('e')) expect(after.x + after.width).toBeCloseTo(500, 9);
        if (!handle.includes('s')) expect(after.y + after.height).toBeCloseTo(250, 9);
      }
    }
  });
});
