import { describe, expect, it } from 'vitest';
import { PreviewQuality } from '../../../engine/browser/preview/previewQuality.ts';

/** Simulates display frames for some seconds. @param gap milliseconds between frames for a share of the resolution. */
function play(quality: PreviewQuality, from: number, seconds: number, gap: (share: number) => number) {
  const shares = [quality.share];
  let now = from;
  while (now < from + 1000 * seconds) {
    now += gap(quality.share);
    if (quality.frame(now)) shares.push(quality.share);
  }
  return { shares, now };
}

/** Drawing time grows with the number of pixels; no display shows more than sixty frames a second. */
const costing = (whole: number) => (share: number) => Math.max(1000 / 60, whole * share ** 2);

describe('preview quality during playback', () => {
  it('stays full if frames are on time, also on slow displays and after a single late frame', () => {
    expect(play(new PreviewQuality(), 0, 60, () => 1000 / 30).shares).toEqual([1]);
    let frames = 0;
    const nowAndThen = () => (frames++ % 90 === 0 ? 130 : 1000 / 60);
    expect(play(new PreviewQuality(), 0, 60, nowAndThen).shares).toEqual([1]);
  });

  it('decreases step by step until frames are on time', () => {
    expect(play(new PreviewQuality(), 0, 5, costing(100)).shares).toEqual([1, 0.7]);
    expect(play(new PreviewQuality(), 0, 8, costing(300)).shares).toEqual([1, 0.7, 0.5, 0.35]);
  });

  it('increases when possible, and retries less and less often otherwise', () => {
    const quality = new PreviewQuality();
    const { shares, now } = play(quality, 0, 120, costing(100));
    // Each failed increase doubles the wait before the next one.
    expect(shares.filter((share) => share === 1).length).toBeGreaterThan(2);
    expect(shares.filter((share) => share === 1).length).toBeLessThan(8);
    expect(play(quality, now, 60, costing(10)).shares.at(-1)).toBe(1);
  });

  it('returns to full if fewer pixels do not help, and stays there for a while', () => {
    const quality = new PreviewQuality();
    const { shares, now } = play(quality, 0, 20, () => 120);
    expect(shares).toEqual([1, 0.7, 1]);
    expect(play(quality, now, 30, () => 120).shares).toEqual([1, 0.7, 1]);
  });

  it('does not count waiting and sleep as late frames, and is full when paused', () => {
    const quality = new PreviewQuality();
    let now = 0;
    for (let turn = 0; turn < 100; turn += 1) {
      for (let i = 1; i <= 60; i += 1) expect(quality.frame(now + i * (1000 / 60))).toBe(false);
      quality.wait();
      now += 1900;
    }
    for (let i = 1; i <= 20; i += 1) expect(quality.frame(now + 4000 * i)).toBe(false);
    play(quality, now + 90_000, 8, costing(300));
    expect(quality.share).toBe(0.35);
    expect(quality.rest()).toBe(true);
    expect(quality.share).toBe(1);
    expect(quality.rest()).toBe(false);
  });
});
