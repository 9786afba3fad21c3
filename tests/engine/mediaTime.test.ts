import { describe, expect, it } from 'vitest';
import { parseProject } from '../../engine/project/parse.ts';
import { latenessOf, mediaTimeAt } from '../../engine/timeline/mediaTime.ts';
import { type LayerSpan, layerSpans } from '../../engine/timeline/spans.ts';

/** Rates of sources, and of the video that comes of each. */
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

/** Numbers of the frames that a layer of 48 frames shows, one for each frame of the output. */
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

describe('every frame of the output shows the frame of the source that began last', () => {
  const cases = rates.flatMap((rate) => speeds.map((speed) => [rate, speed] as const));

  it.each(cases)('at %s frames a second and speed %s, in both directions', (rate, speed) => {
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
