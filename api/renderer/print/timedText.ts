import type { TextCue } from '../plan/textTrack.ts';

// Writes MP4 subtitles (3GPP timed text, 3GPP TS 26.245) as a file to be muxed by copying. ffmpeg can convert SRT or
// WebVTT, but interprets braces and backslashes as formatting.

/** Units per second. */
const SCALE = 1000;
/** Maximum text of a sample, in bytes. */
const MOST_BYTES = 65_535;

/** Writes an MP4 with one subtitle track. @param cues ascending, without overlaps. */
export function timedTextFile(cues: readonly TextCue[]): Uint8Array {
  const samples = samplesOf(cues);
  const bytes = Buffer.concat(samples.map(({ text }) => text));
  const length = samples.reduce((sum, { duration }) => sum + duration, 0);
  const header = (at: number) =>
    Buffer.concat([box('ftyp', text('isom'), u32(512), text('isomiso2mp41')), moov(samples, length, at)]);
  const at = header(0).length + 8;
  return Buffer.concat([header(at), box('mdat', bytes)]);
}

interface Sample {
  text: Buffer;
  duration: number;
}

/** A track has no gaps: an empty text fills the time between cues. */
function samplesOf(cues: readonly TextCue[]): Sample[] {
  let at = 0;
  const samples = cues.flatMap(({ text, startTime, endTime }) => {
    const [from, to] = [Math.max(at, Math.round(startTime * SCALE)), Math.round(endTime * SCALE)];
    if (to <= from) return [];
    const gap = from > at ? [{ text: u16(0), duration: from - at }] : [];
    at = to;
    return [...gap, { text: sampleOf(text), duration: to - from }];
  });
  return samples;
}

function sampleOf(written: string): Buffer {
  const bytes = Buffer.from(written, 'utf8').subarray(0, MOST_BYTES);
  return Buffer.concat([u16(bytes.length), bytes]);
}

function moov(samples: readonly Sample[], length: number, at: number): Buffer {
  return box('moov', mvhd(length), box('trak', tkhd(length), box('mdia', mdhd(length), hdlr, minf(samples, at))));
}

const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));

function mvhd(length: number): Buffer {
  return full(
    'mvhd',
    zeros(8),
    u32(SCALE),
    u32(length),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    matrix,
    zeros(24),
    u32(2),
  );
}

function tkhd(length: number): Buffer {
  const flags = 3;
  return box('tkhd', u32(flags), zeros(8), u32(1), zeros(4), u32(length), zeros(16), matrix, zeros(8));
}

function mdhd(length: number): Buffer {
  // The language "und", 5 bits per letter.
  return full('mdhd', zeros(8), u32(SCALE), u32(length), u16(0x55c4), u16(0));
}

const hdlr = full('hdlr', zeros(4), text('sbtl'), zeros(13));

function minf(samples: readonly Sample[], at: number): Buffer {
  const here = box('url ', u32(1));
  const dinf = box('dinf', full('dref', u32(1), here));
  const durations = full('stts', u32(samples.length), Buffer.concat(samples.map(({ duration }) => pair(1, duration))));
  const chunks = full('stsc', u32(1), u32(1), u32(samples.length), u32(1));
  const sizes = full('stsz', u32(0), u32(samples.length), Buffer.concat(samples.map(({ text }) => u32(text.length))));
  const offsets = full('stco', u32(1), u32(at));
  return box('minf', full('nmhd'), dinf, box('stbl', stsd, durations, chunks, sizes, offsets));
}

/** White text, centered at the bottom, as players show it by default. */
const stsd = full(
  'stsd',
  u32(1),
  box(
    'tx3g',
    ...[zeros(6), u16(1), u32(0), Buffer.from([1, 0xff]), zeros(4), zeros(8)],
    ...[u16(0), u16(0), u16(1), Buffer.from([0, 16, 255, 255, 255, 255])],
    box('ftab', u16(1), u16(1), Buffer.from([5]), text('Arial')),
  ),
);

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const inner = Buffer.concat(parts);
  return Buffer.concat([u32(inner.length + 8), text(type), inner]);
}

/** Writes a box with version and flags 0. */
function full(type: string, ...parts: readonly Buffer[]): Buffer {
  return box(type, u32(0), ...parts);
}

function text(ascii: string): Buffer {
  return Buffer.from(ascii, 'latin1');
}

function zeros(count: number): Buffer {
  return Buffer.alloc(count);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function pair(one: number, other: number): Buffer {
  return Buffer.concat([u32(one), u32(other)]);
}
