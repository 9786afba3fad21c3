import { describe, expect, it } from 'vitest';
import { box, fullBox, letters, u8, u16, u32 } from '../../../engine/browser/export/mp4/boxes.ts';
import type { EncodedTrack } from '../../../engine/browser/export/mp4/encodedTrack.ts';
import { avcEntry } from '../../../engine/browser/export/mp4/sampleEntries.ts';
import { writeMp4 } from '../../../engine/browser/export/mp4/writeMp4.ts';
import { prepareTables } from '../../../engine/browser/frames/mp4Tables.ts';
import { readVideo } from '../../../engine/browser/frames/readVideo.ts';

const huge = 0xffffffff;
const avcC = u8(1, 0x64, 0, 0x1f, 0xff, 0xe0, 0);

/**
 * Frames of equal length, each shown this many frames after it is decoded.
 * @param duration length of each in milliseconds.
 */
function pictures(offsets: readonly number[], duration = 100): EncodedTrack {
  const samples = offsets.map((offset, i) => ({ size: 5, duration, offset: offset * duration, isKey: i === 0 }));
  const content = new Blob([new Uint8Array(5 * samples.length)]);
  const entry = avcEntry(64, 48, avcC);
  return { kind: 'video', timescale: 1000, entry, samples, content, skip: 0, width: 64, height: 48 };
}

/** Uncompressed audio as in QuickTime: one sample per moment, in a format that MP4 cannot name. */
function plainSound(count: number): EncodedTrack {
  const samples = Array.from({ length: count }, () => ({ size: 4, duration: 1, offset: 0, isKey: true }));
  const entry = box('sowt', u32(0), u16(0, 1), u32(0, 0), u16(2, 16), u32(0), u32(1000 * 65_536));
  const content = new Blob([new Uint8Array(4 * count)]);
  return { kind: 'audio', timescale: 1000, entry, samples, content, skip: 0, width: 0, height: 0 };
}

