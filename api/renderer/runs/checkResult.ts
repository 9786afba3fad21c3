import { open } from 'node:fs/promises';
import { pngWalk, webpWalk } from '../../../engine/formats/animatedPicture.ts';
import { gifWalk } from '../../../engine/formats/gifBlocks.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { sizeInHeader } from '../media/declaredImageSize.ts';
import { readMp4Facts } from '../media/mp4Boxes.ts';
import { runFfprobe } from '../media/runFfprobe.ts';
import { readStart, walkFile } from '../media/walkFile.ts';
import type { Output, RenderPlan } from '../plan/plan.ts';
import type { CopiedAudio } from '../plan/renderMode.ts';
import { outputRecipes } from '../print/outputs.ts';

interface Made {
  streams?: MadeStream[];
  format?: { duration?: string };
  packets?: { codec_type?: string; pts?: number }[];
}

interface MadeStream {
  codec_type?: string;
  width?: number;
  height?: number;
  nb_read_packets?: string;
  /** In seconds, if the tables state it. */
  duration?: string;
}

/** Containers count the last audio packet in full, which may be up to this long, in seconds. */
const soundRounding = 0.1;

/** The size in an image header of ours precedes this byte. */
const mostHeader = 65_536;

/**
 * Compares a result with its plan: frames, size, streams and length, and timestamps of copied frames. A result that
 * differs is never published.
 * @throws Error that names the difference.
 */
export async function checkResult(plan: RenderPlan, path: string, signal: AbortSignal | undefined): Promise<void> {
  const { output } = plan;
  if (output.format === 'animated-webp') return checkWebp(output, path);
  if (output.format === 'apng') return checkApng(output, path);
  if (output.format === 'zip') return checkZip(output, path);
  switch (outputRecipes[output.format].kind) {
    case 'video':
      return checkVideo(plan, await measured(plan, path, signal));
    case 'animation':
      return checkPictures(output, await measured(plan, path, signal));
    case 'audio':
      return checkSound(output, await measured(plan, path, signal));
    case 'image':
      expectSame('size', sizeOf(sizeInHeader(await readStart(path, mostHeader))), sizeOf(output));
  }
}

/** Measures a result from its own tables if they suffice, which is faster than starting ffprobe. */
async function measured({ output, way }: RenderPlan, path: string, signal: AbortSignal | undefined): Promise<Made> {
  const isCopied = way !== undefined && way.kind !== 'encode';
  if (output.format === 'gif') return madeGif(path);
  if (!isCopied && (output.format === 'mp4' || output.format === 'mov')) return madeMp4(path);
  const times = isCopied ? ':packet=codec_type,pts' : '';
  const entries = `format=duration:stream=codec_type,width,height,nb_read_packets${times}`;
  const what = ['-count_packets', '-show_entries', entries, '-of', 'json'];
  return JSON.parse(await runFfprobe(path, what, { signal, look: 'whole' })) as Made;
}

async function madeGif(path: string): Promise<Made> {
  const gif = await walkFile(gifWalk(), path);
  if (!gif) throw new Error('The result is not a GIF.');
  const { width, height, frames, duration } = gif;
  return {
    streams: [{ codec_type: 'video', width, height, nb_read_packets: String(frames) }],
    format: { duration: String(duration) },
  };
}

async function madeMp4(path: string): Promise<Made> {
  const { tracks, duration } = await readMp4Facts(path);
  return {
    streams: tracks.map(({ kind, width, height, samples, duration }) => {
      return { codec_type: kind, width, height, nb_read_packets: String(samples), duration: String(duration) };
    }),
    format: { duration: String(duration) },
  };
}

