import { describe, expect, it } from 'vitest';
import { measurePeaks, PeakMeter, peaksOver, type Samples } from '../../../engine/timeline/peaks.ts';

/** Runs all slices. @returns the peaks and the number of slices. */
function measured(samples: Samples, perSlice?: number) {
  const work = measurePeaks(samples, perSlice);
  for (let slices = 0; ; slices += 1) {
    const { done, value } = work.next();
    if (done) return { peaks: value, slices };
  }
}

describe('peaks of audio', () => {
  it('are the loudest sample of each hundredth of a second in any channel, regardless of sign', () => {
    const left = new Float32Array(1000);
    const right = new Float32Array(1000);
    left[5] = 0.5;
    right[995] = -1;
    const { peaks } = measured({ channels: [left, right], rate: 1000 });
    expect(peaks).toHaveLength(100);
    expect(peaks[0]).toBe(128);
    expect(peaks[99]).toBe(255);
    expect(peaks.subarray(1, 99).every((value) => value === 0)).toBe(true);
  });

  it('stay in range when audio is clipped', () => {
    expect(measured({ channels: [new Float32Array([3, -3])], rate: 100 }).peaks).toEqual(new Uint8Array([255, 255]));
  });

  it('are the same for any slicing', () => {
    const channels = [Float32Array.from({ length: 44_100 }, (_, at) => Math.sin(at / 50) * (at / 44_100))];
    const whole = measured({ channels, rate: 44_100 }, 1000);
    const sliced = measured({ channels, rate: 44_100 }, 7);
    expect(sliced.peaks).toEqual(whole.peaks);
    expect([whole.slices, sliced.slices]).toEqual([1, 15]);
  });

  it.each([44_100, 22_050, 8000, 11_025])('are the same for audio in blocks of any length at %i Hz', (rate) => {
    const samples = Float32Array.from({ length: rate * 2 + 77 }, (_, at) => Math.sin(at * at) * (at / rate / 2.1));
    const meter = new PeakMeter();
    for (let from = 0, length = 1; from < samples.length; from += length, length = (length * 37 + 11) % 1153) {
      meter.add({ channels: [samples.subarray(from, from + length)], rate }, from);
    }
    expect(meter.peaks).toEqual(measured({ channels: [samples], rate }).peaks);
  });

  it('exclude samples before the start and are silent in a gap', () => {
    const meter = new PeakMeter();
    meter.add({ channels: [new Float32Array(100).fill(1)], rate: 1000 }, -95);
    meter.add({ channels: [new Float32Array(10).fill(0.5)], rate: 1000 }, 70_000);
    expect(meter.peaks).toHaveLength(7001);
    expect([...meter.peaks.subarray(0, 2), meter.peaks[7000]]).toEqual([255, 0, 128]);
  });

  it('are empty for empty audio', () => {
    expect(measured({ channels: [], rate: 44_100 }).peaks).toHaveLength(0);
    expect(peaksOver(new Uint8Array(), 0, 1, 3)).toEqual(new Uint8Array(3));
  });
});

describe('peaks of a span', () => {
  const peaks = Uint8Array.from({ length: 100 }, (_, at) => at);

  it('are the loudest of each part', () => {
    expect(peaksOver(peaks, 0, 1, 2)).toEqual(new Uint8Array([49, 99]));
    expect(peaksOver(peaks, 0.2, 0.6, 4)).toEqual(new Uint8Array([29, 39, 49, 59]));
  });

  it('repeat if there are more parts than peaks', () => {
    expect(peaksOver(peaks, 0.5, 0.52, 4)).toEqual(new Uint8Array([50, 50, 51, 51]));
  });

  it('are silent outside the audio', () => {
    expect(peaksOver(peaks, -1, 0, 2)).toEqual(new Uint8Array(2));
    expect(peaksOver(peaks, 0.98, 2, 3)).toEqual(new Uint8Array([99, 0, 0]));
  });
});
