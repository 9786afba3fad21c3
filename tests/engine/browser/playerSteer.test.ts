import { expect, it } from 'vitest';
import { Steer } from '../../../engine/browser/media/steer.ts';

/** Simulates playback at the corrected rates. @returns the offset from the target time at each step. */
function played(drift: number, rate: number, seconds: number): number[] {
  const steer = new Steer({ deadband: 0.01, maxCorrection: 0.02 });
  const step = 0.03;
  let off = drift;
  return Array.from({ length: Math.round(seconds / step) }, () => {
    off += (steer.rateFor(rate, off) - rate) * step;
    return off;
  });
}

it.each([
  [0.06, 1],
  [-0.06, 1],
  [0.02, 2],
  [-0.05, 0.5],
])('corrects an offset of %f s at speed %f and then stays stable', (drift, rate) => {
  const off = played(drift, rate, 12);
  expect(Math.abs(off.at(-1) as number)).toBeLessThan(0.01);
  // The offset shrinks steadily and never overshoots.
  for (const [i, value] of off.entries()) {
    expect(Math.abs(value)).toBeLessThanOrEqual(Math.abs(i === 0 ? drift : (off[i - 1] as number)));
    expect(Math.sign(value)).toBe(Math.sign(drift));
  }
  expect(new Set(off.slice(-20)).size).toBe(1);
});

it('ignores small offsets and limits the correction', () => {
  const steer = new Steer({ deadband: 0.01, maxCorrection: 0.02 });
  expect(steer.rateFor(1, 0.009)).toBe(1);
  expect(steer.rateFor(1, 5)).toBe(0.98);
  expect(steer.rateFor(2, -5)).toBe(2.04);
});