function checkVideo({ output, sounds, tracks = [], chapters = [], way }: RenderPlan, made: Made): void {
  const { streams = [], packets = [] } = made;
  checkPictures(output, made);
  // In an MP4, the titles of chapters are a track.
  const titles = chapters.length > 0 && output.format !== 'webm' ? 1 : 0;
  expectSame('streams', streams.length, (sounds.length > 0 ? 2 : 1) + tracks.length + titles);
  const audioStreams = streams.filter(({ codec_type }) => codec_type === 'audio');
  expectSame('sounds', audioStreams.length, sounds.length > 0 ? 1 : 0);
  for (const { duration } of audioStreams)
    if (duration !== undefined) expectLength(Number(duration), output, 'The audio of the result');
  const written = streams.filter(({ codec_type = '' }) => !['video', 'audio'].includes(codec_type));
  for (const [i, { cues }] of tracks.entries()) expectAllCues(written[i], cues.length);
  const timesOf = (kind: string) =>
    packets.filter(({ codec_type }) => codec_type === kind).map(({ pts }) => pts ?? Number.NaN);
  expectEven(timesOf('video'));
  if (way && way.kind !== 'encode' && way.sound) expectPackets(timesOf('audio'), way.sound);
}

function checkPictures(output: Output, { streams = [], format = {} }: Made): void {
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const found = Number(video?.nb_read_packets);
  if (!output.merges || !(found >= 1 && found <= output.frames)) expectSame('frames', found, output.frames);
  expectSame('size', sizeOf(video), sizeOf(output.scaled ?? output));
  // A GIF of one frame is static, whatever its length.
  if (output.frames > 1 && !(output.merges && found === 1)) expectLength(Number(format.duration), output);
}

function checkSound(output: Output, { streams = [], format = {} }: Made): void {
  expectSame('streams', streams.map(({ codec_type }) => codec_type).join(), 'audio');
  expectLength(Number(format.duration), output);
}

/** Bytes of the record at the end of a zip, which states the number of files at byte 10 (APPNOTE 4.3.16). */
const zipEnd = 22;

async function checkZip({ frames }: Output, path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(zipEnd);
    await file.read(end, 0, zipEnd, size - zipEnd);
    expectSame('frames', end.readUInt32LE(0) === 0x06054b50 ? end.readUInt16LE(10) : 0, frames);
  } finally {
    await file.close();
  }
}

/** ffprobe does not state the length of an APNG. */
async function checkApng(output: Output, path: string): Promise<void> {
  const animation = await walkFile(pngWalk(), path);
  expectSame('size', sizeOf(animation), sizeOf(output.scaled ?? output));
  if (!output.merges) expectSame('frames', animation?.frames, output.frames);
  if (output.frames > 1) expectLength(Number(animation?.duration), output);
}

/** ffprobe cannot read animated WebP, which also omits repeated frames. */
async function checkWebp(output: Output, path: string): Promise<void> {
  const animation = await walkFile(webpWalk(), path);
  expectSame(
    'size',
    sizeOf(animation ?? sizeInHeader(await readStart(path, mostHeader))),
    sizeOf(output.scaled ?? output),
  );
  if (!animation) return;
  const { frames } = animation;
  if (frames.length > output.frames) expectSame('frames', frames.length, output.frames);
  expectLength(
    frames.reduce((sum, { duration }) => sum + duration, 0),
    output,
  );
}

/** A track may have empty cues in between. */
function expectAllCues(track: MadeStream | undefined, cues: number): void {
  const found = Number(track?.nb_read_packets);
  if (!(found >= cues)) throw new Error(`The result has ${found} subtitles instead of ${cues}.`);
}

/** @param found in seconds. */
function expectLength(found: number, { frames, rate }: Output, what = 'The result'): void {
  const length = frames / fpsOf(rate);
  if (!(Math.abs(found - length) <= soundRounding))
    throw new Error(`${what} is ${found} s long instead of ${length} s.`);
}

function sizeOf(picture: { width?: number; height?: number } | undefined): string {
  return `${picture?.width} × ${picture?.height}`;
}

/**
 * @param times of frames in timescale units, which may be too coarse. @throws Error if a frame is longer than others.
 */
function expectEven(times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const frame = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (sorted.length - 1);
  const uneven = sorted.findIndex((time, i) => i > 0 && !(Math.abs(time - (sorted[i - 1] as number) - frame) <= 1));
  if (uneven >= 0) throw new Error(`Frame ${uneven} of the result has a wrong time.`);
}

/** @param times of packets, in samples. @throws Error if they are not the copied ones. */
function expectPackets(times: readonly number[], { packets, early }: CopiedAudio): void {
  expectSame('packets of audio', times.length, packets);
  expectSame('audio from sample', times[0], -early);
  expectEven(times);
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`The result has ${what} ${found} instead of ${expected}.`);
}
