import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProject } from '../../engine/project/parse.ts';
import { FREEZE_BEFORE_END, sceneDuration, sceneStarts, totalDuration } from '../../engine/timeline/durations.ts';
import { mediaRateAt, mediaTimeAt, runOf } from '../../engine/timeline/mediaTime.ts';
import { resolveFrame } from '../../engine/timeline/resolve.ts';
import { type LayerSpan, layerSpans, sceneSpans } from '../../engine/timeline/spans.ts';
import { good } from '../engine/make.ts';
import { projectInput, seeded } from './arbitraries.ts';

const project = projectInput.map((input) => good(parseProject(input)));
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('sceneSpans', () => {
  it('tile the timeline: each scene starts where the previous one ends', () => {
    fc.assert(
      fc.property(project, (one) => {
        const spans = sceneSpans(one);
        expect(spans.map(({ start }) => start)).toEqual(sceneStarts(one));
        expect(spans[0]?.start).toBe(0);
        for (const [i, span] of spans.entries()) {
          expect(span.end - span.start).toBeCloseTo(sceneDuration(one, span.scene), 9);
          if (i > 0) expect(span.start).toBe(spans[i - 1]?.end);
        }
        expect(spans.at(-1)?.end).toBeCloseTo(totalDuration(one), 9);
      }),
      seeded,
    );
  });

  it('have a positive length', () => {
    fc.assert(
      fc.property(project, (one) => {
        for (const scene of one.scenes) expect(sceneDuration(one, scene)).toBeGreaterThan(0);
      }),
      seeded,
    );
  });

  it('contain every layer, back to front, within the scene and its own times', () => {
    fc.assert(
      fc.property(project, (one) => {
        for (const { scene, start, end, layers } of sceneSpans(one)) {
          expect(layers.map(({ layer }) => layer)).toEqual([...scene.layers].reverse());
          for (const span of layers) {
            const { from = 0, to = Number.POSITIVE_INFINITY } = span.layer;
            expect(span.start).toBe(Math.min(end, start + from));
            expect(span.end).toBe(Math.max(span.start, Math.min(end, start + to)));
          }
          expect(layers.map(({ depth }) => depth)).toEqual(layers.map((_, i) => i));
        }
        expect(layerSpans(one)).toHaveLength(one.scenes.reduce((sum, { layers }) => sum + layers.length, 0));
      }),
      seeded,
    );
  });
});

