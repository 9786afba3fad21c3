import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import { delayRate } from '../../../engine/timeline/delayRate.ts';
import { fpsOf, outputRate, type SourceRate, sceneFrames } from '../../../engine/timeline/frameRate.ts';

/** An animated image whose frames have these delays, in hundredths of a second. */
function picture(delays: readonly number[]): SourceRate & { duration: number } {
  const ends = delays.map((_, i) => delays.slice(0, i + 1).reduce((sum, delay) => sum + delay, 0) / 100);
  const duration = ends.at(-1) as number;
  const frameTimes = [0, ...ends.slice(0, -1)];
  return { kind: 'image', fps: delays.length / duration, variableFrameRate: false, frameTimes, duration };
}

const held = picture([...Array.from({ length: 24 }, () => 8), 300]);
const layerOf = (source: { duration: number }, more: object = {}) => ({
  ...{ id: 'v', type: 'video', url: 'a.gif', duration: source.duration, converted_gif: true },
  ...more,
});

function projectOf(layers: object[], duration: number, more: object = {}) {
  const scenes = [{ id: 's', duration, isImageVideo: true, layers }];
  const parsed = parseProject({ width: 200, height: 100, output: { type: 'gif' }, scenes, ...more });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

function rateOf(source: SourceRate & { duration: number }, layer: object = {}, duration = source.duration) {
  const rate = delayRate(projectOf([layerOf(source, layer)], duration), new Map([['a.gif', source]]));
  return rate && fpsOf(rate);
}

describe('delayRate', () => {
  it('returns a rate at which every source frame starts on an output frame', () => {
    expect(rateOf(held)).toBe(25);
    expect(rateOf(picture([50, 50]))).toBe(2);
    expect(rateOf(picture([4, 4, 4]))).toBe(25);
    expect(rateOf(picture([3, 4, 3]))).toBe(100);
    expect(rateOf(held, { isTrimmed: true, startTime: 0, endTime: 2 }, 2)).toBe(12.5);
    expect(rateOf(held, { speed: 1.5 }, held.duration / 1.5)).toBeCloseTo(37.5, 6);
    // A loop ends at its set time.
    expect(rateOf(picture([50, 50]), {}, 1.3)).toBe(10);
  });

  it('limits the rate to the number of frames that can be drawn', () => {
    const long = picture([3, 4, ...Array.from({ length: 1000 }, () => 20)]);
    const project = projectOf([layerOf(long)], long.duration);
    const rate = outputRate(project, new Map([['a.gif', long]]));
    expect(fpsOf(rate)).toBe(25);
    expect(sceneFrames(project, rate)[0]?.frames).toBeLessThan(6000);
  });

  it('returns the rate that another layer or the output requires', () => {
    const known = new Map<string, SourceRate>([
      ['a.gif', held],
      ['b.mp4', { kind: 'video', fps: 25, variableFrameRate: false }],
    ]);
    const asked = (layers: object[], more: object = {}) =>
      delayRate(projectOf([layerOf(held), ...layers], held.duration, more), known);
    const text = { id: 't', type: 'text', text: 'Hello' };
    expect(asked([text])).toEqual([1_000_000, 40_000]);
    expect(asked([{ ...text, animation: { id: 'typewriter' } }])).toBeUndefined();
    expect(asked([{ id: 'w', type: 'video', url: 'b.mp4', duration: 3 }])).toBeUndefined();
    expect(asked([], { output: { type: 'gif', fps: 10 } })).toBeUndefined();
    expect(asked([], { output: { type: 'video' } })).toBeUndefined();
  });
});
