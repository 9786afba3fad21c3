import { type Bytes, box, fullBox, letters, list, u16, u32 } from './boxes.ts';
import type { EncodedTrack } from './encodedTrack.ts';

/** Largest content that 32-bit offsets can address, in bytes. */
const MOST = 0xff000000;
/** Timescale of the whole file. */
const MOVIE_SCALE = 90_000;
/** Audio and video are interleaved in chunks of this length, in seconds. */
const PIECE = 0.5;

const upright = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** A chunk of consecutive samples of one track. */
interface Chunk {
  track: number;
  /** Range of samples; `end` is exclusive. */
  first: number;
  end: number;
  /** Range of its bytes in the track's content. */
  from: number;
  size: number;
}

/**
 * Writes an MP4 file with its tables before its content, so that it plays while loading (ISO/IEC 14496-12).
 * @param duration of playback in seconds; tracks may be slightly longer.
 */
export function writeMp4(tracks: readonly EncodedTrack[], duration: number): Blob {
  const chunks = chunksOf(tracks);
  const content = chunks.reduce((sum, { size }) => sum + size, 0);
  const ftyp = box('ftyp', letters('isom'), u32(0x200), letters('isomiso2avc1mp41'));
  if (content > MOST) throw new Error('The video would be larger than 4 GB.');
  // The size of the tables does not depend on the offsets in them.
  const before = ftyp.length + moov(tracks, duration, chunks, 0).length + 8;
  const samples = chunks.map(({ track, from, size }) =>
    (tracks[track] as EncodedTrack).content.slice(from, from + size),
  );
  const head = [u32(content + 8), letters('mdat')];
  return new Blob([ftyp, moov(tracks, duration, chunks, before), ...head, ...samples], { type: 'video/mp4' });
}

/** Splits the tracks into interleaved chunks, in playback order. */
function chunksOf(tracks: readonly EncodedTrack[]): Chunk[] {
  const pieces = tracks.flatMap((track, number) => {
    const found: (Chunk & { time: number })[] = [];
    let [time, from] = [0, 0];
    for (const [i, { size, duration }] of track.samples.entries()) {
      const last = found.at(-1);
      if (last && time - last.time < PIECE * track.timescale) {
        last.end = i + 1;
        last.size += size;
      } else found.push({ track: number, first: i, end: i + 1, from, size, time });
      time += duration;
      from += size;
    }
    return found.map((chunk) => ({ ...chunk, at: chunk.time / track.timescale }));
  });
  return pieces.sort((a, b) => a.at - b.at || a.track - b.track);
}

function moov(tracks: readonly EncodedTrack[], duration: number, chunks: readonly Chunk[], from: number): Bytes {
  const length = Math.round(duration * MOVIE_SCALE);
  const mvhd = [u32(0, 0, MOVIE_SCALE, length, 0x10000), u16(0x100, 0), u32(0, 0), upright];
  const places = placesOf(tracks, chunks, from);
  return box(
    'moov',
    fullBox('mvhd', 0, 0, ...mvhd, u32(0, 0, 0, 0, 0, 0, tracks.length + 1)),
    ...tracks.map((track, i) => trak(track, i + 1, length, places[i] as Places)),
  );
}

interface Places {
  offsets: number[];
  counts: number[];
}

function placesOf(tracks: readonly EncodedTrack[], chunks: readonly Chunk[], from: number): Places[] {
  const places = tracks.map((): Places => ({ offsets: [], counts: [] }));
  let at = from;
  for (const { track, first, end, size } of chunks) {
    places[track]?.offsets.push(at);
    places[track]?.counts.push(end - first);
    at += size;
  }
  return places;
}

function trak(track: EncodedTrack, id: number, length: number, places: Places): Bytes {
  const isVideo = track.kind === 'video';
  const size = u32(track.width * 65_536, track.height * 65_536);
  const volume = u16(0, 0, isVideo ? 0 : 0x100, 0);
  const tkhd = fullBox('tkhd', 0, 3, u32(0, 0, id, 0, length, 0, 0), volume, upright, size);
  const edts = box('edts', fullBox('elst', 0, 0, u32(1, length, track.skip, 0x10000)));
  const whole = track.samples.reduce((sum, { duration }) => sum + duration, 0);
  const mdia = box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0, 0, track.timescale, whole), u16(0x55c4, 0)),
    fullBox('hdlr', 0, 0, u32(0), letters(isVideo ? 'vide' : 'soun'), u32(0, 0, 0), letters('Cutroom\0')),
    box(
      'minf',
      isVideo ? fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)) : fullBox('smhd', 0, 0, u32(0)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      stbl(track, places),
    ),
  );
  return box('trak', tkhd, edts, mdia);
}

function stbl({ entry, samples }: EncodedTrack, { offsets, counts }: Places): Bytes {
  const durations = runs(samples.map(({ duration }) => duration));
  const delays = runs(samples.map(({ offset }) => offset));
  const keys = samples.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []));
  const isShifted = samples.some(({ offset }) => offset !== 0);
  const chunkRuns = runs(counts);
  let chunk = 1;
  const stsc = chunkRuns.flatMap(([count, samplesEach]) => {
    const first = chunk;
    chunk += count;
    return [first, samplesEach, 1];
  });
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, list(durations.flat(), 2)),
    ...(isShifted ? [fullBox('ctts', 1, 0, list(delays.flat(), 2))] : []),
    ...(keys.length < samples.length ? [fullBox('stss', 0, 0, list(keys))] : []),
    fullBox('stsc', 0, 0, list(stsc, 3)),
    fullBox('stsz', 0, 0, u32(0), list(samples.map(({ size }) => size))),
    fullBox('stco', 0, 0, list(offsets)),
  );
}

/** Returns runs of equal values as [count, value]. */
function runs(values: readonly number[]): [count: number, value: number][] {
  const found: [number, number][] = [];
  for (const value of values) {
    const last = found.at(-1);
    if (last && last[1] === value) last[0] += 1;
    else found.push([1, value]);
  }
  return found;
}
