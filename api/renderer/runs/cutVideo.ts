import { fileUrl } from '../media/safeInput.ts';
import type { Input, Output, Segment, VideoPart } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { framesOf } from '../plan/runFrames.ts';
import { partOfSegment } from '../plan/stills.ts';
import { hasClearPixels } from '../plan/videoPart.ts';
import { common, printNumbered, splitOptions, tagBt709 } from '../print/ffmpegArgs.ts';
import { printFrameWork } from '../print/printFrame.ts';
import { printInput } from '../print/printInputs.ts';
import { printSegments } from '../print/printRun.ts';
import { type Command, type Cut, type Piece, pieceList } from './command.ts';
import { pictureBytes } from './need.ts';

/**
 * Writes one run of a video part to files at its visible size. A reversed segment becomes pieces that fit in memory and
 * are reversed separately; a list orders them.
 */
export function splitVideo(part: VideoPart, input: Input, output: Output, files: RenderFiles): Cut {
  const job: Job = { part: uprightOf(part), input, output, files };
  const { id, url, kind } = input;
  const base: Input = { id, url, kind, seek: 0, length: framesOf(part.segments) * frameSeconds(job) + 1 };
  const repeats = part.loop ? { repeats: true } : {};
  if (part.segments.every(({ backwards }) => !backwards)) {
    const name = `${id}.mkv`;
    const path = `${files.work}/${name}`;
    return { path, input: { ...base, ...repeats }, commands: [cutSegments(job, part.segments, endingAs(name))] };
  }
  const pieces = part.segments.map((segment, i) => cutSegment(job, segment, `${id}-${i}`));
  const list = pieceList(
    files.work,
    id,
    pieces.flatMap(({ made }) => made),
  );
  const [first, ...rest] = pieces.flatMap(({ commands }) => commands) as [Command, ...Command[]];
  return {
    path: list.path,
    input: { ...base, ...repeats, list: true },
    commands: [{ ...first, lists: [list] }, ...rest],
  };
}

interface Job {
  part: VideoPart;
  input: Input;
  output: Output;
  files: RenderFiles;
}

/** The encoder of the files needs even sides, and everything opaque that is not transparent in the source. */
function uprightOf({ mask, shadow, ...part }: VideoPart): VideoPart {
  const [width, height] = [Math.ceil(part.width / 2) * 2, Math.ceil(part.height / 2) * 2];
  return { ...part, turn: 0, width, height, bounds: { x: 0, y: 0, width, height } };
}

/** Writes one segment as files in playing order. */
function cutSegment(job: Job, segment: Segment, name: string): { made: Piece[]; commands: Command[] } {
  const { part } = job;
  const most = Math.max(1, Math.floor(job.files.memory / frameBytes(part)));
  const waiting = segment.stills?.count ?? segment.frames;
  if (segment.backwards && segment.stills && waiting > most) return cutStills(job, segment, most, name);
  if (!segment.backwards || waiting <= most) {
    const made = [{ name: `${name}.mkv`, seconds: segment.frames * frameSeconds(job) }];
    return { made, commands: [cutSegments(job, [segment], endingAs(`${name}.mkv`))] };
  }
  const count = Math.ceil(segment.frames / most);
  const numbers = Array.from({ length: count }, (_, i) => i);
  const ends = numbers.slice(1).map((i) => i * most);
  const pattern = `${name}-%05d.mkv`;
  const split = [
    ...['-force_key_frames', `expr:eq(mod(n,${most}),0)`, '-f', 'segment', '-segment_format', 'matroska'],
    ...['-segment_frames', ends.join(','), '-reset_timestamps', '1', fileUrl(pattern)],
  ];
  const sizes = numbers.map((i) => Math.min(most, segment.frames - i * most));
  const reversed = numbers.map((i) =>
    reverseFile(job, pattern.replace('%05d', String(i).padStart(5, '0')), sizes[i] as number),
  );
  return {
    made: reversed.map(({ piece }) => piece).reverse(),
    commands: [cutSegments(job, [{ ...segment, backwards: false }], split), ...reversed.map(({ command }) => command)],
  };
}

/**
 * Writes a reversed stop-motion segment, which has few stills: each piece is read separately. @param most stills per
 * piece.
 */
function cutStills(job: Job, segment: Segment, most: number, name: string): { made: Piece[]; commands: Command[] } {
  const { stills, frames } = segment;
  const length = Math.max(1, Math.floor(most * (stills?.distance ?? 1)) - 1);
  const step = job.part.speed * frameSeconds(job);
  const pieces = Array.from({ length: Math.ceil(frames / length) }, (_, i) => {
    const piece = partOfSegment(segment, i * length, Math.min(frames, (i + 1) * length), step);
    const made = { name: `${name}-${i}.mkv`, seconds: piece.frames * frameSeconds(job) };
    return { made, command: cutSegments(job, [piece], endingAs(made.name)) };
  });
  return { made: pieces.map(({ made }) => made), commands: pieces.map(({ command }) => command) };
}

function cutSegments(
  { part, input, output, files }: Job,
  segments: readonly Segment[],
  end: readonly string[],
): Command {
  const { rate } = output;
  const pictures = printSegments(
    '0:V:0',
    { ...part, segments: [...segments] },
    { rate, name: 'cut', end: [printNumbered(rate), `${tagBt709}[cut]`] },
    (name) => printFrameWork(part, { ...output, pixels: 'yuv420p' }, name),
  );
  const graph = ['-filter_complex', pictures, '-map', '[cut]'];
  const back = segments.filter(({ backwards }) => backwards);
  const waiting = back.reduce((sum, { stills, frames }) => sum + (stills?.count ?? frames), 0);
  return {
    ...pictureRun(part, files, framesOf(segments)),
    waits: waiting * frameBytes(part),
    args: [...common, ...printInput(input, files), ...graph, '-r', rate.join('/'), ...encodingOf(part), ...end],
  };
}

/** Reverses a piece. */
function reverseFile({ part, output, files }: Job, name: string, frames: number): { piece: Piece; command: Command } {
  const { rate } = output;
  const graph = `[0:v:0]reverse,${printNumbered(rate)},${tagBt709}[cut]`;
  const piece = { name: `back-${name}`, seconds: (frames * rate[1]) / rate[0] };
  const read = ['-i', fileUrl(name), '-filter_complex', graph, '-map', '[cut]', '-r', rate.join('/')];
  const args = [...common, ...read, ...encodingOf(part), ...endingAs(piece.name)];
  const run = { ...pictureRun(part, files, frames), waits: frames * frameBytes(part) };
  return { piece, command: { ...run, args, drops: [`${files.work}/${name}`] } };
}

/** @param frames that it writes. */
function pictureRun(part: VideoPart, { work }: RenderFiles, frames: number): Omit<Command, 'args'> {
  const bytes = pictureBytes(part, frames, hasClearPixels(part) ? 'losslessRgba' : 'nearly');
  return { kind: 'pictures', frames, writes: { folder: work, bytes } };
}

/** Bytes per frame in memory. */
function frameBytes(part: VideoPart): number {
  return part.width * part.height * (hasClearPixels(part) ? 4 : 1.5);
}

/** Nearly lossless and fast; an alpha channel needs a lossless codec. */
function encodingOf(part: VideoPart): string[] {
  return hasClearPixels(part) ? splitOptions('-c:v ffv1 -g 1') : splitOptions('-c:v libx264 -preset ultrafast -crf 5');
}

function endingAs(name: string): string[] {
  return ['-f', 'matroska', fileUrl(name)];
}

function frameSeconds({ output }: Job): number {
  return output.rate[1] / output.rate[0];
}
