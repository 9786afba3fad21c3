import { describe, expect, it } from 'vitest';
import { PreviewQuality } from '../../engine/browser/preview/previewQuality.ts';

/** Frames of the display for some seconds. @param gap milliseconds between two, by the share that is drawn. */
function play(quality: PreviewQuality, from: number, seconds: number, gap: (share: number) => number) {
  const shares = [quality.share];
  let now = from;
  while (now < from + 1000 * seconds) {
    now += gap(quality.share);
    if (quality.frame(now)) shares.push(quality.share);
  }
  return { shares, now };
}

/** What drawing costs grows with the pixels; no display shows more than sixty frames a second. */
const costing = (whole: number) => (share: number) => Math.max(1000 / 60, whole * share ** 2);

describe('the quality of a playing preview', () => {
  it('stays whole where frames come in time, on slow displays too, and after one that was late', () => {
    expect(play(new PreviewQuality(), 0, 60, () => 1000 / 30).shares).toEqual([1]);
    let frames = 0;
    const nowAndThen = () => (frames++ % 90 === 0 ? 130 : 1000 / 60);
    expect(play(new PreviewQuality(), 0, 60, nowAndThen).shares).toEqual([1]);
  });

  it('goes down step by step until frames come in time', () => {
    expect(play(new PreviewQuality(), 0, 5, costing(100)).shares).toEqual([1, 0.7]);
    expect(play(new PreviewQuality(), 0, 8, costing(300)).shares).toEqual([1, 0.7, 0.5, 0.35]);
  });

  it('comes back when there is room, and asks less and less often where there is none', () => {
    const quality = new PreviewQuality();
    const { shares, now } = play(quality, 0, 120, costing(100));
    // Each rise that had to be taken back waits twice as long as the one before.
    expect(shares.filter((share) => share === 1).length).toBeGreaterThan(2);
    expect(shares.filter((share) => share === 1).length).toBeLessThan(8);
    expect(play(quality, now, 60, costing(10)).shares.at(-1)).toBe(1);
  });

  it('comes back where fewer pixels do not help, and is left alone for a while', () => {
    const quality = new PreviewQuality();
    const { shares, now } = play(quality, 0, 20, () => 120);
    expect(shares).toEqual([1, 0.7, 1]);
    expect(play(quality, now, 30, () => 120).shares).toEqual([1, 0.7, 1]);
  });

  it('takes no waiting and no sleep for late frames, and is whole at rest', () => {
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
