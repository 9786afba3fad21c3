import { describe, expect, it } from 'vitest';
import { levelFor, nextPlace, timeOfPlace } from '../../engine/browser/strips/stripGrid.ts';
import { filmLegs } from '../../engine/timeline/filmLegs.ts';
import { rulerMarks, rulerStep } from '../../engine/timeline/ruler.ts';
import { layerSpans } from '../../engine/timeline/spans.ts';
import { makeProject, scene, video } from './make.ts';

/** Times of all pictures that a stretch asks for, in the order of making. */
function timesOf(duration: number, from: number, to: number, interval: number): number[] {
  const made = new Set<number>();
  for (;;) {
    const next = nextPlace(duration, { from, to, interval }, (place) => made.has(place));
    if (!next) return [...made].map((place) => timeOfPlace(duration, place));
    expect(made).not.toContain(next.place);
    made.add(next.place);
  }
}

describe('the pictures of a strip', () => {
  it('come coarse at first, each once, until they are as near as was wanted', () => {
    expect(timesOf(8, 0, 8, 2)).toEqual([0, 4, 2, 6]);
    expect(timesOf(8, 0, 8, 1.5)).toEqual([0, 4, 2, 6, 1, 3, 5, 7]);
  });

  it('are made of a stretch only, and of its neighbourhood', () => {
    const times = timesOf(100, 40, 50, 1);
    expect(Math.min(...times.slice(-8))).toBeGreaterThan(39);
    expect(Math.max(...times)).toBeLessThanOrEqual(50);
    expect(times.length).toBeLessThan(25);
  });

  it('of a still, or of a film whose length is not known yet, are one', () => {
    expect(timesOf(0, 0, 0, 0)).toEqual([0]);
    expect(timesOf(0, 0, 10, 1)).toEqual([0]);
  });

  it('have a finest grid', () => {
    expect(levelFor(1200, 1e-9)).toBe(12);
    expect(levelFor(1, 1)).toBe(0);
  });
});

describe('a ruler', () => {
  it('has marks as near as words have room', () => {
    expect([1000, 100, 40, 10, 1, 0.001].map(rulerStep)).toEqual([0.1, 1, 2, 10, 120, 3600]);
  });

  it('has the marks of a stretch, both ends included', () => {
    expect(rulerMarks(0, 1, 0.2)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(rulerMarks(11, 29, 10)).toEqual([20]);
    expect(rulerMarks(5, 4, 1)).toEqual([]);
  });
});

describe('what a film plays one after the other', () => {
  const legsOf = (more: object, longest = 0) => {
    const layers = [video('v', 10, { isTrimmed: true, startTime: 2, endTime: 5, ...more })];
    if (longest > 0) layers.push(video('long', longest));
    const span = layerSpans(makeProject([scene('s', layers)])).find(({ layer }) => layer.id === 'v');
    return span ? filmLegs(span) : [];
  };

  it('is what is kept, and nothing where its end is held', () => {
    expect(legsOf({})).toEqual([{ at: 0, length: 3, from: 2, to: 5 }]);
    expect(legsOf({}, 9)).toEqual([{ at: 0, length: 3, from: 2, to: 5 }]);
  });

  it('starts over where it loops, and is cut where the scene ends', () => {
    expect(legsOf({ loopMode: 'duration' }, 7)).toEqual([
      { at: 0, length: 3, from: 2, to: 5 },
      { at: 3, length: 3, from: 2, to: 5 },
      { at: 6, length: 1, from: 2, to: 3 },
    ]);
  });

  it('goes faster, backwards, and there and back', () => {
    expect(legsOf({ speed: 2 })).toEqual([{ at: 0, length: 1.5, from: 2, to: 5 }]);
    expect(legsOf({ isReversed: true })).toEqual([{ at: 0, length: 3, from: 5, to: 2 }]);
    expect(legsOf({ isBoomeranged: true })).toEqual([
      { at: 0, length: 3, from: 2, to: 5 },
      { at: 3, length: 3, from: 5, to: 2 },
    ]);
    expect(legsOf({ isBoomeranged: true, isReversed: true }).map(({ from }) => from)).toEqual([5, 2]);
  });
});