describe('an MP4 or MOV video', () => {
  it('is read as written, in presentation order', async () => {
    const facts = await readVideo(writeMp4([pictures([0, 1, -1, 0])], 0.4));
    expect(facts).toMatchObject({ hasAudio: false, fps: 10, variableFrameRate: false });
    expect(facts?.video).toMatchObject({ width: 64, height: 48, rotation: 0, shown: [0, 2, 1, 3] });
    const first = facts?.video?.samples[0]?.offset ?? 0;
    expect(facts?.video?.samples.map(({ offset, isKey }) => [offset - first, isKey])).toEqual([
      [0, true],
      [5, false],
      [10, false],
      [15, false],
    ]);
  });

  it('is as long as its frames if its audio ends slightly later, and as its audio if that ends much later', async () => {
    const lengthOf = async (sound: number) => {
      const facts = await readVideo(writeMp4([pictures([0, 0, 0, 0]), plainSound(sound)], sound / 1000));
      return facts?.video?.duration;
    };
    expect(await lengthOf(423)).toBeCloseTo(0.4, 6);
    expect(await lengthOf(900)).toBeCloseTo(0.9, 6);
  });

  it('is as long as the renderer measures, without the error of a sum', async () => {
    expect((await readVideo(writeMp4([pictures(Array(120).fill(0), 33)], 3.96)))?.video?.duration).toBe(3.96);
  });

  it('with reordered frames of uneven length ends after the sum of their durations, whatever its header says', async () => {
    // Decoded at 0, 100, 300 and 400 ms; the second one, of 200 ms, is shown last, from 400 ms on.
    const shown = [0, 300, -100, -100];
    const durations = [100, 200, 100, 50];
    const track = pictures([0, 0, 0, 0]);
    const samples = track.samples.map((sample, i) => ({
      ...sample,
      duration: durations[i] as number,
      offset: shown[i] as number,
    }));
    const file = new Uint8Array(await writeMp4([{ ...track, samples }], 1).arrayBuffer());
    const at = String.fromCharCode(...file).indexOf('mdhd');
    // The duration follows version, flags, two dates and the timescale.
    new DataView(file.buffer).setUint32(at + 4 + 16, 480);
    expect((await readVideo(new Blob([file])))?.video?.duration).toBeCloseTo(0.45, 6);
  });

  it('of very many frames can be written', async () => {
    const offsets = Array.from({ length: 90_000 }, (_, i) => i % 2);
    expect(writeMp4([pictures(offsets, 1)], 90).size).toBeGreaterThan(90_000 * 8);
  });

  it('with uncompressed audio is read without walking through its samples', async () => {
    const facts = await readVideo(writeMp4([pictures([0, 0]), plainSound(2500)], 2.5));
    expect(facts).toMatchObject({ hasAudio: true, audioStart: 0, video: { duration: 2.5 } });
    const stsz = fullBox('stsz', 0, 0, u32(4, 8_640_000));
    const moov = (handler: string) =>
      box(
        'moov',
        box(
          'trak',
          box('mdia', box('minf', box('stbl', stsz)), fullBox('hdlr', 0, 0, u32(0), letters(handler), u32(0, 0, 0))),
        ),
      );
    const spared = moov('soun');
    expect(prepareTables(spared, 1000)).toBe(0);
    expect(String.fromCharCode(...spared)).not.toContain('stsz');
    expect(() => prepareTables(moov('vide'), 1000)).toThrow('samples');
    expect(prepareTables(moov('vide'), 1e7)).toBe(8_640_000);
  });

  it('that claims more entries than it can hold is left to other readers immediately', async () => {
    const head = box('ftyp', letters('isom'), u32(0), letters('isom'));
    const stsz = fullBox('stsz', 0, 0, u32(1, huge));
    const claims = box('moov', box('trak', box('mdia', box('minf', box('stbl', stsz)))));
    expect(await readVideo(new Blob([head, claims]))).toBeUndefined();
    const whole = await writeMp4([pictures([0])], 0.1).arrayBuffer();
    const moof = box('moof', box('traf', fullBox('tfhd', 0, 0, u32(1)), fullBox('trun', 0, 0, u32(huge))));
    expect(() => prepareTables(moof, whole.byteLength)).toThrow('samples');
  });

  it('is rejected if boxes are not nested or tables have more entries than bytes', () => {
    const within = box('moov', box('trak', u32(1000), letters('mdia')));
    expect(() => prepareTables(within, 1)).toThrow('larger');
    const table = box('stbl', fullBox('stsd', 0, 0, u32(huge)));
    expect(() => prepareTables(box('moov', box('trak', box('mdia', box('minf', table)))), 1)).toThrow('entries');
  });

  it('passes only needed boxes to the parser', () => {
    const moov = box('moov', box('udta', new Uint8Array(12)), box('meta'), u32(0));
    expect(prepareTables(moov, 1)).toBe(0);
    expect(String.fromCharCode(...moov)).toMatch(/free.*free/s);
  });
});

/** An element of a WebM file (RFC 8794 §6). */
function element(id: number, ...contents: (Uint8Array | number[])[]): Uint8Array {
  const body = Buffer.concat(contents.map((part) => Uint8Array.from(part)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + body.length);
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, body]);
}

interface WebmOptions {
  /** Times of the audio blocks; default: no audio. */
  sound?: number[];
  soundCodec?: string;
  codec?: string;
  width?: number;
  scale?: number[];
  duration?: number;
  /** Stated duration of a frame, as bytes of nanoseconds. */
  frameLength?: number[];
  /** Time, flags and first byte of each frame. */
  frames?: [time: number, flags: number, first: number][];
}

const key = 0x80;
const [plain, hiddenVp8] = [0x10, 0];

