import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeSpan } from '../../engine/edit/removeSpan.ts';
import { allLayers } from '../../engine/project/allLayers.ts';
import { type Parsed, parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { isTimedByAudio, totalDuration } from '../../engine/timeline/durations.ts';
import { endOfLayer, layerSpans, sceneSpans } from '../../engine/timeline/spans.ts';
import { countedIds, good } from '../engine/make.ts';
import { layeredInput, seeded } from './arbitraries.ts';

const project = layeredInput.map((input) => good(parseProject(input) as Parsed<Project>));
const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);

describe('removeSpan', () => {
  it('makes the video shorter by the span, loses no layer outside of it, and leaves a valid project', () => {
    let count = 0;
    fc.assert(
      fc.property(project, share, share, (one, a, b) => {
        const total = totalDuration(one);
        const [from, to] = [Math.min(a, b) * total, Math.max(a, b) * total];
        const removed = removeSpan(one, from, to, countedIds());
        if (!removed.ok || removed.value === one) return;
        count += 1;
        const next = removed.value;
        expect(parseProject(JSON.parse(JSON.stringify(next))).ok).toBe(true);
        const left = new Set(allLayers(next).map(({ id }) => id));
        for (const span of layerSpans(one, 'all')) {
          const isInside = span.start > from - 0.25 && endOfLayer(span) < to + 0.25;
          if (!isInside) expect(left.has(span.layer.id), span.layer.id).toBe(true);
        }
        for (const { layers } of next.scenes) {
          for (const { from: start = 0, to: end = start + 1 } of layers) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
          }
        }
        // The audio track may set the length of a single scene.
        if (isTimedByAudio(next)) return;
        // Scenes without a video lose exactly the span; up to 0.1 s at each end goes with it.
        const isPlain = sceneSpans(one).every(({ scene }) => !scene.layers.some(({ type }) => type === 'video'));
        if (isPlain) expect(Math.abs(total - (to - from) - totalDuration(next))).toBeLessThan(0.21);
        else expect(totalDuration(next)).toBeLessThan(total - (to - from) + 0.21);
      }),
      seeded,
    );
    expect(count).toBeGreaterThan(60);
  });
});
