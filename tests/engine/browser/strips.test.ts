import { afterEach, describe, expect, it, vi } from 'vitest';
import { createByteReader } from '../../../engine/browser/frames/byteReader.ts';
import { measureSound } from '../../../engine/browser/sound/measureSound.ts';
import { readSoundFrames } from '../../../engine/browser/sound/readSoundFrames.ts';
import { readWav } from '../../../engine/browser/sound/readWav.ts';
import { createFilmstrips } from '../../../engine/browser/strips/filmstrip.ts';
import {
  isNeeded,
  levelFor,
  nextPlace,
  pictureSize,
  placesToDrop,
  timeOfPlace,
} from '../../../engine/browser/strips/stripGrid.ts';
import { createWaveforms } from '../../../engine/browser/strips/waveform.ts';
import { mediaSegments } from '../../../engine/timeline/mediaSegments.ts';
import { rulerMarks, rulerStep } from '../../../engine/timeline/ruler.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { toneWav } from '../../support/toneWav.ts';
import { makeProject, scene, video } from '../make.ts';

/** Times of all thumbnails for a span, in the order of creation. */
function timesOf(duration: number, from: number, to: number, interval: number): number[] {
  const made = new Set<number>();
  for (;;) {
    const next = nextPlace(duration, { from, to, interval }, (place) => made.has(place));
    if (!next) return [...made].map((place) => timeOfPlace(duration, place));
    expect(made).not.toContain(next.place);
    made.add(next.place);
  }
}

