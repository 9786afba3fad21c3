import { afterEach, describe, expect, it, vi } from 'vitest';
import { createByteReader } from '../../engine/browser/frames/byteReader.ts';
import { measureSound } from '../../engine/browser/sound/measureSound.ts';
import { readSoundFrames } from '../../engine/browser/sound/readSoundFrames.ts';
import { readWav } from '../../engine/browser/sound/readWav.ts';
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
import { toneWav } from '../support/toneWav.ts';
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

  it('are made of a stretch only, and of its neighborhood', () => {
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

describe('pictures that others have made of a file', () => {
  const range = { from: 0, to: 80, interval: 20, duration: 80 };

  it('are taken over, and stay where no others can be made', async () => {
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
    // Seen closely they are too coarse; but here there is no page to make others in.
    await new Promise<void>((resolve) => strips.want('long.mp4', { ...range, interval: 1 }, resolve, ending.signal));
    expect([strips.stateOf('long.mp4'), strips.picturesOf('long.mp4').length]).toEqual(['ready', 4]);
    expect(asked).toHaveBeenCalledOnce();
    ending.abort();
  });

  it('are none where others have none: own ones are made', async () => {
    const strips = createFilmstrips({ urlOf: (url) => url, picturesOf: async () => undefined });
    const ending = new AbortController();
    await new Promise<void>((resolve) => strips.want('a.mp4', range, resolve, ending.signal));
    expect(strips.stateOf('a.mp4')).toBe('failed');
    ending.abort();
  });
});

describe('a waveform', () => {
  it('is that which others have measured where it is there sooner, or alone', async () => {
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

  /** A WAV file of an hour and more that nobody holds: one channel of 16 bits, each second a hundredth louder. */
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

  it('of an hour is read in pieces, each once, of which the largest is a megabyte', async () => {
    const counted = serveLongWav(3600);
    const wave = await read('hour.wav');
    expect(wave).toMatchObject({ state: 'ready', duration: 3600 });
    expect(wave?.peaks).toHaveLength(360_000);
    expect([0, 1, 50, 99, 3599].map((second) => wave?.peaks[second * 100 + 50])).toEqual([0, 3, 128, 252, 252]);
    expect(counted.most).toBeLessThanOrEqual(1 << 20);
    expect(counted.total / (3600 * 4000)).toBeLessThan(1.1);
  }, 20_000);

  it('is not made of hours of sound, nor of a file too large to be fetched from a server that gives no parts', async () => {
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

  it('is not made of a long file that can only be decoded as a whole', async () => {
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

describe('a row of frames of MP3', () => {
  /** Of MPEG 1, 128 kbit/s, 44,100 Hz: 417 bytes. */
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

  it('is read behind its tags and over what is broken, and ends with its last whole frame', async () => {
    const tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2, ...Array(130).fill(7)];
    const parts = [tag, frame(1), frame(2), [0xff, 1, 2, 3], frame(3), frame(4), frame(5).subarray(0, 300)];
    expect(await packetsOf(parts)).toEqual([
      [0, 1],
      [1152, 2],
      [2304, 3],
      [3456, 4],
    ]);
  });

  it('begins after what its encoder says that it has put before it', async () => {
    const info = frame();
    info.set(new TextEncoder().encode('Info'), 36);
    // No further facts, then the name of the encoder, and 576 samples before and none behind.
    info.set([0x24, 0x00, 0x00], 44 + 21);
    expect(await packetsOf([info, frame(1), frame(2)])).toEqual([
      [-1105, 1],
      [47, 2],
    ]);
  });

  it('is not looked for in other files', async () => {
    expect(await packetsOf([new Uint8Array(200_000)])).toBeUndefined();
    expect(await packetsOf([new Uint8Array(200_000).fill(255)])).toBeUndefined();
    expect(await packetsOf([])).toBeUndefined();
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
  const segmentsOf = (more: object, longest = 0) => {
    const layers = [video('v', 10, { isTrimmed: true, startTime: 2, endTime: 5, ...more })];
    if (longest > 0) layers.push(video('long', longest));
    const span = layerSpans(makeProject([scene('s', layers)])).find(({ layer }) => layer.id === 'v');
    return span ? mediaSegments(span) : [];
  };

  it('is what is kept, and nothing where its end is held', () => {
    expect(segmentsOf({})).toEqual([{ at: 0, length: 3, from: 2, to: 5 }]);
    expect(segmentsOf({}, 9)).toEqual([{ at: 0, length: 3, from: 2, to: 5 }]);
  });

  it('starts over where it loops, and is cut where the scene ends', () => {
    expect(segmentsOf({ loopMode: 'duration' }, 7)).toEqual([
      { at: 0, length: 3, from: 2, to: 5 },
      { at: 3, length: 3, from: 2, to: 5 },
      { at: 6, length: 1, from: 2, to: 3 },
    ]);
  });

  it('goes faster, backwards, and there and back', () => {
    expect(segmentsOf({ speed: 2 })).toEqual([{ at: 0, length: 1.5, from: 2, to: 5 }]);
    expect(segmentsOf({ isReversed: true })).toEqual([{ at: 0, length: 3, from: 5, to: 2 }]);
    expect(segmentsOf({ isBoomeranged: true })).toEqual([
      { at: 0, length: 3, from: 2, to: 5 },
      { at: 3, length: 3, from: 5, to: 2 },
    ]);
    expect(segmentsOf({ isBoomeranged: true, isReversed: true }).map(({ from }) => from)).toEqual([5, 2]);
  });
});
