import { expect, it } from 'vitest';
import { Steer } from '../../engine/browser/media/steer.ts';

/** Plays something at the paces that it is given. @returns how far it is off its time at each of so many steps. */
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
])('brings %f s at pace %f back, and leaves it alone then', (drift, rate) => {
  const off = played(drift, rate, 12);
  expect(Math.abs(off.at(-1) as number)).toBeLessThan(0.01);
  // It comes nearer all the time, and never goes past.
  for (const [i, value] of off.entries()) {
    expect(Math.abs(value)).toBeLessThanOrEqual(Math.abs(i === 0 ? drift : (off[i - 1] as number)));
    expect(Math.sign(value)).toBe(Math.sign(drift));
  }
  expect(new Set(off.slice(-20)).size).toBe(1);
});

it('leaves what is nearly right alone, and changes the pace by no more than it may', () => {
  const steer = new Steer({ deadband: 0.01, maxCorrection: 0.02 });
  expect(steer.rateFor(1, 0.009)).toBe(1);
  expect(steer.rateFor(1, 5)).toBe(0.98);
  expect(steer.rateFor(2, -5)).toBe(2.04);
});