describe('filmstrip thumbnails', () => {
  it('are created coarsely first, each once, until they are close enough', () => {
    expect(timesOf(8, 0, 8, 2)).toEqual([0, 4, 2, 6]);
    expect(timesOf(8, 0, 8, 1.5)).toEqual([0, 4, 2, 6, 1, 3, 5, 7]);
  });

  it('are created only for a span and its surroundings', () => {
    const times = timesOf(100, 40, 50, 1);
    expect(Math.min(...times.slice(-8))).toBeGreaterThan(39);
    expect(Math.max(...times)).toBeLessThanOrEqual(50);
    expect(times.length).toBeLessThan(25);
  });

  it('number one for a still or a video of unknown length', () => {
    expect(timesOf(0, 0, 0, 0)).toEqual([0]);
    expect(timesOf(0, 0, 10, 1)).toEqual([0]);
  });

  it('have a finest grid', () => {
    expect(levelFor(1200, 1e-9)).toBe(12);
    expect(levelFor(1, 1)).toBe(0);
  });

  it('have a fixed height but never exceed the width of a canvas', () => {
    expect(pictureSize({ width: 1920, height: 1080 })).toEqual({ width: 171, height: 96 });
    expect(pictureSize({ width: 8192, height: 2 })).toEqual({ width: 1024, height: 1 });
  });

  it('are dropped far from the requested span, but not if they would be created again', () => {
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

  it('of one failed video do not block those of others', async () => {
    // Without a page, opening a video throws.
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

describe('thumbnails from the server', () => {
  const range = { from: 0, to: 80, interval: 20, duration: 80 };

  it('are used, and stay if no others can be created', async () => {
    const given = Array.from({ length: 4 }, () => ({ width: 2, height: 1, close: vi.fn() }) as unknown as ImageBitmap);
    const asked = vi.fn(async () => given);
    const strips = createFilmstrips({ urlOf: (url) => url, picturesOf: asked });
    const ending = new AbortController();
    await new Promise<void>((resolve) => strips.want('long.mp4', range, resolve, ending.signal));
    expect(strips.picturesOf('long.mp4').map(({ time, image }) => [time, given.indexOf(image)])).toEqual([
      [0, 0],
      [20, 1],
      [40, 2],
      [60, 3],
    ]);
    // They are too coarse at this zoom, but without a page no others can be created.
    await new Promise<void>((resolve) => strips.want('long.mp4', { ...range, interval: 1 }, resolve, ending.signal));
    expect([strips.stateOf('long.mp4'), strips.picturesOf('long.mp4').length]).toEqual(['ready', 4]);
    expect(asked).toHaveBeenCalledOnce();
    ending.abort();
  });

  it('are replaced by local ones if the server has none', async () => {
    const strips = createFilmstrips({ urlOf: (url) => url, picturesOf: async () => undefined });
    const ending = new AbortController();
    await new Promise<void>((resolve) => strips.want('a.mp4', range, resolve, ending.signal));
    expect(strips.stateOf('a.mp4')).toBe('failed');
    ending.abort();
  });
});

describe('a waveform', () => {
  it('uses measured peaks if they arrive first or are the only ones', async () => {
    const peaks = Uint8Array.of(1, 2, 3);
    const { signal } = new AbortController();
    const of = (peaksOf: () => Promise<Uint8Array | undefined>) =>
      createWaveforms({ urlOf: () => undefined, peaksOf }).read('long.mp4', 1800, signal);
    expect(await of(async () => peaks)).toEqual({ state: 'ready', peaks, duration: 0.03 });
    expect(await of(async () => undefined)).toMatchObject({ state: 'missing' });
    expect(await of(() => Promise.reject(new Error('The network is away.')))).toMatchObject({ state: 'missing' });
  });

  afterEach(() => vi.unstubAllGlobals());

  const read = (url: string) =>
    createWaveforms({ urlOf: (it) => it }).read(url, undefined, new AbortController().signal);

  /**
   * Serves a WAV file of an hour or more without holding it in memory: one channel of 16 bits, each second a hundredth
   * louder.
   */
  function serveLongWav(seconds: number): { most: number; total: number } {
    const rate = 2000;
    const head = toneWav([], 1);
    head.writeUInt32LE(rate, 24);
    head.writeUInt32LE(seconds * rate * 2, 40);
    const size = 44 + seconds * rate * 2;
    const levels = Array.from({ length: 100 }, (_, level) => Math.round((level / 100) * 32_767));
    const counted = { most: 0, total: 0 };
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: { Range: string } }) => {
      const [from, last] = (/(\d+)-(\d+)/.exec(headers.Range) as RegExpExecArray).slice(1).map(Number) as [
        number,
        number,
      ];
      const part = new Uint8Array(Math.min(size, last + 1) - from);
      counted.most = Math.max(counted.most, part.length);
      counted.total += part.length;
      for (let i = 0; i < part.length; i += 1) {
        const at = from + i - 44;
        part[i] =
          at < 0 ? (head[from + i] as number) : (levels[Math.floor(at / (rate * 2)) % 100] as number) >> ((at & 1) * 8);
      }
      return new Response(part, { status: 206, headers: { 'Content-Range': `bytes ${from}-${last}/${size}` } });
    });
    return counted;
  }

  it('of an hour is read in parts, each once and at most a megabyte long', async () => {
    const counted = serveLongWav(3600);
    const wave = await read('hour.wav');
    expect(wave).toMatchObject({ state: 'ready', duration: 3600 });
    expect(wave?.peaks).toHaveLength(360_000);
    expect([0, 1, 50, 99, 3599].map((second) => wave?.peaks[second * 100 + 50])).toEqual([0, 3, 128, 252, 252]);
    expect(counted.most).toBeLessThanOrEqual(1 << 20);
    expect(counted.total / (3600 * 4000)).toBeLessThan(1.1);
  }, 20_000);

  it('is not created for hours of audio, nor for a file too large to fetch from a server without range requests', async () => {
    const counted = serveLongWav(60);
    const waves = createWaveforms({ urlOf: (url) => url });
    expect(await waves.read('hours.wav', 5 * 3600, new AbortController().signal)).toMatchObject({ state: 'long' });
    expect(counted.total).toBe(0);
    const wav = toneWav([0.5], 20);
    const sound = await readWav(createByteReader(new Blob([new Uint8Array(wav)])), wav.length);
    expect(sound && (await measureSound(sound, 10, new AbortController().signal))).toBe('long');
    const headers = { 'Content-Length': String(2 ** 30) };
    vi.stubGlobal('fetch', async () => new Response('', { headers }));
    expect(await read('long.wav')).toMatchObject({ state: 'long' });
  });

  it('is not created for a long file that can only be decoded as a whole', async () => {
    class Player extends EventTarget {
      duration = 601;
      removeAttribute() {}
      load() {}
      set src(_: string) {
        queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
      }
    }
    vi.stubGlobal('document', { createElement: () => new Player() });
    vi.stubGlobal('fetch', async () => new Response('OggS and more'));
    expect(await read('long.ogg')).toMatchObject({ state: 'long' });
  });
});

describe('MP3 frames', () => {
  /** MPEG 1, 128 kbit/s, 44,100 Hz: 417 bytes. */
  const frame = (mark = 0) => {
    const bytes = new Uint8Array(417).fill(mark);
    bytes.set([0xff, 0xfb, 0x90, 0x00]);
    return bytes;
  };
  const packetsOf = async (parts: (Uint8Array | number[])[]) => {
    const file = new Blob(parts.map((part) => Uint8Array.from(part)));
    const sound = await readSoundFrames(createByteReader(file), file.size);
    const found: [time: number, mark: number | undefined][] = [];
    if (sound) for await (const { time, data } of sound.packets()) found.push([Math.round(time * 44_100), data[200]]);
    return sound && found;
  };

  it('are read after tags and over damaged bytes, up to the last complete frame', async () => {
    const tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2, ...Array(130).fill(7)];
    const parts = [tag, frame(1), frame(2), [0xff, 1, 2, 3], frame(3), frame(4), frame(5).subarray(0, 300)];
    expect(await packetsOf(parts)).toEqual([
      [0, 1],
      [1152, 2],
      [2304, 3],
      [3456, 4],
    ]);
  });

  it('start after the padding that the encoder declares', async () => {
    const info = frame();
    info.set(new TextEncoder().encode('Info'), 36);
    // No other fields, then the name of the encoder, 576 samples of padding before and none after.
    info.set([0x24, 0x00, 0x00], 44 + 21);
    expect(await packetsOf([info, frame(1), frame(2)])).toEqual([
      [-1105, 1],
      [47, 2],
    ]);
  });

  it('are not searched for in other files', async () => {
    expect(await packetsOf([new Uint8Array(200_000)])).toBeUndefined();
    expect(await packetsOf([new Uint8Array(200_000).fill(255)])).toBeUndefined();
    expect(await packetsOf([])).toBeUndefined();
  });
});

describe('the ruler', () => {
  it('has marks as close as labels allow', () => {
    expect([1000, 100, 40, 10, 1, 0.001].map((scale) => rulerStep(scale))).toEqual([0.1, 1, 2, 10, 120, 3600]);
  });

  it('has the marks of a span, including both ends', () => {
    expect([600, 2200, 72, 7].map((scale) => rulerStep(scale, 30))).toEqual([5 / 30, 1 / 30, 1, 15]);
    expect(rulerMarks(0, 1, 0.2)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(rulerMarks(11, 29, 10)).toEqual([20]);
    expect(rulerMarks(5, 4, 1)).toEqual([]);
  });
});

describe('mediaSegments', () => {
  const segmentsOf = (more: object, longest = 0) => {
    const layers = [video('v', 10, { isTrimmed: true, startTime: 2, endTime: 5, ...more })];
    if (longest > 0) layers.push(video('long', longest));
    const span = layerSpans(makeProject([scene('s', layers)])).find(({ layer }) => layer.id === 'v');
    return span ? mediaSegments(span) : [];
  };

  it('returns the trimmed span, and nothing for a frozen end', () => {
    expect(segmentsOf({})).toEqual([{ at: 0, length: 3, from: 2, to: 5 }]);
    expect(segmentsOf({}, 9)).toEqual([{ at: 0, length: 3, from: 2, to: 5 }]);
  });

  it('repeats a loop and cuts it at the end of the scene', () => {
    expect(segmentsOf({ loopMode: 'duration' }, 7)).toEqual([
      { at: 0, length: 3, from: 2, to: 5 },
      { at: 3, length: 3, from: 2, to: 5 },
      { at: 6, length: 1, from: 2, to: 3 },
    ]);
  });

  it('follows speed, reverse and boomerang', () => {
    expect(segmentsOf({ speed: 2 })).toEqual([{ at: 0, length: 1.5, from: 2, to: 5 }]);
    expect(segmentsOf({ isReversed: true })).toEqual([{ at: 0, length: 3, from: 5, to: 2 }]);
    expect(segmentsOf({ isBoomeranged: true })).toEqual([
      { at: 0, length: 3, from: 2, to: 5 },
      { at: 3, length: 3, from: 5, to: 2 },
    ]);
    expect(segmentsOf({ isBoomeranged: true, isReversed: true }).map(({ from }) => from)).toEqual([5, 2]);
  });
});
