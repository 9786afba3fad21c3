import type { ByteReader } from '../frames/byteReader.ts';
import type { SoundFile } from './soundFile.ts';

/** Bytes of a frame header that are read. */
const HEAD = 6;
/** Search range for the first frame, in bytes after the tags. */
const SEARCHED = 1 << 16;
/** Bytes read at a time while searching. */
const BLOCK = 1 << 16;
/** Delay of every MP3 decoder, in samples. */
const MP3_DELAY = 529;

/** Fields of a frame header. */
interface SoundFrame {
  codec: 'mp3' | 'mp4a.40.2';
  /** Size of the whole frame, in bytes. */
  size: number;
  rate: number;
  channels: number;
  /** Per channel. */
  samples: number;
}

/** Reads a file that consists of frames with headers: MP3, or AAC in ADTS. @returns undefined for other files. */
export async function readSoundFrames(bytes: ByteReader, length: number): Promise<SoundFile | undefined> {
  const begin = await afterTags(bytes);
  const start = await nextFrame(bytes, begin, Math.min(length, begin + SEARCHED));
  const first = start === undefined ? undefined : frameIn(await bytes.read(start, HEAD));
  if (start === undefined || !first) return undefined;
  const { codec, rate, channels } = first;
  const skip = codec === 'mp3' ? await gapless(bytes, start, first) : undefined;
  return {
    decoder: { codec, sampleRate: rate, numberOfChannels: channels },
    rate,
    async *packets() {
      let time = skip === undefined ? 0 : -skip / rate;
      let at: number | undefined = skip === undefined ? start : start + first.size;
      while (at !== undefined && at < length) {
        const frame = frameIn(await bytes.read(at, HEAD));
        // Skips damaged data until consecutive frames are found.
        if (!frame || frame.codec !== codec) at = await nextFrame(bytes, at + 1, length);
        else if (at + frame.size > length) return;
        else {
          yield { data: await bytes.read(at, frame.size), time };
          time += frame.samples / frame.rate;
          at += frame.size;
        }
      }
    },
  };
}

/** Returns the start of the audio after tags (ID3v2 §3.1: the size has seven bits per byte). */
async function afterTags(bytes: ByteReader): Promise<number> {
  for (let at = 0; ; ) {
    const head = await bytes.read(at, 10);
    if (head.length < 10 || String.fromCharCode(...head.subarray(0, 3)) !== 'ID3') return at;
    at += 10 + head.subarray(6).reduce((size, byte) => size * 128 + (byte & 127), 0);
  }
}

/** Returns the first frame that is followed by another one. @returns undefined if there is none before the end. */
async function nextFrame(bytes: ByteReader, from: number, to: number): Promise<number | undefined> {
  for (let at = from; at + HEAD <= to; at += BLOCK) {
    // Headers in its last bytes extend into the next block.
    const block = await bytes.read(at, Math.min(BLOCK + HEAD - 1, to - at));
    for (let i = 0; i + HEAD <= block.length; i += 1) {
      const frame = frameIn(block.subarray(i, i + HEAD));
      if (!frame) continue;
      const next = await bytes.read(at + i + frame.size, HEAD);
      if (frameIn(next)?.codec === frame.codec) return at + i;
    }
  }
  return undefined;
}

function frameIn(head: Uint8Array): SoundFrame | undefined {
  if (head.length < HEAD || head[0] !== 0xff) return undefined;
  const [, kind = 0, c = 0, d = 0, e = 0, f = 0] = head;
  const frame =
    (kind & 0xf6) === 0xf0 ? adtsFrame(c, d, e, f) : (kind & 0xe6) === 0xe2 ? mp3Frame(kind, c, d) : undefined;
  return frame && frame.rate > 0 && frame.size > HEAD ? frame : undefined;
}

const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

/** Parses an ADTS header (ISO/IEC 14496-3 §1.A.3.2). */
function adtsFrame(c: number, d: number, e: number, f: number): SoundFrame {
  const size = ((d & 3) << 11) | (e << 3) | (f >> 5);
  const channels = ((c & 1) << 2) | (d >> 6);
  return { codec: 'mp4a.40.2', size, rate: aacRates[(c >> 2) & 15] ?? 0, channels: channels || 2, samples: 1024 };
}

const mp3Rates = [44_100, 48_000, 32_000];
/** Bit rates in kbit/s, of MPEG 1 and of MPEG 2 and 2.5. */
const kilobits = [
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Parses a layer III header (ISO/IEC 11172-3 §2.4.1.3). */
function mp3Frame(kind: number, c: number, d: number): SoundFrame | undefined {
  const version = (kind >> 3) & 3;
  const isFirst = version === 3;
  const rate = (mp3Rates[(c >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
  const pace = kilobits[isFirst ? 0 : 1][(c >> 4) - 1];
  if (version === 1 || rate === 0 || pace === undefined) return undefined;
  const samples = isFirst ? 1152 : 576;
  const size = Math.floor((samples / 8) * ((pace * 1000) / rate)) + ((c >> 1) & 1);
  return { codec: 'mp3', size, rate, channels: d >> 6 === 3 ? 1 : 2, samples };
}

/**
 * Returns the encoder and decoder delay in samples from an info frame without audio ("Xing" or "Info", with LAME's
 * extension).
 * @returns undefined if there is no such frame.
 */
async function gapless(bytes: ByteReader, start: number, frame: SoundFrame): Promise<number | undefined> {
  const data = await bytes.read(start, frame.size);
  const isFirst = frame.samples === 1152;
  const at = 4 + (frame.channels === 1 ? (isFirst ? 17 : 9) : isFirst ? 32 : 17);
  const mark = String.fromCharCode(...data.subarray(at, at + 4));
  if (mark !== 'Xing' && mark !== 'Info') return undefined;
  const flags = data[at + 7] ?? 0;
  const tag = at + 8 + (flags & 1) * 4 + (flags & 2) * 2 + (flags & 4) * 25 + ((flags & 8) >> 1);
  const [high = 0, low = 0] = data.subarray(tag + 21, tag + 23);
  const delay = (high << 4) | (low >> 4);
  return delay > 0 ? delay + MP3_DELAY : 0;
}
