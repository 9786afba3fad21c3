import { expect, it } from 'vitest';
import { limitStepper } from '../../../engine/timeline/loudness.ts';

it('lowers the limit by the excess of the peaks, and by twice the last step while the excess stays', () => {
  expect([2, 0.5, 0.5, 0.5].map(limitStepper(-1))).toEqual([-3, -3.5, -4.5, -6.5]);
});
