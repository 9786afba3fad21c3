import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFilmstrips } from '../../engine/browser/strips/filmstrip.ts';
import {
  isNeeded,
  levelFor,
  nextPlace,
  pictureSize,
  placesToDrop,
  timeOfPlace,
} from '../../engine/browser/strips/stripGrid.ts';
import { createWaveforms } from '../../engine/browser/strips/waveform.ts';
import { mediaSegments } from '../../engine/timeline/mediaSegments.ts';
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

  it('of a still, or of a video whose length is not known yet, are one', () => {
    expect(timesOf(0, 0, 0, 0)).toEqual([0]);
    expect(timesOf(0, 0, 10, 1)).toEqual([0]);
  });

  it('have a finest grid', () => {
    expect(levelFor(1200, 1e-9)).toBe(12);
    expect(levelFor(1, 1)).toBe(0);
  });

  it('are as high as usual, but never wider than a canvas may be', () => {
    expect(pictureSize({ width: 1920, height: 1080 })).toEqual({ width: 171, height: 96 });
    expect(pictureSize({ width: 8192, height: 2 })).toEqual({ width: 1024, height: 1 });
  });

  it('that are far from what is wanted are let go of, and none that would be made again', () => {
    const range = { from: 50, to: 52, interval: 0.1 };
    const places = Array.from({ length: 1024 }, (_, i) => i * 4);
    const dropped = placesToDrop(100, places, [range], 200);
    expect(dropped).toHaveLength(824);
    const left = places.filter((place) => !dropped.includes(place));
    expect(Math.max(...left.map((place) => timeOfPlace(100, place)))).toBeLessThan(62);
    expect(places.filter((place) => isNeeded(100, range, place)).every((place) => left.includes(place))).toBe(true);
    expect(left).toContain(0);
    expect(nextPlace(100, range, (place) => left.includes(place))).toEqual(
      nextPlace(100, range, (place) => places.includes(place)),
    );
    expect(placesToDrop(100, places, [{ from: 0, to: 100, interval: 0.01 }], 200)).toEqual([]);
  });

  it('that cannot be made of one video do not keep the others from being made', async () => {
    // Here there is no page, so opening a video throws.
    const strips = createFilmstrips({ urlOf: (url) => url });
    for (const url of ['one.mp4', 'other.mp4']) {
      const ending = new AbortController();
      await new Promise<void>((resolve) =>
        strips.want(url, { from: 0, to: 1, interval: 1 }, () => resolve(), ending.signal),
      );
      expect(strips.stateOf(url)).toBe('failed');
      ending.abort();
    }
  });
});

describe('a waveform', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is not made of a file that is too large to be held', async () => {
    const file = { size: 2 ** 30, arrayBuffer: () => Promise.reject(new Error('read')) };
    vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => file }));
    const waves = createWaveforms({ urlOf: (url) => url });
    expect(await waves.read('long.wav', 60, new AbortController().signal)).toMatchObject({ state: 'long' });
  });

  it('is not made of a file that turns out to be longer than an hour', async () => {
    class Player extends EventTarget {
      duration = 3601;
      removeAttribute() {}
      load() {}
      set src(_: string) {
        queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
      }
    }
    vi.stubGlobal('document', { createElement: () => new Player() });
    const body = { ok: true, blob: () => Promise.reject(new Error('read')) };
    vi.stubGlobal('fetch', async () => body);
    const waves = createWaveforms({ urlOf: (url) => url });
    expect(await waves.read('long.mp3', undefined, new AbortController().signal)).toMatchObject({ state: 'long' });
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

describe('what a video plays one after the other', () => {
  const legsOf = (more: object, longest = 0) => {
    const layers = [video('v', 10, { isTrimmed: true, startTime: 2, endTime: 5, ...more })];
    if (longest > 0) layers.push(video('long', longest));
    const span = layerSpans(makeProject([scene('s', layers)])).find(({ layer }) => layer.id === 'v');
    return span ? mediaSegments(span) : [];
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
