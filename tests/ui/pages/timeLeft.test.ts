import { describe, expect, it } from 'vitest';
import { leftInWords, type Sample, secondsLeft } from '../../../ui/pages/video/Developing.tsx';

/** Samples four times a second of a render, whose progress is a function of seconds. */
function samples(seconds: number, progressAt: (second: number) => number): Sample[] {
  return Array.from({ length: seconds * 4 + 1 }, (_, i) => ({ at: i * 250, progress: progressAt(i / 4) }));
}

describe('secondsLeft', () => {
  it('estimates the time once the pace is known', () => {
    expect(secondsLeft(samples(5, (second) => 0.1 + second * 0.02))).toBeCloseTo((1 - 0.2) / 0.02, 5);
  });

  it('returns undefined after too short a time or too little progress', () => {
    expect(secondsLeft([])).toBeUndefined();
    expect(secondsLeft(samples(2, (second) => 0.1 + second * 0.1))).toBeUndefined();
    expect(secondsLeft(samples(10, (second) => 0.1 + second * 0.001))).toBeUndefined();
    expect(secondsLeft(samples(10, () => 0.5))).toBeUndefined();
  });

  it('returns undefined while reading and painting or while the pace changes', () => {
    expect(secondsLeft(samples(4, (second) => second * 0.02))).toBeUndefined();
    expect(
      secondsLeft(samples(6, (second) => 0.1 + (second < 3 ? second * 0.1 : 0.3 + (second - 3) * 0.01))),
    ).toBeUndefined();
  });

  it('is described in steps that do not flicker', () => {
    expect([2, 11, 41, 54, 59, 95, 170].map(leftInWords)).toEqual([
      'a few seconds left',
      'about 20 s left',
      'about 50 s left',
      'about 60 s left',
      'about 1 min left',
      'about 2 min left',
      'about 3 min left',
    ]);
  });
});