describe('resolveFrame', () => {
  it('returns the same frame repeatedly and in any order', () => {
    fc.assert(
      fc.property(project, fc.array(share, { minLength: 2, maxLength: 12 }), (one, shares) => {
        const times = shares.map((part) => part * totalDuration(one));
        const spans = sceneSpans(one);
        const forth = times.map((t) => resolveFrame(spans, t));
        const back = times
          .toReversed()
          .map((t) => resolveFrame(sceneSpans(one), t))
          .reverse();
        expect(back).toEqual(forth);
      }),
      seeded,
    );
  });

  it('shows the background of the current scene and only its visible layers', () => {
    fc.assert(
      fc.property(project, share, (one, part) => {
        const t = part * totalDuration(one);
        const { sceneIndex, background, layers } = resolveFrame(sceneSpans(one), t);
        const starts = sceneStarts(one);
        const expected = starts.findLastIndex((start) => start <= t);
        expect(sceneIndex).toBe(expected);
        expect(background).toBe(one.scenes[expected]?.background);
        const inScene = Math.min(t, totalDuration(one) - 1e-9) - (starts[expected] ?? 0);
        const there = (one.scenes[expected]?.layers ?? []).filter(
          ({ type, from = 0, to = Number.POSITIVE_INFINITY }) => type !== 'audio' && from <= inScene && inScene < to,
        );
        // At an edge, a rounding error may fall on either side.
        const edges = (one.scenes[expected]?.layers ?? []).flatMap(({ from = 0, to = 1e9 }) => [from, to]);
        if (edges.some((edge) => Math.abs(edge - inScene) < 1e-6)) return;
        expect(layers.map(({ layer }) => layer)).toEqual(there.reverse());
      }),
      seeded,
    );
  });

  it('shows only the background of a scene without layers', () => {
    const empty = good(
      parseProject({
        scenes: [
          { id: 'a', background: '#ff0000', duration: 2 },
          { id: 'b', layers: [{ id: 't', type: 'text' }] },
        ],
      }),
    );
    expect(resolveFrame(sceneSpans(empty), 1)).toEqual({
      ...{ sceneIndex: 0, background: '#ff0000' },
      ...{ layers: [], overlaid: 0 },
    });
  });

  it('clamps times before the start and after the end', () => {
    const two = good(parseProject({ scenes: [{ id: 'a' }, { id: 'b' }] }));
    const at = (t: number) => resolveFrame(sceneSpans(two), t).sceneIndex;
    expect([-5, 0, 2.999, 3, 5.999, 6, 600].map(at)).toEqual([0, 0, 0, 1, 1, 1, 1]);
  });

  it('keeps animation states within their ranges', () => {
    fc.assert(
      fc.property(project, fc.double({ min: -10, max: 1000, noNaN: true }), (one, t) => {
        for (const { animation } of resolveFrame(sceneSpans(one), t).layers) {
          for (const value of [animation.opacity, animation.glow, animation.hue / 360]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        }
      }),
      seeded,
    );
  });
});

describe('media time', () => {
  it('stays inside the played span for loops and frozen ends at any time', () => {
    fc.assert(
      fc.property(project, fc.double({ min: -100, max: 10_000, noNaN: true }), (one, t) => {
        for (const span of layerSpans(one)) {
          if (!span.media) continue;
          const time = mediaTimeAt(span, t);
          expect(time).toBeGreaterThanOrEqual(span.media.start);
          expect(time).toBeLessThanOrEqual(span.media.end);
          if (span.layer.type === 'video' && span.layer.duration !== undefined) {
            expect(span.media.end).toBeLessThanOrEqual(span.layer.duration);
          }
        }
      }),
      seeded,
    );
  });

  it('runs at the speed and in the direction of its layer, and restarts only in a loop', () => {
    fc.assert(
      fc.property(project, share, (one, part) => {
        for (const span of layerSpans(one)) {
          const media = runOf(span);
          if (!media) continue;
          const passed = part * (span.end - span.start);
          const played = media.end - media.start;
          const found = mediaTimeAt(span, span.start + passed) - media.start;
          // At a seam, a rounding error may fall on either side; reversed playback starts with the last frame.
          const near = [-1e-6, 0, 1e-6].map((shift) => Math.abs(found - walked(media, passed + shift)));
          expect(Math.min(...near, ...(played <= 0 ? [Math.abs(found)] : []))).toBeLessThan(
            FREEZE_BEFORE_END * (1 + media.speed) + 1e-4,
          );
        }
      }),
      seeded,
    );
  });

  it('moves at its reported rate', () => {
    fc.assert(
      fc.property(project, share, (one, part) => {
        for (const span of layerSpans(one)) {
          const t = span.start + part * (span.end - span.start);
          const rate = mediaRateAt(span, t);
          const step = 1e-5;
          const isTurn = Math.abs(rate - mediaRateAt(span, t + 2 * step)) > 1e-9;
          const [now, next] = [mediaTimeAt(span, t), mediaTimeAt(span, t + step)];
          const isEdge = [now, next].some((time) => time - (span.media?.start ?? 0) < 2e-4);
          if (isTurn || isEdge || Math.abs(next - now) > 0.01) continue;
          expect((next - now) / step).toBeCloseTo(rate, 2);
        }
      }),
      seeded,
    );
  });

  it('restarts a loop at its length despite rounding', () => {
    const layer = { id: 'v', type: 'video', url: 'a.mp4', duration: 9, isTrimmed: true, loopMode: 'duration' };
    for (const [startTime, endTime] of [
      [0.1, 1.3],
      [0.7, 1.7],
      [1.1, 3.3],
      [2.3, 3.3 + 1 / 3],
    ] as const) {
      const looped = { ...layer, startTime, endTime, playLength: 100 };
      const [span] = layerSpans(good(parseProject({ scenes: [{ id: 's', layers: [looped] }] })));
      for (const run of [1, 3, 7, 49]) {
        expect(mediaTimeAt(span as LayerSpan, run * (endTime - startTime))).toBeCloseTo(startTime, 5);
      }
    }
  });

  it('holds the last frame of the played span, not the one after it', () => {
    const held = { id: 'v', type: 'video', url: 'a.mp4', duration: 9, isTrimmed: true, startTime: 2, endTime: 3 };
    const [span] = layerSpans(good(parseProject({ scenes: [{ id: 's', layers: [{ ...held, playLength: 5 }] }] })));
    expect(mediaTimeAt(span as LayerSpan, 4)).toBeLessThan(2.995);
  });
});

/** Position in the source after some seconds, by simulation: turns at the end of a boomerang and restarts a loop. */
function walked(media: LayerSpan['media'], seconds: number): number {
  if (!media) return 0;
  const { start, end, speed, isReversed, isBoomeranged, loops } = media;
  const played = end - start;
  if (played <= 0) return 0;
  let left = Math.max(0, seconds) * speed;
  const whole = isBoomeranged ? 2 * played : played;
  while (loops && left >= whole) left -= whole;
  left = Math.min(left, whole);
  const place = left <= played ? left : whole - left;
  return isReversed ? played - place : place;
}

describe('a transition', () => {
  const scenes = (transition?: unknown) =>
    sceneSpans(
      good(
        parseProject({
          scenes: [
            { id: 'a', transition },
            { id: 'b', duration: 2, transition },
          ],
        }),
      ),
    );

  it('shows the end of the previous scene while the next one enters, without changing lengths', () => {
    const spans = scenes({ type: 'wipe', duration: 0.5 });
    expect(spans.map(({ start, end }) => [start, end])).toEqual(scenes().map(({ start, end }) => [start, end]));
    const { outgoing, sceneIndex } = resolveFrame(spans, 3.125);
    expect(sceneIndex).toBe(1);
    expect(outgoing).toMatchObject({ type: 'wipe', progress: 0.25, frame: { sceneIndex: 0 } });
    for (const t of [0.1, 2.99, 3.5, 4]) expect(resolveFrame(spans, t).outgoing, `${t}`).toBeUndefined();
  });

  it('is absent for a cut and lasts at most as long as its scene', () => {
    expect(resolveFrame(scenes({ type: 'cut' }), 3.1).outgoing).toBeUndefined();
    expect(resolveFrame(scenes({ type: 'fade', duration: 5 }), 4.5).outgoing?.progress).toBe(0.75);
  });
});
