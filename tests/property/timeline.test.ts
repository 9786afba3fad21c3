import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProject } from '../../engine/project/parse.ts';
import { sceneDuration, sceneStarts, totalDuration } from '../../engine/timeline/durations.ts';
import { HELD_BEFORE_END, mediaTimeAt } from '../../engine/timeline/mediaTime.ts';
import { resolveFrame } from '../../engine/timeline/resolve.ts';
import { soundtrack } from '../../engine/timeline/soundtrack.ts';
import { type LayerSpan, layerSpans, sceneSpans } from '../../engine/timeline/spans.ts';
import { good } from '../engine/make.ts';
import { projectInput, seeded } from './arbitraries.ts';

const project = projectInput.map((input) => good(parseProject(input)));
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('scenes', () => {
  it('tile the timeline: each starts where the one before ends', () => {
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

  it('last longer than nothing', () => {
    fc.assert(
      fc.property(project, (one) => {
        for (const scene of one.scenes) expect(sceneDuration(one, scene)).toBeGreaterThan(0);
      }),
      seeded,
    );
  });

  it('hold every layer for as long as they last, back to front', () => {
    fc.assert(
      fc.property(project, (one) => {
        for (const { scene, start, end, layers } of sceneSpans(one)) {
          expect(layers.map(({ layer }) => layer)).toEqual([...scene.layers].reverse());
          expect(layers.every((span) => span.start === start && span.end === end)).toBe(true);
          expect(layers.map(({ depth }) => depth)).toEqual(layers.map((_, i) => i));
        }
        expect(layerSpans(one)).toHaveLength(one.scenes.reduce((sum, { layers }) => sum + layers.length, 0));
      }),
      seeded,
    );
  });
});

describe('a frame', () => {
  it('is the same when it is resolved twice, and in whatever order', () => {
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

  it('shows the scene of its time: its background, and just its layers', () => {
    fc.assert(
      fc.property(project, share, (one, part) => {
        const t = part * totalDuration(one);
        const { sceneIndex, background, layers } = resolveFrame(sceneSpans(one), t);
        const starts = sceneStarts(one);
        const expected = starts.findLastIndex((start) => start <= t);
        expect(sceneIndex).toBe(expected);
        expect(background).toBe(one.scenes[expected]?.background);
        expect(layers.map(({ layer }) => layer)).toEqual([...(one.scenes[expected]?.layers ?? [])].reverse());
      }),
      seeded,
    );
  });

  it('of a scene without layers is its background, not another scene', () => {
    const empty = good(
      parseProject({
        scenes: [
          { id: 'a', background: '#ff0000', duration: 2 },
          { id: 'b', layers: [{ id: 't', type: 'text' }] },
        ],
      }),
    );
    expect(resolveFrame(sceneSpans(empty), 1)).toEqual({ sceneIndex: 0, background: '#ff0000', layers: [] });
  });

  it('before the start is the first, at and after the end the last', () => {
    const two = good(parseProject({ scenes: [{ id: 'a' }, { id: 'b' }] }));
    const at = (t: number) => resolveFrame(sceneSpans(two), t).sceneIndex;
    expect([-5, 0, 2.999, 3, 5.999, 6, 600].map(at)).toEqual([0, 0, 0, 1, 1, 1, 1]);
  });

  it('has states of animation within their ranges', () => {
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
  it('stays inside the played part, for loops and for held ends, at any time', () => {
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

  it('runs with the clock, and starts over only where a layer loops', () => {
    fc.assert(
      fc.property(project, share, (one, part) => {
        for (const span of layerSpans(one)) {
          if (!span.media) continue;
          const length = span.media.end - span.media.start;
          const t = span.start + part * (span.end - span.start);
          const passed = t - span.start;
          const expected = span.media.loops
            ? passed - Math.floor(passed / length) * length
            : Math.min(passed, Math.max(0, length - HELD_BEFORE_END));
          // At the very seam a rounding error may fall on either side.
          const difference = Math.abs(mediaTimeAt(span, t) - span.media.start - expected);
          expect(Math.min(difference, Math.abs(difference - length))).toBeLessThan(1e-6);
        }
      }),
      seeded,
    );
  });

  it('starts a loop over at its length, whatever the sums of times were rounded to', () => {
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

  it('holds the last frame of the played part, not the one after it', () => {
    const held = { id: 'v', type: 'video', url: 'a.mp4', duration: 9, isTrimmed: true, startTime: 2, endTime: 3 };
    const [span] = layerSpans(good(parseProject({ scenes: [{ id: 's', layers: [{ ...held, playLength: 5 }] }] })));
    expect(mediaTimeAt(span as LayerSpan, 4)).toBeLessThan(2.995);
  });
});

describe('the soundtrack', () => {
  it('stays inside the video and inside each file', () => {
    fc.assert(
      fc.property(project, (one) => {
        const total = totalDuration(one);
        for (const clip of soundtrack(one)) {
          expect(clip.start).toBeGreaterThanOrEqual(0);
          expect(clip.end).toBeGreaterThan(clip.start);
          expect(clip.end).toBeLessThanOrEqual(total + 1e-9);
          expect(clip.mediaEnd).toBeGreaterThan(clip.mediaStart);
          if (!clip.loops) expect(clip.end - clip.start).toBeLessThanOrEqual(clip.mediaEnd - clip.mediaStart + 1e-9);
        }
      }),
      seeded,
    );
  });

  it('is in order, and silent for what is muted', () => {
    fc.assert(
      fc.property(project, (one) => {
        const clips = soundtrack(one);
        expect(clips.map(({ start }) => start)).toEqual(clips.map(({ start }) => start).sort((a, b) => a - b));
        const heard = clips.flatMap(({ source }) => (source.kind === 'layer' ? [source.layerId] : []));
        const audible = one.scenes
          .flatMap(({ layers }) => layers)
          .filter((layer) => layer.type === 'video' && !layer.isMuted && !layer.converted_gif)
          .map(({ id }) => id);
        expect([...heard].sort()).toEqual(one.isMuted ? [] : audible.sort());
        const track = clips.some(({ source }) => source.kind === 'track');
        expect(track).toBe(one.audio !== null && !one.audio.isMuted && one.audio.startTime < totalDuration(one));
      }),
      seeded,
    );
  });

  it('never loops over nothing', () => {
    const layer = { id: 'v', type: 'video', url: 'v.mp4', loopMode: 'duration', playLength: 5 };
    expect(soundtrack(good(parseProject({ scenes: [{ id: 'a', layers: [layer] }] })))).toEqual([]);
  });
});
