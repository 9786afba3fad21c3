import { describe, expect, it } from 'vitest';
import { decibelsOf, fallenLevel } from '../../../engine/browser/sound/levelMeter.ts';
import { levelShare, levelTone } from '../../../ui/studio/timeline/LevelMeter.tsx';

describe('the level meter', () => {
  it('measures amplitudes in decibels of full scale', () => {
    expect([1, 0.5, 0].map(decibelsOf)).toEqual([0, expect.closeTo(-6.02, 2), Number.NEGATIVE_INFINITY]);
  });

  it('rises at once and falls by 20 dB in 1.7 seconds, as a peak programme meter does', () => {
    expect(fallenLevel(-40, -3, 0.02)).toBe(-3);
    expect(fallenLevel(-10, Number.NEGATIVE_INFINITY, 1.7)).toBeCloseTo(-30);
    expect(fallenLevel(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 1)).toBe(Number.NEGATIVE_INFINITY);
  });

  it('shows the 60 dB below full scale, and names loud and clipping levels', () => {
    expect([Number.NEGATIVE_INFINITY, -60, -30, 0, 6].map(levelShare)).toEqual([0, 0, 0.5, 1, 1]);
    expect([-20, -9, -1, 3].map(levelTone)).toEqual(['quiet', 'loud', 'clipping', 'clipping']);
  });
});
