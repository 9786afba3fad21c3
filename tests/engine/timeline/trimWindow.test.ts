import { describe, expect, it } from 'vitest';
import { moveTrim } from '../../../engine/edit/trimWindow.ts';
import { frameTimecode, timecode } from '../../../engine/timeline/timecode.ts';

describe('moveTrim', () => {
  const whole = { start: 0, end: 8.341 };

  it.each([
    ['start', 2, { start: 2, end: 8.341 }],
    ['start', -1, { start: 0, end: 8.341 }],
    ['start', 100, { start: 7.341, end: 8.341 }],
    ['start', 0.1 + 0.2, { start: 0.3, end: 8.341 }],
    ['end', 5, { start: 0, end: 5 }],
    ['end', 0.2, { start: 0, end: 1 }],
    ['end', 100, { start: 0, end: 8.341 }],
    ['both', 3, { start: 0, end: 8.341 }],
  ] as const)('moves the %s to %d', (part, to, expected) => {
    const moved = moveTrim(whole, part, to, 8.341);
    expect(moved.start).toBeCloseTo(expected.start, 9);
    expect(moved.end).toBeCloseTo(expected.end, 9);
  });

  it('moves the window at constant length up to the ends of the file', () => {
    const window = { start: 2, end: 5 };
    expect(moveTrim(window, 'both', 4, 10)).toEqual({ start: 4, end: 7 });
    expect(moveTrim(window, 'both', -4, 10)).toEqual({ start: 0, end: 3 });
    expect(moveTrim(window, 'both', 40, 10)).toEqual({ start: 7, end: 10 });
  });

  it('reaches the end of a file whose length is not a whole millisecond', () => {
    expect(moveTrim({ start: 0, end: 5 }, 'end', 9, 8.3416667).end).toBe(8.3416667);
    expect(moveTrim({ start: 0, end: 5 }, 'end', 8.3416, 8.3416667).end).toBe(8.3416667);
  });

  it('rounds to milliseconds where the other edge stops it', () => {
    expect(moveTrim({ start: 0.23, end: 8.87 }, 'start', 10, 10).start).toBe(7.87);
    expect(moveTrim({ start: 2.2, end: 9 }, 'end', 0, 10).end).toBe(3.2);
  });

  it('keeps the given minimum length', () => {
    expect(moveTrim({ start: 0, end: 5 }, 'end', 0, 5, 0.25)).toEqual({ start: 0, end: 0.25 });
  });

  it('keeps a file whole that is shorter than the minimum', () => {
    const short = { start: 0, end: 0.6 };
    expect(moveTrim(short, 'start', 0.3, 0.6)).toEqual(short);
    expect(moveTrim(short, 'end', 0.3, 0.6)).toEqual(short);
  });
});

describe('timecode', () => {
  it.each([
    [0, '00:00.00'],
    [65.43, '01:05.43'],
    [2.9999999, '00:03.00'],
    [59.999, '00:59.99'],
    [1200, '20:00.00'],
    [6000, '100:00.00'],
    [-1, '00:00.00'],
    [0.29, '00:00.29'],
  ])('formats %d s as %s', (seconds, expected) => {
    expect(timecode(seconds)).toBe(expected);
  });
});

describe('frameTimecode', () => {
  it.each([
    [0, 30, '00:00:00'],
    [1 / 30, 30, '00:00:01'],
    [0.999, 30, '00:00:29'],
    [61.5, 24, '01:01:12'],
    [30_000 / (30_000 / 1001), 30_000 / 1001, '16:40:00'],
    [1 - 1 / 59.94, 60_000 / 1001, '00:00:58'],
    [-1, 25, '00:00:00'],
  ])('formats %d s at %d fps as %s', (seconds, fps, expected) => {
    expect(frameTimecode(seconds, fps)).toBe(expected);
  });
});
