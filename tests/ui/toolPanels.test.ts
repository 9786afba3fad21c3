import { describe, expect, it } from 'vitest';
import { movedBy, snapped, usualPlacing, zoomedBy } from '../../ui/tools/resize/placing.ts';
import { quarterWords, type Turned, turns } from '../../ui/tools/turns.ts';

/** Where the corners of a picture are seen, clockwise from the upper left; each by the corner of the file. */
const cornersOf = ({ rotation, flipped }: Turned): number[] => {
  const quarters = rotation / 90;
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((corner) => (corner - quarters + 4) % 4);
  return flipped ? [b, a, d, c] : [a, b, c, d];
};

const seen: Record<keyof typeof turns, (corners: number[]) => number[]> = {
  left: ([a = 0, b = 0, c = 0, d = 0]) => [b, c, d, a],
  right: ([a = 0, b = 0, c = 0, d = 0]) => [d, a, b, c],
  across: ([a = 0, b = 0, c = 0, d = 0]) => [b, a, d, c],
  over: ([a = 0, b = 0, c = 0, d = 0]) => [d, c, b, a],
};

describe('the buttons that rotate and flip', () => {
  it('do what they say with the picture as it is seen, however it was turned before', () => {
    for (const rotation of [0, 90, 180, 270])
      for (const flipped of [false, true])
        for (const name of ['left', 'right', 'across', 'over'] as const) {
          const before = { rotation, flipped };
          expect(cornersOf(turns[name](before)), `${name} of ${quarterWords(before)}`).toEqual(
            seen[name](cornersOf(before)),
          );
        }
  });

  it('are told in words', () => {
    expect(quarterWords({ rotation: 0, flipped: false })).toBe('');
    expect(quarterWords({ rotation: 90, flipped: true })).toBe('Rotated by 90° clockwise, mirrored');
  });
});

describe('a picture in its frame', () => {
  it('goes where the hand goes, as far as the tool takes it', () => {
    expect(movedBy(usualPlacing, 12.34, -5)).toEqual({ x: 12.3, y: -5, zoom: 100 });
    expect(movedBy(usualPlacing, 400, -400)).toEqual({ x: 100, y: -100, zoom: 100 });
  });

  it('is zoomed about the point below the pointer', () => {
    const at = { x: 20, y: -10 };
    const zoomed = zoomedBy(usualPlacing, 2, at);
    expect(zoomed).toEqual({ x: -20, y: 10, zoom: 200 });
    // What was below the pointer was 20 and −10 from its middle, and is twice as far now.
    expect([at.x - zoomed.x, at.y - zoomed.y]).toEqual([40, -20]);
    expect(zoomedBy(usualPlacing, 9, at).zoom).toBe(300);
    expect(zoomedBy(usualPlacing, 0.01, at).zoom).toBe(10);
  });

  it('snaps with its middle or an edge to those of the frame', () => {
    const size = { width: 60, height: 100 };
    expect(snapped({ x: 1, y: 8, zoom: 100 }, size)).toEqual({
      placing: { x: 0, y: 8, zoom: 100 },
      lines: { x: 50, y: undefined },
    });
    expect(snapped({ x: -19.2, y: 0, zoom: 100 }, size)).toEqual({
      placing: { x: -20, y: 0, zoom: 100 },
      lines: { x: 0, y: 50 },
    });
  });
});
