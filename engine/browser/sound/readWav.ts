import type { ByteReader } from '../frames/byteReader.ts';
import type { SoundFile } from './soundFile.ts';

/** Samples of each channel read at a time. */
const RUN = 1 << 15;
/** Format tag of WAVE_FORMAT_EXTENSIBLE, and the offset of the actual format, in bytes after the chunk's header. */
const EXTENSIBLE = 0xfffe;
const KIND_AT = 24;

interface Format {
  /** 1: integers; 3: floats. */
  kind: number;
  channels: number;
  rate: number;
  bits: number;
}

/** Reads a WAV file of uncompressed samples. @returns undefined for other files. */
export async function readWav(bytes: ByteReader, length: number): Promise<SoundFile | undefined> {
  const head = await bytes.read(0, 12);
  if (lettersAt(head, 0) !== 'RIFF' || lettersAt(head, 8) !== 'WAVE') return undefined;
  let format: Format | undefined;
  for (let at = 12; at + 8 <= length; ) {
    const chunk = await bytes.read(at, 8);
    const [name, size] = [lettersAt(chunk, 0), viewOf(chunk).getUint32(4, true)];
    if (name === 'fmt ') format = formatIn(await bytes.read(at + 8, Math.min(size, 40)));
    if (name === 'data') return format && soundOf(bytes, format, at + 8, Math.min(length, at + 8 + size));
    // Chunks begin at even offsets.
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function formatIn(chunk: Uint8Array): Format | undefined {
  if (chunk.length < 16) return undefined;
  const view = viewOf(chunk);
  const tag = view.getUint16(0, true);
  const kind = tag === EXTENSIBLE && chunk.length >= KIND_AT + 2 ? view.getUint16(KIND_AT, true) : tag;
  return { kind, channels: view.getUint16(2, true), rate: view.getUint32(4, true), bits: view.getUint16(14, true) };
}

function soundOf(bytes: ByteReader, format: Format, start: number, end: number): SoundFile | undefined {
  const { channels, rate, bits } = format;
  const read = readerOf(format);
  if (!read || channels === 0 || rate === 0) return undefined;
  const step = (bits / 8) * channels;
  return {
    decoder: (data) => {
      const view = viewOf(data);
      const count = Math.floor(data.length / step);
      return Array.from({ length: channels }, (_, channel) => {
        const samples = new Float32Array(count);
        for (let i = 0, at = channel * (bits / 8); i < count; i += 1, at += step) samples[i] = read(view, at);
        return samples;
      });
    },
    rate,
    async *packets() {
      for (let at = start; at < end; at += RUN * step) {
        const data = await bytes.read(at, Math.min(RUN * step, end - at));
        yield { data, time: (at - start) / step / rate };
      }
    },
  };
}

/** Returns the reader of a sample, −1 to 1. */
function readerOf({ kind, bits }: Format): ((view: DataView, at: number) => number) | undefined {
  if (kind === 3 && bits === 32) return (view, at) => view.getFloat32(at, true);
  if (kind !== 1) return undefined;
  if (bits === 8) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (view, at) => view.getInt16(at, true) / 0x8000;
  if (bits === 24) return (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 0x10000) / 0x800000;
  if (bits === 32) return (view, at) => view.getInt32(at, true) / 0x80000000;
  return undefined;
}

function lettersAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
