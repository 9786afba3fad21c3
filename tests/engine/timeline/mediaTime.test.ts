import { describe, expect, it } from 'vitest';
import { framesOfRun } from '../../../api/renderer/plan/runFrames.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { fpsOf, type Rate, sceneFrames } from '../../../engine/timeline/frameRate.ts';
import { latenessOf, mediaTimeAt } from '../../../engine/timeline/mediaTime.ts';
import { type LayerSpan, layerSpans } from '../../../engine/timeline/spans.ts';

/** Frame rates of sources and of the resulting outputs. */
const rates: [source: number, output: number][] = [
  [24_000 / 1001, 24_000 / 1001],
  [24, 24],
  [25, 25],
  [30_000 / 1001, 30_000 / 1001],
  [30, 30],
  [50, 50],
  [60_000 / 1001, 60_000 / 1001],
  [60, 60],
  [120, 60],
  [240, 60],
];
const speeds = [0.25, 0.5, 1, 2, 4];
const SOURCE_FRAMES = 48;

/** Numbers of the frames that a layer of 48 frames shows, one per output frame. */
function shown([source, output]: (typeof rates)[number], speed: number, more: object = {}): number[] {
  const duration = SOURCE_FRAMES / source;
  const layer = { id: 'v', type: 'video', url: 'a.mp4', duration, fps: source, speed, ...more };
  const parsed = parseProject({ scenes: [{ id: 's', layers: [layer] }] });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const [span] = layerSpans(parsed.value) as [LayerSpan];
  const frames = Math.round((span.end - span.start) * output);
  return Array.from({ length: frames }, (_, k) => {
    const time = mediaTimeAt(span, k / output) + latenessOf(span.media as NonNullable<LayerSpan['media']>);
    return Math.min(SOURCE_FRAMES - 1, Math.floor(time * source));
  });
}

/** A length as written in files. */
const told = (seconds: number) => Number(seconds.toFixed(6));

describe('sceneFrames', () => {
  const lengths = [25, 48, 100, 101, 299, 1000];

  it.each(rates)(
    'counts whole source frames at %f frames a second, %f in the output, however seconds are rounded',
    (source, output) => {
      const rate: Rate = [Math.round(output * 1001), 1001];
      for (const frames of lengths) {
        const duration = told((frames * Math.max(1, source / output)) / source);
        const layer = { id: 'v', type: 'video', url: 'a.mp4', duration, fps: source, loopMode: 'duration' };
        const parsed = parseProject({ scenes: [{ id: 's', layers: [{ ...layer, playLength: 50 * duration }] }] });
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
        expect(sceneFrames(parsed.value, rate)[0]?.frames).toBe(50 * frames);
        const [span] = layerSpans(parsed.value) as [LayerSpan];
        const run = span.media as NonNullable<LayerSpan['media']>;
        const grid = { first: 0, rate: [Math.round(source * 1001), 1001] as Rate };
        const shown = { seek: 0, fps: fpsOf(rate), frames: 50 * frames, loops: true, lead: 0, grid };
        for (const isBoomeranged of [false, true]) {
          const { loop, segments } = framesOfRun({ ...run, isBoomeranged }, shown);
          const turned = isBoomeranged ? [frames, frames] : [frames];
          expect(loop).toMatchObject({ frames: frames * turned.length, period: frames * turned.length });
          expect(segments.map((segment) => segment.frames)).toEqual(turned);
        }
        for (const seam of [1, 7, 49].map((runs) => (runs * frames) / fpsOf(rate))) {
          expect(mediaTimeAt(span, seam)).toBeLessThan(0.001);
          expect(mediaTimeAt(span, seam - 0.5 / fpsOf(rate))).toBeGreaterThan(duration - 1 / fpsOf(rate));
        }
      }
    },
  );
});

describe('mediaTimeAt', () => {
  const cases = rates.flatMap((rate) => speeds.map((speed) => [rate, speed] as const));

  it.each(cases)('shows the last started source frame at rates %s and speed %s, in both directions', (rate, speed) => {
    const step = (speed * rate[0]) / rate[1];
    const count = Math.round(SOURCE_FRAMES / step);
    const forwards = Array.from({ length: count }, (_, k) => Math.floor(k * step + 1e-6));
    expect(shown(rate, speed)).toEqual(forwards);
    const backwards = forwards.map((_, k) => SOURCE_FRAMES - 1 - Math.floor(k * step + 1e-6));
    expect(shown(rate, speed, { isReversed: true })).toEqual(backwards);
    expect(shown(rate, speed, { isBoomeranged: true })).toEqual([...forwards, ...backwards]);
    expect(shown(rate, speed, { playLength: (count + 6) / rate[1] })).toEqual([
      ...forwards,
      ...Array.from({ length: 6 }, (_, k) => Math.min(SOURCE_FRAMES - 1, Math.floor((count + k) * step + 1e-6))),
    ]);
  });
});