function webm(options: WebmOptions): Blob {
  const { codec = 'V_VP8', width = 64, scale = [15, 66, 64], duration = 400, frames, sound } = options;
  const { soundCodec = 'A_OPUS', frameLength = [0] } = options;
  const seconds = new Uint8Array(8);
  new DataView(seconds.buffer).setFloat64(0, duration);
  const blocks = (frames ?? [[0, key, plain]]).map(([time, flags, first]) =>
    element(0xa3, [0x81, time >> 8, time & 255, flags, first, 0, 0]),
  );
  const video = element(0xe0, element(0xb0, [width]), element(0xba, [48]));
  const track = element(
    0xae,
    element(0xd7, [1]),
    element(0x83, [1]),
    element(0x86, letters(codec)),
    element(0x23e383, frameLength),
    video,
  );
  const heard = (sound ?? []).map((time) => element(0xa3, [0x82, time >> 8, time & 255, key, 0, 0, 0]));
  const soundTrack = sound
    ? [element(0xae, element(0xd7, [2]), element(0x83, [2]), element(0x86, letters(soundCodec)))]
    : [];
  const parts = [
    element(0x1549a966, element(0x2ad7b1, scale), element(0x4489, seconds)),
    element(0x1654ae6b, track, ...soundTrack),
    element(0x1f43b675, element(0xe7, [0]), ...heard, ...blocks),
  ];
  return new Blob([element(0x1a45dfa3), element(0x18538067, ...parts)] as BlobPart[]);
}

describe('a WebM video', () => {
  it('hides frames that only others are decoded from, and has an even rate without them', async () => {
    const frames: WebmOptions['frames'] = [
      [0, key, plain],
      [41, 0, hiddenVp8],
      [42, 0, plain],
      [82, 0x08, plain],
      [83, 0, plain],
    ];
    const facts = await readVideo(webm({ frames }));
    expect(facts?.variableFrameRate).toBe(false);
    expect(facts?.fps).toBeCloseTo(24, 0);
    expect(facts?.video?.samples).toHaveLength(5);
    expect(facts?.video?.shown).toEqual([0, 2, 4]);
  });

  it('starts with its first frame if its audio starts slightly earlier, and ends with its last', async () => {
    const frames = Array.from({ length: 10 }, (_, i): [number, number, number] => [21 + 40 * i, i ? 0 : key, plain]);
    const facts = await readVideo(webm({ frames, sound: [0, 20, 40], duration: 444 }));
    expect(facts?.video?.samples.map(({ time }) => Math.round(time * 1000))).toEqual(frames.map((_, i) => 40 * i));
    expect(facts?.video?.duration).toBeCloseTo(0.4, 6);
    expect(facts?.audioStart).toBeCloseTo(-0.021, 6);
    const late = frames.map(([time, ...rest]): [number, number, number] => [time + 500, ...rest]);
    const apart = await readVideo(webm({ frames: late, sound: [0, 20, 40], duration: 1200 }));
    expect(apart?.video?.samples[0]?.time).toBeCloseTo(0.521, 6);
    expect(apart?.video?.duration).toBeCloseTo(1.2, 6);
    expect(apart?.audioStart).toBe(0);
    const vorbis = await readVideo(webm({ frames, sound: [21, 24, 36], soundCodec: 'A_VORBIS', duration: 444 }));
    // The first packet only prepares the decoder.
    expect(vorbis?.audioStart).toBeCloseTo(0.003, 6);
  });

  it('is as long as its frames at their stated pace, though times are rounded to milliseconds', async () => {
    const frames = Array.from({ length: 90 }, (_, i): [number, number, number] => {
      return [Math.round((1000 * i) / 30), i ? 0 : key, plain];
    });
    const facts = await readVideo(webm({ frames, duration: 3007, frameLength: [1, 0xfc, 0xa0, 0x55] }));
    expect(facts?.video?.duration).toBe(3);
  });

  it('with too long content or without a time scale is left to other readers without an error', async () => {
    expect(await readVideo(webm({ codec: 'V'.repeat(200_000) }))).toBeUndefined();
    expect(await readVideo(webm({ scale: [0] }))).toBeUndefined();
    expect(await readVideo(webm({ scale: Array(20).fill(1) }))).toBeUndefined();
  });

  it('requires a size, and ends with its last frame if its length is invalid', async () => {
    expect((await readVideo(webm({ width: 0 })))?.video).toBeUndefined();
    const frames: WebmOptions['frames'] = [
      [0, key, plain],
      [100, 0, plain],
    ];
    expect((await readVideo(webm({ frames })))?.video?.duration).toBe(0.4);
    for (const duration of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      expect((await readVideo(webm({ frames, duration })))?.video?.duration).toBe(0.1);
    }
  });
});
